import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { requestAndReadEmail } from "#test/email-requests.ts";
import { createPerson, signInAs } from "#test/people.ts";
import { startPortal, type TestPortal } from "#test/portal.ts";
import { type AuthenticatorApp, appFromKey, giveApp } from "#test/two-factor.ts";
import type { TwoFactorStatus } from "../../two-factor-contract.ts";
import { hashPassword } from "../passwords/passwords.ts";
import { createRecoveryCode, openSecret, sealSecret } from "./two-factor-secrets.ts";

const password = "correct horse battery";
let passwordHash: string;
let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal();
  passwordHash = await hashPassword(password);
});
afterAll(() => portal.close());

const newPerson = async (facts: Partial<Parameters<typeof createPerson>[1]> = {}) => {
  const person = await createPerson(portal.db, { role: "landlord", passwordHash, ...facts });
  return { ...person, cookie: await signInAs(portal.db, person, portal.clock.now) };
};
type TestPerson = Awaited<ReturnType<typeof newPerson>>;
const login = (email: string, given = password) =>
  portal.call("POST", "/api/login", { body: { email, password: given } });
const readChallenge = async ({ email }: { email: string }) =>
  (await login(email)).json<{ challenge: string }>().challenge;
const enterCode = (challenge: string, code: string) =>
  portal.call("POST", "/api/login/two-factor", { body: { challenge, code } });
const callTwoFactor = (call: string, { cookie }: TestPerson, body: object) =>
  portal.call("POST", `/api/profile/two-factor/${call}`, { cookie, body });
const read = async ({ cookie }: TestPerson) =>
  (await portal.call("GET", "/api/profile/two-factor", { cookie })).json<TwoFactorStatus>();
const isSignedIn = async (cookie: string) =>
  (await portal.call("GET", "/api/me", { cookie })).statusCode === 200;
const readCookie = ({ cookies }: { cookies: unknown[] }) => {
  const { name, value } = cookies[0] as { name: string; value: string };
  return `${name}=${value}`;
};
const readActions = async (id: number) =>
  (
    await portal.db
      .selectFrom("audit_log")
      .select("action")
      .where("subject_id", "=", String(id))
      .orderBy("id")
      .execute()
  ).map(({ action }) => action);
const readEmails = (id: number) =>
  portal.db
    .selectFrom("emails")
    .select(["subject", "text_body"])
    .where("to_user_id", "=", id)
    .orderBy("id")
    .execute();
/** Moves the clock to the app's next code. */
const waitForNextCode = () => portal.clock.advanceMinutes(0.5);

/** Turns two-factor authentication on like the page does. */
async function turnOn(person: TestPerson): Promise<{ app: AuthenticatorApp; recoveryCodes: string[] }> {
  const { secret } = (await callTwoFactor("prepare", person, { password })).json<{ secret: string }>();
  const app = appFromKey(secret, portal.clock);
  const response = await callTwoFactor("turn-on", person, { code: app.code() });
  expect(response.statusCode, response.body).toBe(200);
  const { recoveryCodes } = response.json<{ recoveryCodes: string[] }>();
  waitForNextCode();
  return { app, recoveryCodes };
}

