import { sql } from "kysely";
import pino from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildApp } from "#server/app.ts";
import { recordBackup } from "#server/backup/last-backup.ts";
import { readConfig } from "#server/config.ts";
import { openDatabase, openPool } from "#server/db/database.ts";
import { enqueue } from "#server/jobs/tasks.ts";
import { createPerson, signInAs } from "#test/people.ts";
import { startPortal, type TestPortal } from "#test/portal.ts";

const token = "a-token-of-at-least-32-characters";
let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal({ METRICS_TOKEN: token });
});
afterAll(() => portal.close());

const read = (authorization?: string) =>
  portal.app.inject({ url: "/metrics", headers: authorization === undefined ? {} : { authorization } });

async function readMetric(sample: string): Promise<number | undefined> {
  const { body } = await read(`Bearer ${token}`);
  const line = body.split("\n").find((text) => text.startsWith(`${sample} `));
  return line === undefined ? undefined : Number(line.split(" ")[1]);
}

describe("/metrics", () => {
  test("/metrics requires METRICS_TOKEN and returns 404 if it isn't configured", async () => {
    expect((await read()).statusCode).toBe(401);
    expect((await read("Bearer another-token-of-32-characters-long")).statusCode).toBe(401);
    const response = await read(`Bearer ${token}`);
    expect(response.statusCode).toBe(200);
    expect(response.headers["content-type"]).toMatch(/^text\/plain; version=0\.0\.4/);
    const without = await buildApp({ ...portal.services, config: readConfig({ DEMO: "0" }) });
    const missing = await without.inject({ url: "/metrics", headers: { authorization: `Bearer ${token}` } });
    expect(missing.statusCode).toBe(404);
    await without.close();
  });

  test("/metrics counts requests by route and status, never by id", async () => {
    const cookie = await signInAs(portal.db, await createPerson(portal.db, { role: "admin" }));
    for (const id of [4_711, 4_712]) await portal.call("GET", `/api/work-orders/${id}`, { cookie });
    const sample = `http_request_duration_seconds_count{method="GET",route="/api/work-orders/:id",status="404"}`;
    expect(await readMetric(sample)).toBe(2);
    // Checks only the labels, because a figure might contain these digits.
    expect((await read(`Bearer ${token}`)).body).not.toMatch(/\{.*4711.*\}/);
  });

  test("/metrics reports the database's jobs and emails", async () => {
    const { db } = portal;
    await enqueue(db, "sweep-expired", {});
    await enqueue(db, "sweep-files", {});
    await sql`update graphile_worker._private_jobs set attempts = max_attempts where id = (select max(id) from graphile_worker._private_jobs)`.execute(
      db,
    );
    await sql`update graphile_worker._private_jobs set run_at = now() - interval '1 hour' where attempts = 0`.execute(
      db,
    );
    await sql`insert into emails (to_address, template, subject, text_body, html_body, state, created_at)
      values ('a@example.com', 'test', 's', 't', 'h', 'retrying', now() - interval '2 hours'), ('b@example.com', 'test', 's', 't', 'h', 'failed', now())`.execute(
      db,
    );
    expect(await readMetric(`portal_jobs{state="waiting"}`)).toBe(1);
    expect(await readMetric(`portal_jobs{state="failed"}`)).toBe(1);
    expect(await readMetric("portal_jobs_oldest_seconds")).toBeGreaterThan(3_599);
    expect(await readMetric(`portal_emails{state="waiting"}`)).toBe(1);
    expect(await readMetric(`portal_emails{state="failed"}`)).toBe(1);
    expect(await readMetric("portal_emails_oldest_seconds")).toBeGreaterThan(7_199);
    await recordBackup(db, { at: new Date("2026-11-20T03:00:00Z"), bytes: 1 });
    expect(await readMetric("portal_last_backup_timestamp_seconds")).toBe(1_795_143_600);
    expect(await readMetric("portal_database_up")).toBe(1);
    expect(await readMetric("portal_database_size_bytes")).toBeGreaterThan(1_000_000);
    expect(await readMetric("portal_event_streams")).toBe(0);
  });

  test("/metrics still reports the process's figures if the database is down", async () => {
    const pool = openPool({ ...portal.connection, port: 1 }, portal.services.log);
    const app = await buildApp({ ...portal.services, db: openDatabase(pool) });
    const { statusCode, body } = await app.inject({
      url: "/metrics",
      headers: { authorization: `Bearer ${token}` },
    });
    expect(statusCode).toBe(200);
    expect(body).toContain("portal_database_up 0");
    expect(body).toContain("process_resident_memory_bytes");
    await app.close();
    await pool.end();
  });
});

test("a slow statement is logged with its route and request id but without its values", async () => {
  const lines: string[] = [];
  const logger = pino({ level: "warn" }, { write: (line: string) => void lines.push(line) });
  const app = await buildApp(portal.services, { logger });
  const admin = await createPerson(portal.db, { role: "admin" });
  const cookie = await signInAs(portal.db, admin);
  let response: Promise<unknown> = Promise.resolve();
  await portal.db.transaction().execute(async (transaction) => {
    await sql`lock table work_orders in access exclusive mode`.execute(transaction);
    response = app.inject({ url: "/api/work-orders?q=secretword", headers: { cookie } });
    const longWaits = sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query_start < clock_timestamp() - interval '0.6 s'`;
    await expect.poll(async () => (await longWaits.execute(portal.db)).rows.length).toBeGreaterThan(0);
  });
  await response;
  const slow = JSON.parse(lines[0] ?? "{}") as Record<string, unknown>;
  expect(slow).toMatchObject({ route: "/api/work-orders", msg: "slow statement", reqId: expect.any(String) });
  expect(String(slow.statement)).toContain("work_orders");
  expect(slow.ms).toBeGreaterThan(500);
  expect(lines.join("")).not.toContain("secretword");
  await app.close();
});
