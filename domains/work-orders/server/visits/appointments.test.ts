import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { dayFromToday } from "#test/dates.ts";
import { readNotifications } from "#test/notifications.ts";
import { createWorkOrder, signInAs } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import type { ActivityEntry, WorkOrder } from "../../contract.ts";

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

const newOrder = (fields: { leaseId?: number; status?: "completed" } = {}) =>
  createWorkOrder(portal.db, {
    propertyId: building.propertyId,
    createdById: building.tenant.id,
    assigneeId: building.technician.id,
    title: "Leaking faucet",
    ...fields,
  });
type Who = { cookie: string };
const at = (days: number, hour: number) => `${dayFromToday(days)}T${hour}:00:00.000Z`;
const visit = { from: at(2, 17), to: at(2, 19) };
const otherTime = { from: at(3, 20), to: at(3, 22) };
const propose = (who: Who, body: object = visit) =>
  portal.call("PUT", `/api/work-orders/${id}/appointment`, { ...who, body });
const confirm = (who: Who, body: object) =>
  portal.call("POST", `/api/work-orders/${id}/appointment/agreement`, { ...who, body });
const cancel = (who: Who) => portal.call("DELETE", `/api/work-orders/${id}/appointment`, who);
const read = async (who: Who) => (await portal.call("GET", `/api/work-orders/${id}`, who)).json<WorkOrder>();
/** Signs in again, because the earlier session has expired by the portal clock. */
const signInAgain = async (who: "tenant" | "admin") => ({
  cookie: await signInAs(portal.db, building[who], portal.clock.now),
});
const readVisitPermissions = async (who: Who) => {
  const { can } = await read(who);
  return [can.proposeVisit, can.confirmVisit, can.cancelVisit];
};
/** Returns and clears the notifications since the last call. */
const takeNotifications = async () => {
  const rows = await readNotifications(portal.db);
  await portal.db.deleteFrom("notifications").execute();
  return {
    who: new Set(rows.map(({ user_id }) => user_id)),
    texts: new Set(rows.map(({ text }) => text.replace(/ visit .* for #/, " visit … for #"))),
  };
};
const history = async () =>
  (await portal.call("GET", `/api/work-orders/${id}/history`, building.tenant)).json<ActivityEntry[]>();

test("staff and tenant take turns proposing visits until staff confirm; each step is logged and notifies the other side", async () => {
  const { tenant, landlord, technician } = building;
  const proposed = await propose(landlord, { ...visit, note: "We need the kitchen." });
  expect(proposed.statusCode, proposed.body).toBe(200);
  expect(proposed.json<WorkOrder>().appointment).toEqual({
    ...visit,
    state: "awaiting_tenant",
    note: "We need the kitchen.",
  });
  expect((await takeNotifications()).who).toEqual(new Set([tenant.id, technician.id]));
  expect([await readVisitPermissions(tenant), await readVisitPermissions(landlord)]).toEqual([
    [true, true, false],
    [true, false, true],
  ]);

  const counterProposal = await propose(tenant, { ...otherTime, note: "" });
  expect(counterProposal.json<WorkOrder>().appointment).toEqual({
    ...otherTime,
    state: "awaiting_staff",
    note: null,
  });
  const { who, texts } = await takeNotifications();
  expect(who).toEqual(new Set([landlord.id, technician.id]));
  expect([...texts][0]).toMatch(/^Tessa Tenant proposed a visit … for #WO-\d{4}: Leaking faucet$/);
  expect([await readVisitPermissions(tenant), await readVisitPermissions(technician)]).toEqual([
    [true, false, false],
    [true, true, true],
  ]);

  expect((await confirm(technician, otherTime)).json<WorkOrder>().appointment?.state).toBe("confirmed");
  expect((await takeNotifications()).who).toEqual(new Set([tenant.id]));
  const entries = await history();
  expect(entries.map(({ actionType, user }) => [actionType, user?.fullName])).toEqual([
    ["visit_changed", "Theo Technician"],
    ["visit_changed", "Tessa Tenant"],
    ["visit_changed", "Lena Landlord"],
  ]);
  expect(entries.map(({ message }) => message?.split(":")[0])).toEqual([
    "Visit confirmed",
    "Visit proposed",
    "Visit proposed",
  ]);
  expect(entries[2]?.message).toMatch(/\. We need the kitchen\.$/);
});

test("a tenant can confirm the current proposal but not one that has been replaced", async () => {
  await propose(building.landlord);
  await propose(building.technician, otherTime);
  const stale = await confirm(building.tenant, visit);
  expect(stale.statusCode).toBe(409);
  expect(stale.json()).toMatchObject({
    message: "A new time has since been proposed.",
    current: { appointment: { ...otherTime, state: "awaiting_tenant" } },
  });
  expect((await confirm(building.tenant, otherTime)).statusCode).toBe(200);
  expect((await confirm(building.tenant, otherTime)).statusCode).toBe(409);
});

test("users can't confirm their own proposal or a time that has passed", async () => {
  await propose(building.landlord);
  expect((await confirm(building.landlord, visit)).statusCode).toBe(409);
  portal.clock.now = new Date(Date.parse(visit.from) + 60_000);
  const late = await confirm(await signInAgain("tenant"), visit);
  expect([late.statusCode, late.json<{ message: string }>().message]).toEqual([
    409,
    "That time has passed. Propose a new one.",
  ]);
});

test("a visit is confirmed right away if no tenant can respond", async () => {
  id = await newOrder();
  expect((await propose(building.landlord)).json<WorkOrder>().appointment?.state).toBe("confirmed");
  expect((await history())[0]?.message).toMatch(/^Visit scheduled: /);
});

test("tenants can't propose the first visit, no one can propose a visit for a closed work order, and neighbors can't see visits", async () => {
  expect((await propose(building.tenant)).statusCode).toBe(409);
  expect((await propose(building.neighbor)).statusCode).toBe(404);
  id = await newOrder({ leaseId: building.leaseId, status: "completed" });
  expect((await propose(building.landlord)).statusCode).toBe(409);
  expect(await readVisitPermissions(building.landlord)).toEqual([false, false, false]);
});

test("staff can cancel a visit, which notifies the tenant, but tenants can't cancel it", async () => {
  await propose(building.landlord);
  await takeNotifications();
  expect((await cancel(building.tenant)).statusCode).toBe(403);
  expect((await cancel(building.landlord)).json<WorkOrder>().appointment).toBeNull();
  expect((await takeNotifications()).who).toEqual(new Set([building.tenant.id, building.technician.id]));
  expect((await cancel(building.landlord)).statusCode).toBe(409);
});

test("a visit with invalid times is rejected with a message per field", async () => {
  const rejectedFields = async (body: object) =>
    (await propose(building.landlord, body)).json<{ fields: object }>().fields;
  expect(await rejectedFields({ from: "soon", to: at(2, 19) })).toEqual({
    from: "Please select a start time",
  });
  expect(await rejectedFields({ from: at(-1, 17), to: at(-1, 19) })).toEqual({
    from: "Please select a time in the future",
  });
  expect(await rejectedFields({ from: at(2, 19), to: at(2, 17) })).toEqual({
    to: "The end time must be after the start time",
  });
});

test("reopening a work order removes its visit only if the visit's time has passed", async () => {
  const move = (status: string, { cookie }: Who = building.admin) =>
    portal.call("PATCH", `/api/work-orders/${id}/status`, { cookie, body: { status } });
  await propose(building.landlord);
  await move("completed");
  expect((await move("open")).json<WorkOrder>().appointment).not.toBeNull();
  await move("completed");
  portal.clock.now = new Date(Date.parse(visit.to) + 60_000);
  expect((await move("open", await signInAgain("admin"))).json<WorkOrder>().appointment).toBeNull();
});
