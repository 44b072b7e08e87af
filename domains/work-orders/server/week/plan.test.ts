import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { addDays } from "#shared/calendar.ts";
import { formatPlannedDay } from "#shared/format/dates.ts";
import { toInstant, toWallTime } from "#shared/wall-time.ts";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { readNotifications } from "#test/notifications.ts";
import { createPerson, createProperty, createWorkOrder, signInAs } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import type { ActivityEntry, WorkOrder, WorkOrderRow } from "../../contract.ts";
import type { Week } from "../../week-contract.ts";

let portal: TestPortal;
let building: TestBuilding;
let id: number;
const zone = "America/Los_Angeles";
const day = (days: number) => addDays(toWallTime(new Date(), zone).day, days);
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
});
afterAll(() => portal.close());
beforeEach(async () => {
  await portal.db.deleteFrom("notifications").execute();
  await sql`update work_orders set deleted_at = now()`.execute(portal.db);
  id = await newOrder();
});

const newOrder = (overrides: Partial<Parameters<typeof createWorkOrder>[1]> = {}) =>
  createWorkOrder(portal.db, {
    propertyId: building.propertyId,
    leaseId: building.leaseId,
    createdById: building.tenant.id,
    title: "Leaking faucet",
    ...overrides,
  });
const plan = (
  who: { cookie: string },
  body: Record<string, unknown>,
  { orderId = id, headers }: { orderId?: number; headers?: Record<string, string> } = {},
) =>
  portal.call("PUT", `/api/work-orders/${orderId}/plan`, {
    cookie: who.cookie,
    body,
    ...(headers === undefined ? {} : { headers }),
  });
const read = async (who: { cookie: string }) =>
  (await portal.call("GET", `/api/work-orders/${id}`, who)).json<WorkOrder>();
const historyFor = async (who: { cookie: string }) =>
  (await portal.call("GET", `/api/work-orders/${id}/history`, who)).json<ActivityEntry[]>();
const week = async (who: { cookie: string }, query = "") => {
  const response = await portal.call("GET", `/api/work-orders/week${query}`, who);
  expect(response.statusCode, response.body).toBe(200);
  return response.json<Week>();
};
const addConfirmedVisit = (days: number, orderId = id) =>
  portal.db
    .insertInto("work_order_appointments")
    .values({
      work_order_id: orderId,
      property_id: building.propertyId,
      starts_at: toInstant({ day: day(days), time: "09:00" }, zone),
      ends_at: toInstant({ day: day(days), time: "11:30" }, zone),
      state: "confirmed",
      arranged_by_id: building.landlord.id,
    })
    .execute();

test("a landlord can set the assignee, day, and estimate in one change, which is logged and notifies each person once", async () => {
  const { technician, landlord, tenant } = building;
  const planned = await plan(landlord, {
    assigneeId: technician.id,
    plannedOn: day(1),
    estimateMinutes: 90,
  });
  expect(planned.statusCode, planned.body).toBe(200);
  expect(planned.json<WorkOrder>()).toMatchObject({
    assignee: { id: technician.id },
    plannedOn: day(1),
    estimateMinutes: 90,
    version: 2,
    can: { plan: true },
  });
  const [entry, assigned] = await historyFor(landlord);
  expect(entry).toMatchObject({
    actionType: "planned",
    message: `Planned for ${formatPlannedDay(day(1))}, 1 h 30 min`,
    internal: true,
  });
  expect(assigned).toMatchObject({ actionType: "assigned", message: "Assigned to Theo Technician" });
  const sent = await readNotifications(portal.db);
  const texts = Object.fromEntries(sent.map(({ user_id, text }) => [user_id, text]));
  expect(sent).toHaveLength(2);
  expect(texts).toEqual({
    [technician.id]: expect.stringMatching(/ is planned for you on .*: Leaking faucet$/),
    [tenant.id]: expect.stringMatching(/ is assigned to Theo Technician: Leaking faucet$/),
  });
});

test("a new planned day notifies only the technician, and a new estimate notifies no one", async () => {
  const { technician, landlord } = building;
  await plan(landlord, { assigneeId: technician.id, plannedOn: day(1) });
  await portal.db.deleteFrom("notifications").execute();
  await plan(landlord, { assigneeId: technician.id, plannedOn: day(1), estimateMinutes: 30 });
  expect(await readNotifications(portal.db)).toEqual([]);
  await plan(landlord, { assigneeId: technician.id, plannedOn: null });
  const sent = await readNotifications(portal.db);
  expect(sent.map(({ user_id }) => user_id)).toEqual([technician.id]);
  expect(sent[0]?.text).toContain("is no longer planned for a date");
  expect(await read(technician)).toMatchObject({ plannedOn: null, estimateMinutes: 30 });
});

