import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { formatPlanned } from "#shared/format/dates.ts";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { createPerson, createWorkOrder, signInAs } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import type { ActivityEntry, WorkOrder, WorkOrderRow } from "../../contract.ts";

let portal: TestPortal;
let building: TestBuilding;
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
});
beforeEach(() => portal.db.deleteFrom("work_order_times").execute());
afterAll(() => portal.close());

const newOrder = (createdAt = monthAgo()) =>
  createWorkOrder(portal.db, {
    propertyId: building.propertyId,
    createdById: building.landlord.id,
    createdAt,
  });
const monthAgo = () => new Date(portal.clock.now.getTime() - 30 * 86_400_000);
const minutesAgo = (minutes: number) => new Date(portal.clock.now.getTime() - minutes * 60_000).toISOString();
const call = (
  who: { cookie: string },
  method: "POST" | "PATCH" | "DELETE",
  url: string,
  body?: object,
  headers: Record<string, string> = {},
) => portal.call(method, `/api/work-orders/${url}`, { cookie: who.cookie, ...(body && { body }), headers });
const hour = () => ({ startedAt: minutesAgo(120), endedAt: minutesAgo(60) });
/** Creates a work order with one hour recorded by the technician. */
async function createTimeEntry(): Promise<{ id: number; timeId: number }> {
  const id = await newOrder();
  const added = (await call(building.technician, "POST", `${id}/times`, hour())).json<WorkOrder>();
  return { id, timeId: added.times[0]?.id ?? 0 };
}
const readNewestEntry = async (id: number) =>
  (await portal.call("GET", `/api/work-orders/${id}/history`, building.landlord)).json<ActivityEntry[]>()[0];

