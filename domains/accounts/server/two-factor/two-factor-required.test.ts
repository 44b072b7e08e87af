import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Settings } from "#domains/settings/contract.ts";
import { type SignedInPerson, startBuilding, type TestBuilding } from "#test/building.ts";
import { openEventStream } from "#test/event-stream.ts";
import { createPerson, createWorkOrder, signInAs } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import { giveApp } from "#test/two-factor.ts";
import type { SessionUser } from "../../contract.ts";
import { hashPassword } from "../passwords/passwords.ts";

const message = "Set up two-factor authentication first.";
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
  await portal.db.deleteFrom("authenticator_apps").execute();
  await portal.db.updateTable("organization").set({ two_factor_roles: [] }).execute();
});

const requireTwoFactor = (twoFactorRoles: string[], headers: Record<string, string> = {}) =>
  portal.call("PATCH", "/api/settings", { cookie: admin.cookie, body: { twoFactorRoles }, headers });
const read = (path: string, { cookie }: { cookie: string }) => portal.call("GET", path, { cookie });
const me = async (person: { cookie: string }) => (await read("/api/me", person)).json<SessionUser>();

describe("a role that requires two-factor authentication", () => {
  test("changing the two-factor requirement audits the old and new values and stores each role once in a fixed order", async () => {
    const response = await requireTwoFactor(["tenant", "landlord", "tenant"]);
    expect(response.statusCode, response.body).toBe(200);
    const { twoFactorRoles, version } = response.json<Settings>();
    expect(twoFactorRoles).toEqual(["landlord", "tenant"]);
    const entry = await portal.db
      .selectFrom("audit_log")
      .select(["action", "details"])
      .orderBy("id", "desc")
      .executeTakeFirstOrThrow();
    expect(entry).toEqual({
      action: "settings.changed",
      details: { changes: [{ field: "twoFactorRoles", from: [], to: ["landlord", "tenant"] }] },
    });
    // Setting the same roles again isn't a change.
    expect((await requireTwoFactor(["tenant", "landlord"])).json()).toMatchObject({ version });
    expect((await requireTwoFactor([], { "if-match": `"${version - 1}"` })).statusCode).toBe(409);
    expect((await requireTwoFactor(["janitor"])).json().fields).toMatchObject({
      "twoFactorRoles.0": expect.stringMatching(/can contain only admin, landlord, maintenance, tenant/),
    });
    expect((await requireTwoFactor(Array.from({ length: 9 }, () => "tenant"))).statusCode).toBe(400);
  });

  test("a user who hasn't set up required two-factor authentication can only read their session and profile, sign out, and set it up", async () => {
    const { landlord, tenant, propertyId } = building;
    await requireTwoFactor(["landlord"]);
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
      expect(response.json().message, path).toBe(message);
    }
    const order = {
      title: "Tap",
      description: "It drips.",
      category: "Plumbing",
      location: "Kitchen",
      priority: "low",
    };
    const write = await portal.call("POST", "/api/work-orders", { cookie: landlord.cookie, body: order });
    expect(write.json().message).toBe(message);
    for (const path of ["/api/me", "/api/config", "/api/me/sessions", "/api/profile/two-factor"])
      expect((await read(path, landlord)).statusCode, path).toBe(200);
    expect(await me(landlord)).toMatchObject({ role: "landlord", twoFactorMissing: true });
    expect((await read("/api/profile/two-factor", landlord)).json()).toMatchObject({ isRequired: true });
    // Other roles aren't affected.
    expect((await read("/api/work-orders", tenant)).statusCode).toBe(200);
    expect(await me(tenant)).not.toHaveProperty("twoFactorMissing");
    const once = { cookie: await signInAs(portal.db, landlord) };
    expect((await portal.call("POST", "/api/logout", once)).statusCode).toBe(200);
  });

  test("a user who has set up required two-factor authentication has full access and can't turn it off", async () => {
    const { landlord } = building;
    await requireTwoFactor(["landlord"]);
    const app = await giveApp(portal, landlord.id, { isOn: false });
    const turnOn = await portal.call("POST", "/api/profile/two-factor/turn-on", {
      cookie: landlord.cookie,
      body: { code: app.code() },
    });
    expect(turnOn.statusCode, turnOn.body).toBe(200);
    expect((await read("/api/properties", landlord)).statusCode).toBe(200);
    expect(await me(landlord)).not.toHaveProperty("twoFactorMissing");
    const off = await portal.call("POST", "/api/profile/two-factor/turn-off", {
      cookie: landlord.cookie,
      body: { code: app.code(1) },
    });
    expect(off.statusCode).toBe(409);
    expect(off.json().message).toBe(
      "Your role requires two-factor authentication, so you can't turn it off.",
    );
  });

  test("the sign-in response says whether required two-factor authentication still has to be set up", async () => {
    const password = "correct horse battery";
    const person = await createPerson(portal.db, {
      role: "maintenance",
      passwordHash: await hashPassword(password),
    });
    await requireTwoFactor(["maintenance"]);
    const response = await portal.call("POST", "/api/login", { body: { email: person.email, password } });
    expect(response.json()).toMatchObject({ id: person.id, twoFactorMissing: true });
    await requireTwoFactor([]);
    const later = await portal.call("POST", "/api/login", { body: { email: person.email, password } });
    expect(later.json()).not.toHaveProperty("twoFactorMissing");
  });

  test("an open page receives the two-factor requirement immediately and no other events after it", async () => {
    const { landlord, technician, tenant, propertyId, leaseId } = building;
    const address = `http://127.0.0.1:${(portal.app.server.address() as AddressInfo).port}`;
    const open = await openEventStream(address, landlord.cookie);
    const other = await openEventStream(address, technician.cookie);
    await requireTwoFactor(["landlord"]);
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

  test("an administrator without two-factor authentication can't require it for administrators, and the message explains what to do", async () => {
    const rejected = await requireTwoFactor(["admin"]);
    expect(rejected.statusCode).toBe(400);
    expect(rejected.json().fields.twoFactorRoles).toMatch(/in your own profile before requiring it/);
    await giveApp(portal, admin.id);
    expect((await requireTwoFactor(["admin"])).statusCode).toBe(200);
    expect((await read("/api/users", admin)).statusCode).toBe(200);
    const second = await createPerson(portal.db, { role: "admin" });
    const cookie = await signInAs(portal.db, second);
    expect((await read("/api/users", { cookie })).json().message).toBe(message);
  });
});
