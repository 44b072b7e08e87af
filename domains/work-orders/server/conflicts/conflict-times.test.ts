import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTenantOrder, startBuilding, type TestBuilding } from "#test/building.ts";
import type { TestPortal } from "#test/portal.ts";
import type { WorkOrder } from "../../contract.ts";

let portal: TestPortal;
let building: TestBuilding;
let started: Date;
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
  started = portal.clock.now;
});
beforeEach(async () => {
  await portal.db.deleteFrom("work_order_times").execute();
  portal.clock.now = started;
});
afterAll(() => portal.close());

const atMinute = (minute: number) => new Date(started.getTime() + minute * 60_000);
const newOrder = () =>
  createTenantOrder(portal.db, building, {
    assigneeId: building.technician.id,
    createdAt: new Date(started.getTime() - 30 * 86_400_000),
  });

/** The landlord closes the work order at minute 30. It's minute 90 when the technician is back online. */
async function closeWorkOrder(status: "cancelled" | "completed"): Promise<number> {
  const id = await newOrder();
  portal.clock.now = atMinute(30);
  await portal.call("PATCH", `/api/work-orders/${id}/status`, {
    cookie: building.landlord.cookie,
    body: { status, reason: "Reported twice." },
  });
  portal.clock.now = atMinute(90);
  return id;
}

/** Sends a step that the technician made offline while their phone showed this status. */
async function send(id: number, step: "start" | "pause" | "complete", minute: number, status = "open") {
  const response = await portal.call("POST", `/api/work-orders/${id}/work`, {
    cookie: building.technician.cookie,
    headers: { "happened-at": atMinute(minute).toISOString() },
    body: {
      step,
      ...(step === "pause" && { reason: "part" }),
      expected: { status, assigneeId: building.technician.id },
    },
  });
  expect(response.statusCode).toBe(200);
  return response.json<WorkOrder>();
}

const resolve = async (order: WorkOrder, use: boolean) =>
  (
    await portal.call("POST", `/api/work-orders/${order.id}/conflicts/${order.conflicts[0]?.id}/resolve`, {
      cookie: building.technician.cookie,
      body: { use },
    })
  ).json<WorkOrder>();

const toMinutes = ({ times }: WorkOrder) =>
  times.map(({ startedAt, endedAt }) =>
    [startedAt, endedAt].map((at) => (at === null ? null : (Date.parse(at) - started.getTime()) / 60_000)),
  );

test.each(["cancelled", "completed"] as const)(
  "a late start on a %s work order records time until the work order was closed and leaves no timer running",
  async (status) => {
    const order = await send(await closeWorkOrder(status), "start", 10);
    expect(order).toMatchObject({ status, conflicts: [{ requested: { step: "start" } }] });
    expect(toMinutes(order)).toEqual([[10, 30]]);
    expect(toMinutes(await resolve(order, false))).toEqual([[10, 30]]);
  },
);

test("a late start after the work order was cancelled records no time but stops the timer on the previous work order", async () => {
  const previous = await newOrder();
  await send(previous, "start", 0);
  const order = await send(await closeWorkOrder("cancelled"), "start", 40);
  expect(toMinutes(order)).toEqual([]);
  const response = await portal.call("GET", `/api/work-orders/${previous}`, {
    cookie: building.technician.cookie,
  });
  expect(toMinutes(response.json<WorkOrder>())).toEqual([[0, 40]]);
});

test.each([
  ["pause", 20, 20],
  ["pause", 60, 30],
  ["complete", 20, 20],
] as const)(
  "a %s at minute %d ends the time of a late start at minute %d if the work order was cancelled at minute 30",
  async (step, minute, end) => {
    const id = await closeWorkOrder("cancelled");
    await send(id, "start", 10);
    expect(toMinutes(await send(id, step, minute, "in_progress"))).toEqual([[10, end]]);
  },
);

test("a technician who reopens a cancelled work order with a late start gets a running timer", async () => {
  const order = await resolve(await send(await closeWorkOrder("cancelled"), "start", 10), true);
  expect(order.status).toBe("in_progress");
  expect(toMinutes(order)).toEqual([
    [10, 30],
    [90, null],
  ]);
});

test("reopening a cancelled work order starts no timer if the technician has since started another work order", async () => {
  const order = await send(await closeWorkOrder("cancelled"), "start", 10);
  await send(await newOrder(), "start", 50);
  expect(toMinutes(await resolve(order, true))).toEqual([[10, 30]]);
});
