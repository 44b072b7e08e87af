import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createPerson, signInAs } from "#test/people.ts";
import { startPortal, type TestPortal } from "#test/portal.ts";
import { appOfKey, giveApp } from "#test/second-factor.ts";
import type { KeyOfApp, SecondFactor } from "../second-factor-contract.ts";
import { hashPassword } from "./passwords.ts";
import { openSecret, sealSecret } from "./second-factor-secrets.ts";

const password = "correct horse battery";
let passwordHash: string;
let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal();
  passwordHash = await hashPassword(password);
});
afterAll(() => portal.close());

/** A person with an authenticator app in use. */
async function somebody() {
  const person = await createPerson(portal.db, { role: "landlord", passwordHash });
  const app = await giveApp(portal, person.id);
  return { ...person, app, cookie: await signInAs(portal.db, person, portal.clock.now) };
}
type Somebody = Awaited<ReturnType<typeof somebody>>;
const own = (call: string, { cookie }: { cookie: string }, code: string) =>
  portal.call("POST", `/api/profile/second-factor/${call}`, { cookie, body: { code } });
/** The other app, set up with the key that the page shows. */
async function prepare(person: Somebody, code = person.app.code()) {
  const response = await own("prepare-another-app", person, code);
  expect(response.statusCode, response.body).toBe(200);
  return appOfKey(response.json<KeyOfApp>().secret, portal.clock);
}
/** Moves the clock to the next code of each app. */
const waitForNextCode = () => portal.clock.forwardMinutes(0.5);
async function signInWith(person: Somebody, code: string) {
  const login = await portal.call("POST", "/api/login", { body: { email: person.email, password } });
  const { challenge } = login.json<{ challenge: string }>();
  return (await portal.call("POST", "/api/login/second-factor", { body: { challenge, code } })).statusCode;
}
const isSignedIn = async (cookie: string) =>
  (await portal.call("GET", "/api/me", { cookie })).statusCode === 200;
const actionsOf = async ({ id }: Somebody) => {
  const entries = portal.db.selectFrom("audit_log").select("action").where("subject_id", "=", String(id));
  return (await entries.orderBy("id").execute()).map(({ action }) => action);
};
const subjectsTo = async ({ id }: Somebody) => {
  const mails = portal.db.selectFrom("mails").select("subject").where("to_user_id", "=", id);
  return (await mails.orderBy("id").execute()).map(({ subject }) => subject);
};