describe("turning on two-factor authentication", () => {
  test("turning on two-factor authentication requires the password and a code from the app, returns ten recovery codes once, and signs out other devices", async () => {
    const person = await newPerson();
    const otherCookie = await signInAs(portal.db, person, portal.clock.now);
    expect(await read(person)).toEqual({
      isOn: false,
      isRequired: false,
      recoveryCodesLeft: 0,
      onSince: null,
      hasPassword: true,
    });
    const prepared = (await callTwoFactor("prepare", person, { password })).json<{
      secret: string;
      uri: string;
    }>();
    expect(prepared.uri).toContain(`secret=${prepared.secret}&issuer=Property%20Management%20Portal`);
    expect(prepared.uri).toContain(encodeURIComponent(person.email));
    // No code is required until the first code has been entered.
    expect((await login(person.email)).json()).toMatchObject({ id: person.id });
    const { recoveryCodes } = await turnOn(person);
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const code of recoveryCodes) expect(code).toMatch(/^[0-9a-z]{4}(-[0-9a-z]{4}){5}$/);
    expect(await read(person)).toMatchObject({ isOn: true, recoveryCodesLeft: 10 });
    expect(await isSignedIn(person.cookie)).toBe(true);
    expect(await isSignedIn(otherCookie)).toBe(false);
    expect(await readActions(person.id)).toContain("account.two-factor-turned-on");
    expect((await readEmails(person.id)).map(({ subject }) => subject)).toEqual([
      "Two-factor authentication turned on",
    ]);
  });

  test("the two-factor secret and recovery codes can't be read from the database", async () => {
    const person = await newPerson();
    const { recoveryCodes } = await turnOn(person);
    const { secret } = await portal.db
      .selectFrom("authenticator_apps")
      .select("secret")
      .where("user_id", "=", person.id)
      .executeTakeFirstOrThrow();
    const plain = openSecret(portal.services, person.id, secret);
    expect(secret.includes(plain)).toBe(false);
    // Bound to the person and to the key.
    expect(() => openSecret(portal.services, person.id + 1, secret)).toThrow(/authenticate/);
    expect(() => openSecret({ secretKey: Buffer.alloc(32, 2) }, person.id, secret)).toThrow(/authenticate/);
    expect(sealSecret(portal.services, person.id, plain).equals(secret)).toBe(false);
    const kept = await portal.db
      .selectFrom("recovery_codes")
      .select("code_hash")
      .where("user_id", "=", person.id)
      .execute();
    expect(kept.map(({ code_hash }) => code_hash.length)).toEqual(recoveryCodes.map(() => 32));
  });

  test("turning on two-factor authentication fails without the correct password, with a wrong code, or if it's already on", async () => {
    const person = await newPerson();
    const wrong = await callTwoFactor("prepare", person, { password: "not this one" });
    expect(wrong.statusCode).toBe(400);
    expect(wrong.json().fields).toEqual({ password: "The current password is incorrect." });
    expect((await callTwoFactor("turn-on", person, { code: "123456" })).json().fields.code).toMatch(
      /start again/,
    );
    await callTwoFactor("prepare", person, { password });
    const code = await callTwoFactor("turn-on", person, { code: "abc" });
    expect(code.json().fields.code).toBe("That code is incorrect. Please try again.");
    expect(await read(person)).toMatchObject({ isOn: false });
    portal.clock.advanceMinutes(61);
    expect((await callTwoFactor("turn-on", person, { code: "123456" })).json().fields.code).toMatch(
      /start again/,
    );
    await turnOn(person);
    expect((await callTwoFactor("prepare", person, { password })).statusCode).toBe(409);
  });

  test("a person without a password is asked to set one first", async () => {
    const person = await newPerson();
    await portal.db.updateTable("users").set({ password_hash: null }).where("id", "=", person.id).execute();
    expect(await read(person)).toMatchObject({ hasPassword: false });
    expect((await callTwoFactor("prepare", person, { password })).statusCode).toBe(400);
  });

  test("turning on two-factor authentication requires a confirmed address, so that confirming an address never turns it off", async () => {
    const person = await newPerson();
    const confirm = (at: Date | null) =>
      portal.db.updateTable("users").set({ email_confirmed_at: at }).where("id", "=", person.id).execute();
    await confirm(null);
    const rejected = await callTwoFactor("prepare", person, { password });
    expect([rejected.statusCode, rejected.json().message]).toEqual([
      409,
      "Confirm your email address first. We emailed you a link.",
    ]);
    expect(await read(person)).toMatchObject({ isOn: false });
    await confirm(portal.clock.now);
    await turnOn(person);
    // A reset with a link changes the password and leaves two-factor authentication on.
    const { token } = await requestAndReadEmail(portal, "link", person.email);
    const reset = await portal.call("POST", "/api/reset-password", {
      body: { token, newPassword: "Harbor-Lane-2027" },
    });
    expect(reset.statusCode, reset.body).toBe(200);
    expect((await login(person.email, "Harbor-Lane-2027")).json()).toMatchObject({ twoFactorRequired: true });
  });
});

