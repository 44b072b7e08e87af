import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildApp } from "#server/app.ts";
import { failJob } from "#test/failed-job.ts";
import { startFakeScanner } from "#test/fakes/fake-clamd.ts";
import { startSecondInstance } from "#test/instances/second-instance.ts";
import { createPerson, signInAs } from "#test/people.ts";
import { startPortal, type TestPortal } from "#test/portal.ts";
import type { FailedJob, SystemStatus } from "../contract.ts";

let portal: TestPortal;
let cookie: string;
beforeAll(async () => {
  portal = await startPortal();
  cookie = await signInAs(portal.db, await createPerson(portal.db, { role: "admin" }));
});
afterAll(() => portal.close());

const state = async (): Promise<SystemStatus> => (await portal.call("GET", "/api/system", { cookie })).json();

describe("the system status", () => {
  test("the system status has versions, the database with its last migration, and the disk space", async () => {
    const { version, nodeVersion, database, disk } = await state();
    expect(version).toMatch(/^\d+\.\d+\.\d+$/);
    expect(`v${nodeVersion}`).toBe(process.version);
    expect(database).toMatchObject({
      version: expect.stringMatching(/^18/),
      isEmbedded: true,
      migrations: expect.any(Number),
      lastMigration: expect.stringMatching(/^\d{14}_/),
    });
    expect(database.bytes).toBeGreaterThan(1_000_000);
    expect(disk.freeBytes).toBeGreaterThan(0);
    expect(disk.freeBytes).toBeLessThan(disk.totalBytes);
  });

  test("the system status lists connected instances and drops those that stopped", async () => {
    await portal.services.live.flush();
    await expect.poll(async () => (await state()).instances.length).toBe(1);
    const second = await startSecondInstance(portal);
    await expect.poll(async () => (await state()).instances.length).toBe(2);
    const [first] = (await state()).instances;
    expect(first).toMatchObject({ isCurrent: true, version: (await state()).version });
    await second.close();
    await expect.poll(async () => (await state()).instances.length).toBe(1);
  });

  test("without other services, the system status lists only the local file storage as configured", async () => {
    expect((await state()).integrations).toEqual([
      { name: "email", kind: null, problem: null },
      { name: "cards", kind: null, problem: null },
      { name: "files", kind: "disk", problem: null },
      { name: "scanner", kind: null, problem: null },
    ]);
  });

  test("the system status shows why a service fails, and an unresponsive service doesn't delay the response", async () => {
    const scanner = await startFakeScanner();
    const config = {
      ...portal.services.config,
      clamd: { host: "127.0.0.1", port: scanner.port },
      smtpUrl: "smtp://127.0.0.1:1",
    };
    const app = await buildApp({ ...portal.services, config });
    await sql`insert into emails (to_address, template, subject, text_body, html_body, state, last_error)
      values ('a@example.com', 'test', 's', 't', 'h', 'retrying', 'Connection rejected')`.execute(portal.db);
    const findProblem = async (name: string) => {
      const { integrations }: SystemStatus = (
        await app.inject({ url: "/api/system", headers: { cookie } })
      ).json();
      return integrations.find((integration) => integration.name === name)?.problem;
    };
    expect(await findProblem("scanner")).toBeNull();
    expect(await findProblem("email")).toBe("Connection rejected");
    scanner.behavior = "disconnecting";
    expect(await findProblem("scanner")).toMatch(/hung up|EPIPE|ECONNRESET/);
    scanner.behavior = "unresponsive";
    expect(await findProblem("scanner")).toMatch(/for too long|within 3 seconds/);
    await scanner.close();
    await app.close();
  });
});

describe("failed jobs", () => {
  test("failed jobs are listed with their last error, and an administrator can retry each job once", async () => {
    const id = await failJob(portal.db);
    const list = await portal.call("GET", "/api/system/failed-jobs?page=1&pageSize=10", { cookie });
    expect(list.headers["x-total-count"]).toBe("1");
    expect(list.json<FailedJob[]>()).toEqual([
      { id, task: "sweep-files", attempts: 3, error: "The roof leaks.", failedAt: expect.any(String) },
    ]);
    expect((await state()).jobs.failed).toBe(1);
    const retry = () => portal.call("POST", `/api/system/failed-jobs/${id}/retry`, { cookie });
    expect((await retry()).statusCode).toBe(200);
    const { rows } =
      await sql`select attempts, run_at <= now() as "isDue" from graphile_worker.jobs where id = ${id}`.execute(
        portal.db,
      );
    expect(rows).toEqual([{ attempts: 0, isDue: true }]);
    expect((await portal.call("GET", "/api/system/failed-jobs", { cookie })).json()).toEqual([]);
    expect((await retry()).statusCode).toBe(409);
    const { rows: log } =
      await sql`select subject_id as id, details ->> 'task' as task from audit_log where action = 'system.job-retried'`.execute(
        portal.db,
      );
    expect(log).toEqual([{ id: String(id), task: "sweep-files" }]);
  });
});
