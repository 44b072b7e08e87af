import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hashPassword } from "#domains/accounts/server/passwords/passwords.ts";
import type { MySession } from "#domains/accounts/session-contract.ts";
import { createPerson, signInAs } from "#test/people.ts";
import { startPortal, type TestPortal } from "#test/portal.ts";
import { tableContents } from "#test/table-contents.ts";

let portal: TestPortal;
let passwordHash: string;
const password = "correct horse battery";
beforeAll(async () => {
  portal = await startPortal();
  passwordHash = await hashPassword(password);
});
afterAll(() => portal.close());

const newPerson = async () => {
  const person = await createPerson(portal.db, { role: "tenant", passwordHash });
  return { ...person, cookie: await signInAs(portal.db, person, portal.clock.now) };
};
const readMeStatus = async (cookie: string) => (await portal.call("GET", "/api/me", { cookie })).statusCode;
const login = (email: string, secret: string, userAgent = "Mozilla/5.0 (X11; Linux x86_64) Firefox/150.0") =>
  portal.call("POST", "/api/login", {
    body: { email, password: secret },
    headers: { "user-agent": userAgent },
  });
const listSessions = async (cookie: string) =>
  (await portal.call("GET", "/api/me/sessions", { cookie })).json<MySession[]>();
const change = (cookie: string, body: Record<string, unknown>) =>
  portal.call("POST", "/api/me/password", {
    cookie,
    body: { currentPassword: password, newPassword: "a new staple 7", ...body },
  });
const readActions = async (id: number) =>
  (
    await portal.db
      .selectFrom("audit_log")
      .select("action")
      .where("actor_id", "=", id)
      .orderBy("id")
      .execute()
  ).map(({ action }) => action);

describe("the user's own sessions", () => {
  test("sessions are listed with device, network, and last use but without their hashes, and the current session is marked", async () => {
    const person = await newPerson();
    await login(person.email, password);
    const sessions = await listSessions(person.cookie);
    expect(sessions).toHaveLength(2);
    expect(sessions.find(({ isCurrent }) => !isCurrent)).toEqual({
      id: expect.any(Number),
      createdAt: portal.clock.now.toISOString(),
      lastSeenAt: portal.clock.now.toISOString(),
      networkAddress: "127.0.0.1",
      userAgent: "Mozilla/5.0 (X11; Linux x86_64) Firefox/150.0",
      signedInBy: "password",
      isCurrent: false,
    });
    expect(sessions.filter(({ isCurrent }) => isCurrent)).toHaveLength(1);
  });

  test("expired sessions aren't listed in the profile", async () => {
    const person = await newPerson();
    await signInAs(portal.db, person, new Date(portal.clock.now.getTime() - 2 * 86_400_000));
    expect(await listSessions(person.cookie)).toHaveLength(1);
  });

  test("a session can be ended with immediate effect, and ending someone else's returns 404", async () => {
    const person = await newPerson();
    const otherCookie = await signInAs(portal.db, person, portal.clock.now);
    const other = (await listSessions(person.cookie)).find(({ isCurrent }) => !isCurrent);
    const end = (cookie: string, id = other?.id) =>
      portal.call("DELETE", `/api/me/sessions/${id}`, { cookie });
    const stranger = await newPerson();
    expect((await end(stranger.cookie)).statusCode).toBe(404);
    expect(await readMeStatus(otherCookie)).toBe(200);
    expect((await end(person.cookie)).json()).toEqual({ success: true });
    expect([await readMeStatus(otherCookie), await readMeStatus(person.cookie)]).toEqual([401, 200]);
    expect((await end(person.cookie)).statusCode).toBe(404);
    expect(await readActions(person.id)).toEqual(["session.ended"]);
  });

  test("all of the user's other sessions can be ended together, and other people's sessions continue", async () => {
    const person = await newPerson();
    const others = [
      await signInAs(portal.db, person, portal.clock.now),
      await signInAs(portal.db, person, portal.clock.now),
    ];
    const stranger = await newPerson();
    const response = await portal.call("POST", "/api/me/sessions/end-others", person);
    expect(response.json()).toEqual({ success: true });
    for (const cookie of others) expect(await readMeStatus(cookie)).toBe(401);
    expect([await readMeStatus(person.cookie), await readMeStatus(stranger.cookie)]).toEqual([200, 200]);
    expect(await readActions(person.id)).toEqual(["session.others-ended"]);
  });
});

