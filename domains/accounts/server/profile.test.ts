import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createPerson, signInAs } from "#test/people.ts";
import { startPortal, type TestPortal } from "#test/portal.ts";
import { tableContents } from "#test/table-contents.ts";
import type { OwnSession } from "../profile-contract.ts";
import { hashPassword } from "./passwords.ts";

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
const statusOfMe = async (cookie: string) => (await portal.call("GET", "/api/me", { cookie })).statusCode;
const login = (email: string, secret: string, userAgent = "Mozilla/5.0 (X11; Linux x86_64) Firefox/150.0") =>
  portal.call("POST", "/api/login", {
    body: { email, password: secret },
    headers: { "user-agent": userAgent },
  });
const sessionsOf = async (cookie: string) =>
  (await portal.call("GET", "/api/me/sessions", { cookie })).json<OwnSession[]>();
const change = (cookie: string, body: Record<string, unknown>) =>
  portal.call("POST", "/api/me/password", {
    cookie,
    body: { currentPassword: password, newPassword: "a new staple 7", ...body },
  });
const actionsOf = async (id: number) =>
  (
    await portal.db
      .selectFrom("audit_log")
      .select("action")
      .where("actor_id", "=", id)
      .orderBy("id")
      .execute()
  ).map(({ action }) => action);

describe("one's own sessions", () => {
  test("are listed with device, network and last use, with the current one marked, and without their hashes", async () => {
    const person = await newPerson();
    await login(person.email, password);
    const sessions = await sessionsOf(person.cookie);
    expect(sessions).toHaveLength(2);
    expect(sessions.find(({ isCurrent }) => !isCurrent)).toEqual({
      id: expect.any(Number),
      createdAt: portal.clock.now.toISOString(),
      lastSeenAt: portal.clock.now.toISOString(),
      networkAddress: "127.0.0.1",
      userAgent: "Mozilla/5.0 (X11; Linux x86_64) Firefox/150.0",
      isCurrent: false,
    });
    expect(sessions.filter(({ isCurrent }) => isCurrent)).toHaveLength(1);
  });

  test("are not listed after they expired", async () => {
    const person = await newPerson();
    await signInAs(portal.db, person, new Date(portal.clock.now.getTime() - 2 * 86_400_000));
    expect(await sessionsOf(person.cookie)).toHaveLength(1);
  });

  test("can be ended one by one, at once; anybody else's is 404", async () => {
    const person = await newPerson();
    const elsewhere = await signInAs(portal.db, person, portal.clock.now);
    const other = (await sessionsOf(person.cookie)).find(({ isCurrent }) => !isCurrent);
    const end = (cookie: string, id = other?.id) =>
      portal.call("DELETE", `/api/me/sessions/${id}`, { cookie });
    const stranger = await newPerson();
    expect((await end(stranger.cookie)).statusCode).toBe(404);
    expect(await statusOfMe(elsewhere)).toBe(200);
    expect((await end(person.cookie)).json()).toEqual({ success: true });
    expect([await statusOfMe(elsewhere), await statusOfMe(person.cookie)]).toEqual([401, 200]);
    expect((await end(person.cookie)).statusCode).toBe(404);
    expect(await actionsOf(person.id)).toEqual(["session.ended"]);
  });

  test("can all be ended but the current one; those of other people are not", async () => {
    const person = await newPerson();
    const others = [
      await signInAs(portal.db, person, portal.clock.now),
      await signInAs(portal.db, person, portal.clock.now),
    ];
    const stranger = await newPerson();
    const response = await portal.call("POST", "/api/me/sessions/end-others", person);
    expect(response.json()).toEqual({ success: true });
    for (const cookie of others) expect(await statusOfMe(cookie)).toBe(401);
    expect([await statusOfMe(person.cookie), await statusOfMe(stranger.cookie)]).toEqual([200, 200]);
    expect(await actionsOf(person.id)).toEqual(["session.others-ended"]);
  });
});

describe("one's own password", () => {
  test("can be changed: the new one signs in, the old one does not, other sessions end, and a mail is sent", async () => {
    const person = await newPerson();
    const elsewhere = await signInAs(portal.db, person, portal.clock.now);
    expect((await change(person.cookie, {})).json()).toEqual({ success: true });
    expect([await statusOfMe(person.cookie), await statusOfMe(elsewhere)]).toEqual([200, 401]);
    expect((await login(person.email, password)).statusCode).toBe(401);
    expect((await login(person.email, "a new staple 7")).statusCode).toBe(200);
    const mails = await portal.db
      .selectFrom("mails")
      .select(["template", "text_body"])
      .where("to_address", "=", person.email)
      .execute();
    expect(mails.map(({ template }) => template)).toEqual(["password-changed"]);
    expect(mails[0]?.text_body).not.toContain("staple");
    expect((await actionsOf(person.id))[0]).toBe("account.password-changed");
  });

  test.each([
    [
      "a wrong current one",
      { currentPassword: "guess" },
      "currentPassword",
      "This is not your current password.",
    ],
    ["none", { currentPassword: "" }, "currentPassword", "Please enter your current password"],
    [
      "too short a new one",
      { newPassword: "12345" },
      "newPassword",
      "Password must be at least 6 characters",
    ],
    [
      "the same again",
      { newPassword: password },
      "newPassword",
      "Please choose another password than the present one.",
    ],
    [
      "one of the most common",
      { newPassword: "password1" },
      "newPassword",
      "This password is one of the most common and easily guessed. Please choose another.",
    ],
  ])("%s is 400 with the sentence of the field, and nothing is changed", async (_, body, field, message) => {
    const person = await newPerson();
    const before = await tableContents(portal.db);
    const response = await change(person.cookie, body);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ message, fields: { [field]: message } });
    expect(await tableContents(portal.db)).toEqual(before);
  });

  test("after ten wrong guesses even the right one is 429 until the quarter of an hour is over", async () => {
    const person = await newPerson();
    for (let count = 0; count < 10; count++)
      expect((await change(person.cookie, { currentPassword: `guess ${count}` })).statusCode).toBe(400);
    const response = await change(person.cookie, {});
    expect(response.statusCode).toBe(429);
    expect(Number(response.headers["retry-after"])).toBeGreaterThan(0);
    portal.clock.forwardMinutes(15);
    expect((await change(person.cookie, {})).statusCode).toBe(200);
  });

  test("of two concurrent changes one succeeds", async () => {
    const person = await newPerson();
    const responses = await Promise.all([
      change(person.cookie, { newPassword: "first staple 1" }),
      change(person.cookie, { newPassword: "second staple 2" }),
    ]);
    expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  });
});

describe("one's own name", () => {
  test("is the only thing PATCH /api/me changes, and is audited with old and new values", async () => {
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

  test("too short a name is 400", async () => {
    const person = await newPerson();
    const response = await portal.call("PATCH", "/api/me", { ...person, body: { fullName: "N" } });
    expect(response.json()).toMatchObject({ fields: { fullName: "Full name is required" } });
  });
});
