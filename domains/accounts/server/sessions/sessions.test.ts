import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createPerson, signInAs } from "#test/people.ts";
import { startPortal, type TestPortal } from "#test/portal.ts";
import { hashPassword } from "../passwords/passwords.ts";

let portal: TestPortal;
let passwordHash: string;
beforeAll(async () => {
  portal = await startPortal();
  passwordHash = await hashPassword("correct horse battery");
});
afterAll(() => portal.close());

const signedIn = async (role: "admin" | "tenant") => {
  const person = await createPerson(portal.db, { role, passwordHash });
  const response = await portal.call("POST", "/api/login", {
    body: { email: person.email, password: "correct horse battery" },
  });
  const [cookie] = response.cookies;
  return { ...person, cookie: `${cookie?.name}=${cookie?.value}` };
};
const readMeStatus = async (cookie: string) => (await portal.call("GET", "/api/me", { cookie })).statusCode;
const hours = (count: number) => count * 60;

describe("sessions", () => {
  test("AUTH-08 AUTH-09 API-09 GET /api/me returns 401 without a session or with an unknown session", async () => {
    for (const cookie of [
      undefined,
      "portal_session=",
      "portal_session=abc",
      `portal_session=${"a".repeat(5000)}`,
    ]) {
      const response = await portal.call("GET", "/api/me", { cookie });
      expect(response.statusCode).toBe(401);
      expect(response.json()).toMatchObject({ code: "unauthenticated", message: "Sign in to continue." });
    }
  });

  test("an admin's session ends after 12 idle hours but continues while the admin uses it", async () => {
    const { cookie } = await signedIn("admin");
    for (let round = 0; round < 3; round++) {
      portal.clock.advanceMinutes(hours(11));
      expect(await readMeStatus(cookie)).toBe(200);
    }
    portal.clock.advanceMinutes(hours(12) + 1);
    expect(await readMeStatus(cookie)).toBe(401);
  });

  test("other roles' sessions end after 14 idle days", async () => {
    const { cookie } = await signedIn("tenant");
    portal.clock.advanceMinutes(hours(14 * 24));
    expect(await readMeStatus(cookie)).toBe(401);
  });

  test("an active session ends after 90 days", async () => {
    const { cookie } = await signedIn("tenant");
    for (let tenths = 1; tenths < 9; tenths++) {
      portal.clock.advanceMinutes(hours(240));
      expect(await readMeStatus(cookie)).toBe(200);
    }
    portal.clock.advanceMinutes(hours(240));
    expect(await readMeStatus(cookie)).toBe(401);
  });

  test("AUTH-16 signing out ends only the current session and succeeds even if the user is already signed out", async () => {
    const person = await signedIn("tenant");
    const otherCookie = await signInAs(portal.db, person, portal.clock.now);
    const response = await portal.call("POST", "/api/logout", { cookie: person.cookie });
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({ success: true });
    expect(response.cookies[0]).toMatchObject({ name: "portal_session", value: "" });
    expect(await readMeStatus(person.cookie)).toBe(401);
    expect(await readMeStatus(otherCookie)).toBe(200);
    expect((await portal.call("POST", "/api/logout")).statusCode).toBe(200);
    expect((await portal.call("POST", "/api/logout", { cookie: person.cookie })).statusCode).toBe(200);
  });

  test("a person whose account is disabled is signed out on their next request", async () => {
    const person = await signedIn("tenant");
    await portal.db.updateTable("users").set({ state: "disabled" }).where("id", "=", person.id).execute();
    expect(await readMeStatus(person.cookie)).toBe(401);
  });

  test("over https, the cookie is Secure and bound to the host", async () => {
    const secure = await startPortal({ PUBLIC_URL: "https://portal.example.com" });
    try {
      const person = await createPerson(secure.db, { role: "tenant", passwordHash });
      const response = await secure.call("POST", "/api/login", {
        body: { email: person.email, password: "correct horse battery" },
      });
      expect(response.cookies[0]).toMatchObject({ name: "__Host-portal_session", secure: true, path: "/" });
      expect(response.headers["strict-transport-security"]).toMatch(/^max-age=31536000/);
    } finally {
      await secure.close();
    }
  });
});
