import { parse } from "csv-parse/sync";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { queueMail } from "#server/integrations/outbox.ts";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { contextOf } from "#test/context.ts";
import { type MailServer, startMailServer } from "#test/mail-server.ts";
import type { TestPortal } from "#test/portal.ts";
import { workUntil } from "#test/work-until.ts";

let portal: TestPortal;
let building: TestBuilding;
let server: MailServer;
beforeAll(async () => {
  server = await startMailServer();
  ({ portal, building } = await startBuilding({ SMTP_URL: server.url }));
});
afterAll(async () => {
  await portal.close();
  await server.close();
});
beforeEach(async () => {
  await sql`delete from mails`.execute(portal.db);
  await sql`select graphile_worker.remove_job(key) from graphile_worker.jobs where key is not null`.execute(
    portal.db,
  );
  server.letters.length = 0;
  server.mood = "well";
});

const get = (path: string) => portal.call("GET", path, building.admin);
const post = (path: string, body: object = {}) => portal.call("POST", path, { ...building.admin, body });
const stateOf = async (id: number) => (await get(`/api/outbox/${id}`)).json().state as string;

interface Written {
  to?: string;
  subject?: string;
  state?: string;
  minutesAgo?: number;
}
const write = async ({
  to = "tessa@example.com",
  subject = "Hello",
  state = "sent",
  minutesAgo = 0,
}: Written = {}) => {
  const { rows } = await sql<{ id: number }>`
    insert into mails (to_address, subject, template, text_body, html_body, state, created_at)
    values (${to}, ${subject}, 'test', 'Words', '<p>Words</p>', ${state}, now() - make_interval(mins => ${minutesAgo})) returning id`.execute(
    portal.db,
  );
  return rows[0]?.id ?? 0;
};
const queue = (link?: { label: string; path: string; isOneTime?: boolean }) =>
  portal.db.transaction().execute((db) =>
    queueMail(contextOf(portal, db), {
      template: "test",
      to: { address: "tessa@example.com", userId: null, fullName: "Tessa" },
      subject: "The lift",
      paragraphs: ["The lift works again."],
      ...(link === undefined ? {} : { link }),
    }),
  );
const work = (isDone: () => Promise<boolean>) => workUntil(portal, isDone, { SMTP_URL: server.url });
const isIn = (id: number, state: string) => async () => (await stateOf(id)) === state;

describe("the list of mails", () => {
  test("is filtered by state, by address or subject, and by days, with its total", async () => {
    const lift = await write({ subject: "The lift works again", state: "failed" });
    const rent = await write({ to: "Nils@Example.com", subject: "100% of the rent", state: "sent" });
    const old = await write({ subject: "An old one", minutesAgo: 60 * 24 * 40 });
    const found = async (query: string) => {
      const response = await get(`/api/outbox${query}`);
      expect(response.statusCode, response.body).toBe(200);
      const ids = response.json().map(({ id }: { id: number }) => id);
      expect(response.headers["x-total-count"]).toBe(String(ids.length));
      return ids;
    };
    expect(await found("")).toEqual([rent, lift, old]);
    expect(await found("?state=failed")).toEqual([lift]);
    expect(await found("?q=nils@example")).toEqual([rent]);
    expect(await found("?q=LIFT+works")).toEqual([lift]);
    expect(await found(`?q=${encodeURIComponent("100% of")}`)).toEqual([rent]);
    expect(await found("?q=1000")).toEqual([]);
    const longAgo = new Date(Date.now() - 20 * 86_400_000).toISOString().slice(0, 10);
    expect(await found(`?to=${longAgo}`)).toEqual([old]);
    expect(await found(`?from=${longAgo}`)).toEqual([rent, lift]);
    expect(await found(`?from=${longAgo}&state=failed`)).toEqual([lift]);
    expect((await get(`/api/outbox?from=2026-02-01&to=2026-01-01`)).statusCode).toBe(400);
    const csv = await get("/api/outbox.csv?state=failed");
    const rows: Record<string, string>[] = parse(csv.body, { bom: true, columns: true });
    expect(rows).toMatchObject([{ Subject: "The lift works again", State: "failed" }]);
  });

  test("continues by cursor or by pages, each mail once", async () => {
    await sql`insert into mails (to_address, subject, template, text_body, html_body, state)
      select 'a@example.com', 'No. ' || n, 'test', '', '', 'sent' from generate_series(1, 2345) n`.execute(
      portal.db,
    );
    for (const filter of ["", "&state=sent", "&q=example", "&from=2020-01-01"]) {
      const seen: number[] = [];
      let path: string | undefined = `/api/outbox?limit=200${filter}`;
      while (path !== undefined) {
        const response = await get(path);
        seen.push(...response.json().map(({ id }: { id: number }) => id));
        path = /<([^>]+)>/.exec(String(response.headers.link ?? ""))?.[1];
      }
      expect(seen).toHaveLength(2345);
      expect(new Set(seen).size).toBe(2345);
      expect(seen).toEqual([...seen].sort((one, other) => other - one));
    }
    const far = await get("/api/outbox?page=24&pageSize=100");
    expect(far.json()).toHaveLength(45);
    expect(far.headers["x-total-count"]).toBe("2345");
    expect((await get("/api/outbox?q=example")).headers["x-total-count"]).toBe("more than 1,000");
  });

  test("its figures count each state, and report when mail is not going out", async () => {
    const figures = async () => (await get("/api/outbox/figures")).json();
    await write({ state: "queued", minutesAgo: 14 });
    await write({ state: "sent", minutesAgo: 90 });
    expect(await figures()).toEqual({
      counts: { queued: 1, retrying: 0, failed: 0, sent: 1, kept: 0 },
      hasMailServer: true,
      late: null,
    });
    const late = await write({ state: "retrying", minutesAgo: 20 });
    await sql`update mails set last_error = 'Nobody is here' where id = ${late}`.execute(portal.db);
    expect(await figures()).toMatchObject({
      counts: { queued: 1, retrying: 1 },
      late: { count: 1, lastError: "Nobody is here" },
    });
    expect((await get("/api/outbox?late=yes")).json()).toMatchObject([{ id: late }]);
  });
});

