import { afterAll, beforeAll, expect, test } from "vitest";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { createPerson, createProperty, createUnit, createWorkOrder, signInAs } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import { entriesKept, type MyDay, unassignedOrdersMax } from "../my-day-contract.ts";

let portal: TestPortal;
let building: TestBuilding;
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
});
afterAll(() => portal.close());

const dayOf = async ({ cookie }: { cookie: string }) => {
  const response = await portal.call("GET", "/api/my-day", { cookie });
  expect(response.statusCode, response.body).toBe(200);
  return response.json<MyDay>();
};
const titles = (orders: MyDay["own"]) => orders.map(({ order }) => order.title);
const order = (facts: Partial<Parameters<typeof createWorkOrder>[1]> = {}) =>
  createWorkOrder(portal.db, {
    propertyId: building.propertyId,
    createdById: building.tenant.id,
    ...facts,
  });
const technicianOf = async (...propertyIds: number[]) => {
  const person = await createPerson(portal.db, { role: "maintenance", propertyIds });
  return { ...person, cookie: await signInAs(portal.db, person) };
};

test("a day has the own unfinished orders, soonest due first, each with place, contacts, earlier orders and log", async () => {
  const { technician, landlord, tenant, unitId, leaseId } = building;
  await portal.db
    .updateTable("units")
    .set({ floor: "2", access_notes: "Ask for Ana." })
    .where("id", "=", unitId)
    .execute();
  const place = { unitId, leaseId };
  const earlier = [];
  for (let count = 1; count <= 6; count += 1)
    earlier.push(await order({ ...place, title: `Earlier fault ${count}`, status: "completed" }));
  const mine = await order({ ...place, title: "Leaking tap", assigneeId: technician.id });
  const due = await order({ ...place, title: "Broken lamp", assigneeId: technician.id });
  await order({ ...place, title: "Done already", assigneeId: technician.id, status: "completed" });
  await portal.call("PUT", `/api/work-orders/${due}/due`, {
    cookie: landlord.cookie,
    body: { dueAt: "2026-12-02T01:00:00Z" },
  });
  const comment = { text: "Please ring twice.", internal: true };
  await portal.call("POST", `/api/work-orders/${mine}/comments`, { cookie: landlord.cookie, body: comment });

  const day = await dayOf(technician);
  expect(titles(day.own)).toEqual(["Broken lamp", "Leaking tap"]);
  expect(day.hasMore).toBe(false);
  const tap = day.own[1];
  expect(tap?.order).toMatchObject({
    id: mine,
    property: { name: "Harbor House" },
    unit: { unitNumber: "101", floor: "2" },
    access: { building: null, unit: "Ask for Ana." },
    may: { assign: "self" },
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

test("who reported it and can sign in no more is no contact", async () => {
  const technician = await technicianOf(building.propertyId);
  const gone = await createPerson(portal.db, { role: "tenant", state: "disabled" });
  await order({ assigneeId: technician.id, createdById: gone.id });
  const [{ contacts } = { contacts: [] }] = (await dayOf(technician)).own;
  expect(contacts.map(({ role }) => role)).toEqual(["manager"]);
});

test("only the newest entries of a log, and at most twenty unassigned orders come along", async () => {
  const propertyId = await createProperty(portal.db);
  const technician = await technicianOf(propertyId);
  const id = await order({ propertyId, assigneeId: technician.id });
  for (let count = 1; count <= entriesKept + 2; count += 1)
    await portal.call("POST", `/api/work-orders/${id}/comments`, {
      cookie: technician.cookie,
      body: { text: `Comment ${count}` },
    });
  for (let count = 0; count <= unassignedOrdersMax; count += 1) await order({ propertyId });
  const day = await dayOf(technician);
  expect(day.own[0]?.history).toHaveLength(entriesKept);
  expect(day.own[0]?.history[0]?.message).toBe(`Comment ${entriesKept + 2}`);
  expect(day.unassigned).toHaveLength(unassignedOrdersMax);
});

test("unassigned orders are those of the buildings with own orders, on their floors first", async () => {
  const [near, far] = [await createProperty(portal.db), await createProperty(portal.db)];
  const [second, third] = [await createUnit(portal.db, near), await createUnit(portal.db, near)];
  for (const [id, floor] of [
    [second, "2"],
    [third, "3"],
  ] as const)
    await portal.db.updateTable("units").set({ floor }).where("id", "=", id).execute();
  const technician = await technicianOf(near, far);
  await order({ propertyId: far, title: "In another building" });
  await order({ propertyId: near, unitId: second, title: "On another floor" });
  await order({ propertyId: near, unitId: third, title: "On the same floor" });
  await order({ propertyId: near, unitId: third, title: "Done already", status: "completed" });
  await order({ propertyId: near, unitId: third, title: "Not approved", awaitingApproval: true });
  expect(titles((await dayOf(technician)).unassigned)).toEqual([
    "In another building",
    "On another floor",
    "On the same floor",
  ]);
  await order({ propertyId: near, unitId: third, title: "My own", assigneeId: technician.id });
  expect(titles((await dayOf(technician)).unassigned)).toEqual(["On the same floor", "On another floor"]);
});

test("what a team is to take is for its members, wherever it is, and for nobody else", async () => {
  const [here, there] = [await createProperty(portal.db), await createProperty(portal.db)];
  const [member, other] = [await technicianOf(here, there), await technicianOf(here, there)];
  const { id: teamId } = await portal.db
    .insertInto("teams")
    .values({ name: "Plumbers" })
    .returning("id")
    .executeTakeFirstOrThrow();
  await portal.db.insertInto("team_members").values({ team_id: teamId, user_id: member.id }).execute();
  const given = await order({ propertyId: there, title: "For the team" });
  await portal.db.updateTable("work_orders").set({ team_id: teamId }).where("id", "=", given).execute();
  await order({ propertyId: here, title: "My own", assigneeId: member.id });
  expect(titles((await dayOf(member)).unassigned)).toEqual(["For the team"]);
  expect(titles((await dayOf(other)).unassigned)).toEqual([]);
});

test("a technician of other buildings gets nothing of these, not even what was assigned before", async () => {
  const id = await order({ title: "Assigned before" });
  const elsewhere = await technicianOf(await createProperty(portal.db));
  await portal.db
    .updateTable("work_orders")
    .set({ assignee_id: elsewhere.id })
    .where("id", "=", id)
    .execute();
  expect(await dayOf(elsewhere)).toEqual({ own: [], hasMore: false, unassigned: [] });
});

test("it is for technicians only", async () => {
  for (const who of [building.tenant, building.landlord, building.admin])
    expect((await portal.call("GET", "/api/my-day", { cookie: who.cookie })).statusCode).toBe(403);
});
