import { afterAll, beforeAll, expect, test } from "vitest";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { createPerson, createProperty, createUnit, createWorkOrder, signInAs } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import { type MyDay, maxHistoryEntries, maxUnassignedWorkOrders } from "../my-day-contract.ts";

let portal: TestPortal;
let building: TestBuilding;
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
});
afterAll(() => portal.close());

const getDay = async ({ cookie }: { cookie: string }) => {
  const response = await portal.call("GET", "/api/my-day", { cookie });
  expect(response.statusCode, response.body).toBe(200);
  return response.json<MyDay>();
};
const titles = (orders: MyDay["assigned"]) => orders.map(({ order }) => order.title);
const order = (fields: Partial<Parameters<typeof createWorkOrder>[1]> = {}) =>
  createWorkOrder(portal.db, {
    propertyId: building.propertyId,
    createdById: building.tenant.id,
    ...fields,
  });
const createTechnician = async (...propertyIds: number[]) => {
  const person = await createPerson(portal.db, { role: "maintenance", propertyIds });
  return { ...person, cookie: await signInAs(portal.db, person) };
};

test("My Day lists the technician's unfinished work orders by due date, each with location, contacts, history, and log", async () => {
  const { technician, landlord, tenant, unitId, leaseId } = building;
  await portal.db
    .updateTable("units")
    .set({ floor: "2", access_notes: "Ask for Ana." })
    .where("id", "=", unitId)
    .execute();
  const place = { unitId, leaseId };
  const earlier = [];
  for (let count = 1; count <= 6; count += 1)
    earlier.push(await order({ ...place, title: `Earlier problem ${count}`, status: "completed" }));
  const tapId = await order({ ...place, title: "Leaking faucet", assigneeId: technician.id });
  const due = await order({ ...place, title: "Broken lamp", assigneeId: technician.id });
  await order({ ...place, title: "Done already", assigneeId: technician.id, status: "completed" });
  await portal.call("PUT", `/api/work-orders/${due}/due`, {
    cookie: landlord.cookie,
    body: { dueAt: "2026-12-02T01:00:00Z" },
  });
  const comment = { text: "Please ring twice.", internal: true };
  await portal.call("POST", `/api/work-orders/${tapId}/comments`, { cookie: landlord.cookie, body: comment });

  const day = await getDay(technician);
  expect(titles(day.assigned)).toEqual(["Broken lamp", "Leaking faucet"]);
  expect(day.hasMore).toBe(false);
  const tap = day.assigned[1];
  expect(tap?.order).toMatchObject({
    id: tapId,
    property: { name: "Harbor House" },
    unit: { unitNumber: "101", floor: "2" },
    access: { building: null, unit: "Ask for Ana." },
    can: { assign: "self" },
  });
  expect(tap?.contacts.map(({ name, role }) => [name, role])).toEqual([
    [tenant.fullName, "reporter"],
    [expect.any(String), "company"],
    [landlord.fullName, "manager"],
  ]);
  expect(tap?.contacts[0]?.email).toBe(tenant.email);
  expect(tap?.earlier).toHaveLength(5);
  expect(tap?.earlier[0]).toMatchObject({ title: "Done already", status: "completed" });
  expect(tap?.history[0]).toMatchObject({ actionType: "comment_added", message: "Please ring twice." });
});

test("My Day starts with the work order the technician is clocked into, even if it's assigned to someone else", async () => {
  const { propertyId } = building;
  const [technician, colleague] = [await createTechnician(propertyId), await createTechnician(propertyId)];
  await order({ title: "My own", assigneeId: technician.id });
  const id = await order({ title: "A colleague's", assigneeId: colleague.id });
  const body = { step: "start" };
  await portal.call("POST", `/api/work-orders/${id}/work`, { cookie: technician.cookie, body });
  expect(titles((await getDay(technician)).assigned)).toEqual(["A colleague's", "My own"]);
  expect(titles((await getDay(colleague)).assigned)).toEqual(["A colleague's"]);
  await portal.call("POST", `/api/work-orders/${id}/work`, {
    cookie: technician.cookie,
    body: { step: "pause", reason: "break" },
  });
  expect(titles((await getDay(technician)).assigned)).toEqual(["My own"]);
});

test("My Day doesn't list a requester with a disabled account as a contact", async () => {
  const technician = await createTechnician(building.propertyId);
  const formerRequester = await createPerson(portal.db, { role: "tenant", state: "disabled" });
  await order({ assigneeId: technician.id, createdById: formerRequester.id });
  const [{ contacts } = { contacts: [] }] = (await getDay(technician)).assigned;
  expect(contacts.map(({ role }) => role)).toEqual(["manager"]);
});

