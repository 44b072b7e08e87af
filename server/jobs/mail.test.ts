import type { AddressInfo } from "node:net";
import PostalMime from "postal-mime";
import { SMTPServer } from "smtp-server";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Ctx } from "#server/http/context.ts";
import { queueMail } from "#server/outside/outbox.ts";
import { startPortal, type TestPortal } from "#test/portal.ts";
import { workUntil } from "#test/work-until.ts";

let portal: TestPortal;
beforeEach(async () => {
  portal = await startPortal({ PUBLIC_URL: "https://portal.example" });
});
afterEach(() => portal.close());

const contextOn = (db: Ctx["db"]): Ctx => ({
  ...portal.services,
  db,
  now: portal.clock.now,
  requestId: "",
  networkAddress: "",
  userAgent: "",
  actor: null,
  afterCommit: () => undefined,
  onFailure: () => undefined,
});
const letter = {
  template: "test",
  to: { address: "tessa@example.com", userId: null, fullName: "Tessa <b>Tenant</b>" },
  subject: "Hello\r\nBcc: everyone@example.com",
  paragraphs: ["The lift works again."],
  link: { label: "See it", path: "/work-orders/7" },
};
const stateOfMails = async () =>
  (await portal.db.selectFrom("mails").select(["state", "last_error"]).execute()).map(({ state }) => state);

const work = (environment: { SMTP_URL?: string }, isDone: () => Promise<boolean>): Promise<void> =>
  workUntil(portal, isDone, environment);

async function startSink(
  refuse: () => string | null,
): Promise<{ url: string; letters: string[]; close(): Promise<void> }> {
  const letters: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, _session, done) {
      let text = "";
      stream.on("data", (chunk: Buffer) => {
        text += chunk.toString();
      });
      stream.on("end", () => {
        const reason = refuse();
        if (reason === null) letters.push(text);
        done(reason === null ? null : Object.assign(new Error(reason), { responseCode: 451 }));
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    letters,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

describe("the outbox", () => {
  test("a mail of a transaction that is rolled back does not exist", async () => {
    await expect(
      portal.db.transaction().execute(async (db) => {
        await queueMail(contextOn(db), letter);
        throw new Error("changed my mind");
      }),
    ).rejects.toThrow("changed my mind");
    expect(await stateOfMails()).toEqual([]);
  });

  test("a mail arrives with both bodies, a link to PUBLIC_URL only, and no header of its subject's making", async () => {
    const sink = await startSink(() => null);
    await portal.db.transaction().execute((db) => queueMail(contextOn(db), letter));
    await work(
      { SMTP_URL: sink.url },
      async () => sink.letters.length > 0 && (await stateOfMails())[0] === "sent",
    );
    const mail = await PostalMime.parse(sink.letters[0] ?? "");
    expect(mail.to?.map(({ address }) => address)).toEqual(["tessa@example.com"]);
    expect(mail.bcc).toBeUndefined();
    expect(mail.headers.map(({ key }) => key)).not.toContain("bcc");
    expect(mail.subject).toBe("Hello Bcc: everyone@example.com");
    expect(mail.text).toContain("See it: https://portal.example/work-orders/7");
    expect(mail.html).toContain('href="https://portal.example/work-orders/7"');
    expect(mail.html).not.toContain("<b>");
    await sink.close();
  });

  test("a one-time link arrives, and is taken out of the kept text once it is sent; before, a failed mail keeps it", async () => {
    const oneTime = {
      ...letter,
      link: { label: "Accept", path: "/register?invitation=secret-token", isOneTime: true },
    };
    let reason: string | null = "try again later";
    const sink = await startSink(() => reason);
    await portal.db.transaction().execute((db) => queueMail(contextOn(db), oneTime));
    await work({ SMTP_URL: sink.url }, async () => (await stateOfMails())[0] === "retrying");
    const mail = () => portal.db.selectFrom("mails").selectAll().executeTakeFirstOrThrow();
    expect((await mail()).text_body).toContain("secret-token");
    reason = null;
    await portal.db.transaction().execute((db) => queueMail(contextOn(db), oneTime));
    await work({ SMTP_URL: sink.url }, async () => (await stateOfMails()).includes("sent"));
    const sent = await portal.db
      .selectFrom("mails")
      .selectAll()
      .where("state", "=", "sent")
      .executeTakeFirstOrThrow();
    const arrived = await PostalMime.parse(sink.letters[0] ?? "");
    expect(arrived.html).toContain('href="https://portal.example/register?invitation=secret-token"');
    expect(sent.text_body).toContain("Accept: (link removed)");
    expect(JSON.stringify(sent)).not.toContain("secret-token");
    expect(sent.html_body).not.toContain("href");
    await sink.close();
  });

  test("a mail the server refuses stays in the outbox with the reason, and is tried again later", async () => {
    const sink = await startSink(() => "try again later");
    await portal.db.transaction().execute((db) => queueMail(contextOn(db), letter));
    await work({ SMTP_URL: sink.url }, async () => (await stateOfMails())[0] === "retrying");
    const mail = await portal.db.selectFrom("mails").selectAll().executeTakeFirstOrThrow();
    expect(mail).toMatchObject({ state: "retrying", tries: 1, sent_at: null });
    expect(mail.last_error).toContain("try again later");
    await sink.close();
  });

  test("without SMTP_URL a mail is kept for the admin to read", async () => {
    await portal.db.transaction().execute((db) => queueMail(contextOn(db), letter));
    await work({}, async () => (await stateOfMails())[0] === "kept");
    expect(await stateOfMails()).toEqual(["kept"]);
  });
});
