import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sweepExpired } from "#server/jobs/sweep-expired.ts";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { requestAndReadEmail } from "#test/email-requests.ts";
import { tinyImage } from "#test/files/images.ts";
import { multipart } from "#test/form.ts";
import { leakingFaucet } from "#test/leaking-faucet.ts";
import { createPerson, createWorkOrder, signInAs } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import type { ApiToken, TokenWithOwner } from "../../token-contract.ts";
import { hashPassword } from "../passwords/passwords.ts";

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
type TestPerson = Awaited<ReturnType<typeof newPerson>>;
const create = ({ cookie }: { cookie: string }, changes: object = {}) =>
  portal.call("POST", "/api/me/tokens", {
    cookie,
    body: { name: "Accounting", scopes: ["work-orders:read"], days: 30, password, ...changes },
  });
const createToken = async (person: TestPerson, scopes = ["work-orders:read"]) => {
  const response = await create(person, { scopes });
  expect(response.statusCode, response.body).toBe(201);
  return response.json<ApiToken & { token: string }>();
};
const bearer = (token: string, headers = {}) => ({
  headers: { authorization: `Bearer ${token}`, ...headers },
});
const statusWith = async (token: string, path = "/api/work-orders") =>
  (await portal.call("GET", path, bearer(token))).statusCode;
const listTokens = async ({ cookie }: TestPerson) =>
  (await portal.call("GET", "/api/me/tokens", { cookie })).json<ApiToken[]>();
const readAuditEntries = (id: number) =>
  portal.db
    .selectFrom("audit_log")
    .select(["action", "details"])
    .where("subject_id", "=", String(id))
    .where("subject_type", "=", "person")
    .orderBy("id")
    .execute();
const readSubjects = async (id: number) =>
  (
    await portal.db
      .selectFrom("emails")
      .select("subject")
      .where("to_user_id", "=", id)
      .orderBy("id")
      .execute()
  ).map(({ subject }) => subject);