test("My Day includes only the newest log entries and up to twenty unassigned work orders", async () => {
  const propertyId = await createProperty(portal.db);
  const technician = await createTechnician(propertyId);
  const id = await order({ propertyId, assigneeId: technician.id });
  for (let count = 1; count <= maxHistoryEntries + 2; count += 1)
    await portal.call("POST", `/api/work-orders/${id}/comments`, {
      cookie: technician.cookie,
      body: { text: `Comment ${count}` },
    });
  for (let count = 0; count <= maxUnassignedWorkOrders; count += 1) await order({ propertyId });
  const day = await getDay(technician);
  expect(day.assigned[0]?.history).toHaveLength(maxHistoryEntries);
  expect(day.assigned[0]?.history[0]?.message).toBe(`Comment ${maxHistoryEntries + 2}`);
  expect(day.unassigned).toHaveLength(maxUnassignedWorkOrders);
});

test("My Day lists unassigned work orders at the properties where the technician has work, with the same floor first", async () => {
  const [near, far] = [await createProperty(portal.db), await createProperty(portal.db)];
  const [second, third] = [await createUnit(portal.db, near), await createUnit(portal.db, near)];
  for (const [id, floor] of [
    [second, "2"],
    [third, "3"],
  ] as const)
    await portal.db.updateTable("units").set({ floor }).where("id", "=", id).execute();
  const technician = await createTechnician(near, far);
  await order({ propertyId: far, title: "In another building" });
  await order({ propertyId: near, unitId: second, title: "On another floor" });
  await order({ propertyId: near, unitId: third, title: "On the same floor" });
  await order({ propertyId: near, unitId: third, title: "Done already", status: "completed" });
  await order({ propertyId: near, unitId: third, title: "Not approved", awaitingApproval: true });
  expect(titles((await getDay(technician)).unassigned)).toEqual([
    "In another building",
    "On another floor",
    "On the same floor",
  ]);
  await order({ propertyId: near, unitId: third, title: "My own", assigneeId: technician.id });
  expect(titles((await getDay(technician)).unassigned)).toEqual(["On the same floor", "On another floor"]);
});

test("My Day lists unassigned urgent work orders first, at any property where the technician works, however many others are nearby", async () => {
  const [near, far] = [await createProperty(portal.db), await createProperty(portal.db)];
  const technician = await createTechnician(near, far);
  await order({ propertyId: near, title: "My own", assigneeId: technician.id });
  for (let count = 0; count <= maxUnassignedWorkOrders; count += 1) await order({ propertyId: near });
  await order({ propertyId: far, title: "Medium elsewhere" });
  await order({ propertyId: far, title: "High elsewhere", priority: "high" });
  await order({ propertyId: far, title: "Urgent elsewhere", priority: "urgent" });
  await order({ propertyId: await createProperty(portal.db), title: "No access", priority: "urgent" });
  const day = await getDay(technician);
  expect(titles(day.unassigned.slice(0, 2))).toEqual(["Urgent elsewhere", "High elsewhere"]);
  expect(titles(day.unassigned)).not.toContain("Medium elsewhere");
  expect(titles(day.unassigned)).not.toContain("No access");
  expect(day.unassigned).toHaveLength(maxUnassignedWorkOrders);
});

test("only members of a team see its unclaimed work orders in My Day, at any property", async () => {
  const [first, second] = [await createProperty(portal.db), await createProperty(portal.db)];
  const [member, other] = [await createTechnician(first, second), await createTechnician(first, second)];
  const { id: teamId } = await portal.db
    .insertInto("teams")
    .values({ name: "Plumbers" })
    .returning("id")
    .executeTakeFirstOrThrow();
  await portal.db.insertInto("team_members").values({ team_id: teamId, user_id: member.id }).execute();
  const teamWorkOrder = await order({ propertyId: second, title: "For the team" });
  await portal.db
    .updateTable("work_orders")
    .set({ team_id: teamId })
    .where("id", "=", teamWorkOrder)
    .execute();
  await order({ propertyId: first, title: "My own", assigneeId: member.id });
  expect(titles((await getDay(member)).unassigned)).toEqual(["For the team"]);
  expect(titles((await getDay(other)).unassigned)).toEqual([]);
});

test("technicians who don't work at a property see none of its work orders in My Day, even those assigned to them earlier", async () => {
  const id = await order({ title: "Assigned before" });
  const elsewhere = await createTechnician(await createProperty(portal.db));
  await portal.db
    .updateTable("work_orders")
    .set({ assignee_id: elsewhere.id })
    .where("id", "=", id)
    .execute();
  expect(await getDay(elsewhere)).toEqual({ assigned: [], hasMore: false, unassigned: [] });
});
