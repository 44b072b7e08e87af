import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { askAndRead } from "#test/asking-for-mail.ts";
import { createPerson, signInAs } from "#test/people.ts";
import { startPortal, type TestPortal } from "#test/portal.ts";
import { type AuthenticatorApp, appOfKey, giveApp } from "#test/second-factor.ts";
import type { SecondFactor } from "../second-factor-contract.ts";
import { hashPassword } from "./passwords.ts";
import { newRecoveryCode, openSecret, sealSecret } from "./second-factor-secrets.ts";

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
type Somebody = Awaited<ReturnType<typeof newPerson>>;
const login = (email: string, given = password) =>
  portal.call("POST", "/api/login", { body: { email, password: given } });
const challengeOf = async ({ email }: { email: string }) =>
  (await login(email)).json<{ challenge: string }>().challenge;
const give = (challenge: string, code: string) =>
  portal.call("POST", "/api/login/second-factor", { body: { challenge, code } });
const own = (call: string, { cookie }: Somebody, body: object) =>
  portal.call("POST", `/api/profile/second-factor/${call}`, { cookie, body });
const read = async ({ cookie }: Somebody) =>
  (await portal.call("GET", "/api/profile/second-factor", { cookie })).json<SecondFactor>();
const isSignedIn = async (cookie: string) =>
  (await portal.call("GET", "/api/me", { cookie })).statusCode === 200;
const cookieOf = ({ cookies }: { cookies: unknown[] }) => {
  const { name, value } = cookies[0] as { name: string; value: string };
  return `${name}=${value}`;
};
const actionsOf = async (id: number) =>
  (
    await portal.db
      .selectFrom("audit_log")
      .select("action")
      .where("subject_id", "=", String(id))
      .orderBy("id")
      .execute()
  ).map(({ action }) => action);
const mailsTo = (id: number) =>
  portal.db
    .selectFrom("mails")
    .select(["subject", "text_body"])
    .where("to_user_id", "=", id)
    .orderBy("id")
    .execute();
/** Moves the clock to the app's next code. */
const waitForNextCode = () => portal.clock.forwardMinutes(0.5);

/** Turns two-factor sign-in on as the page does. */
async function turnOn(person: Somebody): Promise<{ app: AuthenticatorApp; recoveryCodes: string[] }> {
  const { secret } = (await own("prepare", person, { password })).json<{ secret: string }>();
  const app = appOfKey(secret, portal.clock);
  const response = await own("turn-on", person, { code: app.code() });
  expect(response.statusCode, response.body).toBe(200);
  const { recoveryCodes } = response.json<{ recoveryCodes: string[] }>();
  waitForNextCode();
  return { app, recoveryCodes };
}