test("the planned day notifies only the technician, even if a tenant and an administrator watch the work order", async () => {
  const { technician, landlord, tenant, admin } = building;
  for (const { cookie } of [tenant, admin])
    await portal.call("PUT", `/api/work-orders/${id}/watching`, { cookie, body: { isWatching: true } });
  await plan(landlord, { assigneeId: technician.id, plannedOn: day(1) });
  await plan(landlord, { assigneeId: technician.id, plannedOn: day(2) });
  const sent = await readNotifications(portal.db);
  const recipients = sent.filter(({ kind }) => kind === "work-order.planned").map(({ user_id }) => user_id);
  expect(recipients).toEqual([technician.id, technician.id]);
});

test("tenants can't see the plan or estimate in the work order, the list, its filters, the CSV file, or the log", async () => {
  const { technician, landlord, tenant } = building;
  await plan(landlord, { assigneeId: technician.id, plannedOn: day(0), estimateMinutes: 30 });
  expect(await read(tenant)).toMatchObject({ plannedOn: null, estimateMinutes: null, can: { plan: false } });
  const rows = (await portal.call("GET", "/api/work-orders", tenant)).json<WorkOrderRow[]>();
  expect(rows.map(({ plannedOn, estimateMinutes }) => [plannedOn, estimateMinutes])).toEqual([[null, null]]);
  expect((await portal.call("GET", "/api/work-orders?planned=today", tenant)).json()).toEqual([]);
  // The date also appears in the file as the creation date.
  expect((await portal.call("GET", "/api/work-orders.csv", tenant)).body).not.toMatch(
    new RegExp(`,${day(0)},|,30,`),
  );
  expect((await portal.call("GET", "/api/work-orders.csv", landlord)).body).toContain(`,${day(0)},30,`);
  expect((await historyFor(tenant)).map(({ actionType }) => actionType)).not.toContain("planned");
});

