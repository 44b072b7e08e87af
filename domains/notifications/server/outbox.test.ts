import { parse } from "csv-parse/sync";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { queueEmail } from "#server/integrations/email/outbox.ts";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { createContext } from "#test/context.ts";
import { type FakeMailServer, startFakeMailServer } from "#test/fakes/fake-mail-server.ts";
import type { TestPortal } from "#test/portal.ts";
import { runJobsUntil } from "#test/run-jobs.ts";

let portal: TestPortal;
let building: TestBuilding;
let server: FakeMailServer;
beforeAll(async () => {
  server = await startFakeMailServer();
  ({ portal, building } = await startBuilding({ SMTP_URL: server.url }));
});
afterAll(async () => {
  await portal.close();
  await server.close();
});
beforeEach(async () => {
  await sql`delete from emails`.execute(portal.db);
  await sql`select graphile_worker.remove_job(key) from graphile_worker.jobs where key is not null`.execute(
    portal.db,
  );
  server.received.length = 0;
  server.behavior = "normal";
});

const get = (path: string) => portal.call("GET", path, building.admin);
const post = (path: string, body: object = {}) => portal.call("POST", path, { ...building.admin, body });
const getState = async (id: number) => (await get(`/api/outbox/${id}`)).json().state as string;

interface EmailFields {
  to?: string;
  subject?: string;
  state?: string;
  minutesAgo?: number;
}
const insertEmail = async ({
  to = "tessa@example.com",
  subject = "Hello",
  state = "sent",
  minutesAgo = 0,
}: EmailFields = {}) => {
  const { rows } = await sql<{ id: number }>`
    insert into emails (to_address, subject, template, text_body, html_body, state, created_at)
    values (${to}, ${subject}, 'test', 'Words', '<p>Words</p>', ${state}, now() - make_interval(mins => ${minutesAgo})) returning id`.execute(
    portal.db,
  );
  return rows[0]?.id ?? 0;
};
const queueTestEmail = (link?: { label: string; path: string; isOneTime?: boolean }) =>
  portal.db.transaction().execute((db) =>
    queueEmail(createContext(portal, db), {
      template: "test",
      to: { address: "tessa@example.com", userId: null, fullName: "Tessa" },
      subject: "The elevator",
      paragraphs: ["The elevator works again."],
      ...(link === undefined ? {} : { link }),
    }),
  );
const runUntil = (isDone: () => Promise<boolean>) => runJobsUntil(portal, isDone, { SMTP_URL: server.url });
const hasState = (id: number, state: string) => async () => (await getState(id)) === state;

