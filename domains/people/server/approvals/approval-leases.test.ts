import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { SessionUser } from "#domains/accounts/contract.ts";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { leakingFaucet } from "#test/leaking-faucet.ts";
import { readNotifications } from "#test/notifications.ts";
import { createLease, createUnit } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import { register, registerTenant } from "#test/registration.ts";
import { tableContents } from "#test/table-contents.ts";

let portal: TestPortal;
let building: TestBuilding;
let vacantUnitId: number;
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
  await portal.db
    .updateTable("properties")
    .set({ offers_registration: true })
    .where("id", "=", building.propertyId)
    .execute();
});
beforeEach(async () => {
  vacantUnitId = await createUnit(portal.db, building.propertyId);
});
afterAll(() => portal.close());

const approve = (cookie: string, id: number, body: Record<string, unknown> = {}) =>
  portal.call("POST", `/api/users/${id}/approve`, { cookie, body });
const me = async (cookie: string) => (await portal.call("GET", "/api/me", { cookie })).json<SessionUser>();
const submitWorkOrder = async (cookie: string) => {
  const response = await portal.call("POST", "/api/work-orders", {
    cookie,
    body: leakingFaucet,
  });
  return response.json<{ id: number }>().id;
};
const readWorkOrder = (id: number) =>
  portal.db.selectFrom("work_orders").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const requestStatus = async (method: "GET" | "POST", url: string, cookie: string) =>
  (await portal.call(method, url, { cookie })).statusCode;
const readEmails = (address: string) =>
  portal.db
    .selectFrom("emails")
    .select(["template", "text_body"])
    .where("to_address", "=", address)
    .orderBy("id")
    .execute();
const readLeases = (unitId: number) =>
  portal.db
    .selectFrom("leases as l")
    .innerJoin("lease_units as lu", "lu.lease_id", "l.id")
    .innerJoin("companies as c", "c.id", "l.company_id")
    .select(["l.id", "l.state", "l.ends_on", "c.name"])
    .where("lu.unit_id", "=", unitId)
    .execute();
const readUnitStatus = async (id: number) =>
  (await portal.db.selectFrom("units").select("status").where("id", "=", id).executeTakeFirstOrThrow())
    .status;
const readNotification = async (userId: number) => {
  const newest = (await readNotifications(portal.db, userId)).at(-1);
  return newest && { kind: newest.kind, text: newest.text };
};