describe("sending again", () => {
  test("a mail that waits for its next attempt goes out at once", async () => {
    server.mood = "busy";
    const id = await queue();
    await work(isIn(id, "retrying"));
    const { tries, lastError, nextTryAt } = (await get(`/api/outbox/${id}`)).json();
    expect({ tries, lastError }).toMatchObject({
      tries: 1,
      lastError: expect.stringContaining("try again later"),
    });
    expect(Date.parse(nextTryAt) - portal.clock.now.getTime()).toBeCloseTo(2718, -1);
    // As if it had been tried for hours: the next attempt is far away.
    await sql`select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs where key = ${`mail-${id}`}),
      run_at => now() + interval '6 hours', attempts => 20)`.execute(portal.db);
    server.mood = "well";
    expect((await post(`/api/outbox/${id}/resend`)).json()).toMatchObject({
      id,
      state: "queued",
      nextTryAt: null,
    });
    await work(isIn(id, "sent"));
    expect(server.letters).toHaveLength(1);
    const { rows } = await sql`select from audit_log where action = 'outbox.mail-resent'
      and subject_id = ${String(id)} and actor_id = ${building.admin.id}`.execute(portal.db);
    expect(rows).toHaveLength(1);
  });

  test("failed mails are sent again, one or all", async () => {
    server.mood = "mailbox unknown";
    const [first, second, third] = [await queue(), await queue(), await queue()];
    await work(async () => (await get("/api/outbox?state=failed")).json().length === 3);
    server.mood = "well";
    expect((await post(`/api/outbox/${first}/resend`)).statusCode).toBe(200);
    expect((await post("/api/outbox/resend-failed")).json()).toEqual({ count: 2 });
    expect((await post("/api/outbox/resend-failed")).json()).toEqual({ count: 0 });
    await work(async () => (await get("/api/outbox?state=sent")).json().length === 3);
    expect(server.letters).toHaveLength(3);
    for (const id of [second, third]) expect(await stateOf(id)).toBe("sent");
  });

  test("a mail that failed a moment ago is sent again, although its job has not ended yet", async () => {
    const id = await queue();
    await sql`update mails set state = 'failed' where id = ${id}`.execute(portal.db);
    const { rows } = await sql<{ id: string }>`
      update graphile_worker._private_jobs set locked_at = now(), locked_by = 'a worker' where key = ${`mail-${id}`} returning id`.execute(
      portal.db,
    );
    expect((await post(`/api/outbox/${id}/resend`)).statusCode).toBe(200);
    await sql`delete from graphile_worker._private_jobs where id = ${rows[0]?.id}`.execute(portal.db);
    await work(isIn(id, "sent"));
    expect(server.letters).toHaveLength(1);
  });

  test("a sent mail goes out again, as a new mail, only on request, and never when its link was removed", async () => {
    const id = await queue({ label: "See it", path: "/work-orders/7" });
    const once = await queue({ label: "Accept", path: "/register?invitation=secret", isOneTime: true });
    expect((await post(`/api/outbox/${id}/resend`)).json().message).toBe("This mail is already on its way.");
    await work(async () => (await get("/api/outbox?state=sent")).json().length === 2);
    expect((await post(`/api/outbox/${id}/resend`)).statusCode).toBe(409);
    const again = await post(`/api/outbox/${id}/resend`, { again: true });
    expect(again.statusCode).toBe(200);
    expect(again.json().id).not.toBe(id);
    await work(isIn(again.json().id, "sent"));
    expect(server.letters).toHaveLength(3);
    expect(server.letters[2]).toContain("work-orders/7");
    const cut = await post(`/api/outbox/${once}/resend`, { again: true });
    expect([cut.statusCode, cut.json().message]).toEqual([
      409,
      expect.stringMatching(/one-time link or code/),
    ]);
    expect((await get(`/api/outbox/${once}`)).json()).toMatchObject({ isCut: true });
  });
});

test("nobody can sign in as somebody else with the link of a mail that could not be sent", async () => {
  const id = await queue({ label: "Sign in", path: "/direct-login?token=secret-token", isOneTime: true });
  for (const state of ["queued", "retrying", "failed"] as const) {
    await sql`update mails set state = ${state} where id = ${id}`.execute(portal.db);
    expect((await get(`/api/outbox/${id}`)).json().text).toContain("Sign in: (link removed)");
    expect((await get(`/api/outbox/${id}/page`)).body).not.toContain("secret-token");
  }
  await sql`update mails set state = 'retrying' where id = ${id}`.execute(portal.db);
  await work(isIn(id, "sent"));
  expect(server.letters[0]).toContain("secret-token");
});

test("the page of a mail runs and loads nothing, and only the portal itself may frame it", async () => {
  const id = await queue({ label: "See it", path: "/work-orders/7" });
  const page = await get(`/api/outbox/${id}/page`);
  expect(page.headers["content-type"]).toBe("text/html; charset=utf-8");
  const policy = String(page.headers["content-security-policy"]);
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors 'self'");
  expect(policy).toMatch(/sandbox(?!.*allow-(scripts|same-origin))/);
  expect(page.headers["x-frame-options"]).toBe("SAMEORIGIN");
  expect(page.body).toContain('<base target="_blank">');
  expect(page.body).toContain("The lift works again.");
});
