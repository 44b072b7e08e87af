import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTenantOrder, type SignedInPerson, startBuilding, type TestBuilding } from "#test/building.ts";
import { createPerson, signInAs, type WorkOrderFields } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import type { ActivityEntry, WorkOrder } from "../../contract.ts";

let portal: TestPortal;
let building: TestBuilding;
let colleague: SignedInPerson;
let started: Date;
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
  const created = await createPerson(portal.db, {
    role: "maintenance",
    fullName: "Carla Colleague",
    propertyIds: [building.propertyId],
  });
  colleague = { ...created, cookie: await signInAs(portal.db, created) };
  started = portal.clock.now;
});
beforeEach(async () => {
  await portal.db.deleteFrom("work_order_times").execute();
  portal.clock.now = started;
});
afterAll(() => portal.close());

const newOrder = (fields: Partial<WorkOrderFields> = {}) =>
  createTenantOrder(portal.db, building, {
    createdAt: new Date(portal.clock.now.getTime() - 30 * 86_400_000),
    ...fields,
  });
const minutesAgo = (minutes: number) => new Date(started.getTime() - minutes * 60_000).toISOString();
const work = (who: { cookie: string }, id: number, body: object, headers: Record<string, string> = {}) =>
  portal.call("POST", `/api/work-orders/${id}/work`, { cookie: who.cookie, body, headers });
const at = (happenedAt: string) => ({ "happened-at": happenedAt });
const read = async (who: { cookie: string }, id: number) =>
  (await portal.call("GET", `/api/work-orders/${id}`, { cookie: who.cookie })).json<WorkOrder>();
const readMessages = async (who: { cookie: string }, id: number) =>
  (await portal.call("GET", `/api/work-orders/${id}/history`, { cookie: who.cookie }))
    .json<ActivityEntry[]>()
    .map(({ message }) => message);
const readTimes = async (id: number) =>
  (await read(building.technician, id)).times.map(({ startedAt, endedAt }) => [startedAt, endedAt]);

