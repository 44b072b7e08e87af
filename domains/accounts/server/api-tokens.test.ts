import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sweepExpired } from "#server/jobs/sweep-expired.ts";
import { askAndRead } from "#test/asking-for-mail.ts";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { multipart } from "#test/form.ts";
import { leakingTap } from "#test/leaking-tap.ts";
import { createPerson, createWorkOrder, signInAs } from "#test/people.ts";
import { tinyPicture } from "#test/pictures.ts";
import type { TestPortal } from "#test/portal.ts";
import type { ApiToken, TokenOfSomebody } from "../token-contract.ts";
import { hashPassword } from "./passwords.ts";

const password = "correct horse battery";
let passwordHash: string;
let portal: TestPortal;
let building: TestBuilding;
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
  passwordHash = await hashPassword(password);
});
afterAll(() => portal.close());

type Role = "landlord" | "tenant" | "maintenance" | "admin";
const newPerson = async (role: Role = "landlord") => {
  const person = await createPerson(portal.db, {
    role,
    passwordHash,
    propertyIds: role === "landlord" ? [building.propertyId] : [],
  });
  return { ...person, cookie: await signInAs(portal.db, person, portal.clock.now) };
};
type Somebody = Awaited<ReturnType<typeof newPerson>>;
const create = ({ cookie }: { cookie: string }, facts: object = {}) =>
  portal.call("POST", "/api/me/tokens", {
    cookie,
    body: { name: "Accounting", scopes: ["work-orders:read"], days: 30, password, ...facts },
  });
const tokenOf = async (person: Somebody, scopes = ["work-orders:read"]) => {
  const response = await create(person, { scopes });
  expect(response.statusCode, response.body).toBe(201);
  return response.json<ApiToken & { token: string }>();
};
const bearer = (token: string, more = {}) => ({ headers: { authorization: `Bearer ${token}`, ...more } });
const statusWith = async (token: string, path = "/api/work-orders") =>
  (await portal.call("GET", path, bearer(token))).statusCode;
const own = async ({ cookie }: Somebody) =>
  (await portal.call("GET", "/api/me/tokens", { cookie })).json<ApiToken[]>();
const entriesAbout = (id: number) =>
  portal.db
    .selectFrom("audit_log")
    .select(["action", "details"])
    .where("subject_id", "=", String(id))
    .where("subject_type", "=", "person")
    .orderBy("id")
    .execute();
const subjectsTo = async (id: number) =>
  (
    await portal.db.selectFrom("mails").select("subject").where("to_user_id", "=", id).orderBy("id").execute()
  ).map(({ subject }) => subject);

describe("making an API token", () => {
  test("takes the password; the token is returned once and stored as a hash, the owner is mailed, and it is logged", async () => {
    const person = await newPerson();
    expect((await create(person, { password: "guess" })).json().fields).toEqual({
      password: "This is not your current password.",
    });
    const made = await tokenOf(person, ["work-orders:write", "reports:read"]);
    expect(made.token).toMatch(/^pmp_[0-9a-f]{48}$/);
    expect(await own(person)).toEqual([
      {
        id: made.id,
        name: "Accounting",
        scopes: ["work-orders:write", "reports:read"],
        createdAt: portal.clock.now.toISOString(),
        expiresAt: new Date(portal.clock.now.getTime() + 30 * 86_400_000).toISOString(),
        isExpired: false,
        lastUsedAt: null,
      },
    ]);
    const stored = await portal.db
      .selectFrom("api_tokens")
      .selectAll()
      .where("id", "=", made.id)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(stored)).not.toContain(made.token.slice(4));
    expect(stored.token_hash).toHaveLength(32);
    expect(await entriesAbout(person.id)).toEqual([
      {
        action: "account.token-created",
        details: { name: "Accounting", scopes: ["work-orders:write", "reports:read"], days: 30 },
      },
    ]);
    const [mail] = await portal.db
      .selectFrom("mails")
      .select(["subject", "text_body"])
      .where("to_user_id", "=", person.id)
      .execute();
    expect(mail?.subject).toBe("A new API token was made for your account");
    expect(mail?.text_body).toContain("Work orders: read and write, Reports: read");
    expect(mail?.text_body).not.toContain("pmp_");
  });

  test.each([
    ["no scope", { scopes: [] }, "scopes"],
    ["a scope that does not exist", { scopes: ["outbox:read"] }, "scopes.0"],
    ["more than an area offers", { scopes: ["people:write"] }, "scopes.0"],
    ["another expiry", { days: 9999 }, "days"],
    ["no name", { name: " " }, "name"],
  ])("%s is refused", async (_, facts, field) => {
    const response = await create(await newPerson(), facts);
    expect(response.statusCode).toBe(400);
    expect(Object.keys(response.json().fields)).toEqual([field]);
  });

  test("it needs a confirmed address", async () => {
    const person = await newPerson();
    await portal.db
      .updateTable("users")
      .set({ email_confirmed_at: null })
      .where("id", "=", person.id)
      .execute();
    expect((await create(person)).statusCode).toBe(409);
  });
});

