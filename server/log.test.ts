import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hashPassword } from "#domains/accounts/server/passwords/passwords.ts";
import { buildApp } from "#server/app.ts";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { requestAndReadEmail, wrongCode } from "#test/email-requests.ts";
import { createPerson } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import { giveApp } from "#test/two-factor.ts";
import { openLog } from "./log.ts";

let portal: TestPortal;
let building: TestBuilding;
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
});
afterAll(() => portal.close());

interface Entry {
  time: number;
  msg: string;
  status?: number;
  userId?: number | null;
  req?: { id: string; url: string };
}

/** Runs `use` against a portal with logging enabled, and returns the log lines. */
async function captureLog(use: (app: TestPortal["app"]) => Promise<void>): Promise<string[]> {
  const lines: string[] = [];
  const log = openLog("info", { write: (line: string) => void lines.push(line) });
  const app = await buildApp(portal.services, { logger: log });
  await use(app);
  await app.close();
  return lines;
}
const parseEntries = (lines: string[]) => lines.map((line) => JSON.parse(line) as Entry);

describe("the log", () => {
  test("the log records rejected requests with their user and time", async () => {
    const before = Date.now();
    const entries = parseEntries(
      await captureLog(async (app) => {
        await app.inject({ url: "/api/audit", headers: { cookie: building.tenant.cookie } });
        // Without TRUST_PROXY, clients can't set their own network address.
        await app.inject({ url: "/api/audit", headers: { "x-forwarded-for": "203.0.113.9" } });
      }),
    );
    expect(entries).toMatchObject([
      { status: 403, userId: building.tenant.id, req: { method: "GET", url: "/api/audit", ip: "127.0.0.1" } },
      { status: 401, userId: null, req: { ip: "127.0.0.1" } },
    ]);
    for (const { time, req } of entries) {
      expect(time).toBeGreaterThanOrEqual(before);
      expect(req?.id).toMatch(/^[0-9a-f-]{36}$/);
    }
  });

  test("the log records each wrong password and code with the account", async () => {
    const password = "correct horse battery";
    const passwordHash = await hashPassword(password);
    const person = await createPerson(portal.db, { role: "landlord", passwordHash });
    const withApp = await createPerson(portal.db, { role: "landlord", passwordHash });
    await giveApp(portal, withApp.id);
    const emailed = await requestAndReadEmail(portal, "otp", person.email);
    const lines = await captureLog(async (app) => {
      const post = (url: string, payload: object, cookie?: string) =>
        app.inject({ method: "POST", url, payload, headers: cookie === undefined ? {} : { cookie } });
      await post("/api/login", { email: person.email, password: "a wrong guess" });
      await post("/api/login", { email: "nobody@example.com", password: "a wrong guess" });
      const { challenge } = (await post("/api/login", { email: withApp.email, password })).json();
      await post("/api/login/two-factor", { challenge, code: "not a code" });
      await post("/api/verify-otp", { userId: emailed.handle, otpCode: wrongCode(emailed.code) });
      await post(
        "/api/me/password",
        { currentPassword: "a wrong guess", newPassword: "Harbor-Lights-7" },
        building.tenant.cookie,
      );
    });
    expect(
      parseEntries(lines)
        .filter(({ msg }) => msg.startsWith("rejected"))
        .map(({ msg, userId }) => ({ msg, userId })),
    ).toEqual([
      { msg: "rejected: wrong password", userId: person.id },
      { msg: "rejected: wrong password", userId: null },
      { msg: "rejected: wrong two-factor code", userId: withApp.id },
      { msg: "rejected: wrong emailed code", userId: person.id },
      { msg: "rejected: wrong password", userId: building.tenant.id },
    ]);
    for (const secret of [password, "a wrong guess", "not a code", emailed.handle, "Harbor-Lights-7"])
      expect(lines.join("")).not.toContain(secret);
  });

  test("the log contains no cookies or link tokens, and a request can't inject a line", async () => {
    const [session = ""] = building.tenant.cookie.split("=").slice(1);
    const lines = await captureLog(async (app) => {
      await app.inject({
        url: "/reset-password?token=one-time-secret&x=1%0A%7B%22forged%22:true%7D",
        headers: { cookie: building.tenant.cookie, "user-agent": 'x\n{"forged":true}' },
      });
      await app.inject("/register?setup=one-time-secret");
      await app.inject("/register?invitation=one-time-secret");
      await app.inject("/dashboard?one-time-secret");
      await app.inject("/api/work-orders?page=2&access_token=one-time-secret");
      await app.inject("/api/me?\n{}");
    });
    expect(lines.length).toBeGreaterThanOrEqual(3);
    for (const line of lines) expect(line.trimEnd().split("\n")).toHaveLength(1);
    expect(lines.join("")).not.toContain("one-time-secret");
    expect(lines.join("")).not.toContain(session);
    expect(lines.join("")).toContain("/api/work-orders?page=…&access_token=…");
  });
});