describe("the user's own password", () => {
  test("changing the password ends other sessions and sends an email, and afterward only the new password works", async () => {
    const person = await newPerson();
    const otherCookie = await signInAs(portal.db, person, portal.clock.now);
    expect((await change(person.cookie, {})).json()).toEqual({ success: true });
    expect([await readMeStatus(person.cookie), await readMeStatus(otherCookie)]).toEqual([200, 401]);
    expect((await login(person.email, password)).statusCode).toBe(401);
    expect((await login(person.email, "a new staple 7")).statusCode).toBe(200);
    const emails = await portal.db
      .selectFrom("emails")
      .select(["template", "text_body"])
      .where("to_address", "=", person.email)
      .execute();
    expect(emails.map(({ template }) => template)).toEqual(["password-changed"]);
    expect(emails[0]?.text_body).not.toContain("staple");
    expect((await readActions(person.id))[0]).toBe("account.password-changed");
  });

  test.each([
    [
      "a wrong current password",
      { currentPassword: "guess" },
      "currentPassword",
      "The current password is incorrect.",
    ],
    ["no current password", { currentPassword: "" }, "currentPassword", "Please enter your current password"],
    [
      "too short a new password",
      { newPassword: "12345" },
      "newPassword",
      "Password must be at least 6 characters",
    ],
    [
      "the same password again",
      { newPassword: password },
      "newPassword",
      "Choose a password that's different from your current one.",
    ],
    [
      "one of the most common passwords",
      { newPassword: "password1" },
      "newPassword",
      "This password is too common. Choose one that's harder to guess.",
    ],
  ])(
    "changing the password with %s returns 400 with the field's message and changes nothing",
    async (_, body, field, message) => {
      const person = await newPerson();
      const before = await tableContents(portal.db);
      const response = await change(person.cookie, body);
      expect(response.statusCode).toBe(400);
      expect(response.json()).toMatchObject({ message, fields: { [field]: message } });
      expect(await tableContents(portal.db)).toEqual(before);
    },
  );

  test("after ten wrong guesses of the current password, even the correct password returns 429 until 15 minutes have passed", async () => {
    const person = await newPerson();
    for (let count = 0; count < 10; count++)
      expect((await change(person.cookie, { currentPassword: `guess ${count}` })).statusCode).toBe(400);
    const response = await change(person.cookie, {});
    expect(response.statusCode).toBe(429);
    expect(Number(response.headers["retry-after"])).toBeGreaterThan(0);
    portal.clock.advanceMinutes(15);
    expect((await change(person.cookie, {})).statusCode).toBe(200);
  });

  test("only one of two concurrent password changes succeeds", async () => {
    const person = await newPerson();
    const responses = await Promise.all([
      change(person.cookie, { newPassword: "first staple 1" }),
      change(person.cookie, { newPassword: "second staple 2" }),
    ]);
    expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  });
});

test("the density is saved with the account without changing its version or the audit log, and only two values are valid", async () => {
  const person = await newPerson();
  const patch = (body: object) => portal.call("PATCH", "/api/me", { ...person, body });
  const readVersion = () =>
    portal.db.selectFrom("users").select("version").where("id", "=", person.id).executeTakeFirstOrThrow();
  const before = await readVersion();
  expect((await portal.call("GET", "/api/me", person)).json()).not.toHaveProperty("density");
  expect((await patch({ density: "compact" })).json()).toMatchObject({
    fullName: person.fullName,
    density: "compact",
  });
  expect((await patch({ density: "tiny" })).statusCode).toBe(400);
  await patch({ fullName: "Nora New" });
  const otherCookie = await signInAs(portal.db, person, portal.clock.now);
  expect((await portal.call("GET", "/api/me", { cookie: otherCookie })).json()).toMatchObject({
    fullName: "Nora New",
    density: "compact",
  });
  expect((await readVersion()).version).toBe(before.version + 1);
  expect(await readActions(person.id)).toEqual(["profile.edited"]);
});

describe("the user's own name", () => {
  test("PATCH /api/me changes only the name and is audited with old and new values", async () => {
    const person = await newPerson();
    const response = await portal.call("PATCH", "/api/me", {
      ...person,
      body: { fullName: "  Nora New ", role: "admin", email: "other@example.com" },
    });
    expect(response.json()).toMatchObject({
      id: person.id,
      fullName: "Nora New",
      role: "tenant",
      email: person.email,
    });
    expect((await portal.call("GET", "/api/me", person)).json()).toEqual(response.json());
    const [entry] = await portal.db
      .selectFrom("audit_log")
      .select(["action", "details"])
      .where("actor_id", "=", person.id)
      .execute();
    expect(entry).toEqual({
      action: "profile.edited",
      details: { changes: [{ field: "fullName", from: person.fullName, to: "Nora New" }] },
    });
  });

  test("a name that is too short returns 400", async () => {
    const person = await newPerson();
    const response = await portal.call("PATCH", "/api/me", { ...person, body: { fullName: "N" } });
    expect(response.json()).toMatchObject({ fields: { fullName: "Full name is required" } });
  });
});
