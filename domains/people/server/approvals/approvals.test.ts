import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { SessionUser } from "#domains/accounts/contract.ts";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { leakingFaucet } from "#test/leaking-faucet.ts";
import { readNotifications } from "#test/notifications.ts";
import { createLease, createPerson, createProperty, createUnit, signInAs } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import { register, registerTenant } from "#test/registration.ts";
import { tableContents } from "#test/table-contents.ts";
import type { Person } from "../../people-contract.ts";

let portal: TestPortal;
let building: TestBuilding;
let vacantUnitId: number;
let units = 200;
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
  await portal.db
    .updateTable("properties")
    .set({ offers_registration: true })
    .where("id", "=", building.propertyId)
    .execute();
});
beforeEach(async () => {
  vacantUnitId = await createUnit(portal.db, building.propertyId, String(++units));
});
afterAll(() => portal.close());

const approve = (cookie: string, id: number, body: Record<string, unknown> = {}) =>
  portal.call("POST", `/api/users/${id}/approve`, { cookie, body });
const decline = (cookie: string, id: number, reason = "We do not know you.") =>
  portal.call("POST", `/api/users/${id}/decline`, { cookie, body: { reason } });
const me = async (cookie: string) => (await portal.call("GET", "/api/me", { cookie })).json<SessionUser>();
const submitWorkOrder = async (cookie: string) => {
  const response = await portal.call("POST", "/api/work-orders", {
    cookie,
    body: leakingFaucet,
  });
  expect(response.statusCode).toBe(201);
  return response.json<{ id: number }>().id;
};
const readWorkOrder = (id: number) =>
  portal.db.selectFrom("work_orders").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const requestStatus = async (method: "GET" | "POST", url: string, cookie: string) =>
  (await portal.call(method, url, { cookie })).statusCode;
const readNotification = async (userId: number) => {
  const newest = (await readNotifications(portal.db, userId)).at(-1);
  return newest && { kind: newest.kind, text: newest.text };
};
const readEmails = (address: string) =>
  portal.db
    .selectFrom("emails")
    .select(["template", "text_body"])
    .where("to_address", "=", address)
    .orderBy("id")
    .execute();