describe("turning it on", () => {
  test("takes the password, then a code of the app; returns ten recovery codes once, and signs out other devices", async () => {
    const person = await newPerson();
    const elsewhere = await signInAs(portal.db, person, portal.clock.now);
    expect(await read(person)).toEqual({
      isOn: false,
      isRequired: false,
      recoveryCodesLeft: 0,
      onSince: null,
      hasPassword: true,
    });
    const prepared = (await own("prepare", person, { password })).json<{ secret: string; uri: string }>();
    expect(prepared.uri).toContain(`secret=${prepared.secret}&issuer=Property%20Management%20Portal`);
    expect(prepared.uri).toContain(encodeURIComponent(person.email));
    // Before the first code was given, no code is required.
    expect((await login(person.email)).json()).toMatchObject({ id: person.id });
    const { recoveryCodes } = await turnOn(person);
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const code of recoveryCodes) expect(code).toMatch(/^[0-9a-z]{4}(-[0-9a-z]{4}){5}$/);
    expect(await read(person)).toMatchObject({ isOn: true, recoveryCodesLeft: 10 });
    expect(await isSignedIn(person.cookie)).toBe(true);
    expect(await isSignedIn(elsewhere)).toBe(false);
    expect(await actionsOf(person.id)).toContain("account.second-factor-turned-on");
    expect((await mailsTo(person.id)).map(({ subject }) => subject)).toEqual([
      "Two-factor sign-in was turned on",
    ]);
  });

  test("secret and recovery codes cannot be read from the database", async () => {
    const person = await newPerson();
    const { recoveryCodes } = await turnOn(person);
    const { secret } = await portal.db
      .selectFrom("second_factors")
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

  test("is refused without the right password, with a wrong code, and when it is on", async () => {
    const person = await newPerson();
    const wrong = await own("prepare", person, { password: "not this one" });
    expect(wrong.statusCode).toBe(400);
    expect(wrong.json().fields).toEqual({ password: "This is not your current password." });
    expect((await own("turn-on", person, { code: "123456" })).json().fields.code).toMatch(/begin again/);
    await own("prepare", person, { password });
    const code = await own("turn-on", person, { code: "abc" });
    expect(code.json().fields.code).toBe("This code is not right. Please try again.");
    expect(await read(person)).toMatchObject({ isOn: false });
    portal.clock.forwardMinutes(61);
    expect((await own("turn-on", person, { code: "123456" })).json().fields.code).toMatch(/begin again/);
    await turnOn(person);
    expect((await own("prepare", person, { password })).statusCode).toBe(409);
  });

  test("a person without a password is asked to choose one first", async () => {
    const person = await newPerson();
    await portal.db.updateTable("users").set({ password_hash: null }).where("id", "=", person.id).execute();
    expect(await read(person)).toMatchObject({ hasPassword: false });
    expect((await own("prepare", person, { password })).statusCode).toBe(400);
  });

  test("requires a confirmed address, so that the first proof of one never turns it off", async () => {
    const person = await newPerson();
    const confirm = (at: Date | null) =>
      portal.db.updateTable("users").set({ email_confirmed_at: at }).where("id", "=", person.id).execute();
    await confirm(null);
    const refused = await own("prepare", person, { password });
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      "Please confirm your email address first, with the link we mailed to it.",
    ]);
    expect(await read(person)).toMatchObject({ isOn: false });
    await confirm(portal.clock.now);
    await turnOn(person);
    // With a link, a reset sets another password and leaves two-factor sign-in on.
    const { token } = await askAndRead(portal, "link", person.email);
    const reset = await portal.call("POST", "/api/reset-password", {
      body: { token, newPassword: "Harbor-Lane-2027" },
    });
    expect(reset.statusCode, reset.body).toBe(200);
    expect((await login(person.email, "Harbor-Lane-2027")).json()).toMatchObject({ twoFactorRequired: true });
  });
});