describe("a request with an API token", () => {
  test("acts as its owner, with the owner's access scope and without a cookie", async () => {
    const landlord = await newPerson();
    const elsewhere = await createPerson(portal.db, { role: "landlord", passwordHash });
    const other = { ...elsewhere, cookie: await signInAs(portal.db, elsewhere, portal.clock.now) };
    const id = await createWorkOrder(portal.db, {
      propertyId: building.propertyId,
      createdById: landlord.id,
    });
    const mine = await tokenOf(landlord);
    const theirs = await tokenOf(other);
    const response = await portal.call("GET", `/api/work-orders/${id}`, bearer(mine.token));
    expect(response.json()).toMatchObject({ id });
    expect(response.cookies).toEqual([]);
    expect(await statusWith(theirs.token, `/api/work-orders/${id}`)).toBe(404);
    // The cookie of somebody else next to it is not read.
    const both = await portal.call("GET", `/api/work-orders/${id}`, {
      ...bearer(theirs.token),
      cookie: landlord.cookie,
    });
    expect(both.statusCode).toBe(404);
    expect((await portal.call("GET", "/api/work-orders", { cookie: landlord.cookie })).statusCode).toBe(200);
  });

  test("the scheme is read in any letter case; another Authorization is left to proxies", async () => {
    const person = await newPerson();
    const { token } = await tokenOf(person);
    const get = (authorization: string, cookie?: string) =>
      portal.call("GET", "/api/work-orders", { headers: { authorization }, cookie });
    expect((await get(`bearer ${token}`)).statusCode).toBe(200);
    expect((await get("Basic cHJveHk6cHJveHk=", person.cookie)).statusCode).toBe(200);
    expect((await get("Bearer pmp_guess", person.cookie)).statusCode).toBe(401);
  });

  // Representative for the permission matrix: [scopes, call, status].
  test.each([
    ["work-orders:read", "GET", "/api/work-orders", 200],
    ["work-orders:read", "GET", "/api/work-orders.csv", 200],
    ["work-orders:read", "POST", "/api/work-orders", 403],
    ["work-orders:read", "GET", "/api/payments", 403],
    ["work-orders:write", "GET", "/api/work-orders", 200],
    ["payments:read", "GET", "/api/payments", 200],
    ["documents:write", "GET", "/api/documents", 200],
    ["leases:read", "POST", "/api/leases", 403],
    ["audit:read", "GET", "/api/audit", 403],
    ["people:read", "GET", "/api/users", 200],
  ])("with %s, %s %s is %i", async (scope, method, path, status) => {
    const { token } = await tokenOf(await newPerson(), [scope]);
    expect((await portal.call(method as "GET", path, bearer(token))).statusCode).toBe(status);
  });

  test("what it lacks is named", async () => {
    const { token } = await tokenOf(await newPerson());
    const response = await portal.call("GET", "/api/payments", bearer(token));
    expect(response.json()).toMatchObject({
      code: "forbidden",
      message: "This API token needs the scope payments:read for this call.",
    });
  });

  test("calls about accounts, tokens, invitations, mails, settings and sign-in take none, whatever its scopes", async () => {
    const admin = await newPerson("admin");
    const { json } = await portal.call("GET", "/api/openapi.json");
    const all = (await create(admin, { scopes: ["people:read", "invitations:read", "audit:read"] })).json();
    expect(json().components.securitySchemes.token).toMatchObject({ type: "http", scheme: "bearer" });
    for (const [method, path] of [
      ["GET", "/api/me"],
      ["POST", "/api/me/password"],
      ["GET", "/api/me/sessions"],
      ["GET", "/api/me/tokens"],
      ["POST", "/api/me/tokens"],
      ["DELETE", `/api/me/tokens/${all.id}`],
      ["GET", "/api/tokens"],
      ["GET", "/api/profile/second-factor"],
      ["POST", `/api/users/${admin.id}/second-factor/remove`],
      ["POST", `/api/users/${admin.id}/disable`],
      ["POST", "/api/invitations"],
      ["GET", "/api/outbox"],
      ["PATCH", "/api/settings"],
      ["POST", "/api/login"],
      ["POST", "/api/logout"],
      ["POST", "/api/register"],
      ["GET", "/api/events"],
      ["GET", "/api/config"],
    ] as const)
      expect((await portal.call(method, path, bearer(all.token))).statusCode, `${method} ${path}`).toBe(403);
    expect((await portal.call("GET", "/api/audit", bearer(all.token))).statusCode).toBe(200);
  });

  test("uploads photos, and what it changes is logged with its name", async () => {
    const admin = await newPerson("admin");
    const { token } = await tokenOf(admin, ["work-orders:write"]);
    const form = multipart({ ...leakingTap, propertyId: String(building.propertyId) }, [
      { name: "images", fileName: "sink.png", type: "image/png", content: await tinyPicture() },
    ]);
    const reported = await portal.call("POST", "/api/work-orders", {
      headers: { ...form.headers, ...bearer(token).headers },
      body: form.body,
    });
    expect(reported.statusCode, reported.body).toBe(201);
    const { id } = reported.json();
    expect((await portal.call("DELETE", `/api/work-orders/${id}`, bearer(token))).statusCode).toBe(200);
    const entry = await portal.db
      .selectFrom("audit_log")
      .select(["actor_id", "details"])
      .where("action", "=", "work-order.deleted")
      .where("subject_id", "=", String(id))
      .executeTakeFirstOrThrow();
    expect(entry).toMatchObject({ actor_id: admin.id, details: { apiToken: "Accounting" } });
  });

  test("from another site it is refused like any other write", async () => {
    const { token } = await tokenOf(await newPerson(), ["work-orders:write"]);
    const response = await portal.call(
      "POST",
      "/api/work-orders",
      bearer(token, { origin: "https://elsewhere.example" }),
    );
    expect(response.json().message).toBe("This request came from another site.");
  });

  test("its last use is written at most once a minute", async () => {
    const person = await newPerson();
    const { token } = await tokenOf(person);
    const lastUsed = async () => {
      await statusWith(token);
      return (await own(person))[0]?.lastUsedAt;
    };
    const first = await lastUsed();
    expect(first).toBe(portal.clock.now.toISOString());
    portal.clock.forwardMinutes(0.5);
    expect(await lastUsed()).toBe(first);
    portal.clock.forwardMinutes(1);
    expect(await lastUsed()).toBe(portal.clock.now.toISOString());
  });

  test("more than 600 requests a minute with one token are too many; another token goes on", async () => {
    const person = await newPerson();
    const { token, id } = await tokenOf(person);
    const other = await tokenOf(person);
    expect(await statusWith(token)).toBe(200);
    await portal.db
      .updateTable("limit_counts")
      .set({ count: 600 })
      .where("key", "=", `api-token ${id}`)
      .execute();
    const refused = await portal.call("GET", "/api/work-orders", bearer(token));
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
    expect(await statusWith(other.token)).toBe(200);
  });
});