describe("approving a tenant", () => {
  test("approving a tenant adds them to the unit's active lease and makes their work orders visible to everyone involved", async () => {
    const person = await registerTenant(portal, building.unitId);
    const orderId = await submitWorkOrder(person.cookie);
    expect(await requestStatus("GET", `/api/work-orders/${orderId}`, building.technician.cookie)).toBe(404);
    const heard: unknown[] = [];
    const stop = portal.services.live.subscribe((messages) => heard.push(...messages));

    const response = await approve(building.landlord.cookie, person.id);
    expect(response.statusCode).toBe(200);
    expect(response.json<Person>()).toMatchObject({ id: person.id, state: "active", requestedUnit: null });

    expect(await me(person.cookie)).toMatchObject({ membership: "active", unitId: building.unitId });
    expect(await readWorkOrder(orderId)).toMatchObject({
      lease_id: building.leaseId,
      unit_id: building.unitId,
      awaiting_approval: false,
      version: 2,
    });
    expect(await requestStatus("GET", `/api/work-orders/${orderId}`, building.technician.cookie)).toBe(200);
    expect(await requestStatus("GET", `/api/work-orders/${orderId}`, building.tenant.cookie)).toBe(200);
    expect(await requestStatus("GET", `/api/work-orders/${orderId}`, building.neighbor.cookie)).toBe(404);
    expect(await readNotification(person.id)).toEqual({
      kind: "approval.approved",
      text: "Your account has been approved for Harbor House, unit 101",
    });
    expect((await readEmails(person.email)).at(-1)?.template).toBe("approved");
    const entry = await portal.db
      .selectFrom("audit_log")
      .selectAll()
      .where("action", "=", "person.approved")
      .where("subject_id", "=", String(person.id))
      .executeTakeFirstOrThrow();
    expect(entry).toMatchObject({
      actor_id: building.landlord.id,
      property_id: building.propertyId,
      details: {
        role: "tenant",
        requestedUnitId: building.unitId,
        unitId: building.unitId,
        leaseId: building.leaseId,
      },
    });
    await expect.poll(() => heard).toContainEqual({ to: "access-scope", userIds: [person.id] });
    await expect
      .poll(() => heard)
      .toContainEqual(
        expect.objectContaining({
          event: expect.objectContaining({ kind: "work-order.changed", id: orderId }),
          row: expect.objectContaining({ awaiting_approval: false }),
        }),
      );
    stop();
  });

  test("a tenant approved for a unit whose lease starts later joins that lease from its first day, and no new lease is created", async () => {
    const later = new Date(Date.now() + 60 * 86_400_000).toISOString().slice(0, 10);
    const leaseId = await createLease(portal.db, { propertyId: building.propertyId, unitId: vacantUnitId });
    await portal.db.updateTable("leases").set({ starts_on: later }).where("id", "=", leaseId).execute();
    await portal.db
      .updateTable("lease_units")
      .set({ during: `[${later},)` })
      .where("lease_id", "=", leaseId)
      .execute();
    const person = await registerTenant(portal, vacantUnitId);
    expect((await approve(building.landlord.cookie, person.id)).statusCode).toBe(200);
    const joined = await portal.db
      .selectFrom("lease_members")
      .select(["lease_id", "starts_on"])
      .where("user_id", "=", person.id)
      .execute();
    expect(joined).toEqual([{ lease_id: leaseId, starts_on: later }]);
  });

  test("approving a tenant for another of the approver's units moves the person and their work orders there", async () => {
    const person = await registerTenant(portal, building.unitId);
    const orderId = await submitWorkOrder(person.cookie);
    expect(
      (await approve(building.landlord.cookie, person.id, { unitId: building.otherUnitId })).statusCode,
    ).toBe(200);
    expect(await readWorkOrder(orderId)).toMatchObject({
      unit_id: building.otherUnitId,
      lease_id: building.otherLeaseId,
    });
    expect((await me(person.cookie)).unitId).toBe(building.otherUnitId);
  });

  test("a work order submitted for another property stays at that property", async () => {
    const otherPropertyId = await createProperty(portal.db);
    const otherUnitId = await createUnit(portal.db, otherPropertyId);
    const person = await registerTenant(portal, building.unitId);
    const orderId = await submitWorkOrder(person.cookie);
    expect((await approve(building.admin.cookie, person.id, { unitId: otherUnitId })).statusCode).toBe(200);
    expect(await readWorkOrder(orderId)).toMatchObject({
      property_id: building.propertyId,
      unit_id: building.unitId,
      lease_id: null,
      awaiting_approval: false,
    });
  });

  test("approving with a unit that is unknown or outside the access scope returns 400 and changes nothing", async () => {
    const strangeUnitId = await createUnit(portal.db, await createProperty(portal.db));
    const person = await registerTenant(portal, building.unitId);
    const before = await tableContents(portal.db);
    for (const unitId of [strangeUnitId, 987_654])
      expect((await approve(building.landlord.cookie, person.id, { unitId })).statusCode).toBe(400);
    expect(await tableContents(portal.db)).toEqual(before);
  });

  test("an admin selects the unit when approving a person who registered without one", async () => {
    const person = await registerTenant(portal, null);
    expect((await approve(building.landlord.cookie, person.id)).statusCode).toBe(404);
    expect((await approve(building.admin.cookie, person.id)).statusCode).toBe(400);
    expect((await approve(building.admin.cookie, person.id, { unitId: vacantUnitId })).statusCode).toBe(200);
  });

  test("five concurrent approvals approve the person once, and the others return 409", async () => {
    const person = await registerTenant(portal, building.unitId);
    const responses = await Promise.all(
      Array.from({ length: 5 }, () => approve(building.landlord.cookie, person.id)),
    );
    expect(responses.map(({ statusCode }) => statusCode).sort((a, b) => a - b)).toEqual([
      200, 409, 409, 409, 409,
    ]);
  });

  test("approving while others move the person's work orders doesn't deadlock", async () => {
    const { landlord, admin } = building;
    for (let round = 0; round < 8; round++) {
      const person = await registerTenant(portal, vacantUnitId);
      const orders = [await submitWorkOrder(person.cookie), await submitWorkOrder(person.cookie)];
      const move = (cookie: string, id: number, status: string) =>
        portal.call("PATCH", `/api/work-orders/${id}/status`, { cookie, body: { status } });
      await move(admin.cookie, orders[1] ?? 0, "in_progress");
      const responses = await Promise.all([
        round % 2 === 0 ? approve(landlord.cookie, person.id) : decline(landlord.cookie, person.id),
        ...orders.flatMap((id) => [
          move(admin.cookie, id, "scheduled"),
          portal.call("POST", `/api/work-orders/${id}/comments`, { ...landlord, body: { text: "Seen." } }),
          move(landlord.cookie, id, "urgent"),
        ]),
      ]);
      expect(responses.filter(({ statusCode }) => statusCode >= 500)).toEqual([]);
    }
  });

  test("a work order submitted during the approval either belongs to the lease or isn't created", async () => {
    for (let round = 0; round < 6; round++) {
      const person = await registerTenant(portal, vacantUnitId);
      const body = leakingFaucet;
      await Promise.all([
        ...[1, 2, 3].map(() => portal.call("POST", "/api/work-orders", { cookie: person.cookie, body })),
        approve(building.landlord.cookie, person.id),
      ]);
      const stuck = await portal.db
        .selectFrom("work_orders")
        .select("id")
        .where("created_by_id", "=", person.id)
        .where((order) => order.or([order("awaiting_approval", "=", true), order("lease_id", "is", null)]))
        .execute();
      expect(stuck).toEqual([]);
    }
  });
});

