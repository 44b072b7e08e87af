import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { askAndRead, otherThan } from "#test/asking-for-mail.ts";
import { createPerson } from "#test/people.ts";
import { startPortal, type TestPortal } from "#test/portal.ts";
import { cookieOf, registerTenant } from "#test/registering.ts";
import type { SessionUser } from "../contract.ts";
import { hashPassword } from "./passwords.ts";
import { randomToken } from "./tokens.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.close());

const newPerson = () => createPerson(portal.db, { role: "landlord" });
const enter = (body: Record<string, string>) => portal.call("POST", "/api/direct-login/verify", { body });
const mailTo = (email: string) => askAndRead(portal, "direct-login", email);
const withCode = ({ handle, code }: { handle: string; code: string }) => ({ userId: handle, otpCode: code });
const meStatus = async (cookie: string) => (await portal.call("GET", "/api/me", { cookie })).statusCode;

describe("LOG-17 signing in by mail", () => {
  test("the link returns the session user and the cookie, and is audited like any sign-in", async () => {
    const person = await newPerson();
    const { token } = await mailTo(person.email);
    const response = await enter({ token });
    expect(response.statusCode).toBe(200);
    expect(response.json<SessionUser>()).toMatchObject({
      id: person.id,
      email: person.email,
      role: "landlord",
    });
    expect(await meStatus(cookieOf(response))).toBe(200);
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

  test("the code does the same", async () => {
    const person = await newPerson();
    const response = await enter(withCode(await mailTo(person.email)));
    expect(response.json<SessionUser>().id).toBe(person.id);
    expect(await meStatus(cookieOf(response))).toBe(200);
  });

  test("only one of a mail's link and code works, and once, also when both are sent at once", async () => {
    const afterLink = await mailTo((await newPerson()).email);
    await enter({ token: afterLink.token });
    expect((await enter(withCode(afterLink))).statusCode).toBe(400);
    const afterCode = await mailTo((await newPerson()).email);
    await enter(withCode(afterCode));
    expect((await enter({ token: afterCode.token })).statusCode).toBe(400);
    const atOnce = await mailTo((await newPerson()).email);
    const responses = await Promise.all(
      [{ token: atOnce.token }, withCode(atOnce), { token: atOnce.token }, withCode(atOnce)].map(enter),
    );
    expect(responses.map(({ statusCode }) => statusCode).sort((a, b) => a - b)).toEqual([200, 400, 400, 400]);
  });

  test("the code works for ten minutes, the link for thirty", async () => {
    const mail = await mailTo((await newPerson()).email);
    portal.clock.forwardMinutes(10);
    expect((await enter(withCode(mail))).statusCode).toBe(400);
    portal.clock.forwardMinutes(19);
    expect((await enter({ token: mail.token })).statusCode).toBe(200);
    const late = await mailTo((await newPerson()).email);
    portal.clock.forwardMinutes(30);
    expect((await enter({ token: late.token })).statusCode).toBe(400);
  });

  test("five wrong codes void the code, not the link", async () => {
    const mail = await mailTo((await newPerson()).email);
    for (let index = 0; index < 5; index++)
      expect((await enter({ userId: mail.handle, otpCode: otherThan(mail.code) })).statusCode).toBe(400);
    expect((await enter(withCode(mail))).statusCode).toBe(400);
    expect((await enter({ token: mail.token })).statusCode).toBe(200);
  });

  test("only the code of the newest email works", async () => {
    const { email } = await newPerson();
    const [first, second] = [await mailTo(email), await mailTo(email)];
    expect((await enter(withCode(first))).statusCode).toBe(400);
    expect((await enter(withCode(second))).statusCode).toBe(200);
  });

  test("an unknown token, a reset token and the token of a disabled person are refused with success false", async () => {
    const person = await newPerson();
    const mail = await mailTo(person.email);
    await portal.db.updateTable("users").set({ state: "disabled" }).where("id", "=", person.id).execute();
    const { email } = await newPerson();
    const resetLink = await askAndRead(portal, "link", email);
    const resetCode = await askAndRead(portal, "otp", email);
    for (const token of [mail.token, resetLink.token, randomToken()]) {
      const response = await enter({ token });
      expect(response.statusCode).toBe(400);
      expect(response.cookies).toEqual([]);
      expect(response.json()).toMatchObject({
        success: false,
        message: "This link is not valid any more. Please ask for another mail.",
      });
    }
    for (const given of [mail, resetCode, { handle: randomToken(), code: "123456" }])
      expect((await enter(withCode(given))).json()).toMatchObject({
        success: false,
        message:
          "That code is not right or has run out. Please use the code of the newest email, or ask for another.",
      });
  });

  test("with two-factor sign-in it returns a challenge and no session", async () => {
    const person = await newPerson();
    const mail = await mailTo(person.email);
    await portal.db
      .insertInto("second_factors")
      .values({
        user_id: person.id,
        secret: Buffer.alloc(40),
        prepared_at: portal.clock.now,
        confirmed_at: portal.clock.now,
      })
      .execute();
    const response = await enter({ token: mail.token });
    expect(response.json()).toEqual({ twoFactorRequired: true, challenge: expect.any(String) });
    expect(response.cookies).toEqual([]);
  });

  test("REG-21 the first proof of an address voids the earlier password and sessions", async () => {
    const password = "chosen by a stranger";
    const squatter = await registerTenant(portal, null, { password });
    const response = await enter({ token: (await mailTo(squatter.email)).token });
    expect(response.json<SessionUser>()).toMatchObject({ id: squatter.id, emailConfirmed: true });
    expect(await meStatus(squatter.cookie)).toBe(401);
    expect(await meStatus(cookieOf(response))).toBe(200);
    const stranger = await portal.call("POST", "/api/login", { body: { email: squatter.email, password } });
    expect(stranger.statusCode).toBe(401);
  });

  test("for a confirmed address the password is kept", async () => {
    const password = "correct horse battery";
    const { email } = await createPerson(portal.db, {
      role: "tenant",
      passwordHash: await hashPassword(password),
    });
    await enter({ token: (await mailTo(email)).token });
    expect((await portal.call("POST", "/api/login", { body: { email, password } })).statusCode).toBe(200);
  });

  test.each([
    ["five digits", { userId: "x", otpCode: "12345" }, "Verification code must be 6 digits"],
    ["nothing", {}, "The request is not valid."],
  ])("%s is 400 with a sentence", async (_, body, message) => {
    const response = await portal.call("POST", "/api/direct-login/verify", { body });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ success: false, message });
  });
});
