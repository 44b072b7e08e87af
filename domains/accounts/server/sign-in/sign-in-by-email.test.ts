import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { requestAndReadEmail, wrongCode } from "#test/email-requests.ts";
import { createPerson } from "#test/people.ts";
import { startPortal, type TestPortal } from "#test/portal.ts";
import { getCookie, registerTenant } from "#test/registration.ts";
import type { SessionUser } from "../../contract.ts";
import { hashPassword } from "../passwords/passwords.ts";
import { createRandomToken } from "../tokens.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.close());

const newPerson = () => createPerson(portal.db, { role: "landlord" });
const verifySignIn = (body: Record<string, string>) =>
  portal.call("POST", "/api/direct-login/verify", { body });
const requestSignInEmail = (email: string) => requestAndReadEmail(portal, "direct-login", email);
const withCode = ({ handle, code }: { handle: string; code: string }) => ({ userId: handle, otpCode: code });
const meStatus = async (cookie: string) => (await portal.call("GET", "/api/me", { cookie })).statusCode;

describe("LOG-17 signing in by email", () => {
  test("the emailed link returns the session user and sets the cookie, and the audit log records the sign-in", async () => {
    const person = await newPerson();
    const { token } = await requestSignInEmail(person.email);
    const response = await verifySignIn({ token });
    expect(response.statusCode).toBe(200);
    expect(response.json<SessionUser>()).toMatchObject({
      id: person.id,
      email: person.email,
      role: "landlord",
    });
    expect(await meStatus(getCookie(response))).toBe(200);
    const entries = await portal.db
      .selectFrom("audit_log")
      .select(["action", "actor_id"])
      .where("subject_id", "=", String(person.id))
      .orderBy("id")
      .execute();
    expect(entries).toEqual([
      { action: "account.sign-in-requested", actor_id: null },
      { action: "session.started", actor_id: person.id },
    ]);
  });

  test("the emailed code returns the session user and sets the cookie", async () => {
    const person = await newPerson();
    const response = await verifySignIn(withCode(await requestSignInEmail(person.email)));
    expect(response.json<SessionUser>().id).toBe(person.id);
    expect(await meStatus(getCookie(response))).toBe(200);
  });

  test("an email's link and code can be used only once in total, even if both are sent concurrently", async () => {
    const afterLink = await requestSignInEmail((await newPerson()).email);
    await verifySignIn({ token: afterLink.token });
    expect((await verifySignIn(withCode(afterLink))).statusCode).toBe(400);
    const afterCode = await requestSignInEmail((await newPerson()).email);
    await verifySignIn(withCode(afterCode));
    expect((await verifySignIn({ token: afterCode.token })).statusCode).toBe(400);
    const atOnce = await requestSignInEmail((await newPerson()).email);
    const responses = await Promise.all(
      [{ token: atOnce.token }, withCode(atOnce), { token: atOnce.token }, withCode(atOnce)].map(
        verifySignIn,
      ),
    );
    expect(responses.map(({ statusCode }) => statusCode).sort((a, b) => a - b)).toEqual([200, 400, 400, 400]);
  });

  test("an emailed code works for ten minutes and a link for thirty", async () => {
    const message = await requestSignInEmail((await newPerson()).email);
    portal.clock.advanceMinutes(10);
    expect((await verifySignIn(withCode(message))).statusCode).toBe(400);
    portal.clock.advanceMinutes(19);
    expect((await verifySignIn({ token: message.token })).statusCode).toBe(200);
    const late = await requestSignInEmail((await newPerson()).email);
    portal.clock.advanceMinutes(30);
    expect((await verifySignIn({ token: late.token })).statusCode).toBe(400);
  });

  test("five wrong codes invalidate the code but not the link", async () => {
    const message = await requestSignInEmail((await newPerson()).email);
    for (let index = 0; index < 5; index++)
      expect(
        (await verifySignIn({ userId: message.handle, otpCode: wrongCode(message.code) })).statusCode,
      ).toBe(400);
    expect((await verifySignIn(withCode(message))).statusCode).toBe(400);
    expect((await verifySignIn({ token: message.token })).statusCode).toBe(200);
  });

  test("only the code in the most recent email works", async () => {
    const { email } = await newPerson();
    const [first, second] = [await requestSignInEmail(email), await requestSignInEmail(email)];
    expect((await verifySignIn(withCode(first))).statusCode).toBe(400);
    expect((await verifySignIn(withCode(second))).statusCode).toBe(200);
  });

  test("an unknown token, a reset token, and a disabled account's token are rejected with success false", async () => {
    const person = await newPerson();
    const message = await requestSignInEmail(person.email);
    await portal.db.updateTable("users").set({ state: "disabled" }).where("id", "=", person.id).execute();
    const { email } = await newPerson();
    const resetLink = await requestAndReadEmail(portal, "link", email);
    const resetCode = await requestAndReadEmail(portal, "otp", email);
    for (const token of [message.token, resetLink.token, createRandomToken()]) {
      const response = await verifySignIn({ token });
      expect(response.statusCode).toBe(400);
      expect(response.cookies).toEqual([]);
      expect(response.json()).toMatchObject({
        success: false,
        message: "This link is no longer valid. Request a new email.",
      });
    }
    for (const given of [message, resetCode, { handle: createRandomToken(), code: "123456" }])
      expect((await verifySignIn(withCode(given))).json()).toMatchObject({
        success: false,
        message:
          "That code is incorrect or has expired. Use the code in your most recent email, or request a new one.",
      });
  });

  test("with two-factor authentication, signing in by email returns a challenge and no session", async () => {
    const person = await newPerson();
    const message = await requestSignInEmail(person.email);
    await portal.db
      .insertInto("authenticator_apps")
      .values({
        user_id: person.id,
        secret: Buffer.alloc(40),
        prepared_at: portal.clock.now,
        confirmed_at: portal.clock.now,
      })
      .execute();
    const response = await verifySignIn({ token: message.token });
    expect(response.json()).toEqual({ twoFactorRequired: true, challenge: expect.any(String) });
    expect(response.cookies).toEqual([]);
  });

  test("REG-21 the first sign-in by email confirms the address and invalidates the earlier password and sessions", async () => {
    const password = "chosen by a stranger";
    const squatter = await registerTenant(portal, null, { password });
    const response = await verifySignIn({ token: (await requestSignInEmail(squatter.email)).token });
    expect(response.json<SessionUser>()).toMatchObject({ id: squatter.id, emailConfirmed: true });
    expect(await meStatus(squatter.cookie)).toBe(401);
    expect(await meStatus(getCookie(response))).toBe(200);
    const stranger = await portal.call("POST", "/api/login", { body: { email: squatter.email, password } });
    expect(stranger.statusCode).toBe(401);
  });

  test("signing in by email keeps the password of an account with a confirmed address", async () => {
    const password = "correct horse battery";
    const { email } = await createPerson(portal.db, {
      role: "tenant",
      passwordHash: await hashPassword(password),
    });
    await verifySignIn({ token: (await requestSignInEmail(email)).token });
    expect((await portal.call("POST", "/api/login", { body: { email, password } })).statusCode).toBe(200);
  });

  test.each([
    ["five digits", { userId: "x", otpCode: "12345" }, "Verification code must be 6 digits"],
    ["nothing", {}, "The request isn't valid."],
  ])("an email sign-in with %s returns 400 with a message", async (_, body, message) => {
    const response = await portal.call("POST", "/api/direct-login/verify", { body });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ success: false, message });
  });
});