describe("the list of emails", () => {
  test("emails can be filtered by status, address or subject, and date, and the response includes the total", async () => {
    const elevator = await insertEmail({ subject: "The elevator works again", state: "failed" });
    const rent = await insertEmail({ to: "Nils@Example.com", subject: "100% of the rent", state: "sent" });
    const old = await insertEmail({ subject: "An old one", minutesAgo: 60 * 24 * 40 });
    const listIds = async (query: string) => {
      const response = await get(`/api/outbox${query}`);
      expect(response.statusCode, response.body).toBe(200);
      const ids = response.json().map(({ id }: { id: number }) => id);
      expect(response.headers["x-total-count"]).toBe(String(ids.length));
      return ids;
    };
    expect(await listIds("")).toEqual([rent, elevator, old]);
    expect(await listIds("?state=failed")).toEqual([elevator]);
    expect(await listIds("?q=nils@example")).toEqual([rent]);
    expect(await listIds("?q=ELEVATOR+works")).toEqual([elevator]);
    expect(await listIds(`?q=${encodeURIComponent("100% of")}`)).toEqual([rent]);
    expect(await listIds("?q=1000")).toEqual([]);
    const longAgo = new Date(Date.now() - 20 * 86_400_000).toISOString().slice(0, 10);
    expect(await listIds(`?to=${longAgo}`)).toEqual([old]);
    expect(await listIds(`?from=${longAgo}`)).toEqual([rent, elevator]);
    expect(await listIds(`?from=${longAgo}&state=failed`)).toEqual([elevator]);
    expect((await get(`/api/outbox?from=2026-02-01&to=2026-01-01`)).statusCode).toBe(400);
    const csv = await get("/api/outbox.csv?state=failed");
    const rows: Record<string, string>[] = parse(csv.body, { bom: true, columns: true });
    expect(rows).toMatchObject([{ Subject: "The elevator works again", Status: "failed" }]);
  });

  test("paginating by cursor or page number returns each email once", async () => {
    await sql`insert into emails (to_address, subject, template, text_body, html_body, state)
      select 'a@example.com', 'No. ' || n, 'test', '', '', 'sent' from generate_series(1, 2345) n`.execute(
      portal.db,
    );
    for (const filter of ["", "&state=sent", "&q=example", "&from=2020-01-01"]) {
      const ids: number[] = [];
      let path: string | undefined = `/api/outbox?limit=200${filter}`;
      while (path !== undefined) {
        const response = await get(path);
        ids.push(...response.json().map(({ id }: { id: number }) => id));
        path = /<([^>]+)>/.exec(String(response.headers.link ?? ""))?.[1];
      }
      expect(ids).toHaveLength(2345);
      expect(new Set(ids).size).toBe(2345);
      expect(ids).toEqual([...ids].sort((one, other) => other - one));
    }
    const far = await get("/api/outbox?page=24&pageSize=100");
    expect(far.json()).toHaveLength(45);
    expect(far.headers["x-total-count"]).toBe("2345");
    expect((await get("/api/outbox?q=example")).headers["x-total-count"]).toBe("2345");
  });

  test("the email total is exact up to 10,000 and reads 10,000+ above that, with and without a search", async () => {
    const insert = (count: number) =>
      sql`insert into emails (to_address, subject, template, text_body, html_body, state)
        select 'a@example.com', 'No. ' || n, 'test', '', '', 'sent' from generate_series(1, ${count}::int) n`.execute(
        portal.db,
      );
    const totals = async () => {
      const filters = ["limit=1", "limit=1&q=example", "page=2&pageSize=100&state=sent"];
      const responses = await Promise.all(filters.map((filter) => get(`/api/outbox?${filter}`)));
      return responses.map(({ headers }) => headers["x-total-count"]);
    };
    await insert(10_000);
    expect(await totals()).toEqual(["10000", "10000", "10000"]);
    await insert(1);
    expect(await totals()).toEqual(["10,000+", "10,000+", "10,000+"]);
    const figures = (await get("/api/outbox/figures")).json();
    expect(figures.counts.sent).toBe(10_001);
    const last = await get("/api/outbox?page=100&pageSize=100");
    expect(last.json()).toHaveLength(100);
    expect(last.headers.link).toBeUndefined();
  });

  test("the outbox figures count emails by status and say if emails aren't being sent", async () => {
    const figures = async () => (await get("/api/outbox/figures")).json();
    await insertEmail({ state: "queued", minutesAgo: 14 });
    await insertEmail({ state: "sent", minutesAgo: 90 });
    expect(await figures()).toEqual({
      counts: { queued: 1, retrying: 0, failed: 0, sent: 1, stored: 0 },
      hasMailServer: true,
      late: null,
    });
    const late = await insertEmail({ state: "retrying", minutesAgo: 20 });
    await sql`update emails set last_error = 'No such host' where id = ${late}`.execute(portal.db);
    expect(await figures()).toMatchObject({
      counts: { queued: 1, retrying: 1 },
      late: { count: 1, lastError: "No such host" },
    });
    expect((await get("/api/outbox?late=yes")).json()).toMatchObject([{ id: late }]);
  });
});

