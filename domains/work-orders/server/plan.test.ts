import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { addDays } from "#shared/calendar.ts";
import { formatPlannedDay } from "#shared/format/dates.ts";
import { instantOf, wallTimeAt } from "#shared/wall-time.ts";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { readNotifications } from "#test/notifications.ts";
import { createPerson, createProperty, createWorkOrder, signInAs } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import type { ActivityEntry, WorkOrder, WorkOrderRow } from "../contract.ts";
import type { Week } from "../week-contract.ts";

let portal: TestPortal;
let building: TestBuilding;
let id: number;
const zone = "America/Los_Angeles";
const day = (days: number) => addDays(wallTimeAt(new Date(), zone).day, days);
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
});
afterAll(() => portal.close());
beforeEach(async () => {
  await portal.db.deleteFrom("notifications").execute();
  await sql`update work_orders set deleted_at = now()`.execute(portal.db);
  id = await newOrder();
});

const newOrder = (more: Partial<Parameters<typeof createWorkOrder>[1]> = {}) =>
  createWorkOrder(portal.db, {
    propertyId: building.propertyId,
    leaseId: building.leaseId,
    createdById: building.tenant.id,
    title: "Leaking tap",
    ...more,
  });
const plan = (
  who: { cookie: string },
  body: Record<string, unknown>,
  { of = id, headers }: { of?: number; headers?: Record<string, string> } = {},
) =>
  portal.call("PUT", `/api/work-orders/${of}/plan`, {
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
const agreedVisit = (days: number, of = id) =>
  portal.db
    .insertInto("work_order_appointments")
    .values({
      work_order_id: of,
      property_id: building.propertyId,
      starts_at: instantOf({ day: day(days), time: "09:00" }, zone),
      ends_at: instantOf({ day: day(days), time: "11:30" }, zone),
      state: "agreed",
      arranged_by_id: building.landlord.id,
    })
    .execute();

test("a landlord sets person, day and estimate in one change: in the order, its log, and one notification for each", async () => {
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
    may: { plan: true },
  });
  const [entry, assigned] = await historyFor(landlord);
  expect(entry).toMatchObject({
    actionType: "planned",
    message: `Planned for ${formatPlannedDay(day(1))}, 1 h 30 min`,
    internal: true,
  });
  expect(assigned).toMatchObject({ actionType: "assigned", message: "Assigned to Theo Technician" });
  const sent = await readNotifications(portal.db);
  const told = Object.fromEntries(sent.map(({ user_id, text }) => [user_id, text]));
  expect(sent).toHaveLength(2);
  expect(told).toEqual({
    [technician.id]: expect.stringMatching(/ is planned for you on .*: Leaking tap$/),
    [tenant.id]: expect.stringMatching(/ is assigned to Theo Technician: Leaking tap$/),
  });
});

test("another day is told to the technician alone, and the estimate to nobody", async () => {
  const { technician, landlord } = building;
  await plan(landlord, { assigneeId: technician.id, plannedOn: day(1) });
  await portal.db.deleteFrom("notifications").execute();
  await plan(landlord, { assigneeId: technician.id, plannedOn: day(1), estimateMinutes: 30 });
  expect(await readNotifications(portal.db)).toEqual([]);
  await plan(landlord, { assigneeId: technician.id, plannedOn: null });
  const sent = await readNotifications(portal.db);
  expect(sent.map(({ user_id }) => user_id)).toEqual([technician.id]);
  expect(sent[0]?.text).toContain("is not planned for a certain day any more");
  expect(await read(technician)).toMatchObject({ plannedOn: null, estimateMinutes: 30 });
});

test("the planned day is told to the technician alone, though a tenant and an administrator watch the order", async () => {
  const { technician, landlord, tenant, admin } = building;
  for (const { cookie } of [tenant, admin])
    await portal.call("PUT", `/api/work-orders/${id}/watching`, { cookie, body: { isWatching: true } });
  await plan(landlord, { assigneeId: technician.id, plannedOn: day(1) });
  await plan(landlord, { assigneeId: technician.id, plannedOn: day(2) });
  const sent = await readNotifications(portal.db);
  const told = sent.filter(({ kind }) => kind === "work-order.planned").map(({ user_id }) => user_id);
  expect(told).toEqual([technician.id, technician.id]);
});

