import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { createPerson, createWorkOrder, signInAs } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import type { ActivityEntry, WorkOrder } from "../contract.ts";

let portal: TestPortal;
let building: TestBuilding;
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
});
afterAll(() => portal.close());

const newOrder = () =>
  createWorkOrder(portal.db, { propertyId: building.propertyId, createdById: building.landlord.id });
const minutesAgo = (minutes: number) => new Date(portal.clock.now.getTime() - minutes * 60_000).toISOString();
const call = (
  who: { cookie: string },
  method: "POST" | "PATCH" | "DELETE",
  url: string,
  body?: object,
  headers: Record<string, string> = {},
) => portal.call(method, `/api/work-orders/${url}`, { cookie: who.cookie, ...(body && { body }), headers });
const hour = () => ({ startedAt: minutesAgo(120), endedAt: minutesAgo(60) });
/** An order with an hour of the technician's. */
async function worked(): Promise<{ id: number; timeId: number }> {
  const id = await newOrder();
  const added = (await call(building.technician, "POST", `${id}/times`, hour())).json<WorkOrder>();
  return { id, timeId: added.times[0]?.id ?? 0 };
}
const newest = async (id: number) =>
  (await portal.call("GET", `/api/work-orders/${id}/history`, building.landlord)).json<ActivityEntry[]>()[0];