describe("creating an API token", () => {
  test("creating a token requires the password, returns the token once, stores only its hash, emails the owner, and is logged", async () => {
    const person = await newPerson();
    expect((await create(person, { password: "guess" })).json().fields).toEqual({
      password: "The current password is incorrect.",
    });
    const made = await createToken(person, ["work-orders:write", "reports:read"]);
    expect(made.token).toMatch(/^pmp_[0-9a-f]{48}$/);
    expect(await listTokens(person)).toEqual([
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
    expect(await readAuditEntries(person.id)).toEqual([
      {
        action: "account.token-created",
        details: { name: "Accounting", scopes: ["work-orders:write", "reports:read"], days: 30 },
      },
    ]);
    const [message] = await portal.db
      .selectFrom("emails")
      .select(["subject", "text_body"])
      .where("to_user_id", "=", person.id)
      .execute();
    expect(message?.subject).toBe("New API token created for your account");
    expect(message?.text_body).toContain("Work orders: read and write, Reports: read");
    expect(message?.text_body).not.toContain("pmp_");
  });

  test.each([
    ["no scope", { scopes: [] }, "scopes"],
    ["a scope that does not exist", { scopes: ["outbox:read"] }, "scopes.0"],
    ["more than an area offers", { scopes: ["people:write"] }, "scopes.0"],
    ["a scope that the role can't use", { scopes: ["work-orders:read", "audit:read"] }, "scopes"],
    ["another expiration", { days: 9999 }, "days"],
    ["no name", { name: " " }, "name"],
  ])("creating a token with %s is rejected", async (_, changes, field) => {
    const response = await create(await newPerson(), changes);
    expect(response.statusCode).toBe(400);
    expect(Object.keys(response.json().fields)).toEqual([field]);
  });

  test("creating a token requires a confirmed address", async () => {
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
  test("a request with a token acts as its owner, with the owner's access scope and without a cookie", async () => {
    const landlord = await newPerson();
    const otherLandlord = await createPerson(portal.db, { role: "landlord", passwordHash });
    const other = { ...otherLandlord, cookie: await signInAs(portal.db, otherLandlord, portal.clock.now) };
    const id = await createWorkOrder(portal.db, {
      propertyId: building.propertyId,
      createdById: landlord.id,
    });
    const mine = await createToken(landlord);
    const theirs = await createToken(other);
    const response = await portal.call("GET", `/api/work-orders/${id}`, bearer(mine.token));
    expect(response.json()).toMatchObject({ id });
    expect(response.cookies).toEqual([]);
    expect(await statusWith(theirs.token, `/api/work-orders/${id}`)).toBe(404);
    // Another person's cookie sent along is ignored.
    const both = await portal.call("GET", `/api/work-orders/${id}`, {
      ...bearer(theirs.token),
      cookie: landlord.cookie,
    });
    expect(both.statusCode).toBe(404);
    expect((await portal.call("GET", "/api/work-orders", { cookie: landlord.cookie })).statusCode).toBe(200);
  });

  test("the Bearer scheme is accepted in any letter case, and other Authorization schemes are ignored", async () => {
    const person = await newPerson();
    const { token } = await createToken(person);
    const get = (authorization: string, cookie?: string) =>
      portal.call("GET", "/api/work-orders", { headers: { authorization }, cookie });
    expect((await get(`bearer ${token}`)).statusCode).toBe(200);
    expect((await get("Basic cHJveHk6cHJveHk=", person.cookie)).statusCode).toBe(200);
    expect((await get("Bearer pmp_guess", person.cookie)).statusCode).toBe(401);
  });

  // Representative of the permission matrix: [scopes, call, status].
  test.each([
    ["work-orders:read", "GET", "/api/work-orders", 200],
    ["work-orders:read", "GET", "/api/work-orders.csv", 200],
    ["work-orders:read", "POST", "/api/work-orders", 403],
    ["work-orders:read", "GET", "/api/payments", 403],
    ["work-orders:write", "GET", "/api/work-orders", 200],
    ["payments:read", "GET", "/api/payments", 200],
    ["documents:write", "GET", "/api/documents", 200],
    ["leases:read", "POST", "/api/leases", 403],
    ["people:read", "GET", "/api/users", 200],
  ])("with the scope %s, a token's request %s %s returns %i", async (scope, method, path, status) => {
    const { token } = await createToken(await newPerson(), [scope]);
    expect((await portal.call(method as "GET", path, bearer(token))).statusCode).toBe(status);
  });

  test("the error for a missing scope names the scope", async () => {
    const { token } = await createToken(await newPerson());
    const response = await portal.call("GET", "/api/payments", bearer(token));
    expect(response.json()).toMatchObject({
      code: "forbidden",
      message: "This API token needs the payments:read scope.",
    });
    // A report also needs the scope of what it shows.
    const reports = await createToken(await newPerson("admin"), ["reports:read"]);
    expect(await statusWith(reports.token, "/api/reports/audit/document")).toBe(403);
  });

  test("no token can call endpoints about accounts, tokens, invitations, emails, settings, or sign-in", async () => {
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
      ["GET", "/api/profile/two-factor"],
      ["POST", `/api/users/${admin.id}/two-factor/remove`],
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

  test("a token can upload photos, and its changes are logged under its name", async () => {
    const admin = await newPerson("admin");
    const { token } = await createToken(admin, ["work-orders:write"]);
    const form = multipart({ ...leakingFaucet, propertyId: String(building.propertyId) }, [
      { name: "images", fileName: "sink.png", type: "image/png", content: await tinyImage() },
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

  test("a cross-site write with a token is rejected like any other cross-site write", async () => {
    const { token } = await createToken(await newPerson(), ["work-orders:write"]);
    const response = await portal.call(
      "POST",
      "/api/work-orders",
      bearer(token, { origin: "https://elsewhere.example" }),
    );
    expect(response.json().message).toBe("This request came from another site.");
  });

  test("the last use of a token is written no more than once per minute", async () => {
    const person = await newPerson();
    const { token } = await createToken(person);
    const lastUsed = async () => {
      await statusWith(token);
      return (await listTokens(person))[0]?.lastUsedAt;
    };
    const first = await lastUsed();
    expect(first).toBe(portal.clock.now.toISOString());
    portal.clock.advanceMinutes(0.5);
    expect(await lastUsed()).toBe(first);
    portal.clock.advanceMinutes(1);
    expect(await lastUsed()).toBe(portal.clock.now.toISOString());
  });

  test("after 600 requests in a minute, a token gets 429 while other tokens keep working", async () => {
    const person = await newPerson();
    const { token, id } = await createToken(person);
    const other = await createToken(person);
    expect(await statusWith(token)).toBe(200);
    await portal.db
      .updateTable("limit_counts")
      .set({ count: 600 })
      .where("key", "=", `api-token ${id}`)
      .execute();
    const rejected = await portal.call("GET", "/api/work-orders", bearer(token));
    expect(rejected.statusCode).toBe(429);
    expect(Number(rejected.headers["retry-after"])).toBeGreaterThan(0);
    expect(await statusWith(other.token)).toBe(200);
  });
});

describe("the end of an API token", () => {
  test("owners can revoke their own API tokens but not other people's", async () => {
    const person = await newPerson();
    const { id, token } = await createToken(person);
    const revoke = ({ cookie }: TestPerson) => portal.call("DELETE", `/api/me/tokens/${id}`, { cookie });
    expect((await revoke(await newPerson())).statusCode).toBe(404);
    expect(await statusWith(token)).toBe(200);
    expect((await revoke(person)).statusCode).toBe(200);
    const rejected = await portal.call("GET", "/api/work-orders", bearer(token));
    expect(rejected.statusCode).toBe(401);
    expect(rejected.json().message).toContain("This API token isn't valid.");
    expect((await readAuditEntries(person.id)).map(({ action }) => action)).toEqual([
      "account.token-created",
      "account.token-revoked",
    ]);
    expect((await readSubjects(person.id)).at(-1)).toBe("Your API token was revoked");
  });

  test("administrators see and can revoke everyone's tokens", async () => {
    const admin = await newPerson("admin");
    const person = await newPerson();
    const { id, token } = await createToken(person);
    const { cookie } = admin;
    const found = await portal.call("GET", `/api/tokens?q=${encodeURIComponent(person.email)}`, { cookie });
    expect(found.json<TokenWithOwner[]>()).toEqual([
      expect.objectContaining({ id, owner: { id: person.id, fullName: person.fullName } }),
    ]);
    expect(found.body).not.toContain(token);
    const csv = await portal.call("GET", "/api/tokens.csv", { cookie });
    expect(csv.body).toContain("Work orders: read");
    expect((await portal.call("DELETE", `/api/tokens/${id}`, { cookie })).statusCode).toBe(200);
    expect(await statusWith(token)).toBe(401);
    expect((await readAuditEntries(person.id)).at(-1)).toEqual({
      action: "person.token-revoked",
      details: { name: "Accounting" },
    });
    expect((await readSubjects(person.id)).at(-1)).toBe("An administrator revoked one of your API tokens");
  });

  test("a token stops working on its expiration date and stays listed as expired for a month", async () => {
    const person = await newPerson();
    const { id, token } = await createToken(person);
    const expiresDaysAgo = (days: number) =>
      portal.db
        .updateTable("api_tokens")
        .set({ expires_at: new Date(portal.clock.now.getTime() - days * 86_400_000) })
        .where("id", "=", id)
        .execute();
    await expiresDaysAgo(0);
    expect(await statusWith(token)).toBe(401);
    await sweepExpired(portal.services);
    expect(await listTokens(person)).toMatchObject([{ isExpired: true }]);
    await expiresDaysAgo(31);
    await sweepExpired(portal.services);
    expect(await listTokens(person)).toEqual([]);
  });

  test.each(["pending", "declined", "disabled"] as const)(
    "a token doesn't work while its owner is %s",
    async (state) => {
      const person = await newPerson();
      const { token } = await createToken(person);
      await portal.db.updateTable("users").set({ state }).where("id", "=", person.id).execute();
      expect(await statusWith(token)).toBe(401);
    },
  );

  test("a token is permanently revoked when an administrator disables its owner or signs them out everywhere", async () => {
    const admin = await newPerson("admin");
    for (const call of ["disable", "sign-out-everywhere"]) {
      const person = await newPerson();
      const { token } = await createToken(person);
      await portal.call("POST", `/api/users/${person.id}/${call}`, { cookie: admin.cookie, body: {} });
      await portal.call("POST", `/api/users/${person.id}/enable`, { cookie: admin.cookie });
      expect(await statusWith(token), call).toBe(401);
    }
  });

  test("a token is permanently revoked when its owner's role changes or their two-factor authentication is reset", async () => {
    const admin = await newPerson("admin");
    const changes = {
      role: (id: number) =>
        portal.call("PATCH", `/api/users/${id}`, { cookie: admin.cookie, body: { role: "admin" } }),
      "two-factor": async (id: number) => {
        await portal.db
          .insertInto("authenticator_apps")
          .values({
            user_id: id,
            secret: Buffer.alloc(32),
            prepared_at: new Date(),
            confirmed_at: new Date(),
          })
          .execute();
        return portal.call("POST", `/api/users/${id}/two-factor/remove`, { cookie: admin.cookie });
      },
    };
    for (const [name, change] of Object.entries(changes)) {
      const person = await newPerson();
      const { token } = await createToken(person);
      const changed = await change(person.id);
      expect(changed.statusCode, changed.body).toBe(200);
      expect(await statusWith(token), name).toBe(401);
    }
  });

  test("changing the password revokes all API tokens if the user chooses that, and the email then says so and gives the next step", async () => {
    const person = await newPerson();
    const { token } = await createToken(person);
    await portal.call("POST", "/api/me/password", {
      ...person,
      body: { currentPassword: password, newPassword: "New-Harbor-2029", revokeTokens: true },
    });
    expect(await statusWith(token)).toBe(401);
    const emails = await portal.db
      .selectFrom("emails")
      .selectAll()
      .where("to_user_id", "=", person.id)
      .execute();
    const text = emails.find(({ template }) => template === "password-changed")?.text_body;
    expect(text).toContain("your API tokens were revoked");
    expect(text).toContain("use “Forgot Password” on the sign-in page right away");
  });

  test("a token is permanently revoked when its owner resets the password by email", async () => {
    const person = await newPerson();
    const { token } = await createToken(person);
    const message = await requestAndReadEmail(portal, "link", person.email);
    const body = { token: message.token, newPassword: "New-Harbor-2029" };
    expect((await portal.call("POST", "/api/reset-password", { body })).statusCode).toBe(200);
    expect(await statusWith(token)).toBe(401);
    expect(
      await listTokens({ ...person, cookie: await signInAs(portal.db, person, portal.clock.now) }),
    ).toEqual([]);
  });

  test("a token survives a password change and the end of other sessions", async () => {
    const person = await newPerson();
    const { token } = await createToken(person);
    await portal.call("POST", "/api/me/sessions/end-others", person);
    const changed = await portal.call("POST", "/api/me/password", {
      ...person,
      body: { currentPassword: password, newPassword: "New-Harbor-2029" },
    });
    expect(changed.statusCode, changed.body).toBe(200);
    expect(await statusWith(token)).toBe(200);
  });

  test("a token loses access when its owner's role changes or the owner must set up two-factor authentication", async () => {
    const person = await newPerson();
    const { token } = await createToken(person, ["reports:read"]);
    expect(await statusWith(token, "/api/reports/months")).toBe(200);
    await portal.db
      .updateTable("organization")
      .set({ two_factor_roles: ["landlord"] })
      .execute();
    expect(await statusWith(token, "/api/reports/months")).toBe(403);
    await portal.db.updateTable("organization").set({ two_factor_roles: [] }).execute();
    await portal.db.updateTable("users").set({ role: "tenant" }).where("id", "=", person.id).execute();
    expect(await statusWith(token, "/api/reports/months")).toBe(403);
  });
});