describe("manual time entries", () => {
  test("technicians can add a time entry, which is logged for staff", async () => {
    const id = await newOrder();
    const added = await call(building.technician, "POST", `${id}/times`, { ...hour(), note: "Two valves" });
    expect([added.statusCode, added.json().times, added.json().version]).toMatchObject([
      201,
      [{ ...hour(), note: "Two valves", user: { id: building.technician.id }, canEdit: true, version: 1 }],
      1,
    ]);
    expect(await readNewestEntry(id)).toMatchObject({
      actionType: "time_changed",
      internal: true,
      message: expect.stringMatching(/^Time added: \w{3}, \w{3} \d.+\. Two valves$/),
    });
  });

  test("people can list their own recent time entries across all work orders", async () => {
    const { id } = await createTimeEntry();
    const other = await newOrder();
    const old = { startedAt: minutesAgo(60 * 60), endedAt: minutesAgo(59 * 60) };
    await call(building.technician, "POST", `${other}/times`, old);
    const read = (who: { cookie: string }) => portal.call("GET", "/api/my-times", who);
    expect((await read(building.technician)).json()).toEqual([{ workOrderId: id, ...hour() }]);
    expect((await read(building.landlord)).json()).toEqual([]);
  });

  test("a time entry's owner and property managers can edit it with a note, and the log has both time spans", async () => {
    const { id, timeId } = await createTimeEntry();
    const edit = (who: { cookie: string }, change: object = {}, headers = {}) =>
      call(
        who,
        "PATCH",
        `${id}/times/${timeId}`,
        { startedAt: minutesAgo(100), endedAt: minutesAgo(60), note: "Came later", ...change },
        headers,
      );
    expect((await edit(building.technician)).json<WorkOrder>().times).toMatchObject([
      { startedAt: minutesAgo(100), note: "Came later", version: 2 },
    ]);
    expect((await readNewestEntry(id))?.message).toMatch(/^Time changed from .+ to .+\. Came later$/);
    expect((await edit(building.landlord)).statusCode).toBe(200);
    expect((await readNewestEntry(id))?.message).toMatch(/^Theo Technician's time changed from /);
    const stale = await edit(building.technician, {}, { "if-match": '"1"' });
    expect([stale.statusCode, stale.json().message, stale.json().current.times[0].version]).toEqual([
      409,
      "Someone else changed this time entry.",
      3,
    ]);
    expect((await edit(building.technician, { note: " " })).json().fields).toEqual({
      note: "Please explain why you're changing it",
    });
    expect((await edit(building.technician, { endedAt: null })).json().fields).toEqual({
      endedAt: "Please select an end time",
    });
  });

  test("one person's time entries can't overlap, even on different work orders", async () => {
    const { id, timeId } = await createTimeEntry();
    const other = await newOrder();
    const add = (who: { cookie: string }, from: number, to: number) =>
      call(who, "POST", `${other}/times`, { startedAt: minutesAgo(from), endedAt: minutesAgo(to) });
    expect((await add(building.technician, 90, 30)).json().fields).toEqual({
      startedAt: expect.stringMatching(new RegExp(`^This overlaps other work: #WO-0*${id}, .+ [AP]M$`)),
    });
    expect((await add(building.landlord, 90, 30)).statusCode).toBe(201);
    const after = (await add(building.technician, 60, 30)).json<WorkOrder>();
    expect(after.times.map(({ user }) => user.id)).toContain(building.technician.id);
    const moved = await call(building.landlord, "PATCH", `${id}/times/${timeId}`, {
      startedAt: minutesAgo(100),
      endedAt: minutesAgo(45),
      note: "Left later",
    });
    expect([moved.statusCode, Object.keys(moved.json().fields)]).toEqual([400, ["startedAt"]]);
    await call(building.technician, "POST", `${other}/work`, { step: "start" });
    portal.clock.now = new Date(portal.clock.now.getTime() + 3_600_000);
    expect((await add(building.technician, 50, 40)).statusCode).toBe(400);
  });

  test("a time entry can't start before the work order was reported, even after an edit", async () => {
    const { technician, landlord } = building;
    const reportedAt = new Date(minutesAgo(90));
    const id = await newOrder(reportedAt);
    const expected = `This work order was reported on ${formatPlanned(reportedAt, "America/Los_Angeles")}. Select a start time after that`;
    const add = (startedAt: string) =>
      call(technician, "POST", `${id}/times`, { startedAt, endedAt: minutesAgo(30) });
    expect((await add(minutesAgo(92))).json().fields).toEqual({ startedAt: expected });
    // The form has whole minutes.
    const minute = new Date(Math.floor(reportedAt.getTime() / 60_000) * 60_000).toISOString();
    const added = await add(minute);
    expect(added.statusCode, added.body).toBe(201);
    const edit = (body: object) =>
      call(landlord, "PATCH", `${id}/times/${added.json<WorkOrder>().times[0]?.id}`, {
        startedAt: minute,
        endedAt: minutesAgo(20),
        note: "Left later",
        ...body,
      });
    expect((await edit({ startedAt: minutesAgo(95) })).json().fields).toEqual({ startedAt: expected });
    expect((await edit({})).statusCode).toBe(200);
  });

  test("a time entry can't start before the person had access, but one from before that can be shortened", async () => {
    const { propertyId, landlord } = building;
    const person = await createPerson(portal.db, { role: "maintenance", propertyIds: [propertyId] });
    const technician = { cookie: await signInAs(portal.db, person) };
    const id = await newOrder();
    const span = { startedAt: minutesAgo(120), endedAt: minutesAgo(60) };
    const [entry] = (await call(technician, "POST", `${id}/times`, span)).json<WorkOrder>().times;
    const accessSince = new Date(minutesAgo(45));
    await portal.db
      .updateTable("users")
      .set({ access_since: accessSince })
      .where("id", "=", person.id)
      .execute();
    const add = await call(technician, "POST", `${id}/times`, {
      startedAt: minutesAgo(50),
      endedAt: minutesAgo(30),
    });
    expect(add.json().fields).toEqual({
      startedAt: `${person.fullName} has had access since ${formatPlanned(accessSince, "America/Los_Angeles")}. Select a start time after that`,
    });
    const shortened = { startedAt: minutesAgo(120), endedAt: minutesAgo(70), note: "Left earlier" };
    expect((await call(landlord, "PATCH", `${id}/times/${entry?.id}`, shortened)).statusCode).toBe(200);
  });

  test("the database allows no time entry over 24 hours", async () => {
    const { timeId } = await createTimeEntry();
    const longer = portal.db
      .updateTable("work_order_times")
      .set({ started_at: new Date(minutesAgo(60 + 24 * 60 + 1)) })
      .where("id", "=", timeId);
    await expect(longer.execute()).rejects.toThrow("violates check constraint");
  });

  test("the start of a running timer can be moved back while it keeps running", async () => {
    const id = await newOrder();
    const [running] = (
      await call(building.technician, "POST", `${id}/work`, { step: "start" })
    ).json<WorkOrder>().times;
    const edited = await call(building.technician, "PATCH", `${id}/times/${running?.id}`, {
      startedAt: minutesAgo(15),
      endedAt: null,
      note: "Forgot to press start",
    });
    expect(edited.json<WorkOrder>().times).toMatchObject([{ startedAt: minutesAgo(15), endedAt: null }]);
  });

  test("lists show staff but not tenants when the assignee's running timer started", async () => {
    const id = await createWorkOrder(portal.db, {
      propertyId: building.propertyId,
      createdById: building.tenant.id,
      leaseId: building.leaseId,
      assigneeId: building.technician.id,
    });
    await call(building.technician, "POST", `${id}/work`, { step: "start" });
    for (const [who, start] of [
      [building.landlord, portal.clock.now.toISOString()],
      [building.tenant, null],
    ] as const) {
      const listed = (await portal.call("GET", "/api/work-orders", who)).json<WorkOrderRow[]>();
      expect(listed.find((row) => row.id === id)).toMatchObject({ clockStartedAt: start });
      const order = (await portal.call("GET", `/api/work-orders/${id}`, who)).json<WorkOrder>();
      expect(order.clockStartedAt).toBe(start);
    }
  });

  test("a time entry's owner and property managers can delete it, and the log keeps the original", async () => {
    const { id, timeId } = await createTimeEntry();
    const colleague = await createPerson(portal.db, {
      role: "maintenance",
      propertyIds: [building.propertyId],
    });
    const other = { cookie: await signInAs(portal.db, colleague) };
    const remove = (who: { cookie: string }, order = id) => call(who, "DELETE", `${order}/times/${timeId}`);
    expect((await remove(other)).statusCode).toBe(403);
    expect((await remove(building.landlord, await newOrder())).statusCode).toBe(404);
    expect((await remove(building.landlord)).json<WorkOrder>().times).toEqual([]);
    expect((await readNewestEntry(id))?.message).toMatch(/^Theo Technician's time removed: /);
    expect((await remove(building.landlord)).statusCode).toBe(404);
  });

  test("changing or removing someone else's time entry notifies only its owner, and changing your own notifies no one", async () => {
    const { id, timeId } = await createTimeEntry();
    await portal.call("PUT", `/api/work-orders/${id}/watching`, {
      ...building.admin,
      body: { isWatching: true },
    });
    const span = { startedAt: minutesAgo(100), endedAt: minutesAgo(60) };
    await call(building.technician, "PATCH", `${id}/times/${timeId}`, { ...span, note: "Came later" });
    await call(building.landlord, "PATCH", `${id}/times/${timeId}`, { ...hour(), note: "By the door's log" });
    await call(building.landlord, "DELETE", `${id}/times/${timeId}`);
    const notifications = await portal.db
      .selectFrom("notifications")
      .select(["user_id", "kind"])
      .where("work_order_id", "=", id)
      .where("kind", "=", "work-order.time")
      .execute();
    expect(notifications.map(({ user_id }) => user_id)).toEqual([
      building.technician.id,
      building.technician.id,
    ]);
    const bell = await portal.call("GET", "/api/notifications", building.technician);
    expect(
      bell
        .json<{ items: { text: string }[] }>()
        .items.map(({ text }) => text)
        .slice(0, 2),
    ).toEqual([
      expect.stringMatching(/^Lena Landlord removed your time entry on #WO-\d+, .+: /),
      expect.stringMatching(
        /^Lena Landlord edited your time entry on #WO-\d+ from .+ to .+ \(By the door's log\): /,
      ),
    ]);
  });

  test.each([
    [
      () => ({ startedAt: minutesAgo(60), endedAt: minutesAgo(60) }),
      "endedAt",
      "The end time must be after the start time",
    ],
    [
      () => ({ startedAt: minutesAgo(60), endedAt: minutesAgo(90) }),
      "endedAt",
      "The end time must be after the start time",
    ],
    [
      () => ({ startedAt: minutesAgo(60), endedAt: minutesAgo(-5) }),
      "endedAt",
      "Please select a time in the past",
    ],
    [
      () => ({ startedAt: minutesAgo(-9), endedAt: minutesAgo(-5) }),
      "startedAt",
      "Please select a time in the past",
    ],
    [
      () => ({ startedAt: minutesAgo(1500), endedAt: minutesAgo(5) }),
      "endedAt",
      "Time entries can be up to 24 hours",
    ],
    [
      () => ({ startedAt: "this morning", endedAt: minutesAgo(5) }),
      "startedAt",
      "Please select a start time",
    ],
    [() => ({ startedAt: minutesAgo(5) }), "endedAt", "Please select an end time"],
  ])("an impossible time entry is rejected with 400: %#", async (body, field, message) => {
    const id = await newOrder();
    const rejected = await call(building.technician, "POST", `${id}/times`, body());
    expect([rejected.statusCode, rejected.json().fields]).toEqual([400, { [field]: message }]);
  });
});

test("a running timer stops when the technician no longer works at the property", async () => {
  const formerTechnician = await createPerson(portal.db, {
    role: "maintenance",
    propertyIds: [building.propertyId],
  });
  const id = await newOrder();
  await call({ cookie: await signInAs(portal.db, formerTechnician) }, "POST", `${id}/work`, {
    step: "start",
  });
  await portal.call("POST", `/api/users/${formerTechnician.id}/disable`, {
    ...building.admin,
    body: { reason: "Left us" },
  });
  const times = await portal.db
    .selectFrom("work_order_times")
    .select("ended_at")
    .where("work_order_id", "=", id)
    .execute();
  expect(times).toEqual([{ ended_at: portal.clock.now }]);
});
