import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createLease, createPerson, createProperty, createUnit, type Person } from "#test/people.ts";
import { startPortal, type TestPortal } from "#test/portal.ts";
import type { SessionUser } from "../../contract.ts";
import { hashPassword } from "../passwords/passwords.ts";

const password = "correct horse battery";
let passwordHash: string;
let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal();
  passwordHash = await hashPassword(password);
});
afterAll(() => portal.close());

let networks = 0;
/** Each test uses its own network, so their failures don't add up. */
const newNetwork = () => `10.1.${Math.floor(++networks / 250)}.${networks % 250}`;

const signIn = (email: string, password: string, remoteAddress = newNetwork(), cookie?: string) =>
  portal.app.inject({
    method: "POST",
    url: "/api/login",
    remoteAddress,
    headers: cookie === undefined ? {} : { cookie },
    payload: { email, password: password },
  });
const readCookie = (response: { cookies: unknown[] }) => {
  const cookie = response.cookies[0] as { name: string; value: string };
  return `${cookie.name}=${cookie.value}`;
};
const newPerson = (facts: Partial<Parameters<typeof createPerson>[1]> = {}): Promise<Person> =>
  createPerson(portal.db, { role: "landlord", passwordHash, ...facts });
const me = (cookie: string) => portal.call("GET", "/api/me", { cookie });
const readAudit = (subjectId: string | number) =>
  portal.db
    .selectFrom("audit_log")
    .select(["action", "actor_id", "actor_name"])
    .where("subject_id", "=", String(subjectId))
    .orderBy("id")
    .execute();

describe("signing in", () => {
  test("LOG-10 LOG-11 API-10 AUTH-01 AUTH-02 signing in returns the session user and sets a cookie that GET /api/me accepts", async () => {
    const person = await newPerson({ fullName: "Lena Landlord" });
    const response = await signIn(person.email, password);
    expect(response.statusCode).toBe(200);
    const user = response.json<SessionUser>();
    expect(user).toEqual({
      id: person.id,
      fullName: "Lena Landlord",
      role: "landlord",
      email: person.email,
      unitId: null,
      membership: "active",
      declineReason: null,
      emailConfirmed: true,
    });
    const again = await me(readCookie(response));
    expect(again.statusCode).toBe(200);
    expect(again.json()).toEqual(user);
  });

  test("the session id is 256 random bits in an HttpOnly, SameSite=Lax cookie, and only its hash is stored", async () => {
    const person = await newPerson();
    const response = await signIn(person.email, password);
    const [cookie] = response.cookies;
    expect(cookie).toMatchObject({ name: "portal_session", httpOnly: true, sameSite: "Lax", path: "/" });
    expect(Buffer.from(cookie?.value ?? "", "base64url")).toHaveLength(32);
    const kept = await portal.db
      .selectFrom("sessions")
      .select("id_hash")
      .where("user_id", "=", person.id)
      .execute();
    expect(kept).toHaveLength(1);
    expect(kept[0]?.id_hash.toString("base64url")).not.toBe(cookie?.value);
  });

  test("AUTH-03 a tenant's session contains the first unit of the lease", async () => {
    const propertyId = await createProperty(portal.db);
    const unitId = await createUnit(portal.db, propertyId);
    const tenant = await newPerson({ role: "tenant" });
    await createLease(portal.db, { propertyId, unitId, memberIds: [tenant.id] });
    expect((await signIn(tenant.email, password)).json<SessionUser>().unitId).toBe(unitId);
  });

  test("sign-in ignores the letter case of the email address and the spaces around it", async () => {
    const person = await newPerson({ email: "Mixed.Case@Example.com" });
    expect((await signIn(" mixed.CASE@example.COM ", password)).json<SessionUser>().id).toBe(person.id);
  });

  test("every sign-in creates a new session id and ends the browser's previous session", async () => {
    const person = await newPerson();
    const first = readCookie(await signIn(person.email, password));
    const otherCookie = readCookie(await signIn(person.email, password));
    const second = readCookie(await signIn(person.email, password, newNetwork(), first));
    expect(new Set([first, second, otherCookie]).size).toBe(3);
    expect((await me(first)).statusCode).toBe(401);
    expect((await me(second)).statusCode).toBe(200);
    expect((await me(otherCookie)).statusCode).toBe(200);
  });

  test("the audit log records a sign-in under the person's name", async () => {
    const person = await newPerson();
    await signIn(person.email, password);
    expect(await readAudit(person.id)).toEqual([
      { action: "session.started", actor_id: person.id, actor_name: person.fullName },
    ]);
  });

  test("twenty people can sign in concurrently", async () => {
    const people = await Promise.all(Array.from({ length: 20 }, () => newPerson()));
    const network = newNetwork();
    const responses = await Promise.all(people.map(({ email }) => signIn(email, password, network)));
    expect(responses.map(({ statusCode }) => statusCode)).toEqual(people.map(() => 200));
  });

  test("one person can sign in twenty times concurrently", async () => {
    const { email } = await newPerson();
    const network = newNetwork();
    const responses = await Promise.all(Array.from({ length: 20 }, () => signIn(email, password, network)));
    expect(new Set(responses.map(readCookie)).size).toBe(20);
  });
});