describe("the lease that an approval leads to (requirements, Model)", () => {
  test("approving a tenant for a vacant unit gives them access and creates a draft without charges, and the unit stays vacant", async () => {
    const person = await registerTenant(portal, vacantUnitId, { fullName: "Nova Newcomer" });
    const orderId = await submitWorkOrder(person.cookie);
    const response = await approve(building.landlord.cookie, person.id);
    expect(response.statusCode, response.body).toBe(200);
    const [lease] = await readLeases(vacantUnitId);
    expect(lease).toEqual({ id: expect.any(Number), state: "draft", ends_on: null, name: "Nova Newcomer" });
    expect(response.json()).toMatchObject({
      companies: [{ name: "Nova Newcomer" }],
      joined: { id: lease?.id, state: "draft", company: "Nova Newcomer", isNew: true },
    });
    expect(await readUnitStatus(vacantUnitId)).toBe("vacant");
    expect(await me(person.cookie)).toMatchObject({ membership: "active", unitId: vacantUnitId });
    expect(await readWorkOrder(orderId)).toMatchObject({ lease_id: lease?.id, awaiting_approval: false });
    await submitWorkOrder(person.cookie);
    const terms = await portal.db
      .selectFrom("lease_terms")
      .select("number")
      .where("lease_id", "=", lease?.id ?? 0)
      .execute();
    expect(terms).toEqual([]);
  });

  test("approving a tenant for a unit with a draft adds the tenant to that draft instead of creating another", async () => {
    const leaseId = await createLease(portal.db, {
      propertyId: building.propertyId,
      unitId: vacantUnitId,
      isDraft: true,
    });
    const person = await registerTenant(portal, vacantUnitId);
    const response = await approve(building.landlord.cookie, person.id);
    expect(response.json()).toMatchObject({ joined: { id: leaseId, state: "draft", isNew: false } });
    expect(await readLeases(vacantUnitId)).toHaveLength(1);
  });

  test("an approved tenant joins the lease selected by the approver, a new draft in addition to another lease, or no lease", async () => {
    const draftId = await createLease(portal.db, {
      propertyId: building.propertyId,
      unitId: building.unitId,
      isDraft: true,
    });
    const people = [];
    for (let count = 0; count < 3; count++) people.push(await registerTenant(portal, building.unitId));
    const [first, second, third] = people;
    const { cookie } = building.landlord;
    expect((await approve(cookie, first?.id ?? 0, { lease: draftId })).json()).toMatchObject({
      joined: { id: draftId, isNew: false },
    });
    const other = await approve(cookie, second?.id ?? 0, { lease: "draft" });
    expect(other.json()).toMatchObject({ joined: { state: "draft", isNew: true } });
    expect([draftId, building.leaseId]).not.toContain(other.json().joined.id);
    expect((await approve(cookie, third?.id ?? 0, { lease: "none" })).json()).toMatchObject({ joined: null });
  });

  test("selecting another unit's lease or an ended lease returns 400 and changes nothing", async () => {
    const endedId = await createLease(portal.db, {
      propertyId: building.propertyId,
      unitId: vacantUnitId,
      isEnded: true,
    });
    const person = await registerTenant(portal, vacantUnitId);
    const before = await tableContents(portal.db);
    for (const lease of [endedId, building.leaseId, 987_654])
      expect((await approve(building.landlord.cookie, person.id, { lease })).json()).toMatchObject({
        fields: { lease: "Select a current or future lease for this unit." },
      });
    expect((await approve(building.landlord.cookie, person.id, { lease: "any" })).statusCode).toBe(400);
    expect(await tableContents(portal.db)).toEqual(before);
  });

  test("a person approved without a lease sees only what they submitted and can be added to a lease later", async () => {
    const person = await registerTenant(portal, vacantUnitId);
    const orderId = await submitWorkOrder(person.cookie);
    const { landlord, technician } = building;
    const response = await approve(landlord.cookie, person.id, { lease: "none" });
    expect(response.json()).toMatchObject({
      state: "active",
      joined: null,
      requestedUnit: { id: vacantUnitId },
    });
    expect(await readLeases(vacantUnitId)).toEqual([]);
    expect(await me(person.cookie)).toMatchObject({ membership: "active", unitId: null });
    expect((await portal.call("GET", "/api/buildings", { cookie: person.cookie })).json()).toEqual([]);
    expect(await readWorkOrder(orderId)).toMatchObject({ lease_id: null, awaiting_approval: false });
    expect(await requestStatus("GET", `/api/work-orders/${orderId}`, technician.cookie)).toBe(200);
    expect(await requestStatus("GET", `/api/work-orders/${orderId}`, person.cookie)).toBe(200);
    expect(await readNotification(person.id)).toEqual({
      kind: "approval.approved",
      text: "Your account has been approved",
    });
    const added = await portal.call("POST", `/api/leases/${building.leaseId}/members`, {
      cookie: landlord.cookie,
      body: { userId: person.id },
    });
    expect(added.statusCode, added.body).toBe(201);
    expect((await me(person.cookie)).unitId).toBe(building.unitId);
  });

  test("two people approved concurrently for one vacant unit share one draft", async () => {
    const people = [await registerTenant(portal, vacantUnitId), await registerTenant(portal, vacantUnitId)];
    const responses = await Promise.all(people.map(({ id }) => approve(building.admin.cookie, id)));
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    const members = await portal.db
      .selectFrom("lease_members")
      .select("lease_id")
      .where(
        "user_id",
        "in",
        people.map(({ id }) => id),
      )
      .execute();
    expect(members).toHaveLength(2);
    expect(new Set(members.map(({ lease_id }) => lease_id)).size).toBe(1);
  });

  test("a unit whose lease ended today gets a new draft because a draft doesn't occupy the unit", async () => {
    const leaseId = await createLease(portal.db, { propertyId: building.propertyId, unitId: vacantUnitId });
    await portal.db.updateTable("leases").set({ state: "ended" }).where("id", "=", leaseId).execute();
    const person = await registerTenant(portal, vacantUnitId);
    expect((await approve(building.landlord.cookie, person.id)).json()).toMatchObject({
      joined: { state: "draft", isNew: true },
    });
  });
});

