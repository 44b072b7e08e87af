import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startPortal, type TestPortal } from "#test/portal.ts";
import { findEmailedToken, getCookie, registerTenant } from "#test/registration.ts";
import { tableContents } from "#test/table-contents.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.close());

const confirm = (token: string, password = "chosen by the owner") =>
  portal.call("POST", "/api/confirm-address", { body: { token, password } });
const signInStatus = async (email: string, password: string) =>
  (await portal.call("POST", "/api/login", { body: { email, password } })).statusCode;
const resend = (cookie: string) => portal.call("POST", "/api/confirm-address/resend", { cookie });

describe("confirming an address", () => {
  test("confirming an address replaces the password, ends all earlier sessions, and starts a new session", async () => {
    const squatter = await registerTenant(portal, null, { password: "chosen by a stranger" });
    const response = await confirm(await findEmailedToken(portal, squatter.email));
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({ id: squatter.id, emailConfirmed: true, membership: "pending" });
    expect((await portal.call("GET", "/api/me", { cookie: squatter.cookie })).statusCode).toBe(401);
    expect((await portal.call("GET", "/api/me", { cookie: getCookie(response) })).statusCode).toBe(200);
    expect(await signInStatus(squatter.email, "chosen by a stranger")).toBe(401);
    expect(await signInStatus(squatter.email, "chosen by the owner")).toBe(200);
  });

  test("a confirmation link works once, even if used five times concurrently, and invalidates the address's other links", async () => {
    const person = await registerTenant(portal, null);
    const first = await findEmailedToken(portal, person.email);
    await resend(person.cookie);
    const second = await findEmailedToken(portal, person.email);
    expect(second).not.toBe(first);
    const responses = await Promise.all(Array.from({ length: 5 }, () => confirm(second)));
    expect(responses.map(({ statusCode }) => statusCode).sort((a, b) => a - b)).toEqual([
      200, 400, 400, 400, 400,
    ]);
    for (const token of [first, second]) {
      const response = await confirm(token, "chosen by a third");
      expect(response.statusCode).toBe(400);
      expect(response.json().message).toMatch(/^This link has already been used\./);
    }
    expect(await signInStatus(person.email, "chosen by the owner")).toBe(200);
  });

  test("a confirmation link expires after seven days", async () => {
    const person = await registerTenant(portal, null);
    const token = await findEmailedToken(portal, person.email);
    portal.clock.advanceMinutes(7 * 24 * 60);
    const response = await confirm(token);
    expect(response.statusCode).toBe(400);
    expect(response.json().message).toMatch(/^This link has expired\./);
  });

  test.each([
    ["an unknown token", { token: "a".repeat(43), password: "long enough" }, /^This link isn't valid\./],
    ["no token", { password: "long enough" }, /^This link is incomplete\.$/],
    ["a short password", { token: "x", password: "abc" }, /^Password must be at least 6 characters$/],
    ["a common password", { token: "x", password: "password1" }, /too common/],
  ])("confirming an address with %s returns 400 with a message", async (_, body, message) => {
    const response = await portal.call("POST", "/api/confirm-address", { body });
    expect(response.statusCode).toBe(400);
    expect(response.json().message).toMatch(message);
  });

  test("a disabled account's confirmation link does nothing", async () => {
    const person = await registerTenant(portal, null);
    const token = await findEmailedToken(portal, person.email);
    await portal.db.updateTable("users").set({ state: "disabled" }).where("id", "=", person.id).execute();
    const before = await tableContents(portal.db);
    expect((await confirm(token)).statusCode).toBe(400);
    expect(await tableContents(portal.db)).toEqual(before);
  });

  test("an unconfirmed address gets up to five emails an hour, and further requests return 429 and send no email", async () => {
    const person = await registerTenant(portal, null);
    for (let index = 0; index < 4; index++) expect((await resend(person.cookie)).statusCode).toBe(200);
    const rejected = await resend(person.cookie);
    expect(rejected.statusCode).toBe(429);
    expect(Number(rejected.headers["retry-after"])).toBeGreaterThan(0);
    const emails = await portal.db
      .selectFrom("emails")
      .select("id")
      .where("to_address", "=", person.email)
      .execute();
    expect(emails).toHaveLength(5);
    portal.clock.advanceMinutes(60);
    expect((await resend(person.cookie)).statusCode).toBe(200);
  });

  test("resending the confirmation email to a confirmed address returns 409", async () => {
    const person = await registerTenant(portal, null);
    const cookie = getCookie(await confirm(await findEmailedToken(portal, person.email)));
    expect((await resend(cookie)).statusCode).toBe(409);
  });
});