describe("working on a work order", () => {
  test("starting an unassigned work order assigns it, sets it In Progress, and starts the timer; pausing and completing stop the timer", async () => {
    const id = await newOrder();
    const response = await work(building.technician, id, { step: "start" }, at(minutesAgo(90)));
    expect([response.statusCode, response.json()]).toMatchObject([
      200,
      {
        status: "in_progress",
        assignee: { id: building.technician.id },
        pause: null,
        times: [{ startedAt: minutesAgo(90), endedAt: null, user: { fullName: "Theo Technician" } }],
      },
    ]);
    const until = new Date(started.getTime() + 86_400_000).toISOString();
    const paused = await work(
      building.technician,
      id,
      { step: "pause", reason: "part", until, note: "The valve is ordered." },
      at(minutesAgo(60)),
    );
    expect(paused.json()).toMatchObject({
      status: "in_progress",
      pause: { reason: "part", until, since: minutesAgo(60) },
      times: [{ endedAt: minutesAgo(60) }],
    });
    await work(building.technician, id, { step: "start" }, at(minutesAgo(20)));
    expect((await read(building.tenant, id)).pause).toBeNull();
    const completed = await work(building.technician, id, { step: "complete" }, at(minutesAgo(5)));
    expect(completed.json()).toMatchObject({ status: "completed", completedAt: minutesAgo(5) });
    expect(await readTimes(id)).toEqual([
      [minutesAgo(90), minutesAgo(60)],
      [minutesAgo(20), minutesAgo(5)],
    ]);
    expect(await readMessages(building.technician, id)).toEqual([
      "Status changed from In Progress to Completed",
      "Work resumed",
      "The valve is ordered.",
      expect.stringMatching(/^Paused: waiting for a part until \w{3}, \w{3} \d/),
      "Status changed from Open to In Progress",
      "Assigned to Theo Technician",
    ]);
  });

  test("tenants can see that work is paused and why, but not the note or the time entries", async () => {
    const id = await newOrder();
    await work(building.technician, id, { step: "start" });
    await work(building.technician, id, { step: "pause", reason: "tenant", note: "Grumpy." });
    expect(await read(building.tenant, id)).toMatchObject({
      pause: { reason: "tenant", until: null },
      times: [],
      conflicts: [],
      can: { work: false },
    });
    expect(await readMessages(building.tenant, id)).toEqual([
      "Paused: waiting for the tenant",
      "Status changed from Open to In Progress",
      "Assigned to Theo Technician",
    ]);
    const rows = await portal.call("GET", "/api/work-orders?limit=1", { cookie: building.tenant.cookie });
    expect(rows.json()[0].pause).toMatchObject({ reason: "tenant" });
  });

  test("repeating a work step changes nothing", async () => {
    const id = await newOrder();
    for (const body of [
      { step: "start" },
      { step: "pause", reason: "access" },
      { step: "complete" },
    ] as const) {
      const first = (await work(building.technician, id, body)).json();
      expect((await work(building.technician, id, body)).json()).toEqual(first);
    }
  });

  test("starting another work order stops the first timer, and the first work order's log records that for staff", async () => {
    const [first, second] = [await newOrder(), await newOrder()];
    await work(building.technician, first, { step: "start" }, at(minutesAgo(75)));
    await work(building.technician, second, { step: "start" }, at(minutesAgo(30)));
    expect(await readTimes(first)).toEqual([[minutesAgo(75), minutesAgo(30)]]);
    expect(await readTimes(second)).toEqual([[minutesAgo(30), null]]);
    expect((await readMessages(building.landlord, first))[0]).toBe(
      "Work stopped after 45 min because another work order was started",
    );
    expect((await read(building.landlord, first)).status).toBe("in_progress");
  });

  test.each([50, 10])(
    "completing a work order also stops the other person's timer, started %d minutes ago, when the completion arrives",
    async (minutes) => {
      const id = await newOrder();
      await work(building.technician, id, { step: "start" }, at(minutesAgo(60)));
      await work(colleague, id, { step: "start" }, at(minutesAgo(minutes)));
      expect((await readMessages(building.technician, id))[0]).toBe("Work started");
      await work(building.technician, id, { step: "complete" }, at(minutesAgo(30)));
      expect(await readTimes(id)).toEqual([
        [minutesAgo(60), minutesAgo(30)],
        [minutesAgo(minutes), minutesAgo(0)],
      ]);
    },
  );

  test("no timer records more than 24 hours, however late its start and stop arrive", async () => {
    const id = await newOrder();
    const hours = (count: number) => at(minutesAgo(count * 60));
    const running = await work(building.technician, id, { step: "start" }, hours(333));
    expect(running.json<WorkOrder>().times).toMatchObject([{ endedAt: null, recordedAt: minutesAgo(0) }]);
    const done = await work(building.technician, id, { step: "complete" });
    expect(done.json<WorkOrder>().times).toMatchObject([
      { startedAt: minutesAgo(333 * 60), endedAt: minutesAgo(309 * 60) },
    ]);
  });

  test("a late completion also ends the time of a late start that the next work order had already ended", async () => {
    const [first, second] = [await newOrder(), await newOrder()];
    await work(building.technician, second, { step: "start" }, at(minutesAgo(20)));
    await work(building.technician, first, { step: "start" }, at(minutesAgo(300)));
    const done = await work(building.technician, first, { step: "complete" }, at(minutesAgo(240)));
    expect(done.json<WorkOrder>().times).toMatchObject([
      { startedAt: minutesAgo(300), endedAt: minutesAgo(240) },
    ]);
  });

  test("a late start during a manual time entry records only the time after that entry", async () => {
    const [first, second] = [await newOrder(), await newOrder()];
    await portal.call("POST", `/api/work-orders/${first}/times`, {
      ...building.technician,
      body: { startedAt: minutesAgo(120), endedAt: minutesAgo(60) },
    });
    const started = await work(building.technician, second, { step: "start" }, at(minutesAgo(90)));
    expect(started.json<WorkOrder>().times).toMatchObject([{ startedAt: minutesAgo(60), endedAt: null }]);
  });

  test("a late start before a running timer records only the time until that timer started", async () => {
    const [first, second] = [await newOrder(), await newOrder()];
    await work(building.technician, second, { step: "start" }, at(minutesAgo(20)));
    await work(building.technician, first, { step: "start" }, at(minutesAgo(50)));
    expect(await readTimes(first)).toEqual([[minutesAgo(50), minutesAgo(20)]]);
    expect(await readTimes(second)).toEqual([[minutesAgo(20), null]]);
  });

  test("a late start before completed work records only the time until the start of that work", async () => {
    const [first, second, third] = [await newOrder(), await newOrder(), await newOrder()];
    await work(building.technician, second, { step: "start" }, at(minutesAgo(50)));
    await work(building.technician, second, { step: "complete" }, at(minutesAgo(40)));
    await work(building.technician, first, { step: "start" }, at(minutesAgo(60)));
    expect(await readTimes(first)).toEqual([[minutesAgo(60), minutesAgo(50)]]);
    expect(await readTimes(second)).toEqual([[minutesAgo(50), minutesAgo(40)]]);
    await work(building.technician, third, { step: "start" }, at(minutesAgo(30)));
    await work(building.technician, third, { step: "start" }, at(minutesAgo(35)));
    await work(building.technician, third, { step: "start" }, at(minutesAgo(70)));
    expect(await readTimes(third)).toEqual([
      [minutesAgo(70), minutesAgo(60)],
      [minutesAgo(35), null],
    ]);
  });

  test.each([
    ["moved on the board", "PATCH", "/status", { status: "scheduled" }],
    ["cancelled", "PATCH", "/status", { status: "cancelled", reason: "Reported twice." }],
    ["deleted", "DELETE", "", undefined],
  ] as const)(
    "a paused work order that is %s no longer counts as paused, and its timers stop",
    async (_, method, path, body) => {
      const id = await newOrder();
      await work(building.technician, id, { step: "start" }, at(minutesAgo(30)));
      await work(colleague, id, { step: "pause", reason: "access" });
      await portal.call(method, `/api/work-orders/${id}${path}`, {
        cookie: building.admin.cookie,
        ...(body && { body }),
      });
      const row = await portal.db
        .selectFrom("work_orders")
        .select("pause_reason")
        .where("id", "=", id)
        .executeTakeFirstOrThrow();
      // Deleted work orders stay as they were.
      expect(row.pause_reason).toBe(method === "PATCH" ? null : "access");
      const times = await portal.db
        .selectFrom("work_order_times")
        .select("ended_at")
        .where("work_order_id", "=", id)
        .execute();
      expect(times).toEqual([{ ended_at: started }]);
    },
  );

  test("a landlord can start a work order without recording time", async () => {
    const id = await newOrder();
    const response = (await work(building.landlord, id, { step: "start" })).json<WorkOrder>();
    expect(response).toMatchObject({ status: "in_progress", assignee: null, times: [] });
  });

  test("a pause notifies the requester and the assignee with its reason", async () => {
    const id = await newOrder({ assigneeId: colleague.id, status: "in_progress" });
    await work(building.technician, id, { step: "pause", reason: "approval" });
    const notified = await portal.db
      .selectFrom("notifications")
      .select(["user_id", "kind"])
      .where("work_order_id", "=", id)
      .orderBy("user_id")
      .execute();
    expect(notified).toEqual(
      [building.tenant.id, colleague.id]
        .sort((a, b) => a - b)
        .map((user_id) => ({ user_id, kind: "work-order.paused" })),
    );
  });

  test("a pause for a break notifies no one", async () => {
    const id = await newOrder({ assigneeId: colleague.id, status: "in_progress" });
    const paused = await work(building.technician, id, { step: "pause", reason: "break" });
    expect(paused.json().pause).toMatchObject({ reason: "break", until: null });
    const notified = await portal.db
      .selectFrom("notifications")
      .select("kind")
      .where("work_order_id", "=", id)
      .execute();
    expect(notified).toEqual([]);
  });

  test.each([
    [{ step: "sleep" }, "step must be one of start, pause, complete."],
    [{ step: "pause" }, "Please select a reason"],
    [{ step: "pause", reason: "lunch" }, "Please select a reason"],
    [{ step: "pause", reason: "part", until: "tomorrow" }, "Please select a date and time"],
    [{ step: "start", note: "x".repeat(1001) }, "Use 1,000 characters or fewer"],
    [{ step: "start", expected: { status: "asleep", assigneeId: null } }, expect.stringContaining("status")],
    [{ step: "start", expected: { status: "open" } }, expect.any(String)],
  ])("the work step %j is rejected with 400, and nothing changes", async (body, message) => {
    const id = await newOrder();
    const rejected = await work(building.technician, id, body);
    expect([rejected.statusCode, rejected.json().message]).toEqual([400, message]);
    expect(await read(building.technician, id)).toMatchObject({ status: "open", version: 1, times: [] });
  });

  test("ten concurrent starts with the same idempotency key are applied once", async () => {
    const id = await newOrder();
    const responses = await Promise.all(
      Array.from({ length: 10 }, () =>
        work(building.technician, id, { step: "start" }, { "idempotency-key": "started" }),
      ),
    );
    for (const response of responses) expect(response.json()).toEqual(responses[0]?.json());
    expect(await readTimes(id)).toHaveLength(1);
    expect(await readMessages(building.technician, id)).toHaveLength(2);
  });

  test("concurrent starts on two phones, for one or two work orders, leave only one timer running", async () => {
    const [id, other] = [await newOrder(), await newOrder()];
    const responses = await Promise.all(
      [id, id, other, id, other].map((orderId, index) =>
        work(building.technician, orderId, { step: "start" }, at(minutesAgo(index))),
      ),
    );
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200]);
    const running = await portal.db
      .selectFrom("work_order_times")
      .select("id")
      .where("ended_at", "is", null)
      .execute();
    expect(running).toHaveLength(1);
  });

  test("two technicians who switch work orders at the same time don't deadlock", async () => {
    const [id, other] = [await newOrder(), await newOrder()];
    await work(building.technician, id, { step: "start" });
    await work(colleague, other, { step: "start" });
    const responses = await Promise.all([
      work(building.technician, other, { step: "start" }),
      work(colleague, id, { step: "start" }),
    ]);
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  });

  test("a status change is rejected if the status isn't the one that the user saw", async () => {
    const id = await newOrder({ status: "scheduled" });
    const move = (expectedStatus: string) =>
      portal.call("PATCH", `/api/work-orders/${id}/status`, {
        cookie: building.technician.cookie,
        body: { status: "completed", expectedStatus },
      });
    const rejected = await move("open");
    expect([rejected.statusCode, rejected.json().current.status]).toEqual([409, "scheduled"]);
    expect((await move("scheduled")).statusCode).toBe(200);
    expect((await move("open")).statusCode).toBe(200);
  });
});