describe("an API token ends", () => {
  test("when its owner revokes it; nobody else's is found", async () => {
    const person = await newPerson();
    const { id, token } = await tokenOf(person);
    const revoke = ({ cookie }: Somebody) => portal.call("DELETE", `/api/me/tokens/${id}`, { cookie });
    expect((await revoke(await newPerson())).statusCode).toBe(404);
    expect(await statusWith(token)).toBe(200);
    expect((await revoke(person)).statusCode).toBe(200);
    const refused = await portal.call("GET", "/api/work-orders", bearer(token));
    expect(refused.statusCode).toBe(401);
    expect(refused.json().message).toContain("This API token is not valid.");
    expect((await entriesAbout(person.id)).map(({ action }) => action)).toEqual([
      "account.token-created",
      "account.token-revoked",
    ]);
    expect((await subjectsTo(person.id)).at(-1)).toBe("An API token of your account was revoked");
  });

  test("when an administrator revokes it, who sees everybody's", async () => {
    const admin = await newPerson("admin");
    const person = await newPerson();
    const { id, token } = await tokenOf(person);
    const { cookie } = admin;
    const found = await portal.call("GET", `/api/tokens?q=${encodeURIComponent(person.email)}`, { cookie });
    expect(found.json<TokenOfSomebody[]>()).toEqual([
      expect.objectContaining({ id, owner: { id: person.id, fullName: person.fullName } }),
    ]);
    expect(found.body).not.toContain(token);
    const csv = await portal.call("GET", "/api/tokens.csv", { cookie });
    expect(csv.body).toContain("Work orders: read");
    expect((await portal.call("DELETE", `/api/tokens/${id}`, { cookie })).statusCode).toBe(200);
    expect(await statusWith(token)).toBe(401);
    expect((await entriesAbout(person.id)).at(-1)).toEqual({
      action: "person.token-revoked",
      details: { name: "Accounting" },
    });
    expect((await subjectsTo(person.id)).at(-1)).toBe(
      "An administrator revoked an API token of your account",
    );
  });

  test("on its day; it is listed as expired for a month", async () => {
    const person = await newPerson();
    const { id, token } = await tokenOf(person);
    const expiresDaysAgo = (days: number) =>
      portal.db
        .updateTable("api_tokens")
        .set({ expires_at: new Date(portal.clock.now.getTime() - days * 86_400_000) })
        .where("id", "=", id)
        .execute();
    await expiresDaysAgo(0);
    expect(await statusWith(token)).toBe(401);
    await sweepExpired(portal.services);
    expect(await own(person)).toMatchObject([{ isExpired: true }]);
    await expiresDaysAgo(31);
    await sweepExpired(portal.services);
    expect(await own(person)).toEqual([]);
  });

  test.each(["pending", "refused", "disabled"])("while its owner is %s", async (state) => {
    const person = await newPerson();
    const { token } = await tokenOf(person);
    await portal.db.updateTable("users").set({ state }).where("id", "=", person.id).execute();
    expect(await statusWith(token)).toBe(401);
  });

  test("for good, when an administrator disables its owner or signs them out everywhere", async () => {
    const admin = await newPerson("admin");
    for (const call of ["disable", "sign-out-everywhere"]) {
      const person = await newPerson();
      const { token } = await tokenOf(person);
      await portal.call("POST", `/api/users/${person.id}/${call}`, { cookie: admin.cookie, body: {} });
      await portal.call("POST", `/api/users/${person.id}/enable`, { cookie: admin.cookie });
      expect(await statusWith(token), call).toBe(401);
    }
  });

  test("for good, when its owner resets the password by mail", async () => {
    const person = await newPerson();
    const { token } = await tokenOf(person);
    const mail = await askAndRead(portal, "link", person.email);
    const body = { token: mail.token, newPassword: "New-Harbor-2029" };
    expect((await portal.call("POST", "/api/reset-password", { body })).statusCode).toBe(200);
    expect(await statusWith(token)).toBe(401);
    expect(await own({ ...person, cookie: await signInAs(portal.db, person, portal.clock.now) })).toEqual([]);
  });

  test("not with a new password or the end of other sessions", async () => {
    const person = await newPerson();
    const { token } = await tokenOf(person);
    await portal.call("POST", "/api/me/sessions/end-others", person);
    const changed = await portal.call("POST", "/api/me/password", {
      ...person,
      body: { currentPassword: password, newPassword: "New-Harbor-2029" },
    });
    expect(changed.statusCode, changed.body).toBe(200);
    expect(await statusWith(token)).toBe(200);
  });

  test("its rights end with the owner's role and required two-factor sign-in", async () => {
    const person = await newPerson();
    const { token } = await tokenOf(person, ["reports:read"]);
    expect(await statusWith(token, "/api/reports/months")).toBe(200);
    await portal.db
      .updateTable("organisation")
      .set({ second_factor_roles: ["landlord"] })
      .execute();
    expect(await statusWith(token, "/api/reports/months")).toBe(403);
    await portal.db.updateTable("organisation").set({ second_factor_roles: [] }).execute();
    await portal.db.updateTable("users").set({ role: "tenant" }).where("id", "=", person.id).execute();
    expect(await statusWith(token, "/api/reports/months")).toBe(403);
  });
});