describe("signing in with two-factor authentication", () => {
  test("LOG-10 the correct password returns only a challenge, and the code then returns the session", async () => {
    const person = await newPerson();
    const app = await giveApp(portal, person.id);
    const response = await login(person.email);
    expect(response.statusCode).toBe(200);
    expect(response.cookies).toEqual([]);
    const { challenge, ...rest } = response.json<{ challenge: string }>();
    expect(rest).toEqual({ twoFactorRequired: true });
    expect(Buffer.from(challenge, "base64url")).toHaveLength(32);
    expect(await readActions(person.id)).toEqual([]);
    const entered = await enterCode(challenge, ` ${app.code().slice(0, 3)} ${app.code().slice(3)} `);
    expect(entered.json()).toMatchObject({ id: person.id, email: person.email });
    expect(await isSignedIn(readCookie(entered))).toBe(true);
    expect(await readActions(person.id)).toEqual(["session.started"]);
    // The challenge is consumed.
    waitForNextCode();
    expect((await enterCode(challenge, app.code())).statusCode).toBe(401);
  });

  test("only the current code and the codes just before and after it are accepted", async () => {
    const person = await newPerson();
    const app = await giveApp(portal, person.id);
    const challenge = await readChallenge(person);
    for (const far of [-2, 2]) {
      const rejected = await enterCode(challenge, app.code(far));
      expect(rejected.statusCode).toBe(400);
      expect(rejected.json().fields).toEqual({ code: "That code is incorrect. Please try again." });
    }
    expect((await enterCode(challenge, app.code(-1))).statusCode).toBe(200);
    expect((await enterCode(await readChallenge(person), app.code(1))).statusCode).toBe(200);
  });

  test("each code works once, even if entered twice at the same time", async () => {
    const person = await newPerson();
    const app = await giveApp(portal, person.id);
    const challenges = [await readChallenge(person), await readChallenge(person)];
    const responses = await Promise.all(challenges.map((challenge) => enterCode(challenge, app.code())));
    expect(responses.map(({ statusCode }) => statusCode).sort((a, b) => a - b)).toEqual([200, 400]);
    const again = await enterCode(await readChallenge(person), app.code());
    expect(again.json().fields).toEqual({
      code: "This code has already been used. Wait for the next one.",
    });
  });

  test("a recovery code works once regardless of how it's typed, and its use is emailed and logged", async () => {
    const person = await newPerson();
    const { recoveryCodes } = await turnOn(person);
    const [code = ""] = recoveryCodes;
    const typed = code.toUpperCase().replaceAll("-", " ");
    expect((await enterCode(await readChallenge(person), typed)).statusCode).toBe(200);
    expect(await read(person)).toMatchObject({ recoveryCodesLeft: 9 });
    expect(await readActions(person.id)).toContain("account.recovery-code-used");
    const message = (await readEmails(person.id)).at(-1);
    expect(message?.subject).toBe("A recovery code was used to sign in to your account");
    expect(message?.text_body).toContain("You have 9 left");
    expect((await enterCode(await readChallenge(person), code)).statusCode).toBe(400);
    expect((await enterCode(await readChallenge(person), createRecoveryCode())).statusCode).toBe(400);
  });

  test("a challenge allows five attempts within ten minutes", async () => {
    const person = await newPerson();
    const app = await giveApp(portal, person.id);
    const challenge = await readChallenge(person);
    const wrong = await Promise.all(Array.from({ length: 8 }, () => enterCode(challenge, "wrong")));
    expect(wrong.map(({ statusCode }) => statusCode).sort((a, b) => a - b)).toEqual([
      400, 400, 400, 400, 400, 401, 401, 401,
    ]);
    const late = await enterCode(challenge, app.code());
    expect(late.statusCode).toBe(401);
    expect(late.json().message).toBe("Please sign in again.");
    const second = await readChallenge(person);
    portal.clock.advanceMinutes(10);
    expect((await enterCode(second, app.code())).statusCode).toBe(401);
    expect((await enterCode("no such challenge", "123456")).statusCode).toBe(401);
  });

  test("an account allows ten wrong codes per 15 minutes across all challenges, and the lockout is logged and emailed once", async () => {
    const person = await newPerson();
    const app = await giveApp(portal, person.id);
    const challenges = [
      await readChallenge(person),
      await readChallenge(person),
      await readChallenge(person),
    ];
    const responses = [];
    for (const challenge of challenges)
      for (let attempts = 0; attempts < 4; attempts++) responses.push(await enterCode(challenge, "wrong"));
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([
      ...Array.from({ length: 10 }, () => 400),
      429,
      429,
    ]);
    expect(Number(responses.at(-1)?.headers["retry-after"])).toBeGreaterThan(0);
    // Not even the correct one.
    expect((await enterCode(await readChallenge(person), app.code())).statusCode).toBe(429);
    const lockOuts = (await readActions(person.id)).filter((action) => action.endsWith("locked-out"));
    expect(lockOuts).toEqual(["session.two-factor-locked-out"]);
    const emails = await portal.db
      .selectFrom("emails")
      .select("subject")
      .where("to_address", "=", person.email)
      .where("subject", "like", "Incorrect codes%")
      .execute();
    expect(emails).toHaveLength(1);
    portal.clock.advanceMinutes(15);
    expect((await enterCode(await readChallenge(person), app.code())).statusCode).toBe(200);
  });

  test("an account allows fifty wrong codes a day, and reaching that limit is logged and emailed too", async () => {
    // Days are UTC days, and the next one must not start during the test.
    portal.clock.now = new Date(Math.ceil(portal.clock.now.getTime() / 86_400_000) * 86_400_000);
    const person = await newPerson();
    const app = await giveApp(portal, person.id);
    // Five in 15 minutes don't reach the limit of ten.
    for (let round = 0; round < 10; round++) {
      expect(await readActions(person.id)).not.toContain("session.two-factor-locked-out");
      const challenge = await readChallenge(person);
      for (let attempts = 0; attempts < 5; attempts++)
        expect((await enterCode(challenge, "wrong")).statusCode).toBe(400);
      portal.clock.advanceMinutes(15);
    }
    expect(await readActions(person.id)).toContain("session.two-factor-locked-out");
    expect((await readEmails(person.id)).map(({ text_body }) => text_body.replace(/\s+/g, " "))).toEqual([
      expect.stringContaining("50 incorrect authenticator codes. Codes are blocked until midnight UTC."),
    ]);
    expect((await enterCode(await readChallenge(person), app.code())).statusCode).toBe(429);
    portal.clock.advanceMinutes(24 * 60);
    expect((await enterCode(await readChallenge(person), app.code())).statusCode).toBe(200);
  });

  test.each([
    [
      "the password was changed",
      (person: TestPerson) =>
        portal.call("POST", "/api/me/password", {
          cookie: person.cookie,
          body: { currentPassword: password, newPassword: "Another-Harbor-22" },
        }),
    ],
    [
      "an administrator signed the person out",
      async (person: TestPerson) =>
        portal.call("POST", `/api/users/${person.id}/sign-out-everywhere`, {
          cookie: (await newPerson({ role: "admin" })).cookie,
        }),
    ],
    [
      "the person was disabled",
      async (person: TestPerson) =>
        portal.call("POST", `/api/users/${person.id}/disable`, {
          cookie: (await newPerson({ role: "admin" })).cookie,
          body: {},
        }),
    ],
  ])("a challenge ends when %s", async (_, change) => {
    const person = await newPerson();
    const app = await giveApp(portal, person.id);
    const challenge = await readChallenge(person);
    expect((await change(person)).statusCode).toBe(200);
    expect((await enterCode(challenge, app.code())).statusCode).toBe(401);
  });

  test("with another SECRET_KEY, codes from the app are rejected and recovery codes still work", async () => {
    const person = await newPerson();
    const { app, recoveryCodes } = await turnOn(person);
    const foreign = sealSecret({ secretKey: Buffer.alloc(32, 9) }, person.id, Buffer.alloc(20));
    await portal.db
      .updateTable("authenticator_apps")
      .set({ secret: foreign })
      .where("user_id", "=", person.id)
      .execute();
    const rejected = await enterCode(await readChallenge(person), app.code());
    expect(rejected.json().fields.code).toMatch(/Use a recovery code/);
    expect((await enterCode(await readChallenge(person), recoveryCodes[3] ?? "")).statusCode).toBe(200);
  });
});