describe("undoing an approval", () => {
  const undo = (cookie: string, id: number) =>
    portal.call("POST", `/api/users/${id}/undo-approval`, { cookie });
  const undoneState = async (id: number) => ({
    memberships: await portal.db.selectFrom("lease_members").select("id").where("user_id", "=", id).execute(),
    notifications: await readNotifications(portal.db, id),
  });

  test("undoing an approval within a minute restores the request and removes the draft, its company, the email, and the notification", async () => {
    const person = await registerTenant(portal, vacantUnitId, { fullName: "Una Undone" });
    const orderId = await submitWorkOrder(person.cookie);
    await approve(building.landlord.cookie, person.id);
    const response = await undo(building.landlord.cookie, person.id);
    expect(response.statusCode, response.body).toBe(200);
    expect(response.json()).toMatchObject({ state: "pending", requestedUnit: { id: vacantUnitId } });
    expect(await me(person.cookie)).toMatchObject({ membership: "pending", unitId: vacantUnitId });
    expect(await readLeases(vacantUnitId)).toEqual([]);
    expect(await undoneState(person.id)).toEqual({ memberships: [], notifications: [] });
    expect(
      await portal.db.selectFrom("companies").select("id").where("name", "=", "Una Undone").execute(),
    ).toEqual([]);
    expect((await readEmails(person.email)).map(({ template }) => template)).not.toContain("approved");
    expect(await readWorkOrder(orderId)).toMatchObject({
      unit_id: vacantUnitId,
      lease_id: null,
      awaiting_approval: true,
    });
    expect(await requestStatus("GET", `/api/work-orders/${orderId}`, building.technician.cookie)).toBe(404);
    const entry = await portal.db
      .selectFrom("audit_log")
      .select(["actor_id", "details"])
      .where("action", "=", "person.approval-undone")
      .where("subject_id", "=", String(person.id))
      .executeTakeFirstOrThrow();
    expect(entry).toMatchObject({
      actor_id: building.landlord.id,
      details: { requestedUnitId: vacantUnitId },
    });
    const rejected = await portal.call("POST", `/api/users/${person.id}/decline`, {
      cookie: building.landlord.cookie,
      body: { reason: "We do not know you." },
    });
    expect(rejected.statusCode).toBe(200);
  });

  test("undoing an approval for a current lease removes only the person from the lease and returns the work orders to the requested unit", async () => {
    const person = await registerTenant(portal, vacantUnitId);
    const orderId = await submitWorkOrder(person.cookie);
    await approve(building.landlord.cookie, person.id, { unitId: building.unitId });
    expect(await readWorkOrder(orderId)).toMatchObject({
      unit_id: building.unitId,
      lease_id: building.leaseId,
    });
    expect((await undo(building.landlord.cookie, person.id)).statusCode).toBe(200);
    expect(await readWorkOrder(orderId)).toMatchObject({ unit_id: vacantUnitId, lease_id: null });
    expect(await undoneState(person.id)).toEqual({ memberships: [], notifications: [] });
    expect(await readLeases(building.unitId)).toContainEqual(
      expect.objectContaining({ id: building.leaseId, state: "active" }),
    );
    expect((await approve(building.landlord.cookie, person.id)).statusCode).toBe(200);
  });

  test("undoing an approval keeps a draft that someone else has joined", async () => {
    const people = [await registerTenant(portal, vacantUnitId), await registerTenant(portal, vacantUnitId)];
    for (const { id } of people) await approve(building.landlord.cookie, id);
    const [first, second] = people;
    await undo(building.landlord.cookie, first?.id ?? 0);
    expect(await readLeases(vacantUnitId)).toHaveLength(1);
    expect(await me(second?.cookie ?? "")).toMatchObject({ membership: "active", unitId: vacantUnitId });
    expect(await me(first?.cookie ?? "")).toMatchObject({ membership: "pending" });
  });

  test("undoing an approval without a lease makes the person pending again and removes a technician's properties", async () => {
    const person = await registerTenant(portal, vacantUnitId);
    await approve(building.landlord.cookie, person.id, { lease: "none" });
    expect((await undo(building.landlord.cookie, person.id)).json()).toMatchObject({ state: "pending" });
    const { id } = (await register(portal, { role: "maintenance" })).json<SessionUser>();
    await approve(building.admin.cookie, id, { propertyIds: [building.propertyId] });
    expect((await undo(building.landlord.cookie, id)).statusCode).toBe(404);
    expect((await undo(building.admin.cookie, id)).json()).toMatchObject({
      state: "pending",
      properties: [],
    });
  });

  test("undoing an approval fails with 409 after a minute, after a change, or if the person wasn't approved", async () => {
    const late = await registerTenant(portal, vacantUnitId);
    await approve(building.landlord.cookie, late.id);
    const message = `It's too late to undo the approval of ${late.fullName}. You can disable the account instead.`;
    portal.clock.advanceMinutes(60);
    expect((await undo(building.landlord.cookie, late.id)).json()).toMatchObject({ message });
    portal.clock.advanceMinutes(-60);
    await portal.call("PATCH", `/api/users/${late.id}`, {
      ...building.admin,
      body: { fullName: "Lara Late" },
    });
    for (const id of [late.id, building.tenant.id, (await registerTenant(portal, vacantUnitId)).id])
      expect((await undo(building.admin.cookie, id)).statusCode).toBe(409);
  });

  test("the approval email isn't sent until the approval can no longer be undone", async () => {
    const person = await registerTenant(portal, vacantUnitId);
    await approve(building.landlord.cookie, person.id);
    const { rows } = await sql<{ seconds: number }>`
      select round(extract(epoch from j.run_at - now()))::int as seconds
      from graphile_worker.jobs j join emails m on j.key = 'email-' || m.id
      where m.to_user_id = ${person.id} and m.template = 'approved'`.execute(portal.db);
    expect(rows[0]?.seconds).toBeGreaterThan(50);
  });
});