describe("time by hand", () => {
  test("is added by who worked, and the log tells staff", async () => {
    const id = await newOrder();
    const added = await call(building.technician, "POST", `${id}/times`, { ...hour(), note: "Two valves" });
    expect([added.statusCode, added.json().times, added.json().version]).toMatchObject([
      201,
      [{ ...hour(), note: "Two valves", user: { id: building.technician.id }, mayCorrect: true, version: 1 }],
      1,
    ]);
    expect(await newest(id)).toMatchObject({
      actionType: "time_changed",
      internal: true,
      message: expect.stringMatching(/^Time added: \w{3}, \w{3} \d.+\. Two valves$/),
    });
  });

  test("is corrected with a note, by its person and by who runs the building; the log has both spans", async () => {
    const { id, timeId } = await worked();
    const correct = (who: { cookie: string }, change: object = {}, headers = {}) =>
      call(
        who,
        "PATCH",
        `${id}/times/${timeId}`,
        { startedAt: minutesAgo(100), endedAt: minutesAgo(60), note: "Came later", ...change },
        headers,
      );
    expect((await correct(building.technician)).json<WorkOrder>().times).toMatchObject([
      { startedAt: minutesAgo(100), note: "Came later", version: 2 },
    ]);
    expect((await newest(id))?.message).toMatch(/^Time corrected from .+ to .+\. Came later$/);
    expect((await correct(building.landlord)).statusCode).toBe(200);
    expect((await newest(id))?.message).toMatch(/^Time of Theo Technician corrected from /);
    const stale = await correct(building.technician, {}, { "if-match": '"1"' });
    expect([stale.statusCode, stale.json().message, stale.json().current.times[0].version]).toEqual([
      409,
      "This time was changed in the meantime.",
      3,
    ]);
    expect((await correct(building.technician, { note: " " })).json().fields).toEqual({
      note: "Please note why it is corrected",
    });
    expect((await correct(building.technician, { endedAt: null })).json().fields).toEqual({
      endedAt: "Please choose when the work ended",
    });
  });

  test("that still runs may begin earlier, and goes on", async () => {
    const id = await newOrder();
    const [running] = (
      await call(building.technician, "POST", `${id}/work`, { did: "start" })
    ).json<WorkOrder>().times;
    const corrected = await call(building.technician, "PATCH", `${id}/times/${running?.id}`, {
      startedAt: minutesAgo(15),
      endedAt: null,
      note: "Forgot to press start",
    });
    expect(corrected.json<WorkOrder>().times).toMatchObject([{ startedAt: minutesAgo(15), endedAt: null }]);
  });

  test("is removed by the same people; the log keeps what it was", async () => {
    const { id, timeId } = await worked();
    const colleague = await createPerson(portal.db, {
      role: "maintenance",
      propertyIds: [building.propertyId],
    });
    const other = { cookie: await signInAs(portal.db, colleague) };
    const remove = (who: { cookie: string }, order = id) => call(who, "DELETE", `${order}/times/${timeId}`);
    expect((await remove(other)).statusCode).toBe(403);
    expect((await remove(building.landlord, await newOrder())).statusCode).toBe(404);
    expect((await remove(building.landlord)).json<WorkOrder>().times).toEqual([]);
    expect((await newest(id))?.message).toMatch(/^Time of Theo Technician removed: /);
    expect((await remove(building.landlord)).statusCode).toBe(404);
  });

  test("of somebody else: who worked is told when it is corrected or removed, and nobody else; not of their own changes", async () => {
    const { id, timeId } = await worked();
    await portal.call("PUT", `/api/work-orders/${id}/watching`, {
      ...building.admin,
      body: { isWatching: true },
    });
    const span = { startedAt: minutesAgo(100), endedAt: minutesAgo(60) };
    await call(building.technician, "PATCH", `${id}/times/${timeId}`, { ...span, note: "Came later" });
    await call(building.landlord, "PATCH", `${id}/times/${timeId}`, { ...hour(), note: "By the door's log" });
    await call(building.landlord, "DELETE", `${id}/times/${timeId}`);
    const told = await portal.db
      .selectFrom("notifications")
      .select(["user_id", "kind"])
      .where("work_order_id", "=", id)
      .where("kind", "=", "work-order.time")
      .execute();
    expect(told.map(({ user_id }) => user_id)).toEqual([building.technician.id, building.technician.id]);
    const shown = await portal.call("GET", "/api/notifications", building.technician);
    expect(
      shown
        .json<{ items: { text: string }[] }>()
        .items.map(({ text }) => text)
        .slice(0, 2),
    ).toEqual([
      expect.stringMatching(/^Lena Landlord removed your time on #WO-\d+, .+: /),
      expect.stringMatching(
        /^Lena Landlord corrected your time on #WO-\d+ from .+ to .+ \(By the door's log\): /,
      ),
    ]);
  });

  test.each([
    [
      () => ({ startedAt: minutesAgo(60), endedAt: minutesAgo(60) }),
      "endedAt",
      "The work must end after it began",
    ],
    [
      () => ({ startedAt: minutesAgo(60), endedAt: minutesAgo(90) }),
      "endedAt",
      "The work must end after it began",
    ],
    [
      () => ({ startedAt: minutesAgo(60), endedAt: minutesAgo(-5) }),
      "endedAt",
      "Please choose a time that has passed",
    ],
    [
      () => ({ startedAt: minutesAgo(-9), endedAt: minutesAgo(-5) }),
      "startedAt",
      "Please choose a time that has passed",
    ],
    [
      () => ({ startedAt: minutesAgo(1500), endedAt: minutesAgo(5) }),
      "endedAt",
      "Please record at most 24 hours at once",
    ],
    [
      () => ({ startedAt: "this morning", endedAt: minutesAgo(5) }),
      "startedAt",
      "Please choose when the work began",
    ],
    [() => ({ startedAt: minutesAgo(5) }), "endedAt", "Please choose when the work ended"],
  ])("that cannot be so is 400: %#", async (body, field, message) => {
    const id = await newOrder();
    const refused = await call(building.technician, "POST", `${id}/times`, body());
    expect([refused.statusCode, refused.json().fields]).toEqual([400, { [field]: message }]);
  });
});

test("time that runs ends when a technician no longer works in the building", async () => {
  const gone = await createPerson(portal.db, { role: "maintenance", propertyIds: [building.propertyId] });
  const id = await newOrder();
  await call({ cookie: await signInAs(portal.db, gone) }, "POST", `${id}/work`, { did: "start" });
  await portal.call("POST", `/api/users/${gone.id}/disable`, {
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