describe("moving to another app", () => {
  test("a person whose role requires two-factor sign-in can move alone: the old app works until the new one does", async () => {
    const person = await somebody();
    await portal.db
      .updateTable("organisation")
      .set({ second_factor_roles: ["landlord"] })
      .execute();
    const { onSince } = await readOf(person);
    const other = await prepare(person);
    waitForNextCode();
    expect(await signInWith(person, other.code())).toBe(400);
    expect(await signInWith(person, person.app.code())).toBe(200);
    expect(await isSignedIn(person.cookie)).toBe(true);
    expect(await subjectsTo(person)).toEqual([]);
    waitForNextCode();
    const response = await own("take-another-app", person, other.code());
    expect(response.statusCode, response.body).toBe(200);
    waitForNextCode();
    expect(await signInWith(person, person.app.code())).toBe(400);
    expect(await signInWith(person, other.code())).toBe(200);
    // It was on the whole time.
    expect(await readOf(person)).toMatchObject({ isOn: true, isRequired: true, onSince });
    await portal.db.updateTable("organisation").set({ second_factor_roles: [] }).execute();
  });

  test("only the completed move is mailed and logged, replaces the recovery codes and signs out other devices", async () => {
    const person = await somebody();
    const elsewhere = await signInAs(portal.db, person, portal.clock.now);
    const old = await newCodes(person);
    const signedInSince = await signInAs(portal.db, person, portal.clock.now);
    waitForNextCode();
    const other = await prepare(person);
    expect(await isSignedIn(signedInSince)).toBe(true);
    const response = await own("take-another-app", person, other.code());
    const { recoveryCodes } = response.json<{ recoveryCodes: string[] }>();
    expect(new Set([...recoveryCodes, ...old]).size).toBe(20);
    expect(await readOf(person)).toMatchObject({ recoveryCodesLeft: 10 });
    expect(await isSignedIn(person.cookie)).toBe(true);
    for (const cookie of [elsewhere, signedInSince]) expect(await isSignedIn(cookie)).toBe(false);
    expect(await signInWith(person, old[0] ?? "")).toBe(400);
    expect(await signInWith(person, recoveryCodes[0] ?? "")).toBe(200);
    expect(await subjectsTo(person)).toContain("Two-factor sign-in moved to another app");
    expect(await actionsOf(person)).toContain("account.second-factor-moved");
    // The code of the move is used up, and no secret is pending any more.
    expect(await signInWith(person, other.code())).toBe(400);
    waitForNextCode();
    expect((await own("take-another-app", person, other.code())).json().fields.code).toMatch(/begin again/);
  });

  test("a recovery code begins the move if the old phone is lost or SECRET_KEY has changed", async () => {
    const person = await somebody();
    const [code = ""] = await newCodes(person);
    const foreign = sealSecret({ secretKey: Buffer.alloc(32, 9) }, person.id, Buffer.alloc(20));
    await portal.db
      .updateTable("second_factors")
      .set({ secret: foreign })
      .where("user_id", "=", person.id)
      .execute();
    const other = await prepare(person, code);
    expect(await subjectsTo(person)).toContain("A recovery code of your account was used");
    expect((await own("take-another-app", person, other.code())).statusCode).toBe(200);
    expect((await own("prepare-another-app", person, code)).statusCode).toBe(400);
  });

  test("both steps need a correct code; neither a code of the old app nor one of an earlier key confirms the new app", async () => {
    const person = await somebody();
    const wrong = await own("prepare-another-app", person, "abc");
    expect(wrong.json().fields).toEqual({ code: "This code is not right. Please try again." });
    // No secret is pending yet.
    const early = await own("take-another-app", person, person.app.code());
    expect(early.json().fields.code).toMatch(/begin again/);
    const first = await prepare(person);
    waitForNextCode();
    const second = await prepare(person);
    waitForNextCode();
    for (const app of [person.app, first])
      expect((await own("take-another-app", person, app.code())).statusCode).toBe(400);
    expect((await own("take-another-app", person, second.code())).statusCode).toBe(200);
  });

  test("ten wrong codes in a quarter of an hour are the limit, and the old app signs in afterwards", async () => {
    const person = await somebody();
    const other = await prepare(person);
    const guesses = [];
    for (let tries = 0; tries < 12; tries++) guesses.push(await own("take-another-app", person, "000000x"));
    expect(guesses.map(({ statusCode }) => statusCode)).toEqual([
      ...Array.from({ length: 10 }, () => 400),
      429,
      429,
    ]);
    expect((await own("take-another-app", person, other.code())).statusCode).toBe(429);
    expect(await actionsOf(person)).toContain("session.second-factor-locked-out");
    portal.clock.forwardMinutes(15);
    expect(await signInWith(person, person.app.code())).toBe(200);
    expect((await own("take-another-app", person, other.code())).statusCode).toBe(200);
  });

  test("a pending key expires after an hour, and is removed with the app it would have replaced", async () => {
    const person = await somebody();
    const late = await prepare(person);
    portal.clock.forwardMinutes(61);
    expect((await own("take-another-app", person, late.code())).json().fields.code).toMatch(/begin again/);
    const other = await prepare(person);
    waitForNextCode();
    expect((await own("turn-off", person, person.app.code())).statusCode).toBe(200);
    expect((await own("take-another-app", person, other.code())).json().fields.code).toBe(
      "Two-factor sign-in is off.",
    );
    expect((await own("prepare-another-app", person, "123456")).json().fields.code).toBe(
      "Two-factor sign-in is off.",
    );
    await giveApp(portal, person.id);
    expect((await own("take-another-app", person, other.code())).statusCode).toBe(400);
  });

  test("nobody else's session can confirm the move, and the pending secret is encrypted", async () => {
    const [person, stranger] = [await somebody(), await somebody()];
    const other = await prepare(person);
    expect((await own("take-another-app", stranger, other.code())).statusCode).toBe(400);
    // Nor can the pending secret of another person, copied to one's own row.
    const { next_secret: sealed } = await portal.db
      .selectFrom("second_factors")
      .select("next_secret")
      .where("user_id", "=", person.id)
      .executeTakeFirstOrThrow();
    const plain = openSecret(portal.services, person.id, sealed as Buffer);
    expect(sealed?.includes(plain)).toBe(false);
    await portal.db
      .updateTable("second_factors")
      .set({ next_secret: sealed, next_prepared_at: portal.clock.now })
      .where("user_id", "=", stranger.id)
      .execute();
    expect((await own("take-another-app", stranger, other.code())).statusCode).toBe(400);
    expect(await signInWith(stranger, stranger.app.code())).toBe(200);
  });
});

const readOf = async ({ cookie }: Somebody) =>
  (await portal.call("GET", "/api/profile/second-factor", { cookie })).json<SecondFactor>();
/** Creates recovery codes with a code of the app, and moves on to its next code. */
async function newCodes(person: Somebody): Promise<string[]> {
  const response = await own("recovery-codes", person, person.app.code());
  waitForNextCode();
  return response.json<{ recoveryCodes: string[] }>().recoveryCodes;
}
