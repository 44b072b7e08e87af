import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newNetworkAddress, requestAndReadEmail } from "#test/email-requests.ts";
import { createPerson, signInAs } from "#test/people.ts";
import { startPortal, type TestPortal } from "#test/portal.ts";
import { registerTenant } from "#test/registration.ts";
import { tableContents } from "#test/table-contents.ts";
import { createRandomToken } from "../tokens.ts";
import { hashPassword } from "./passwords.ts";

const oldPassword = "correct horse battery";
const newPassword = "Staple battery 7";
let passwordHash: string;
let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal();
  passwordHash = await hashPassword(oldPassword);
});
afterAll(() => portal.close());

const newPerson = () => createPerson(portal.db, { role: "tenant", passwordHash });
const reset = (token: string, password = newPassword, network = newNetworkAddress()) =>
  portal.app.inject({
    method: "POST",
    url: "/api/reset-password",
    remoteAddress: network,
    payload: { token, newPassword: password },
  });
const signInStatus = async (email: string, password: string, network = newNetworkAddress()) =>
  (
    await portal.app.inject({
      method: "POST",
      url: "/api/login",
      remoteAddress: network,
      payload: { email, password },
    })
  ).statusCode;
const requestLink = async (email: string) => (await requestAndReadEmail(portal, "link", email)).token;
const meStatus = async (cookie: string) => (await portal.call("GET", "/api/me", { cookie })).statusCode;
const rejection = {
  success: false,
  code: "invalid",
  message: "This reset link is no longer valid. Request a new one.",
};

describe("resetting the password", () => {
  test("PWD-01 PWD-27 PWD-28 API-30 after a reset with an emailed link, only the new password works", async () => {
    const { email } = await newPerson();
    const response = await reset(await requestLink(email));
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({ success: true, message: "Your password has been reset.", email });
    expect(await signInStatus(email, newPassword)).toBe(200);
    expect(await signInStatus(email, oldPassword)).toBe(401);
  });

  test("PWD-01 PWD-14 the token exchanged for an emailed code resets the password", async () => {
    const { email } = await newPerson();
    const { handle, code } = await requestAndReadEmail(portal, "otp", email);
    const verified = await portal.call("POST", "/api/verify-otp", {
      body: { userId: handle, otpCode: code },
    });
    expect((await reset(verified.json().resetToken)).json()).toMatchObject({ success: true, email });
    expect(await signInStatus(email, newPassword)).toBe(200);
  });

  test("PWD-32 resetting the password ends all sessions and doesn't sign the person in", async () => {
    const person = await newPerson();
    const cookies = [await signInAs(portal.db, person), await signInAs(portal.db, person)];
    const response = await reset(await requestLink(person.email));
    expect(response.cookies).toEqual([]);
    expect(await Promise.all(cookies.map(meStatus))).toEqual([401, 401]);
  });

  test("PWD-32 the response to a reset has no email address if the person has two-factor authentication", async () => {
    const person = await newPerson();
    await portal.db
      .insertInto("authenticator_apps")
      .values({
        user_id: person.id,
        secret: Buffer.alloc(40),
        prepared_at: portal.clock.now,
        confirmed_at: portal.clock.now,
      })
      .execute();
    expect(Object.keys((await reset(await requestLink(person.email))).json())).toEqual([
      "success",
      "message",
    ]);
  });

  test("a reset is logged under the person's name, and the person gets an email", async () => {
    const person = await newPerson();
    await reset(await requestLink(person.email));
    const entry = await portal.db
      .selectFrom("audit_log")
      .select(["actor_id", "actor_name", "details"])
      .where("action", "=", "account.password-reset")
      .where("subject_id", "=", String(person.id))
      .execute();
    expect(entry).toEqual([{ actor_id: person.id, actor_name: person.fullName, details: {} }]);
    const message = await portal.db
      .selectFrom("emails")
      .select(["subject"])
      .where("to_address", "=", person.email)
      .orderBy("id", "desc")
      .executeTakeFirst();
    expect(message).toEqual({ subject: "Your password was reset" });
  });

  test("failed sign-ins before a reset don't lock the person out", async () => {
    const { email } = await newPerson();
    const network = newNetworkAddress();
    for (let index = 0; index < 10; index++) await signInStatus(email, "wrong password", network);
    expect(await signInStatus(email, oldPassword, network)).toBe(429);
    await reset(await requestLink(email), newPassword, network);
    expect(await signInStatus(email, newPassword, network)).toBe(200);
  });

  test("REG-21 a password reset confirms an unconfirmed address and signs out the person who registered it", async () => {
    const squatter = await registerTenant(portal, null, { password: "chosen by a stranger" });
    expect((await reset(await requestLink(squatter.email))).statusCode).toBe(200);
    expect(await meStatus(squatter.cookie)).toBe(401);
    expect(await signInStatus(squatter.email, "chosen by a stranger")).toBe(401);
    const { email_confirmed_at: confirmedAt } = await portal.db
      .selectFrom("users")
      .select("email_confirmed_at")
      .where("id", "=", squatter.id)
      .executeTakeFirstOrThrow();
    expect(confirmedAt).toEqual(portal.clock.now);
  });

  test("REG-21 a correct code confirms the address and invalidates the earlier password and sessions, even before the reset", async () => {
    const squatter = await registerTenant(portal, null, { password: "chosen by a stranger" });
    const { handle, code } = await requestAndReadEmail(portal, "otp", squatter.email);
    await portal.call("POST", "/api/verify-otp", { body: { userId: handle, otpCode: code } });
    expect(await meStatus(squatter.cookie)).toBe(401);
    expect(await signInStatus(squatter.email, "chosen by a stranger")).toBe(401);
  });
});