describe("a rejected sign-in", () => {
  test("LOG-16 a wrong password, an unknown address, and a disabled account get the same 401", async () => {
    const person = await newPerson();
    const disabled = await newPerson({ state: "disabled" });
    const withoutPassword = await createPerson(portal.db, { role: "tenant" });
    const responses = await Promise.all([
      signIn(person.email, "wrong password"),
      signIn("nobody@example.com", password),
      signIn("not an address", password),
      signIn(disabled.email, password),
      signIn(withoutPassword.email, password),
    ]);
    for (const response of responses) {
      expect(response.statusCode).toBe(401);
      expect(response.cookies).toEqual([]);
      expect({ ...response.json(), requestId: "" }).toEqual({
        message: "Invalid email or password",
        code: "unauthenticated",
        requestId: "",
      });
    }
  });

  test("an unknown address takes about as long as a known one", async () => {
    const person = await newPerson();
    const times: Record<"known" | "unknown", number[]> = { known: [], unknown: [] };
    // Alternates so that other load on this machine affects both alike.
    for (let round = 0; round < 9; round++)
      for (const kind of ["known", "unknown"] as const) {
        const started = performance.now();
        await signIn(kind === "known" ? person.email : "unknown@example.com", "wrong password");
        times[kind].push(performance.now() - started);
      }
    const [known = 0, unknown = 0] = [times.known, times.unknown].map((all) => all.sort((a, b) => a - b)[4]);
    expect(unknown / known).toBeGreaterThan(0.5);
    expect(unknown / known).toBeLessThan(2);
  });

  test.each([
    ["no email", { email: "", password }, "Please enter your email"],
    ["no password", { email: "a@example.com", password: "" }, "Please enter your password"],
    ["nothing", {}, "Please enter your email"],
    ["numbers", { email: 1, password: 2 }, "Please enter your email"],
    ["a list", [], "The request isn't valid."],
  ])("a sign-in with %s returns 400 with a message [LOG-09]", async (_, body, message) => {
    const response = await portal.call("POST", "/api/login", { body });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ code: "invalid", message });
  });
});

describe("too many failed sign-ins", () => {
  test("after ten failed sign-ins to an account, further attempts from that network return 429 for 15 minutes, even with the correct password", async () => {
    const person = await newPerson();
    const network = newNetwork();
    for (let index = 0; index < 10; index++)
      expect((await signIn(person.email.toUpperCase(), "wrong password", network)).statusCode).toBe(401);
    const rejected = await signIn(person.email, password, network);
    expect(rejected.statusCode).toBe(429);
    const seconds = Number(rejected.headers["retry-after"]);
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(900);
    expect(rejected.json().message).toMatch(/^Too many attempts\. Wait \d+ minutes? and try again\.$/);

    expect((await signIn(person.email, password)).statusCode).toBe(200);
    expect((await readAudit(person.id)).map(({ action }) => action)).toEqual([
      "session.locked-out",
      "session.started",
    ]);
    portal.clock.advanceMinutes(15);
    expect((await signIn(person.email, password, network)).statusCode).toBe(200);
  });

  test("a successful sign-in resets the failure count", async () => {
    const person = await newPerson();
    const network = newNetwork();
    for (let round = 0; round < 3; round++) {
      for (let index = 0; index < 9; index++) await signIn(person.email, "wrong password", network);
      expect((await signIn(person.email, password, network)).statusCode).toBe(200);
    }
  });

  test("fifty failed sign-ins from one network block that network for every account", async () => {
    const person = await newPerson();
    const network = newNetwork();
    for (let index = 0; index < 50; index++) await signIn(`guess${index}@example.com`, "wrong", network);
    expect((await signIn(person.email, password, network)).statusCode).toBe(429);
    expect(await readAudit(network)).toMatchObject([{ action: "network.locked-out" }]);
    expect((await signIn(person.email, password)).statusCode).toBe(200);
  });

  test("two hundred concurrent sign-ins from one network don't lock others out", async () => {
    const person = await newPerson();
    const network = newNetwork();
    const flood = Array.from({ length: 200 }, (_, index) =>
      signIn(`flood${index}@example.com`, "wrong", network),
    );
    expect((await signIn(person.email, password)).statusCode).toBe(200);
    const statuses = (await Promise.all(flood)).map(({ statusCode }) => statusCode);
    expect(statuses).toContain(503);
  });

  test("forty concurrent guesses are limited like sequential ones", async () => {
    const person = await newPerson();
    const network = newNetwork();
    const responses = await Promise.all(
      Array.from({ length: 40 }, (_, index) => signIn(person.email, `guess ${index}`, network)),
    );
    const tried = responses.filter(({ statusCode }) => statusCode === 401).length;
    expect(tried).toBeGreaterThanOrEqual(10);
    expect(tried).toBeLessThanOrEqual(11);
    expect(responses.every(({ statusCode }) => statusCode === 401 || statusCode === 429)).toBe(true);
  });
});