describe("resending emails", () => {
  test("resending an email that is waiting for its next attempt sends it immediately", async () => {
    server.behavior = "busy";
    const id = await queueTestEmail();
    await runUntil(hasState(id, "retrying"));
    const { attempts, lastError, nextAttemptAt } = (await get(`/api/outbox/${id}`)).json();
    expect({ attempts, lastError }).toMatchObject({
      attempts: 1,
      lastError: expect.stringContaining("try again later"),
    });
    expect(Date.parse(nextAttemptAt) - portal.clock.now.getTime()).toBeCloseTo(2718, -1);
    // Simulates hours of attempts, after which the next attempt is far away.
    await sql`select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs where key = ${`email-${id}`}),
      run_at => now() + interval '6 hours', attempts => 20)`.execute(portal.db);
    server.behavior = "normal";
    expect((await post(`/api/outbox/${id}/resend`)).json()).toMatchObject({
      id,
      state: "queued",
      nextAttemptAt: null,
    });
    await runUntil(hasState(id, "sent"));
    expect(server.received).toHaveLength(1);
    const { rows } = await sql`select from audit_log where action = 'outbox.email-resent'
      and subject_id = ${String(id)} and actor_id = ${building.admin.id}`.execute(portal.db);
    expect(rows).toHaveLength(1);
  });

  test("failed emails can be resent one at a time or all together", async () => {
    server.behavior = "unknown mailbox";
    const [first, second, third] = [await queueTestEmail(), await queueTestEmail(), await queueTestEmail()];
    await runUntil(async () => (await get("/api/outbox?state=failed")).json().length === 3);
    server.behavior = "normal";
    expect((await post(`/api/outbox/${first}/resend`)).statusCode).toBe(200);
    expect((await post("/api/outbox/resend-failed")).json()).toEqual({ count: 2 });
    expect((await post("/api/outbox/resend-failed")).json()).toEqual({ count: 0 });
    await runUntil(async () => (await get("/api/outbox?state=sent")).json().length === 3);
    expect(server.received).toHaveLength(3);
    for (const id of [second, third]) expect(await getState(id)).toBe("sent");
  });

  test("an email that just failed can be resent before its job ends", async () => {
    const id = await queueTestEmail();
    await sql`update emails set state = 'failed' where id = ${id}`.execute(portal.db);
    const { rows } = await sql<{ id: string }>`
      update graphile_worker._private_jobs set locked_at = now(), locked_by = 'a worker' where key = ${`email-${id}`} returning id`.execute(
      portal.db,
    );
    expect((await post(`/api/outbox/${id}/resend`)).statusCode).toBe(200);
    await sql`delete from graphile_worker._private_jobs where id = ${rows[0]?.id}`.execute(portal.db);
    await runUntil(hasState(id, "sent"));
    expect(server.received).toHaveLength(1);
  });

  test("a sent email is resent as a new email only on request, and never once its link was removed", async () => {
    const id = await queueTestEmail({ label: "See it", path: "/work-orders/7" });
    const once = await queueTestEmail({
      label: "Accept",
      path: "/register?invitation=secret",
      isOneTime: true,
    });
    expect((await post(`/api/outbox/${id}/resend`)).json().message).toBe("This email is already being sent.");
    await runUntil(async () => (await get("/api/outbox?state=sent")).json().length === 2);
    expect((await post(`/api/outbox/${id}/resend`)).statusCode).toBe(409);
    const again = await post(`/api/outbox/${id}/resend`, { again: true });
    expect(again.statusCode).toBe(200);
    expect(again.json().id).not.toBe(id);
    await runUntil(hasState(again.json().id, "sent"));
    expect(server.received).toHaveLength(3);
    expect(server.received[2]).toContain("work-orders/7");
    const withoutLink = await post(`/api/outbox/${once}/resend`, { again: true });
    expect([withoutLink.statusCode, withoutLink.json().message]).toEqual([
      409,
      expect.stringMatching(/one-time link or code/),
    ]);
    expect((await get(`/api/outbox/${once}`)).json()).toMatchObject({ secretsRemoved: true });
  });
});

test("an administrator can't use the link in an unsent email to sign in as someone else", async () => {
  const id = await queueTestEmail({
    label: "Sign in",
    path: "/direct-login?token=secret-token",
    isOneTime: true,
  });
  for (const state of ["queued", "retrying", "failed"] as const) {
    await sql`update emails set state = ${state} where id = ${id}`.execute(portal.db);
    expect((await get(`/api/outbox/${id}`)).json().text).toContain("Sign in: (link removed)");
    expect((await get(`/api/outbox/${id}/page`)).body).not.toContain("secret-token");
  }
  await sql`update emails set state = 'retrying' where id = ${id}`.execute(portal.db);
  await runUntil(hasState(id, "sent"));
  expect(server.received[0]).toContain("secret-token");
});

test("the page that displays an email runs no scripts, loads only its logo, and can only be framed by the portal", async () => {
  const id = await queueTestEmail({ label: "See it", path: "/work-orders/7" });
  const page = await get(`/api/outbox/${id}/page`);
  expect(page.headers["content-type"]).toBe("text/html; charset=utf-8");
  const policy = String(page.headers["content-security-policy"]);
  expect(policy).toMatch(/default-src 'none';.*img-src 'self';/);
  expect(policy).toContain("frame-ancestors 'self'");
  expect(policy).toMatch(/sandbox(?!.*allow-(scripts|same-origin))/);
  expect(page.headers["x-frame-options"]).toBe("SAMEORIGIN");
  expect(page.body).toContain('<base target="_blank">');
  expect(page.body).toContain("The elevator works again.");
});
