import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createPerson, signInAs } from "#test/people.ts";
import { startPortal, type TestPortal } from "#test/portal.ts";
import { appFromKey, giveApp } from "#test/two-factor.ts";
import type { AuthenticatorKey, TwoFactorStatus } from "../../two-factor-contract.ts";
import { hashPassword } from "../passwords/passwords.ts";
import { openSecret, sealSecret } from "./two-factor-secrets.ts";

const password = "correct horse battery";
let passwordHash: string;
let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal();
  passwordHash = await hashPassword(password);
});
afterAll(() => portal.close());

/** Creates a person with an authenticator app in use. */
async function createPersonWithApp() {
  const person = await createPerson(portal.db, { role: "landlord", passwordHash });
  const app = await giveApp(portal, person.id);
  return { ...person, app, cookie: await signInAs(portal.db, person, portal.clock.now) };
}
type PersonWithApp = Awaited<ReturnType<typeof createPersonWithApp>>;
const callTwoFactor = (call: string, { cookie }: { cookie: string }, code: string) =>
  portal.call("POST", `/api/profile/two-factor/${call}`, { cookie, body: { code } });
/** Sets up another app with the key the page shows. */
async function startSwitch(person: PersonWithApp, code = person.app.code()) {
  const response = await callTwoFactor("prepare-another-app", person, code);
  expect(response.statusCode, response.body).toBe(200);
  return appFromKey(response.json<AuthenticatorKey>().secret, portal.clock);
}
/** Moves the clock to the next code of each app. */
const waitForNextCode = () => portal.clock.advanceMinutes(0.5);
async function signInWith(person: PersonWithApp, code: string) {
  const login = await portal.call("POST", "/api/login", { body: { email: person.email, password } });
  const { challenge } = login.json<{ challenge: string }>();
  return (await portal.call("POST", "/api/login/two-factor", { body: { challenge, code } })).statusCode;
}
const isSignedIn = async (cookie: string) =>
  (await portal.call("GET", "/api/me", { cookie })).statusCode === 200;
const readActions = async ({ id }: PersonWithApp) => {
  const entries = portal.db.selectFrom("audit_log").select("action").where("subject_id", "=", String(id));
  return (await entries.orderBy("id").execute()).map(({ action }) => action);
};
const readSubjects = async ({ id }: PersonWithApp) => {
  const emails = portal.db.selectFrom("emails").select("subject").where("to_user_id", "=", id);
  return (await emails.orderBy("id").execute()).map(({ subject }) => subject);
};

