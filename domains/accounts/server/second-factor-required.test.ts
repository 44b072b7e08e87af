import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Settings } from "#domains/settings/contract.ts";
import { type SignedInPerson, startBuilding, type TestBuilding } from "#test/building.ts";
import { openEventStream } from "#test/event-stream.ts";
import { createPerson, createWorkOrder, signInAs } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import { giveApp } from "#test/second-factor.ts";
import type { SessionUser } from "../contract.ts";
import { hashPassword } from "./passwords.ts";

const sentence = "Please set up two-factor sign-in first.";
let portal: TestPortal;
let building: TestBuilding;
let admin: SignedInPerson;
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
  await portal.app.listen({ port: 0, host: "127.0.0.1" });
  admin = building.admin;
});
afterAll(() => portal.close());
beforeEach(async () => {
  await portal.db.deleteFrom("second_factors").execute();
  await portal.db.updateTable("organisation").set({ second_factor_roles: [] }).execute();
});

const require = (secondFactorRoles: string[], headers: Record<string, string> = {}) =>
  portal.call("PATCH", "/api/settings", { cookie: admin.cookie, body: { secondFactorRoles }, headers });
const read = (path: string, { cookie }: { cookie: string }) => portal.call("GET", path, { cookie });
const me = async (person: { cookie: string }) => (await read("/api/me", person)).json<SessionUser>();

describe("a role that requires two-factor sign-in", () => {
  test("is chosen in the settings and audited with old and new values; roles are stored once each, in a fixed order", async () => {
    const response = await require(["tenant", "landlord", "tenant"]);
    expect(response.statusCode, response.body).toBe(200);
    const { secondFactorRoles, version } = response.json<Settings>();
    expect(secondFactorRoles).toEqual(["landlord", "tenant"]);
    const entry = await portal.db
      .selectFrom("audit_log")
      .select(["action", "details"])
      .orderBy("id", "desc")
      .executeTakeFirstOrThrow();
    expect(entry).toEqual({
      action: "settings.changed",
      details: { changes: [{ field: "secondFactorRoles", from: [], to: ["landlord", "tenant"] }] },
    });
    // The same choice is not a change.
    expect((await require(["tenant", "landlord"])).json()).toMatchObject({ version });
    expect((await require([], { "if-match": `"${version - 1}"` })).statusCode).toBe(409);
    expect((await require(["janitor"])).json().fields).toMatchObject({
      "secondFactorRoles.0": expect.stringMatching(/must contain only admin, landlord, maintenance, tenant/),
    });
    expect((await require(Array.from({ length: 9 }, () => "tenant"))).statusCode).toBe(400);
  });

  test("can only read its own session and profile, sign out and set it up until it is on", async () => {
    const { landlord, tenant, propertyId } = building;
    await require(["landlord"]);
    for (const path of [
      "/api/properties",
      `/api/properties/${propertyId}`,
      "/api/work-orders",
      "/api/work-orders.csv",
      "/api/dashboard/stats",
      "/api/notifications",
      "/api/search?q=harbor",
      "/api/users",
      "/api/events",
    ]) {
      const response = await read(path, landlord);
      expect(response.statusCode, path).toBe(403);
      expect(response.json().message, path).toBe(sentence);
    }
    const order = {
      title: "Tap",
      description: "It drips.",
      category: "Plumbing",
      location: "Kitchen",
      priority: "low",
    };
    const write = await portal.call("POST", "/api/work-orders", { cookie: landlord.cookie, body: order });
    expect(write.json().message).toBe(sentence);
    for (const path of ["/api/me", "/api/config", "/api/me/sessions", "/api/profile/second-factor"])
      expect((await read(path, landlord)).statusCode, path).toBe(200);
    expect(await me(landlord)).toMatchObject({ role: "landlord", secondFactorMissing: true });
    expect((await read("/api/profile/second-factor", landlord)).json()).toMatchObject({ isRequired: true });
    // Other roles are not affected.
    expect((await read("/api/work-orders", tenant)).statusCode).toBe(200);
    expect(await me(tenant)).not.toHaveProperty("secondFactorMissing");
    const once = { cookie: await signInAs(portal.db, landlord) };
    expect((await portal.call("POST", "/api/logout", once)).statusCode).toBe(200);
  });

  test("has full access once it is set up, and cannot turn it off", async () => {
    const { landlord } = building;
    await require(["landlord"]);
    const app = await giveApp(portal, landlord.id, { isOn: false });
    const turnOn = await portal.call("POST", "/api/profile/second-factor/turn-on", {
      cookie: landlord.cookie,
      body: { code: app.code() },
    });
    expect(turnOn.statusCode, turnOn.body).toBe(200);
    expect((await read("/api/properties", landlord)).statusCode).toBe(200);
    expect(await me(landlord)).not.toHaveProperty("secondFactorMissing");
    const off = await portal.call("POST", "/api/profile/second-factor/turn-off", {
      cookie: landlord.cookie,
      body: { code: app.code(1) },
    });
    expect(off.statusCode).toBe(409);
    expect(off.json().message).toBe("Your role requires two-factor sign-in, so it cannot be turned off.");
  });

  test("signs in with the password, and the response says that it is missing", async () => {
    const password = "correct horse battery";
    const person = await createPerson(portal.db, {
      role: "maintenance",
      passwordHash: await hashPassword(password),
    });
    await require(["maintenance"]);
    const response = await portal.call("POST", "/api/login", { body: { email: person.email, password } });
    expect(response.json()).toMatchObject({ id: person.id, secondFactorMissing: true });
    await require([]);
    const later = await portal.call("POST", "/api/login", { body: { email: person.email, password } });
    expect(later.json()).not.toHaveProperty("secondFactorMissing");
  });

  test("receives the requirement at once on an open page, and no other event from then on", async () => {
    const { landlord, technician, tenant, propertyId, leaseId } = building;
    const address = `http://127.0.0.1:${(portal.app.server.address() as AddressInfo).port}`;
    const open = await openEventStream(address, landlord.cookie);
    const other = await openEventStream(address, technician.cookie);
    await require(["landlord"]);
    await Promise.all(
      [open, other].map((stream) => stream.received(({ kind }) => kind === "access-scope-changed")),
    );
    const id = await createWorkOrder(portal.db, { propertyId, leaseId, createdById: tenant.id });
    await portal.call("PATCH", `/api/work-orders/${id}/status`, {
      cookie: admin.cookie,
      body: { status: "scheduled" },
    });
    await other.received((event) => event.kind === "work-order.changed" && event.id === id);
    portal.services.live.publish({ to: "users", kind: "approvals", userIds: [landlord.id] });
    await open.received(({ kind }) => kind === "approvals");
    expect(open.events.some(({ kind }) => kind === "work-order.changed")).toBe(false);
    open.close();
    other.close();
  });

  test("an administrator without it cannot require it of administrators; the message says what to do", async () => {
    const refused = await require(["admin"]);
    expect(refused.statusCode).toBe(400);
    expect(refused.json().fields.secondFactorRoles).toMatch(/on your own profile first/);
    await giveApp(portal, admin.id);
    expect((await require(["admin"])).statusCode).toBe(200);
    expect((await read("/api/users", admin)).statusCode).toBe(200);
    const second = await createPerson(portal.db, { role: "admin" });
    const cookie = await signInAs(portal.db, second);
    expect((await read("/api/users", { cookie })).json().message).toBe(sentence);
  });
});
