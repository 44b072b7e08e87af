import { sql } from "kysely";
import PostalMime from "postal-mime";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type EmailContent, queueEmail } from "#server/integrations/email/outbox.ts";
import { createContext } from "#test/context.ts";
import {
  type FakeMailServer,
  type MailServerBehavior,
  startFakeMailServer,
} from "#test/fakes/fake-mail-server.ts";
import { isTest, sourceFiles } from "#test/house-rules/source-files.ts";
import { startPortal, type TestPortal } from "#test/portal.ts";
import { runJobsUntil } from "#test/run-jobs.ts";
import { enqueue } from "./tasks.ts";

let portal: TestPortal;
let server: FakeMailServer;
beforeEach(async () => {
  server = await startFakeMailServer();
  portal = await startPortal({ PUBLIC_URL: "https://portal.example" });
});
afterEach(async () => {
  await portal.close();
  await server.close();
});

const letter: EmailContent = {
  template: "test",
  to: { address: "tessa@example.com", userId: null, fullName: "Tessa <b>Tenant</b>" },
  subject: "Hello\r\nBcc: everyone@example.com",
  paragraphs: ["The lift works again."],
  link: { label: "See it", path: "/work-orders/7" },
};
const queue = (content: Partial<EmailContent> = {}) =>
  portal.db.transaction().execute((db) => queueEmail(createContext(portal, db), { ...letter, ...content }));
const readMail = (id: number) =>
  portal.db.selectFrom("emails").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const isIn = (id: number, state: string) => async () => (await readMail(id)).state === state;
const send = (isDone: () => Promise<boolean>) => runJobsUntil(portal, isDone, { SMTP_URL: server.url });
const arrived = (number = 0) => PostalMime.parse(server.received[number] ?? "");
const jobs = async () =>
  (await sql`select from graphile_worker.jobs where task_identifier = 'send-email'`.execute(portal.db)).rows
    .length;