describe("signing in with it", () => {
  test("LOG-10 the password alone gives a challenge without a session; the code gives the session", async () => {
    const person = await newPerson();
    const app = await giveApp(portal, person.id);
    const response = await login(person.email);
    expect(response.statusCode).toBe(200);
    expect(response.cookies).toEqual([]);
    const { challenge, ...rest } = response.json<{ challenge: string }>();
    expect(rest).toEqual({ twoFactorRequired: true });
    expect(Buffer.from(challenge, "base64url")).toHaveLength(32);
    expect(await actionsOf(person.id)).toEqual([]);
    const entered = await give(challenge, ` ${app.code().slice(0, 3)} ${app.code().slice(3)} `);
    expect(entered.json()).toMatchObject({ id: person.id, email: person.email });
    expect(await isSignedIn(cookieOf(entered))).toBe(true);
    expect(await actionsOf(person.id)).toEqual(["session.started"]);
    // The challenge is used up.
    waitForNextCode();
    expect((await give(challenge, app.code())).statusCode).toBe(401);
  });

  test("codes of the half minute before and after are accepted, others are not", async () => {
    const person = await newPerson();
    const app = await giveApp(portal, person.id);
    const challenge = await challengeOf(person);
    for (const far of [-2, 2]) {
      const refused = await give(challenge, app.code(far));
      expect(refused.statusCode).toBe(400);
      expect(refused.json().fields).toEqual({ code: "This code is not right. Please try again." });
    }
    expect((await give(challenge, app.code(-1))).statusCode).toBe(200);
    expect((await give(await challengeOf(person), app.code(1))).statusCode).toBe(200);
  });

  test("each code works once, also when given twice at the same time", async () => {
    const person = await newPerson();
    const app = await giveApp(portal, person.id);
    const challenges = [await challengeOf(person), await challengeOf(person)];
    const responses = await Promise.all(challenges.map((challenge) => give(challenge, app.code())));
    expect(responses.map(({ statusCode }) => statusCode).sort((a, b) => a - b)).toEqual([200, 400]);
    const again = await give(await challengeOf(person), app.code());
    expect(again.json().fields).toEqual({
      code: "This code was used already. Please wait for the next one.",
    });
  });

  test("a recovery code works once, however it is typed; its use is mailed and logged", async () => {
    const person = await newPerson();
    const { recoveryCodes } = await turnOn(person);
    const [code = ""] = recoveryCodes;
    const typed = code.toUpperCase().replaceAll("-", " ");
    expect((await give(await challengeOf(person), typed)).statusCode).toBe(200);
    expect(await read(person)).toMatchObject({ recoveryCodesLeft: 9 });
    expect(await actionsOf(person.id)).toContain("account.recovery-code-used");
    const mail = (await mailsTo(person.id)).at(-1);
    expect(mail?.subject).toBe("A recovery code of your account was used");
    expect(mail?.text_body).toContain("9 of them are left");
    expect((await give(await challengeOf(person), code)).statusCode).toBe(400);
    expect((await give(await challengeOf(person), newRecoveryCode())).statusCode).toBe(400);
  });

  test("a challenge allows five tries within ten minutes", async () => {
    const person = await newPerson();
    const app = await giveApp(portal, person.id);
    const challenge = await challengeOf(person);
    const wrong = await Promise.all(Array.from({ length: 8 }, () => give(challenge, "wrong")));
    expect(wrong.map(({ statusCode }) => statusCode).sort((a, b) => a - b)).toEqual([
      400, 400, 400, 400, 400, 401, 401, 401,
    ]);
    const late = await give(challenge, app.code());
    expect(late.statusCode).toBe(401);
    expect(late.json().message).toBe("Please sign in again.");
    const second = await challengeOf(person);
    portal.clock.forwardMinutes(10);
    expect((await give(second, app.code())).statusCode).toBe(401);
    expect((await give("no such challenge", "123456")).statusCode).toBe(401);
  });

  test("an account allows ten wrong codes in a quarter of an hour over all challenges; the lock-out is logged and mailed once", async () => {
    const person = await newPerson();
    const app = await giveApp(portal, person.id);
    const challenges = [await challengeOf(person), await challengeOf(person), await challengeOf(person)];
    const responses = [];
    for (const challenge of challenges)
      for (let tries = 0; tries < 4; tries++) responses.push(await give(challenge, "wrong"));
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([
      ...Array.from({ length: 10 }, () => 400),
      429,
      429,
    ]);
    expect(Number(responses.at(-1)?.headers["retry-after"])).toBeGreaterThan(0);
    // Not even the right one.
    expect((await give(await challengeOf(person), app.code())).statusCode).toBe(429);
    const lockOuts = (await actionsOf(person.id)).filter((action) => action.endsWith("locked-out"));
    expect(lockOuts).toEqual(["session.second-factor-locked-out"]);
    const mails = await portal.db
      .selectFrom("mails")
      .select("subject")
      .where("to_address", "=", person.email)
      .where("subject", "like", "Wrong codes%")
      .execute();
    expect(mails).toHaveLength(1);
    portal.clock.forwardMinutes(15);
    expect((await give(await challengeOf(person), app.code())).statusCode).toBe(200);
  });

  test("an account allows fifty wrong codes a day; reaching that is logged and mailed as well", async () => {
    // Days are those of UTC, and the next one must not begin meanwhile.
    portal.clock.now = new Date(Math.ceil(portal.clock.now.getTime() / 86_400_000) * 86_400_000);
    const person = await newPerson();
    const app = await giveApp(portal, person.id);
    // Five in a quarter of an hour do not reach the limit of ten.
    for (let round = 0; round < 10; round++) {
      expect(await actionsOf(person.id)).not.toContain("session.second-factor-locked-out");
      const challenge = await challengeOf(person);
      for (let tries = 0; tries < 5; tries++) expect((await give(challenge, "wrong")).statusCode).toBe(400);
      portal.clock.forwardMinutes(15);
    }
    expect(await actionsOf(person.id)).toContain("session.second-factor-locked-out");
    expect((await mailsTo(person.id)).map(({ text_body }) => text_body.replace(/\s+/g, " "))).toEqual([
      expect.stringContaining(
        "50 wrong codes of the authenticator app. No further code is accepted until midnight UTC.",
      ),
    ]);
    expect((await give(await challengeOf(person), app.code())).statusCode).toBe(429);
    portal.clock.forwardMinutes(24 * 60);
    expect((await give(await challengeOf(person), app.code())).statusCode).toBe(200);
  });

  test.each([
    [
      "the password was changed",
      (person: Somebody) =>
        portal.call("POST", "/api/me/password", {
          cookie: person.cookie,
          body: { currentPassword: password, newPassword: "Another-Harbor-22" },
        }),
    ],
    [
      "an administrator signed the person out",
      async (person: Somebody) =>
        portal.call("POST", `/api/users/${person.id}/sign-out-everywhere`, {
          cookie: (await newPerson({ role: "admin" })).cookie,
        }),
    ],
    [
      "the person was disabled",
      async (person: Somebody) =>
        portal.call("POST", `/api/users/${person.id}/disable`, {
          cookie: (await newPerson({ role: "admin" })).cookie,
          body: {},
        }),
    ],
  ])("a challenge ends when %s", async (_, change) => {
    const person = await newPerson();
    const app = await giveApp(portal, person.id);
    const challenge = await challengeOf(person);
    expect((await change(person)).statusCode).toBe(200);
    expect((await give(challenge, app.code())).statusCode).toBe(401);
  });

  test("with another SECRET_KEY codes of the app are refused, and recovery codes still work", async () => {
    const person = await newPerson();
    const { app, recoveryCodes } = await turnOn(person);
    const foreign = sealSecret({ secretKey: Buffer.alloc(32, 9) }, person.id, Buffer.alloc(20));
    await portal.db
      .updateTable("second_factors")
      .set({ secret: foreign })
      .where("user_id", "=", person.id)
      .execute();
    const refused = await give(await challengeOf(person), app.code());
    expect(refused.json().fields.code).toMatch(/use a recovery code/);
    expect((await give(await challengeOf(person), recoveryCodes[3] ?? "")).statusCode).toBe(200);
  });
});

