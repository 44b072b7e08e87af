import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { toInstant } from "#shared/wall-time.ts";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { dayFromToday } from "#test/dates.ts";
import { readNotifications } from "#test/notifications.ts";
import { createWorkOrder } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import type { ActivityEntry, WorkOrder, WorkOrderRow } from "../../contract.ts";

let portal: TestPortal;
let building: TestBuilding;
let id: number;
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
});
afterAll(() => portal.close());
beforeEach(async () => {
  await portal.db.deleteFrom("notifications").execute();
  id = await createWorkOrder(portal.db, {
    propertyId: building.propertyId,
    leaseId: building.leaseId,
    createdById: building.tenant.id,
    assigneeId: building.technician.id,
    title: "Leaking faucet",
  });
});

const setDue = ({ cookie }: { cookie: string }, dueAt: unknown, headers: Record<string, string> = {}) =>
  portal.call("PUT", `/api/work-orders/${id}/due`, { cookie, headers, body: { dueAt } });
const history = async () =>
  (await portal.call("GET", `/api/work-orders/${id}/history`, building.tenant)).json<ActivityEntry[]>();

test("a landlord can set, change, and remove the due date; the log shows it in the property's time zone, and the requester and technician are notified", async () => {
  const set = await setDue(building.landlord, "2026-12-02T01:00:00Z");
  expect(set.statusCode, set.body).toBe(200);
  expect(set.json<WorkOrder>()).toMatchObject({
    dueAt: "2026-12-02T01:00:00.000Z",
    timeZone: "America/Los_Angeles",
    version: 2,
    can: { setDue: true },
  });
  expect((await history())[0]).toMatchObject({
    actionType: "due_changed",
    message: "Due Tue, Dec 1, 5:00 PM",
    user: { fullName: "Lena Landlord" },
  });
  const sent = await readNotifications(portal.db);
  expect(new Set(sent.map(({ user_id }) => user_id))).toEqual(
    new Set([building.tenant.id, building.technician.id]),
  );
  expect(sent[0]?.text).toMatch(/^#WO-\d{4} is due Tue, Dec 1, 5:00 PM: Leaking faucet$/);

  expect((await setDue(building.admin, null)).json<WorkOrder>().dueAt).toBeNull();
  expect((await history())[0]?.message).toBe("Due date removed");
});

test("setting the same due date changes nothing", async () => {
  await setDue(building.landlord, "2026-12-02T01:00:00Z");
  const { version } = (await setDue(building.landlord, "2026-12-02T01:00:00.000Z")).json<WorkOrder>();
  expect(version).toBe(2);
  expect(await history()).toHaveLength(1);
});

test("a due date based on an outdated version is rejected with the name of who changed it, unless it already matches", async () => {
  const old = { "if-match": '"1"' };
  await setDue(building.landlord, "2026-12-02T01:00:00Z");
  const stale = await setDue(building.admin, null, old);
  expect(stale.statusCode).toBe(409);
  expect(stale.json()).toMatchObject({
    message: expect.stringMatching(/^Lena Landlord changed the due date of #WO-\d+ after you opened it\.$/),
    current: { dueAt: "2026-12-02T01:00:00.000Z", version: 2 },
  });
  expect((await setDue(building.admin, "2026-12-02T01:00:00Z", old)).statusCode).toBe(200);
  expect((await setDue(building.admin, null, { "if-match": '"2"' })).statusCode).toBe(200);
});

test("changing the due date doesn't change the signed content", async () => {
  const hash = () =>
    portal.db.selectFrom("work_orders").select("content_hash").where("id", "=", id).executeTakeFirstOrThrow();
  const before = await hash();
  await setDue(building.landlord, "2026-12-02T01:00:00Z");
  expect(await hash()).toEqual(before);
});

test("technicians and tenants can see the due date but not set it", async () => {
  await setDue(building.landlord, "2026-12-02T01:00:00Z");
  for (const who of [building.technician, building.tenant]) {
    expect((await setDue(who, null)).statusCode).toBe(403);
    const order = (await portal.call("GET", `/api/work-orders/${id}`, who)).json<WorkOrder>();
    expect([order.dueAt, order.can.setDue]).toEqual(["2026-12-02T01:00:00.000Z", false]);
  }
});

test.each([["tomorrow"], ["2026-02-30T10:00:00Z"], ["1999-12-31T10:00:00Z"], [7], ["2026-12-01"]])(
  "%s is rejected as a due date",
  async (dueAt) => {
    const response = await setDue(building.landlord, dueAt);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ fields: { dueAt: "Please select a date and time" } });
  },
);

test("whether a work order is due today depends on the property's time zone, not the organization's", async () => {
  const zone = "Pacific/Kiritimati";
  await sql`update properties set time_zone = ${zone} where id = ${building.propertyId}`.execute(portal.db);
  try {
    const today = new Intl.DateTimeFormat("en-CA", { timeZone: zone }).format();
    await setDue(building.landlord, toInstant({ day: today, time: "23:59" }, zone).toISOString());
    const dueToday = await portal.call("GET", "/api/work-orders?due=today", building.landlord);
    expect(dueToday.json<WorkOrderRow[]>().map((order) => order.id)).toContain(id);
    expect((await portal.call("GET", "/api/work-orders?due=overdue", building.landlord)).json()).toEqual([]);
  } finally {
    await sql`update properties set time_zone = 'America/Los_Angeles' where id = ${building.propertyId}`.execute(
      portal.db,
    );
  }
});

test("a closed work order isn't overdue", async () => {
  await setDue(
    building.landlord,
    toInstant({ day: dayFromToday(-3), time: "17:00" }, "America/Los_Angeles").toISOString(),
  );
  const overdue = async () =>
    (await portal.call("GET", "/api/work-orders?due=overdue", building.landlord))
      .json<WorkOrderRow[]>()
      .map((order) => order.id);
  expect(await overdue()).toContain(id);
  await portal.call("PATCH", `/api/work-orders/${id}/status`, {
    ...building.landlord,
    body: { status: "completed" },
  });
  expect(await overdue()).not.toContain(id);
});