describe("the outbox", () => {
  test("a transaction that is rolled back leaves no email", async () => {
    await expect(
      portal.db.transaction().execute(async (db) => {
        await queueEmail(createContext(portal, db), letter);
        throw new Error("changed my mind");
      }),
    ).rejects.toThrow("changed my mind");
    expect(await portal.db.selectFrom("emails").select("id").execute()).toEqual([]);
  });

  test("an email arrives with both bodies, links only to PUBLIC_URL, and no header injected through its subject", async () => {
    await send(isIn(await queue(), "sent"));
    const email = await arrived();
    expect(email.to?.map(({ address }) => address)).toEqual(["tessa@example.com"]);
    expect(email.bcc).toBeUndefined();
    const headers = new Map(email.headers.map(({ key, value }) => [key, value]));
    expect(headers.has("bcc")).toBe(false);
    expect(headers.get("auto-submitted")).toBe("auto-generated");
    expect(headers.has("list-unsubscribe")).toBe(false);
    expect(email.subject).toBe("Hello Bcc: everyone@example.com");
    expect(email.text).toContain("See it: https://portal.example/work-orders/7");
    expect(email.html).toContain('href="https://portal.example/work-orders/7"');
    expect(email.html).not.toContain("<b>");
  });

  test("a non-essential email can be turned off with one click in the email program or with the link in its footer", async () => {
    const unsubscribe = { path: "/unsubscribe?token=a&b", sentence: "Turn off emails like this" };
    await send(isIn(await queue({ unsubscribe }), "sent"));
    const email = await arrived();
    const headers = new Map(email.headers.map(({ key, value }) => [key, value]));
    expect(headers.get("list-unsubscribe")).toBe("<https://portal.example/api/unsubscribe?token=a&b>");
    expect(headers.get("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
    expect(email.text).toContain("Turn off emails like this\nhttps://portal.example/unsubscribe?token=a&b");
    expect(email.html).toContain("Turn off emails like this</a>");
  });

  test("both bodies of an email have all the content; markup and line breaks are plain text, and control and bidirectional characters are removed", async () => {
    const evil = `<script>x</script>\u202e\u3164"'\u0000`;
    const stored = await readMail(
      await queue({
        to: { address: "tessa@example.com", userId: null, fullName: `Tessa\r\n${evil}` },
        subject: `News\u2028${"long ".repeat(100)}\u202e`,
        paragraphs: [`One ${evil}\r\ntwo`],
        details: [{ name: `Paid ${evil}`, value: "$2" }],
        items: [
          { text: `The lift ${evil}`, path: "/work-orders/7" },
          { text: "Nothing to open", path: null },
        ],
        unsubscribe: { path: "/unsubscribe?token=abc", sentence: "Turn off emails like this" },
      }),
    );
    expect(stored.subject).toHaveLength(200);
    const controls = /[^\P{Cc}\t\n]|[\u2028-\u202e\u2066-\u2069\u3164]/u;
    for (const text of [stored.subject, stored.text_body, stored.html_body])
      expect(text).not.toMatch(controls);
    expect(stored.subject).not.toContain("\n");
    for (const words of ["The lift", "Nothing to open", "Paid", "$2", "See it", "Property Management Portal"])
      for (const body of [stored.text_body, stored.html_body]) expect(body).toContain(words);
    expect(stored.html_body).not.toContain("<script");
    const links = [...stored.html_body.matchAll(/(?:href|src|action|url)\s*[=(]\s*["']?([^"')\s>]+)/gi)].map(
      ([, url]) => url,
    );
    expect(links).toEqual([
      "https://portal.example/icons/192.png",
      "https://portal.example/work-orders/7",
      "https://portal.example/work-orders/7",
      "https://portal.example/unsubscribe?token=abc",
    ]);
  });

  test("only the outbox writes emails, and it rejects paths to other sites, so every template links only to PUBLIC_URL", async () => {
    for (const path of ["https://evil.example/", "//evil.example/", "javascript:alert(1)"]) {
      await expect(queue({ link: { label: "See it", path } })).rejects.toThrow("can't link");
      await expect(queue({ items: [{ text: "See it", path }] })).rejects.toThrow("can't link");
      await expect(queue({ unsubscribe: { sentence: "No more", path } })).rejects.toThrow("can't link");
    }
    const writers = sourceFiles(".ts").filter(
      ({ path, text }) =>
        /^(server|domains|seeds)\//.test(path) &&
        !isTest(path) &&
        /insertInto\("emails"\)|insert into emails\b/.test(text),
    );
    expect(writers.map(({ path }) => path).sort()).toEqual([
      "domains/notifications/server/resend-email.ts",
      "server/integrations/email/outbox.ts",
    ]);
  });

  test("a one-time link and code are removed from the stored email only after it's sent", async () => {
    const secrets = {
      code: "481516",
      link: { label: "Accept", path: "/register?a=1&invitation=secret-token", isOneTime: true },
    };
    server.behavior = "busy";
    const id = await queue(secrets);
    await send(isIn(id, "retrying"));
    expect((await readMail(id)).text_body).toContain("secret-token");
    expect((await readMail(id)).text_body).toContain("481516");
    server.behavior = "normal";
    const other = await queue(secrets);
    await send(isIn(other, "sent"));
    const email = await arrived();
    expect(email.html).toContain('href="https://portal.example/register?a=1&#38;invitation=secret-token"');
    for (const body of [email.text, email.html]) expect(body).toContain("481516");
    const sent = await readMail(other);
    expect(sent.text_body).toContain("Accept: (link removed)");
    expect(JSON.stringify(sent)).not.toMatch(/secret-token|481516/);
    expect(sent.html_body).not.toContain("href");
    expect(sent.secrets_removed).toBe(true);
  });

  test.each([["busy"], ["offline"], ["unknown sender"]] satisfies [MailServerBehavior][])(
    "a temporary failure is recorded with its reason, and the email is retried later (mail server: %s)",
    async (behavior) => {
      server.behavior = behavior;
      const id = await queue();
      await send(isIn(id, "retrying"));
      expect(await readMail(id)).toMatchObject({
        attempts: 1,
        sent_at: null,
        next_attempt_at: expect.any(Date),
      });
      expect((await readMail(id)).last_error).toMatch(/try again later|Server unavailable|Who are you/);
      expect(await jobs()).toBe(1);
    },
  );

  test.each([["unknown mailbox"], ["too large"]] satisfies [MailServerBehavior][])(
    "a permanently rejected email fails right away (mail server: %s)",
    async (behavior) => {
      server.behavior = behavior;
      const id = await queue();
      await send(isIn(id, "failed"));
      expect(await readMail(id)).toMatchObject({ attempts: 1, next_attempt_at: null });
      expect((await readMail(id)).last_error).toMatch(/No such mailbox|too long/);
      expect(await jobs()).toBe(0);
    },
  );

  test("an email permanently fails after the last attempt", async () => {
    server.behavior = "busy";
    const id = await queue();
    await sql`update graphile_worker._private_jobs set attempts = 24`.execute(portal.db);
    await send(isIn(id, "failed"));
    expect(await readMail(id)).toMatchObject({ next_attempt_at: null });
    expect(await jobs()).toBe(0);
  });

  test("an unresponsive mail server doesn't delay other jobs", async () => {
    server.behavior = "unresponsive";
    for (let emails = 0; emails < 6; emails += 1) await queue();
    await sql`
      insert into limit_counts (key, window_starts_at, count) values ('test', now() - interval '2 days', 1)`.execute(
      portal.db,
    );
    let isEnqueued = false;
    await send(async () => {
      const { rows } = await sql<{ sending: number; unswept: number }>`
        select (select count(*) from graphile_worker.jobs where task_identifier = 'send-email' and locked_at is not null) as sending,
          (select count(*) from limit_counts where key = 'test') as unswept`.execute(portal.db);
      const [now] = rows;
      if (now?.sending !== 4) return false;
      if (!isEnqueued) await enqueue(portal.db, "sweep-expired", {});
      isEnqueued = true;
      if (now.unswept > 0) return false;
      // All four concurrent sends still wait for a response.
      expect(await jobs()).toBe(6);
      await server.close();
      return true;
    });
    expect(server.received).toEqual([]);
  });

  test("without SMTP_URL, an email is stored so that the admin can read it", async () => {
    const id = await queue();
    await runJobsUntil(portal, isIn(id, "stored"));
    expect((await readMail(id)).text_body).toContain("The lift works again.");
  });
});
