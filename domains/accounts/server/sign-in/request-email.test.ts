import type { FastifyInstance, LightMyRequestResponse } from "fastify";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildApp } from "#server/app.ts";
import { openDatabase, openPool } from "#server/db/database.ts";
import { sweepExpired } from "#server/jobs/sweep-expired.ts";
import {
  newNetworkAddress,
  processEmailRequests,
  requestAndReadEmail,
  requestEmail,
} from "#test/email-requests.ts";
import { createPerson } from "#test/people.ts";
import { startPortal, type TestPortal } from "#test/portal.ts";
import { registerTenant } from "#test/registration.ts";
import { runJobsUntil } from "#test/run-jobs.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.close());

const ways = ["link", "otp", "direct-login"] as const;
let numbers = 0;
const unknownAddress = () => `nobody${++numbers}@example.com`;
const newPerson = (facts: Partial<Parameters<typeof createPerson>[1]> = {}) =>
  createPerson(portal.db, { role: "tenant", ...facts });
const readEmails = (address: string) =>
  portal.db
    .selectFrom("emails")
    .select(["template", "subject", "text_body"])
    .where("to_address", "=", address)
    .execute();
/** Starts another instance that records its SQL statements. */
async function startRecordingInstance() {
  const pool = openPool(portal.connection, portal.services.log);
  let statements: string[] = [];
  pool.on("connect", (client) => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    client.query = ((...args: unknown[]) => {
      statements.push(typeof args[0] === "string" ? args[0] : (args[0] as { text: string }).text);
      return query(...args);
    }) as typeof client.query;
  });
  const db = openDatabase(pool);
  const app = await buildApp({ ...portal.services, db });
  return {
    async recordStatements(run: (instance: FastifyInstance) => Promise<void>): Promise<string[]> {
      statements = [];
      await run(app);
      return statements;
    },
    async close() {
      await app.close();
      await db.destroy();
    },
  };
}

describe("requesting an email", () => {
  test.each(ways)(
    "PWD-06 LOG-17 API-28 requests by %s return the same response for known, unknown, and disabled addresses, except for the handle",
    async (way) => {
      const person = await newPerson();
      const disabled = await newPerson({ state: "disabled" });
      const responses: LightMyRequestResponse[] = [];
      for (const email of [person.email, unknownAddress(), disabled.email])
        responses.push(await requestEmail(portal, way, email));
      for (const response of responses) {
        expect(response.statusCode).toBe(200);
        const { userId, ...rest } = response.json();
        expect(rest).toEqual({
          success: true,
          message: "If an account exists for that address, instructions are on their way.",
        });
        expect(Buffer.from(userId, "base64url")).toHaveLength(32);
      }
      const withoutHandle = (response: LightMyRequestResponse) => ({
        body: response.body.replace(response.json().userId, ""),
        headers: Object.keys(response.headers),
        length: response.headers["content-length"],
      });
      expect(new Set(responses.map((response) => JSON.stringify(withoutHandle(response)))).size).toBe(1);
      expect(new Set(responses.map((response) => response.json().userId)).size).toBe(3);
    },
  );

  test("email requests and wrong codes run the same SQL statements for known and unknown addresses", async () => {
    const { recordStatements, close } = await startRecordingInstance();
    const walk = (email: string) =>
      recordStatements(async (app) => {
        const send = (url: string, payload: object) =>
          app.inject({ method: "POST", url, remoteAddress: newNetworkAddress(), payload });
        const { userId } = (await send("/api/forgot-password", { email, resetType: "otp" })).json();
        await processEmailRequests(portal);
        await portal.db
          .updateTable("sign_in_requests")
          .set({ code_hash: Buffer.alloc(32) })
          .where("user_id", "is not", null)
          .execute();
        for (let index = 0; index < 6; index++) await send("/api/verify-otp", { userId, otpCode: "123456" });
      });
    // Warms up the connections, which prepare some statements once.
    await walk(unknownAddress());
    const [known, unknown] = [await walk((await newPerson()).email), await walk(unknownAddress())];
    expect(known.length).toBeGreaterThan(15);
    expect(known).toEqual(unknown);
    await close();
  });

  test("a handle isn't derived from the person, and only its hash is stored", async () => {
    const person = await newPerson();
    const { userId: handle } = (await requestEmail(portal, "otp", person.email)).json();
    const { rows } = await sql<{ kept: string }>`
      select r::text as kept from sign_in_requests r where address = ${person.email}`.execute(portal.db);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.kept).not.toContain(handle);
  });

  test("the worker sends emails only to addresses of enabled accounts", async () => {
    const [person, disabled] = [await newPerson(), await newPerson({ state: "disabled" })];
    const unknown = unknownAddress();
    for (const email of [unknown, disabled.email, person.email.toUpperCase()])
      await requestEmail(portal, "link", email);
    const isDone = async () =>
      (
        await portal.db
          .selectFrom("sign_in_requests")
          .select("id")
          .where("address", "in", [unknown, disabled.email, person.email])
          .where("processed_at", "is not", null)
          .execute()
      ).length === 3;
    await runJobsUntil(portal, isDone);
    expect(await readEmails(person.email)).toMatchObject([
      { template: "reset-link", subject: "Reset your password" },
    ]);
    expect(await readEmails(disabled.email)).toEqual([]);
    expect(await readEmails(unknown)).toEqual([]);
  });

  test("PWD-12 PWD-20 each email contains the requested link or code and its lifetime, and the subject contains no code", async () => {
    const link = await requestAndReadEmail(portal, "link", (await newPerson()).email);
    expect(link.code).toBe("");
    expect(Buffer.from(link.token, "base64url")).toHaveLength(32);
    expect(link.text).toContain("/reset-password?token=");
    expect(link.text).toContain("30 minutes");
    const code = await requestAndReadEmail(portal, "otp", (await newPerson()).email);
    expect(code.code).toMatch(/^\d{6}$/);
    expect(code.token).toBe("");
    expect(code.text).toContain("10 minutes");
    const both = await requestAndReadEmail(portal, "direct-login", (await newPerson()).email);
    expect(both.code).toMatch(/^\d{6}$/);
    expect(both.text).toContain("/direct-login?token=");
    for (const { subject, text, code: mailedCode } of [link, code, both]) {
      expect(subject).not.toMatch(/\d/);
      expect(text).toContain("If you didn't request this");
      expect(text.split(mailedCode || "no code").length).toBeLessThanOrEqual(2);
    }
  });

  test("emails to an unconfirmed address don't contain the name entered at registration", async () => {
    const person = await registerTenant(portal, null, { fullName: "Call 555 0100 now" });
    expect((await requestAndReadEmail(portal, "otp", person.email)).text).not.toContain("555 0100");
  });

  test("a superseded request sends no email, and a job that runs twice sends only one", async () => {
    const { email } = await newPerson();
    await requestEmail(portal, "otp", email);
    await requestEmail(portal, "otp", email);
    await processEmailRequests(portal);
    await portal.db
      .updateTable("sign_in_requests")
      .set({ attempts: 0 })
      .where("address", "=", email)
      .execute();
    await processEmailRequests(portal);
    expect(await readEmails(email)).toHaveLength(1);
  });

  test("an email request is deleted after a day", async () => {
    const old = unknownAddress();
    await requestEmail(portal, "link", old);
    portal.clock.advanceMinutes(24 * 60 + 1);
    const young = unknownAddress();
    await requestEmail(portal, "link", young);
    await sweepExpired(portal.services);
    const kept = await portal.db
      .selectFrom("sign_in_requests")
      .select("address")
      .where("address", "in", [old, young])
      .execute();
    expect(kept).toEqual([{ address: young }]);
  });

  test("the audit log records the request under the person who gets the email, with the network address it came from", async () => {
    const person = await newPerson();
    await requestAndReadEmail(portal, "link", person.email);
    await requestAndReadEmail(portal, "direct-login", person.email);
    const entries = await portal.db
      .selectFrom("audit_log")
      .select(["action", "actor_id", "network_address", "request_id"])
      .where("subject_id", "=", String(person.id))
      .orderBy("id")
      .execute();
    expect(entries).toEqual([
      { action: "account.reset-requested", actor_id: null, network_address: "10.3.0.1", request_id: "asked" },
      {
        action: "account.sign-in-requested",
        actor_id: null,
        network_address: "10.3.0.1",
        request_id: "asked",
      },
    ]);
  });

  test.each([
    ["no address", { resetType: "link" }, "Please enter a valid email address"],
    ["PWD-03 half an address", { email: "a@", resetType: "link" }, "Please enter a valid email address"],
    [
      "PWD-05 an unknown type",
      { email: "a@example.com", resetType: "pigeon" },
      "resetType must be link or otp.",
    ],
    ["nothing", {}, "Please enter a valid email address"],
  ])(
    "%s in an email request returns 400 with a message and success false [API-28]",
    async (_, body, message) => {
      const response = await portal.call("POST", "/api/forgot-password", { body });
      expect(response.statusCode).toBe(400);
      expect(response.json()).toMatchObject({ success: false, code: "invalid", message });
      expect(response.json().requestId).toBeTruthy();
    },
  );
});

