import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { dayFromToday } from "#test/days.ts";
import { readNotifications } from "#test/notifications.ts";
import { createWorkOrder, signInAs } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import type { ActivityEntry, WorkOrder } from "../contract.ts";

let portal: TestPortal;
let building: TestBuilding;
let id: number;
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
});
afterAll(() => portal.close());
beforeEach(async () => {
  portal.clock.now = new Date();
  await portal.db.deleteFrom("notifications").execute();
  id = await newOrder({ leaseId: building.leaseId });
});

const newOrder = (facts: { leaseId?: number; status?: "completed" } = {}) =>
  createWorkOrder(portal.db, {
    propertyId: building.propertyId,
    createdById: building.tenant.id,
    assigneeId: building.technician.id,
    title: "Leaking tap",
    ...facts,
  });
type Who = { cookie: string };
const at = (days: number, hour: number) => `${dayFromToday(days)}T${hour}:00:00.000Z`;
const visit = { from: at(2, 17), to: at(2, 19) };
const another = { from: at(3, 20), to: at(3, 22) };
const propose = (who: Who, body: object = visit) =>
  portal.call("PUT", `/api/work-orders/${id}/appointment`, { ...who, body });
const agree = (who: Who, body: object) =>
  portal.call("POST", `/api/work-orders/${id}/appointment/agreement`, { ...who, body });
const callOff = (who: Who) => portal.call("DELETE", `/api/work-orders/${id}/appointment`, who);
const read = async (who: Who) => (await portal.call("GET", `/api/work-orders/${id}`, who)).json<WorkOrder>();
/** The session from before has ended by the time of the clock. */
const signedInNow = async (who: "tenant" | "admin") => ({
  cookie: await signInAs(portal.db, building[who], portal.clock.now),
});
const turn = async (who: Who) => {
  const { may } = await read(who);
  return [may.proposeVisit, may.agreeToVisit, may.callOffVisit];
};
/** Who was told since the last call. */
const told = async () => {
  const rows = await readNotifications(portal.db);
  await portal.db.deleteFrom("notifications").execute();
  return {
    who: new Set(rows.map(({ user_id }) => user_id)),
    texts: new Set(
      rows.map(({ text }) => text.replace(/ (visit|visit for|to the visit) .*, for /, " $1 …, for ")),
    ),
  };
};
const history = async () =>
  (await portal.call("GET", `/api/work-orders/${id}/history`, building.tenant)).json<ActivityEntry[]>();