describe("changing two-factor authentication", () => {
  test("creating recovery codes requires a code, invalidates the old ones, and signs out other devices", async () => {
    const person = await newPerson();
    const { app, recoveryCodes } = await turnOn(person);
    const otherCookie = await signInAs(portal.db, person, portal.clock.now);
    expect((await callTwoFactor("recovery-codes", person, { code: "000000x" })).statusCode).toBe(400);
    expect(await isSignedIn(otherCookie)).toBe(true);
    const renewed = (await callTwoFactor("recovery-codes", person, { code: app.code() })).json<{
      recoveryCodes: string[];
    }>().recoveryCodes;
    expect(renewed).toHaveLength(10);
    expect(await isSignedIn(otherCookie)).toBe(false);
    expect((await enterCode(await readChallenge(person), recoveryCodes[0] ?? "")).statusCode).toBe(400);
    expect((await enterCode(await readChallenge(person), renewed[0] ?? "")).statusCode).toBe(200);
    expect((await readEmails(person.id)).map(({ subject }) => subject)).toContain(
      "You have new recovery codes",
    );
  });

  test("turning off two-factor authentication requires a code, and signing in then requires only the password", async () => {
    const person = await newPerson();
    const { app } = await turnOn(person);
    expect((await callTwoFactor("turn-off", person, { code: "wrong" })).statusCode).toBe(400);
    expect((await callTwoFactor("turn-off", person, { code: app.code() })).statusCode).toBe(200);
    expect(await read(person)).toMatchObject({ isOn: false, recoveryCodesLeft: 0 });
    expect((await login(person.email)).json()).toMatchObject({ id: person.id });
    expect((await readEmails(person.id)).at(-1)?.subject).toBe("Two-factor authentication turned off");
    expect(await readActions(person.id)).toContain("account.two-factor-turned-off");
  });

  test("an administrator can turn off two-factor authentication for a person who lost their phone, and the person is emailed and signed out", async () => {
    const person = await newPerson();
    await turnOn(person);
    const admin = await newPerson({ role: "admin" });
    const details = async (cookie: string) =>
      (await portal.call("GET", `/api/users/${person.id}`, { cookie })).json<{ hasTwoFactor: unknown }>();
    expect((await details(admin.cookie)).hasTwoFactor).toBe(true);
    const remove = () =>
      portal.call("POST", `/api/users/${person.id}/two-factor/remove`, { cookie: admin.cookie });
    expect((await remove()).statusCode).toBe(200);
    expect((await details(admin.cookie)).hasTwoFactor).toBe(false);
    expect(await isSignedIn(person.cookie)).toBe(false);
    expect((await login(person.email)).json()).toMatchObject({ id: person.id });
    expect((await readEmails(person.id)).at(-1)?.subject).toBe(
      "Two-factor authentication was turned off for your account",
    );
    expect(await readActions(person.id)).toContain("person.two-factor-removed");
    const again = await remove();
    expect(again.statusCode).toBe(409);
    expect(again.json().message).toBe(`${person.fullName} doesn't have two-factor authentication turned on.`);
    const landlord = await newPerson();
    expect(
      (await portal.call("POST", `/api/users/${admin.id}/two-factor/remove`, { cookie: landlord.cookie }))
        .statusCode,
    ).toBe(403);
  });
});