describe("requesting too often", () => {
  test.each(["newly registered", "known", "unknown"])(
    "after five requests an hour from one network for one %s address, further requests return 429 with success false",
    async (kind) => {
      const network = newNetworkAddress();
      const email =
        kind === "unknown"
          ? unknownAddress()
          : (kind === "known" ? await newPerson() : await registerTenant(portal, null)).email;
      for (const way of ["link", "otp", "direct-login", "link", "otp"] as const)
        expect((await requestEmail(portal, way, email, network)).statusCode).toBe(200);
      const rejected = await requestEmail(portal, "link", email.toUpperCase(), network);
      expect(rejected.statusCode).toBe(429);
      expect(rejected.json()).toMatchObject({ success: false, code: "too_many" });
      expect(Number(rejected.headers["retry-after"])).toBeGreaterThan(0);
      expect(Number(rejected.headers["retry-after"])).toBeLessThanOrEqual(3600);
      expect((await requestEmail(portal, "link", email)).statusCode).toBe(200);
      portal.clock.advanceMinutes(60);
      expect((await requestEmail(portal, "link", email, network)).statusCode).toBe(200);
    },
  );

  test("an address receives up to thirty emails an hour across all networks", async () => {
    const { email } = await newPerson();
    for (let index = 0; index < 30; index++)
      expect((await requestEmail(portal, "link", email)).statusCode).toBe(200);
    expect((await requestEmail(portal, "link", email)).statusCode).toBe(429);
  });

  test("one network can request a hundred emails an hour, for known and unknown addresses alike", async () => {
    const network = newNetworkAddress();
    for (let index = 0; index < 100; index++)
      expect((await requestEmail(portal, "link", unknownAddress(), network)).statusCode).toBe(200);
    expect((await requestEmail(portal, "link", unknownAddress(), network)).statusCode).toBe(429);
    expect((await requestEmail(portal, "link", (await newPerson()).email, network)).statusCode).toBe(429);
    expect((await requestEmail(portal, "link", unknownAddress())).statusCode).toBe(200);
  });
});