describe("approving staff and former tenants", () => {
  test("approved maintenance staff get the properties assigned by an admin and see their work orders", async () => {
    const response = await register(portal, { role: "maintenance" });
    const { id } = response.json<SessionUser>();
    const cookie = await signInAs(portal.db, { id });
    expect((await approve(building.landlord.cookie, id)).statusCode).toBe(404);
    expect((await approve(building.admin.cookie, id, { propertyIds: [987_654] })).statusCode).toBe(400);
    const granted = { propertyIds: [building.propertyId, building.propertyId] };
    expect((await approve(building.admin.cookie, id, granted)).statusCode).toBe(200);
    expect((await portal.call("GET", "/api/buildings", { cookie })).json()).toMatchObject([
      { id: building.propertyId },
    ]);
  });

  test("deciding on another landlord's request returns 404 and changes nothing", async () => {
    const other = await createPerson(portal.db, {
      role: "landlord",
      propertyIds: [await createProperty(portal.db)],
    });
    const cookie = await signInAs(portal.db, other);
    const person = await registerTenant(portal, building.unitId);
    const before = await tableContents(portal.db);
    expect((await approve(cookie, person.id)).statusCode).toBe(404);
    expect((await decline(cookie, person.id)).statusCode).toBe(404);
    expect(await tableContents(portal.db)).toEqual(before);
  });

  test("users can't decide on their own access request", async () => {
    expect((await approve(building.admin.cookie, building.admin.id)).statusCode).toBe(403);
    expect((await decline(building.landlord.cookie, building.landlord.id)).statusCode).toBe(403);
  });

  test("a former tenant's request for another property is decided by that property's landlord", async () => {
    const otherPropertyId = await createProperty(portal.db, { offersRegistration: true });
    const otherUnitId = await createUnit(portal.db, otherPropertyId);
    const person = await registerTenant(portal, otherUnitId);
    await createLease(portal.db, {
      propertyId: building.propertyId,
      unitId: vacantUnitId,
      memberIds: [person.id],
      isEnded: true,
    });
    const seen = await portal.call("GET", `/api/users?q=${person.email}`, {
      cookie: building.landlord.cookie,
    });
    expect(seen.json()).toMatchObject([{ id: person.id, state: "pending", requestedUnit: null }]);
    expect((await approve(building.landlord.cookie, person.id, { unitId: vacantUnitId })).statusCode).toBe(
      404,
    );
  });
});