test("tenants see neither plan nor estimate, in the order, the list, its filter, its file and the log", async () => {
  const { technician, landlord, tenant } = building;
  await plan(landlord, { assigneeId: technician.id, plannedOn: day(0), estimateMinutes: 30 });
  expect(await read(tenant)).toMatchObject({ plannedOn: null, estimateMinutes: null, may: { plan: false } });
  const rows = (await portal.call("GET", "/api/work-orders", tenant)).json<WorkOrderRow[]>();
  expect(rows.map(({ plannedOn, estimateMinutes }) => [plannedOn, estimateMinutes])).toEqual([[null, null]]);
  expect((await portal.call("GET", "/api/work-orders?planned=today", tenant)).json()).toEqual([]);
  // The day itself stands in the file as the day of the report.
  expect((await portal.call("GET", "/api/work-orders.csv", tenant)).body).not.toMatch(
    new RegExp(`,${day(0)},|,30,`),
  );
  expect((await portal.call("GET", "/api/work-orders.csv", landlord)).body).toContain(`,${day(0)},30,`);
  expect((await historyFor(tenant)).map(({ actionType }) => actionType)).not.toContain("planned");
});

test("the same plan again changes nothing; one based on an old version is refused by name", async () => {
  const { technician, landlord, admin } = building;
  const body = { assigneeId: technician.id, plannedOn: day(1) };
  await plan(landlord, body);
  expect((await plan(landlord, body, { headers: { "if-match": '"1"' } })).json<WorkOrder>().version).toBe(2);
  const stale = await plan(admin, { ...body, plannedOn: day(2) }, { headers: { "if-match": '"1"' } });
  expect(stale.statusCode).toBe(409);
  expect(stale.json()).toMatchObject({
    message: expect.stringMatching(/^Lena Landlord planned #WO-\d+ in the meantime\.$/),
    current: { plannedOn: day(1), version: 2 },
  });
});

test("who does not work there, a past day, a finished order and an odd estimate are refused in words", async () => {
  const { technician, landlord, tenant } = building;
  const stranger = await createPerson(portal.db, {
    role: "maintenance",
    propertyIds: [await createProperty(portal.db, {})],
  });
  const refused = async (body: Record<string, unknown>) => {
    const response = await plan(landlord, { assigneeId: technician.id, plannedOn: day(1), ...body });
    expect(response.statusCode).toBe(400);
    return response.json<{ fields: Record<string, string> }>().fields;
  };
  for (const assigneeId of [stranger.id, tenant.id])
    expect(await refused({ assigneeId })).toEqual({
      assigneeId: "This person does not work in this building.",
    });
  expect(await refused({ plannedOn: day(-1) })).toEqual({
    plannedOn: "Please choose a day that is not past",
  });
  expect(await refused({ plannedOn: "2026-02-30" })).toEqual({ plannedOn: "Please choose a day" });
  expect(await refused({ estimateMinutes: 4 })).toEqual({
    estimateMinutes: "Please enter at least 5 minutes",
  });
  expect(await refused({ estimateMinutes: 2881 })).toHaveProperty("estimateMinutes");
  await sql`update work_orders set status = 'cancelled' where id = ${id}`.execute(portal.db);
  const finished = await plan(landlord, { assigneeId: technician.id, plannedOn: day(1) });
  expect(finished.json()).toMatchObject({ message: "This work order is finished." });
  expect((await read(landlord)).may.plan).toBe(false);
});

test("work moved away from its agreed visit says so, and the visit stays only when that is wanted", async () => {
  const { technician, landlord } = building;
  await agreedVisit(2);
  const body = { assigneeId: technician.id, plannedOn: day(3) };
  const refused = await plan(landlord, body);
  expect(refused.statusCode).toBe(409);
  expect(refused.json<{ message: string }>().message).toBe(
    `A visit is agreed for ${formatPlannedDay(day(2))}, 9:00–11:30 AM, and does not move with the plan.`,
  );
  expect((await plan(landlord, { ...body, plannedOn: day(2) })).statusCode).toBe(200);
  const moved = await plan(landlord, { ...body, visitStays: true });
  expect(moved.json<WorkOrder>()).toMatchObject({ plannedOn: day(3), appointment: { state: "agreed" } });
});

test("the week has the technicians in reach with what is planned, visited and due, and the hours of each day", async () => {
  const { technician, landlord, admin } = building;
  const elsewhere = await createProperty(portal.db, { name: "Hill House" });
  const stranger = await createPerson(portal.db, {
    role: "maintenance",
    fullName: "Sam Stranger",
    propertyIds: [elsewhere],
  });
  const roving = await createPerson(portal.db, {
    role: "maintenance",
    fullName: "Rita Roving",
    allBuildings: true,
  });
  const assigned = { assigneeId: technician.id };
  await plan(landlord, { ...assigned, plannedOn: day(1), estimateMinutes: 240 });
  const plain = await newOrder();
  await plan(landlord, { ...assigned, plannedOn: day(1) }, { of: plain });
  const visited = await newOrder(assigned);
  await agreedVisit(1, visited);
  const due = await newOrder(assigned);
  await sql`update work_orders set due_at = ${instantOf({ day: day(2), time: "23:30" }, zone)} where id = ${due}`.execute(
    portal.db,
  );
  await newOrder();
  const hidden = await newOrder({ propertyId: elsewhere, leaseId: undefined, assigneeId: stranger.id });
  await plan(admin, { assigneeId: roving.id, plannedOn: day(1) }, { of: hidden });

  const seen = await week(landlord, `?from=${day(0)}`);
  expect(seen).toMatchObject({ from: day(0), today: day(0), isCut: false });
  expect(seen.people).toEqual([
    { id: roving.id, fullName: "Rita Roving", propertyIds: null, minutes: [0, 0, 0, 0, 0, 0, 0] },
    {
      id: technician.id,
      fullName: "Theo Technician",
      propertyIds: [building.propertyId],
      minutes: [0, 240 + 60 + 150, 0, 0, 0, 0, 0],
    },
  ]);
  expect(new Set(seen.orders.map((order) => order.id))).toEqual(new Set([id, plain, visited, due]));

  const all = await week(admin, `?from=${day(0)}`);
  const minutesThen = all.people.map(({ fullName, minutes }) => [fullName, minutes[1]]);
  expect(minutesThen).toContainEqual(["Rita Roving", 60]);
  expect(minutesThen).toContainEqual(["Sam Stranger", 0]);
  const there = await week(admin, `?from=${day(0)}&propertyId=${elsewhere}`);
  expect(there.people.map(({ fullName }) => fullName)).toEqual(["Rita Roving", "Sam Stranger"]);
  expect((await week(landlord, `?from=${day(-7)}`)).orders).toEqual([]);
  expect(new Date(`${(await week(landlord)).from}T00:00:00Z`).getUTCDay()).toBe(1);
});

test("the list finds what is planned today, within seven days, and what somebody has to plan", async () => {
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
  await agreedVisit(3, visited);
  const late = await newOrder({ assigneeId: technician.id });
  await sql`update work_orders set planned_on = ${day(-1)} where id = ${late}`.execute(portal.db);
  await newOrder({ status: "completed" });
  await plan(landlord, { assigneeId: technician.id, plannedOn: day(0) }, { of: today });
  await plan(landlord, { assigneeId: technician.id, plannedOn: day(6) }, { of: later });
  expect(await find("today")).toEqual([today]);
  expect(await find("week")).toEqual([later, today]);
  expect(await find("to-plan")).toEqual([late, assignedOnly, id]);
});