describe("changing it", () => {
  test("new recovery codes require a code, void the old ones and sign out other devices", async () => {
    const person = await newPerson();
    const { app, recoveryCodes } = await turnOn(person);
    const elsewhere = await signInAs(portal.db, person, portal.clock.now);
    expect((await own("recovery-codes", person, { code: "000000x" })).statusCode).toBe(400);
    expect(await isSignedIn(elsewhere)).toBe(true);
    const renewed = (await own("recovery-codes", person, { code: app.code() })).json<{
      recoveryCodes: string[];
    }>().recoveryCodes;
    expect(renewed).toHaveLength(10);
    expect(await isSignedIn(elsewhere)).toBe(false);
    expect((await give(await challengeOf(person), recoveryCodes[0] ?? "")).statusCode).toBe(400);
    expect((await give(await challengeOf(person), renewed[0] ?? "")).statusCode).toBe(200);
    expect((await mailsTo(person.id)).map(({ subject }) => subject)).toContain("You have new recovery codes");
  });

  test("turning it off requires a code; then the password alone is enough again", async () => {
    const person = await newPerson();
    const { app } = await turnOn(person);
    expect((await own("turn-off", person, { code: "wrong" })).statusCode).toBe(400);
    expect((await own("turn-off", person, { code: app.code() })).statusCode).toBe(200);
    expect(await read(person)).toMatchObject({ isOn: false, recoveryCodesLeft: 0 });
    expect((await login(person.email)).json()).toMatchObject({ id: person.id });
    expect((await mailsTo(person.id)).at(-1)?.subject).toBe("Two-factor sign-in was turned off");
    expect(await actionsOf(person.id)).toContain("account.second-factor-turned-off");
  });

  test("an administrator removes it after a phone was lost: the person gets a mail and is signed out", async () => {
    const person = await newPerson();
    await turnOn(person);
    const admin = await newPerson({ role: "admin" });
    const details = async (cookie: string) =>
      (await portal.call("GET", `/api/users/${person.id}`, { cookie })).json<{ hasSecondFactor: unknown }>();
    expect((await details(admin.cookie)).hasSecondFactor).toBe(true);
    const remove = () =>
      portal.call("POST", `/api/users/${person.id}/second-factor/remove`, { cookie: admin.cookie });
    expect((await remove()).statusCode).toBe(200);
    expect((await details(admin.cookie)).hasSecondFactor).toBe(false);
    expect(await isSignedIn(person.cookie)).toBe(false);
    expect((await login(person.email)).json()).toMatchObject({ id: person.id });
    expect((await mailsTo(person.id)).at(-1)?.subject).toBe(
      "Two-factor sign-in was removed from your account",
    );
    expect(await actionsOf(person.id)).toContain("person.second-factor-removed");
    const again = await remove();
    expect(again.statusCode).toBe(409);
    expect(again.json().message).toBe(`${person.fullName} has no two-factor sign-in.`);
    const landlord = await newPerson();
    expect(
      (await portal.call("POST", `/api/users/${admin.id}/second-factor/remove`, { cookie: landlord.cookie }))
        .statusCode,
    ).toBe(403);
  });
});