describe("declining a person", () => {
  test("declining a person stores the reason, cancels the submitted work orders, and notifies the person", async () => {
    const person = await registerTenant(portal, building.unitId);
    const orderId = await submitWorkOrder(person.cookie);
    const response = await decline(building.landlord.cookie, person.id, "This unit is leased to a bakery.");
    expect(response.statusCode).toBe(200);
    expect(response.json<Person>().state).toBe("declined");
    expect(await me(person.cookie)).toMatchObject({
      membership: "declined",
      declineReason: "This unit is leased to a bakery.",
    });
    expect(await readWorkOrder(orderId)).toMatchObject({ status: "cancelled", awaiting_approval: true });
    const history = await portal.call("GET", `/api/work-orders/${orderId}/history`, {
      cookie: person.cookie,
    });
    expect(history.json()[0]).toMatchObject({
      actionType: "status_changed",
      message: "Status changed from Open to Cancelled",
      user: { fullName: "Lena Landlord" },
    });
    expect((await readNotification(person.id))?.text).toContain("This unit is leased to a bakery.");
    const message = (await readEmails(person.email)).at(-1);
    expect(message).toMatchObject({
      template: "declined",
      text_body: expect.stringContaining("leased to a bakery"),
    });
  });

  test("declining a person requires a reason", async () => {
    const person = await registerTenant(portal, building.unitId);
    const response = await decline(building.landlord.cookie, person.id, " ");
    expect(response.statusCode).toBe(400);
    expect(response.json().message).toBe("Please enter a reason");
  });

  test("a declined person can request access again and then be approved", async () => {
    const person = await registerTenant(portal, building.unitId);
    await decline(building.landlord.cookie, person.id);
    const requestAccess = (unitId: number | null) =>
      portal.call("POST", "/api/me/access-request", { cookie: person.cookie, body: { unitId } });
    expect((await requestAccess(null)).statusCode).toBe(400);
    expect((await requestAccess(987_654)).statusCode).toBe(400);
    const response = await requestAccess(vacantUnitId);
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({
      membership: "pending",
      unitId: vacantUnitId,
      declineReason: null,
    });
    expect((await requestAccess(vacantUnitId)).statusCode).toBe(409);
    expect((await approve(building.landlord.cookie, person.id)).statusCode).toBe(200);
    expect((await requestAccess(vacantUnitId)).statusCode).toBe(409);
  });
});

describe("a person awaiting approval", () => {
  test("a person awaiting approval can only read their own work orders and submit up to three open ones", async () => {
    const person = await registerTenant(portal, building.unitId);
    const orderId = await submitWorkOrder(person.cookie);
    await submitWorkOrder(person.cookie);
    await submitWorkOrder(person.cookie);
    const fourth = await portal.call("POST", "/api/work-orders", {
      cookie: person.cookie,
      body: {
        title: "One more work order",
        description: "It drips day and night.",
        category: "Other",
        location: "Hall",
        priority: "low",
      },
    });
    expect(fourth.statusCode).toBe(409);
    expect((await portal.call("GET", "/api/work-orders", { cookie: person.cookie })).json()).toHaveLength(3);
    const comment = await portal.call("POST", `/api/work-orders/${orderId}/comments`, {
      cookie: person.cookie,
      body: { text: "Hello?" },
    });
    expect(comment.statusCode).toBe(403);
    expect(comment.json().message).toBe("Your account is waiting for approval.");
  });
});