describe("switching to another app", () => {
  test("a person whose role requires two-factor authentication can switch apps without help, and the old app works until the new one does", async () => {
    const person = await createPersonWithApp();
    await portal.db
      .updateTable("organization")
      .set({ two_factor_roles: ["landlord"] })
      .execute();
    const { onSince } = await readStatus(person);
    const other = await startSwitch(person);
    waitForNextCode();
    expect(await signInWith(person, other.code())).toBe(400);
    expect(await signInWith(person, person.app.code())).toBe(200);
    expect(await isSignedIn(person.cookie)).toBe(true);
    expect(await readSubjects(person)).toEqual([]);
    waitForNextCode();
    const response = await callTwoFactor("take-another-app", person, other.code());
    expect(response.statusCode, response.body).toBe(200);
    waitForNextCode();
    expect(await signInWith(person, person.app.code())).toBe(400);
    expect(await signInWith(person, other.code())).toBe(200);
    // Two-factor authentication was on the whole time.
    expect(await readStatus(person)).toMatchObject({ isOn: true, isRequired: true, onSince });
    await portal.db.updateTable("organization").set({ two_factor_roles: [] }).execute();
  });

  test("only a completed switch sends an email, is logged, replaces the recovery codes, and signs out other devices", async () => {
    const person = await createPersonWithApp();
    const otherCookie = await signInAs(portal.db, person, portal.clock.now);
    const old = await createCodes(person);
    const signedInSince = await signInAs(portal.db, person, portal.clock.now);
    waitForNextCode();
    const other = await startSwitch(person);
    expect(await isSignedIn(signedInSince)).toBe(true);
    const response = await callTwoFactor("take-another-app", person, other.code());
    const { recoveryCodes } = response.json<{ recoveryCodes: string[] }>();
    expect(new Set([...recoveryCodes, ...old]).size).toBe(20);
    expect(await readStatus(person)).toMatchObject({ recoveryCodesLeft: 10 });
    expect(await isSignedIn(person.cookie)).toBe(true);
    for (const cookie of [otherCookie, signedInSince]) expect(await isSignedIn(cookie)).toBe(false);
    expect(await signInWith(person, old[0] ?? "")).toBe(400);
    expect(await signInWith(person, recoveryCodes[0] ?? "")).toBe(200);
    expect(await readSubjects(person)).toContain("Your authenticator app was changed");
    expect(await readActions(person)).toContain("account.authenticator-app-switched");
    // The code of the switch is consumed, and no secret is pending.
    expect(await signInWith(person, other.code())).toBe(400);
    waitForNextCode();
    expect((await callTwoFactor("take-another-app", person, other.code())).json().fields.code).toMatch(
      /start again/,
    );
  });

  test("a recovery code starts the switch if the old phone is lost or SECRET_KEY has changed", async () => {
    const person = await createPersonWithApp();
    const [code = ""] = await createCodes(person);
    const foreign = sealSecret({ secretKey: Buffer.alloc(32, 9) }, person.id, Buffer.alloc(20));
    await portal.db
      .updateTable("authenticator_apps")
      .set({ secret: foreign })
      .where("user_id", "=", person.id)
      .execute();
    const other = await startSwitch(person, code);
    expect(await readSubjects(person)).toContain("A recovery code was used to sign in to your account");
    expect((await callTwoFactor("take-another-app", person, other.code())).statusCode).toBe(200);
    expect((await callTwoFactor("prepare-another-app", person, code)).statusCode).toBe(400);
  });

  test("both steps of a switch need a correct code, and codes from the old app or an earlier key can't confirm the new app", async () => {
    const person = await createPersonWithApp();
    const wrong = await callTwoFactor("prepare-another-app", person, "abc");
    expect(wrong.json().fields).toEqual({ code: "That code is incorrect. Please try again." });
    // No secret is pending yet.
    const early = await callTwoFactor("take-another-app", person, person.app.code());
    expect(early.json().fields.code).toMatch(/start again/);
    const first = await startSwitch(person);
    waitForNextCode();
    const second = await startSwitch(person);
    waitForNextCode();
    for (const app of [person.app, first])
      expect((await callTwoFactor("take-another-app", person, app.code())).statusCode).toBe(400);
    expect((await callTwoFactor("take-another-app", person, second.code())).statusCode).toBe(200);
  });

  test("after ten wrong codes, switching apps is locked for 15 minutes, and the old app still works afterward", async () => {
    const person = await createPersonWithApp();
    const other = await startSwitch(person);
    const guesses = [];
    for (let attempts = 0; attempts < 12; attempts++)
      guesses.push(await callTwoFactor("take-another-app", person, "000000x"));
    expect(guesses.map(({ statusCode }) => statusCode)).toEqual([
      ...Array.from({ length: 10 }, () => 400),
      429,
      429,
    ]);
    expect((await callTwoFactor("take-another-app", person, other.code())).statusCode).toBe(429);
    expect(await readActions(person)).toContain("session.two-factor-locked-out");
    portal.clock.advanceMinutes(15);
    expect(await signInWith(person, person.app.code())).toBe(200);
    expect((await callTwoFactor("take-another-app", person, other.code())).statusCode).toBe(200);
  });

  test("a pending key expires after an hour and is removed along with the app it would have replaced", async () => {
    const person = await createPersonWithApp();
    const late = await startSwitch(person);
    portal.clock.advanceMinutes(61);
    expect((await callTwoFactor("take-another-app", person, late.code())).json().fields.code).toMatch(
      /start again/,
    );
    const other = await startSwitch(person);
    waitForNextCode();
    expect((await callTwoFactor("turn-off", person, person.app.code())).statusCode).toBe(200);
    expect((await callTwoFactor("take-another-app", person, other.code())).json().fields.code).toBe(
      "Two-factor authentication is off.",
    );
    expect((await callTwoFactor("prepare-another-app", person, "123456")).json().fields.code).toBe(
      "Two-factor authentication is off.",
    );
    await giveApp(portal, person.id);
    expect((await callTwoFactor("take-another-app", person, other.code())).statusCode).toBe(400);
  });

  test("another person's session can't confirm the switch, and the pending secret is encrypted", async () => {
    const [person, stranger] = [await createPersonWithApp(), await createPersonWithApp()];
    const other = await startSwitch(person);
    expect((await callTwoFactor("take-another-app", stranger, other.code())).statusCode).toBe(400);
    // Another person's pending secret, copied to one's own row, can't confirm it either.
    const { next_secret: sealed } = await portal.db
      .selectFrom("authenticator_apps")
      .select("next_secret")
      .where("user_id", "=", person.id)
      .executeTakeFirstOrThrow();
    const plain = openSecret(portal.services, person.id, sealed as Buffer);
    expect(sealed?.includes(plain)).toBe(false);
    await portal.db
      .updateTable("authenticator_apps")
      .set({ next_secret: sealed, next_prepared_at: portal.clock.now })
      .where("user_id", "=", stranger.id)
      .execute();
    expect((await callTwoFactor("take-another-app", stranger, other.code())).statusCode).toBe(400);
    expect(await signInWith(stranger, stranger.app.code())).toBe(200);
  });
});

const readStatus = async ({ cookie }: PersonWithApp) =>
  (await portal.call("GET", "/api/profile/two-factor", { cookie })).json<TwoFactorStatus>();
/** Creates recovery codes with a code from the app, then moves on to the app's next code. */
async function createCodes(person: PersonWithApp): Promise<string[]> {
  const response = await callTwoFactor("recovery-codes", person, person.app.code());
  waitForNextCode();
  return response.json<{ recoveryCodes: string[] }>().recoveryCodes;
}