test("staff propose a visit, the tenant proposes another time, staff agree: each step is logged and told to the other side", async () => {
  const { tenant, landlord, technician } = building;
  const proposed = await propose(landlord, { ...visit, note: "We need the kitchen." });
  expect(proposed.statusCode, proposed.body).toBe(200);
  expect(proposed.json<WorkOrder>().appointment).toEqual({
    ...visit,
    state: "tenant_asked",
    note: "We need the kitchen.",
  });
  expect((await told()).who).toEqual(new Set([tenant.id, technician.id]));
  expect([await turn(tenant), await turn(landlord)]).toEqual([
    [true, true, false],
    [true, false, true],
  ]);

  const countered = await propose(tenant, { ...another, note: "" });
  expect(countered.json<WorkOrder>().appointment).toEqual({ ...another, state: "staff_asked", note: null });
  const { who, texts } = await told();
  expect(who).toEqual(new Set([landlord.id, technician.id]));
  expect([...texts][0]).toMatch(/^Tessa Tenant proposes a visit …, for #WO-\d{4}: Leaking tap$/);
  expect([await turn(tenant), await turn(technician)]).toEqual([
    [true, false, false],
    [true, true, true],
  ]);

  expect((await agree(technician, another)).json<WorkOrder>().appointment?.state).toBe("agreed");
  expect((await told()).who).toEqual(new Set([tenant.id]));
  const entries = await history();
  expect(entries.map(({ actionType, user }) => [actionType, user?.fullName])).toEqual([
    ["visit_changed", "Theo Technician"],
    ["visit_changed", "Tessa Tenant"],
    ["visit_changed", "Lena Landlord"],
  ]);
  expect(entries.map(({ message }) => message?.split(":")[0])).toEqual([
    "Visit agreed",
    "Visit proposed",
    "Visit proposed",
  ]);
  expect(entries[2]?.message).toMatch(/\. We need the kitchen\.$/);
});

test("a tenant agrees to what was proposed, and to nothing that was changed meanwhile", async () => {
  await propose(building.landlord);
  await propose(building.technician, another);
  const stale = await agree(building.tenant, visit);
  expect(stale.statusCode).toBe(409);
  expect(stale.json()).toMatchObject({
    message: "Another time was proposed in the meantime.",
    current: { appointment: { ...another, state: "tenant_asked" } },
  });
  expect((await agree(building.tenant, another)).statusCode).toBe(200);
  expect((await agree(building.tenant, another)).statusCode).toBe(409);
});

test("nobody agrees to their own proposal, or to a time that has passed", async () => {
  await propose(building.landlord);
  expect((await agree(building.landlord, visit)).statusCode).toBe(409);
  portal.clock.now = new Date(Date.parse(visit.from) + 60_000);
  const late = await agree(await signedInNow("tenant"), visit);
  expect([late.statusCode, late.json<{ message: string }>().message]).toEqual([
    409,
    "That time has passed. Please propose another.",
  ]);
});

test("an order without a tenant who could answer has its visit set at once", async () => {
  id = await newOrder();
  expect((await propose(building.landlord)).json<WorkOrder>().appointment?.state).toBe("agreed");
  expect((await history())[0]?.message).toMatch(/^Visit set: /);
});

test("a tenant who was not asked proposes nothing, nobody does for a finished order, and neighbours see nothing", async () => {
  expect((await propose(building.tenant)).statusCode).toBe(409);
  expect((await propose(building.neighbour)).statusCode).toBe(404);
  id = await newOrder({ leaseId: building.leaseId, status: "completed" });
  expect((await propose(building.landlord)).statusCode).toBe(409);
  expect(await turn(building.landlord)).toEqual([false, false, false]);
});

test("staff call a visit off, which the tenant is told; a tenant does not", async () => {
  await propose(building.landlord);
  await told();
  expect((await callOff(building.tenant)).statusCode).toBe(403);
  expect((await callOff(building.landlord)).json<WorkOrder>().appointment).toBeNull();
  expect((await told()).who).toEqual(new Set([building.tenant.id, building.technician.id]));
  expect((await callOff(building.landlord)).statusCode).toBe(409);
});

test("times that cannot be are refused at their fields", async () => {
  const refused = async (body: object) =>
    (await propose(building.landlord, body)).json<{ fields: object }>().fields;
  expect(await refused({ from: "soon", to: at(2, 19) })).toEqual({
    from: "Please choose when the visit begins",
  });
  expect(await refused({ from: at(-1, 17), to: at(-1, 19) })).toEqual({
    from: "Please choose a time that is still to come",
  });
  expect(await refused({ from: at(2, 19), to: at(2, 17) })).toEqual({
    to: "The visit must end after it begins",
  });
});

test("an order that is finished and reopened after its visit has none; one that is moved back before keeps it", async () => {
  const move = (status: string, { cookie }: Who = building.admin) =>
    portal.call("PATCH", `/api/work-orders/${id}/status`, { cookie, body: { status } });
  await propose(building.landlord);
  await move("completed");
  expect((await move("open")).json<WorkOrder>().appointment).not.toBeNull();
  await move("completed");
  portal.clock.now = new Date(Date.parse(visit.to) + 60_000);
  expect((await move("open", await signedInNow("admin"))).json<WorkOrder>().appointment).toBeNull();
});