describe("a reset token", () => {
  test("PWD-20 a reset token works once, even if used five times concurrently", async () => {
    const { email } = await newPerson();
    const token = await requestLink(email);
    const responses = await Promise.all(
      [1, 2, 3, 4, 5].map((number) => reset(token, `Staple battery ${number}`)),
    );
    expect(responses.map(({ statusCode }) => statusCode).sort((a, b) => a - b)).toEqual([
      200, 400, 400, 400, 400,
    ]);
    expect((await reset(token)).json()).toMatchObject(rejection);
  });

  test("PWD-20 a reset token works for thirty minutes", async () => {
    const [early, late] = [
      await requestLink((await newPerson()).email),
      await requestLink((await newPerson()).email),
    ];
    portal.clock.advanceMinutes(29);
    expect((await reset(early)).statusCode).toBe(200);
    portal.clock.advanceMinutes(1);
    expect((await reset(late)).json()).toMatchObject(rejection);
  });

  test("PWD-30 PWD-33 an unknown token, a sign-in token, and a disabled account's token are rejected in the same way and change nothing", async () => {
    const person = await newPerson();
    const disabled = await requestLink(person.email);
    const toSignIn = (await requestAndReadEmail(portal, "direct-login", (await newPerson()).email)).token;
    await portal.db.updateTable("users").set({ state: "disabled" }).where("id", "=", person.id).execute();
    const before = await tableContents(portal.db);
    for (const token of [createRandomToken(), toSignIn, disabled]) {
      const response = await reset(token);
      expect(response.statusCode).toBe(400);
      expect({ ...response.json(), requestId: "" }).toEqual({
        ...rejection,
        requestId: "",
        fields: { token: rejection.message },
      });
    }
    expect(await tableContents(portal.db)).toEqual(before);
  });

  test("a reset invalidates the person's other reset tokens and sign-in emails", async () => {
    const { email } = await newPerson();
    const [first, second] = [await requestLink(email), await requestLink(email)];
    const signIn = await requestAndReadEmail(portal, "direct-login", email);
    expect((await reset(first)).statusCode).toBe(200);
    expect((await reset(second)).json()).toMatchObject(rejection);
    for (const body of [{ token: signIn.token }, { userId: signIn.handle, otpCode: signIn.code }])
      expect((await portal.call("POST", "/api/direct-login/verify", { body })).statusCode).toBe(400);
  });

  test("changing the password in the profile invalidates the reset token", async () => {
    const person = await newPerson();
    const token = await requestLink(person.email);
    const cookie = await signInAs(portal.db, person);
    const changed = await portal.call("POST", "/api/me/password", {
      cookie,
      body: { currentPassword: oldPassword, newPassword: "another long one" },
    });
    expect(changed.statusCode).toBe(200);
    expect((await reset(token)).json()).toMatchObject(rejection);
  });

  test.each([
    ["PWD-22 seven characters", "Abcdef1", "Password must be at least 8 characters"],
    ["PWD-23 no uppercase letter", "abcdefg1", "Password must include at least one uppercase letter"],
    ["PWD-24 no lowercase letter", "ABCDEFG1", "Password must include at least one lowercase letter"],
    ["PWD-25 no number", "Abcdefgh", "Password must include at least one number"],
    [
      "one of the most common",
      "Password123",
      "This password is too common. Choose one that's harder to guess.",
    ],
  ])("%s: the reset returns 400 with a message, and the token stays valid", async (_, password, message) => {
    const token = await requestLink((await newPerson()).email);
    const response = await reset(token, password);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ success: false, message, fields: { newPassword: message } });
    expect((await reset(token)).statusCode).toBe(200);
  });

  test("PWD-29 a reset without a token returns 400", async () => {
    const response = await portal.call("POST", "/api/reset-password", { body: { newPassword } });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ success: false, message: "Reset token missing" });
  });
});