test("repeating a plan changes nothing, and a plan from an outdated version is rejected with the name of who changed it", async () => {
  const { technician, landlord, admin } = building;
  const body = { assigneeId: technician.id, plannedOn: day(1) };
  await plan(landlord, body);
  expect((await plan(landlord, body, { headers: { "if-match": '"1"' } })).json<WorkOrder>().version).toBe(2);
  const stale = await plan(admin, { ...body, plannedOn: day(2) }, { headers: { "if-match": '"1"' } });
  expect(stale.statusCode).toBe(409);
  expect(stale.json()).toMatchObject({
    message: expect.stringMatching(/^Lena Landlord rescheduled #WO-\d+ after you opened it\.$/),
    current: { plannedOn: day(1), version: 2 },
  });
});

test("a plan with a person from another property, a past day, a closed work order, or an invalid estimate is rejected with a message", async () => {
  const { technician, landlord, tenant } = building;
  const stranger = await createPerson(portal.db, {
    role: "maintenance",
    propertyIds: [await createProperty(portal.db, {})],
  });
  const rejectedFields = async (body: Record<string, unknown>) => {
    const response = await plan(landlord, { assigneeId: technician.id, plannedOn: day(1), ...body });
    expect(response.statusCode).toBe(400);
    return response.json<{ fields: Record<string, string> }>().fields;
  };
  for (const assigneeId of [stranger.id, tenant.id])
    expect(await rejectedFields({ assigneeId })).toEqual({
      assigneeId: "This person isn't assigned to this property.",
    });
  expect(await rejectedFields({ plannedOn: day(-1) })).toEqual({
    plannedOn: "Please select today or a later date",
  });
  expect(await rejectedFields({ plannedOn: "2026-02-30" })).toEqual({ plannedOn: "Please select a date" });
  expect(await rejectedFields({ estimateMinutes: 4 })).toEqual({
    estimateMinutes: "Please enter at least 5 minutes",
  });
  expect(await rejectedFields({ estimateMinutes: 2881 })).toHaveProperty("estimateMinutes");
  await sql`update work_orders set status = 'cancelled' where id = ${id}`.execute(portal.db);
  const finished = await plan(landlord, { assigneeId: technician.id, plannedOn: day(1) });
  expect(finished.json()).toMatchObject({ message: "This work order is already closed." });
  expect((await read(landlord)).can.plan).toBe(false);
});

test("planning work on a day other than its confirmed visit is rejected unless the user explicitly keeps the visit", async () => {
  const { technician, landlord } = building;
  await addConfirmedVisit(2);
  const body = { assigneeId: technician.id, plannedOn: day(3) };
  const rejected = await plan(landlord, body);
  expect(rejected.statusCode).toBe(409);
  expect(rejected.json<{ message: string }>().message).toBe(
    `A visit is confirmed for ${formatPlannedDay(day(2))}, 9:00–11:30 AM. Rescheduling the work doesn't move the visit.`,
  );
  expect((await plan(landlord, { ...body, plannedOn: day(2) })).statusCode).toBe(200);
  const moved = await plan(landlord, { ...body, keepsVisit: true });
  expect(moved.json<WorkOrder>()).toMatchObject({ plannedOn: day(3), appointment: { state: "confirmed" } });
});

test("the week lists the technicians a user can access, with their planned, visited, and due work orders and each day's minutes", async () => {
  const { technician, landlord, admin } = building;
  const otherPropertyId = await createProperty(portal.db, { name: "Hill House" });
  const stranger = await createPerson(portal.db, {
    role: "maintenance",
    fullName: "Sam Stranger",
    propertyIds: [otherPropertyId],
  });
  const roving = await createPerson(portal.db, {
    role: "maintenance",
    fullName: "Rita Roving",
    hasAllProperties: true,
  });
  const assigned = { assigneeId: technician.id };
  await plan(landlord, { ...assigned, plannedOn: day(1), estimateMinutes: 240 });
  const plain = await newOrder();
  await plan(landlord, { ...assigned, plannedOn: day(1) }, { orderId: plain });
  const visited = await newOrder(assigned);
  await addConfirmedVisit(1, visited);
  const due = await newOrder(assigned);
  await sql`update work_orders set due_at = ${toInstant({ day: day(2), time: "23:30" }, zone)} where id = ${due}`.execute(
    portal.db,
  );
  await newOrder();
  const hidden = await newOrder({ propertyId: otherPropertyId, leaseId: undefined, assigneeId: stranger.id });
  await plan(admin, { assigneeId: roving.id, plannedOn: day(1) }, { orderId: hidden });

  const landlordWeek = await week(landlord, `?from=${day(0)}`);
  expect(landlordWeek).toMatchObject({ from: day(0), today: day(0), isTruncated: false });
  expect(landlordWeek.people).toEqual([
    { id: roving.id, fullName: "Rita Roving", propertyIds: null, minutes: [0, 0, 0, 0, 0, 0, 0] },
    {
      id: technician.id,
      fullName: "Theo Technician",
      propertyIds: [building.propertyId],
      minutes: [0, 240 + 60 + 150, 0, 0, 0, 0, 0],
    },
  ]);
  expect(new Set(landlordWeek.orders.map((order) => order.id))).toEqual(new Set([id, plain, visited, due]));

  const adminWeek = await week(admin, `?from=${day(0)}`);
  const minutesThen = adminWeek.people.map(({ fullName, minutes }) => [fullName, minutes[1]]);
  expect(minutesThen).toContainEqual(["Rita Roving", 60]);
  expect(minutesThen).toContainEqual(["Sam Stranger", 0]);
  const propertyWeek = await week(admin, `?from=${day(0)}&propertyId=${otherPropertyId}`);
  expect(propertyWeek.people.map(({ fullName }) => fullName)).toEqual(["Rita Roving", "Sam Stranger"]);
  expect((await week(landlord, `?from=${day(-7)}`)).orders).toEqual([]);
  expect(new Date(`${(await week(landlord)).from}T00:00:00Z`).getUTCDay()).toBe(1);
});

test("the work order list can be filtered by planned today, planned within seven days, and unplanned", async () => {
  const { technician, landlord } = building;
  const cookie = await signInAs(portal.db, building.landlord);
  const find = async (planned: string) =>
    (await portal.call("GET", `/api/work-orders?planned=${planned}`, { cookie }))
      .json<WorkOrderRow[]>()
      .map((order) => order.id);
  const today = await newOrder();
  const later = await newOrder();
  const assignedOnly = await newOrder({ assigneeId: technician.id });
  const visited = await newOrder({ assigneeId: technician.id });
  await addConfirmedVisit(3, visited);
  const late = await newOrder({ assigneeId: technician.id });
  await sql`update work_orders set planned_on = ${day(-1)} where id = ${late}`.execute(portal.db);
  await newOrder({ status: "completed" });
  await plan(landlord, { assigneeId: technician.id, plannedOn: day(0) }, { orderId: today });
  await plan(landlord, { assigneeId: technician.id, plannedOn: day(6) }, { orderId: later });
  expect(await find("today")).toEqual([today]);
  expect(await find("week")).toEqual([later, today]);
  expect(await find("to-plan")).toEqual([late, assignedOnly, id]);
});
