import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type SignedInPerson, startBuilding, type TestBuilding } from "#test/building.ts";
import { createPerson, createWorkOrder, type OrderFacts, signInAs } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import type { ActivityEntry, WorkOrder } from "../contract.ts";

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

const newOrder = (facts: Partial<OrderFacts> = {}) =>
  createWorkOrder(portal.db, {
    propertyId: building.propertyId,
    unitId: building.unitId,
    leaseId: building.leaseId,
    createdById: building.tenant.id,
    ...facts,
  });
const minutesAgo = (minutes: number) => new Date(started.getTime() - minutes * 60_000).toISOString();
const work = (who: { cookie: string }, id: number, body: object, headers: Record<string, string> = {}) =>
  portal.call("POST", `/api/work-orders/${id}/work`, { cookie: who.cookie, body, headers });
const at = (happenedAt: string) => ({ "happened-at": happenedAt });
const read = async (who: { cookie: string }, id: number) =>
  (await portal.call("GET", `/api/work-orders/${id}`, { cookie: who.cookie })).json<WorkOrder>();
const messagesOf = async (who: { cookie: string }, id: number) =>
  (await portal.call("GET", `/api/work-orders/${id}/history`, { cookie: who.cookie }))
    .json<ActivityEntry[]>()
    .map(({ message }) => message);
const timesOf = async (id: number) =>
  (await read(building.technician, id)).times.map(({ startedAt, endedAt }) => [startedAt, endedAt]);

describe("work on an order", () => {
  test("starting an order that nobody has takes it, moves it and begins the time; pausing and completing end the time", async () => {
    const id = await newOrder();
    const begun = await work(building.technician, id, { did: "start" }, at(minutesAgo(90)));
    expect([begun.statusCode, begun.json()]).toMatchObject([
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
      { did: "pause", reason: "part", until, note: "The valve is ordered." },
      at(minutesAgo(60)),
    );
    expect(paused.json()).toMatchObject({
      status: "in_progress",
      pause: { reason: "part", until, since: minutesAgo(60) },
      times: [{ endedAt: minutesAgo(60) }],
    });
    await work(building.technician, id, { did: "start" }, at(minutesAgo(20)));
    expect((await read(building.tenant, id)).pause).toBeNull();
    const completed = await work(building.technician, id, { did: "complete" }, at(minutesAgo(5)));
    expect(completed.json()).toMatchObject({ status: "completed", completedAt: minutesAgo(5) });
    expect(await timesOf(id)).toEqual([
      [minutesAgo(90), minutesAgo(60)],
      [minutesAgo(20), minutesAgo(5)],
    ]);
    expect(await messagesOf(building.technician, id)).toEqual([
      "Status changed from In Progress to Completed",
      "Work goes on",
      "The valve is ordered.",
      expect.stringMatching(/^Paused: waiting for a part until \w{3}, \w{3} \d/),
      "Status changed from Open to In Progress",
      "Assigned to Theo Technician",
    ]);
  });

  test("a tenant sees that and why it is paused, but neither the note nor the times", async () => {
    const id = await newOrder();
    await work(building.technician, id, { did: "start" });
    await work(building.technician, id, { did: "pause", reason: "tenant", note: "Grumpy." });
    expect(await read(building.tenant, id)).toMatchObject({
      pause: { reason: "tenant", until: null },
      times: [],
      clashes: [],
      may: { work: false },
    });
    expect(await messagesOf(building.tenant, id)).toEqual([
      "Paused: waiting for the tenant",
      "Status changed from Open to In Progress",
      "Assigned to Theo Technician",
    ]);
    const rows = await portal.call("GET", "/api/work-orders?limit=1", { cookie: building.tenant.cookie });
    expect(rows.json()[0].pause).toMatchObject({ reason: "tenant" });
  });

  test("doing what is already so changes nothing", async () => {
    const id = await newOrder();
    for (const body of [{ did: "start" }, { did: "pause", reason: "access" }, { did: "complete" }] as const) {
      const first = (await work(building.technician, id, body)).json();
      expect((await work(building.technician, id, body)).json()).toEqual(first);
    }
  });

  test("a person works on one order at a time: the time on the other one ends, which its log tells staff", async () => {
    const [first, second] = [await newOrder(), await newOrder()];
    await work(building.technician, first, { did: "start" }, at(minutesAgo(75)));
    await work(building.technician, second, { did: "start" }, at(minutesAgo(30)));
    expect(await timesOf(first)).toEqual([[minutesAgo(75), minutesAgo(30)]]);
    expect(await timesOf(second)).toEqual([[minutesAgo(30), null]]);
    expect((await messagesOf(building.landlord, first))[0]).toBe(
      "Work stopped after 45 min, as another order was begun",
    );
    expect((await read(building.landlord, first)).status).toBe("in_progress");
  });

  test.each([50, 10])(
    "two people may work on one order; both times end with it, that of the other, begun %d minutes ago, when it was told",
    async (minutes) => {
      const id = await newOrder();
      await work(building.technician, id, { did: "start" }, at(minutesAgo(60)));
      await work(colleague, id, { did: "start" }, at(minutesAgo(minutes)));
      expect((await messagesOf(building.technician, id))[0]).toBe("Work started");
      await work(building.technician, id, { did: "complete" }, at(minutesAgo(30)));
      expect(await timesOf(id)).toEqual([
        [minutesAgo(60), minutesAgo(30)],
        [minutesAgo(minutes), minutesAgo(0)],
      ]);
    },
  );

  test("a start that comes after a later one on another order fills the time until then", async () => {
    const [first, second] = [await newOrder(), await newOrder()];
    await work(building.technician, second, { did: "start" }, at(minutesAgo(20)));
    await work(building.technician, first, { did: "start" }, at(minutesAgo(50)));
    expect(await timesOf(first)).toEqual([[minutesAgo(50), minutesAgo(20)]]);
    expect(await timesOf(second)).toEqual([[minutesAgo(20), null]]);
  });

  test("a start that comes after later work that is done fills the time until that began", async () => {
    const [first, second, third] = [await newOrder(), await newOrder(), await newOrder()];
    await work(building.technician, second, { did: "start" }, at(minutesAgo(50)));
    await work(building.technician, second, { did: "complete" }, at(minutesAgo(40)));
    await work(building.technician, first, { did: "start" }, at(minutesAgo(60)));
    expect(await timesOf(first)).toEqual([[minutesAgo(60), minutesAgo(50)]]);
    expect(await timesOf(second)).toEqual([[minutesAgo(50), minutesAgo(40)]]);
    await work(building.technician, third, { did: "start" }, at(minutesAgo(30)));
    await work(building.technician, third, { did: "start" }, at(minutesAgo(35)));
    await work(building.technician, third, { did: "start" }, at(minutesAgo(70)));
    expect(await timesOf(third)).toEqual([
      [minutesAgo(70), minutesAgo(60)],
      [minutesAgo(35), null],
    ]);
  });

  test.each([
    ["moved on the board", "PATCH", "/status", { status: "scheduled" }],
    ["cancelled", "PATCH", "/status", { status: "cancelled" }],
    ["deleted", "DELETE", "", undefined],
  ] as const)("an order that is %s is paused no more, and the time stops", async (_, method, path, body) => {
    const id = await newOrder();
    await work(building.technician, id, { did: "start" }, at(minutesAgo(30)));
    await work(colleague, id, { did: "pause", reason: "access" });
    await portal.call(method, `/api/work-orders/${id}${path}`, {
      cookie: building.admin.cookie,
      ...(body && { body }),
    });
    const row = await portal.db
      .selectFrom("work_orders")
      .select("pause_reason")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    // What is deleted stays as it was.
    expect(row.pause_reason).toBe(method === "PATCH" ? null : "access");
    const times = await portal.db
      .selectFrom("work_order_times")
      .select("ended_at")
      .where("work_order_id", "=", id)
      .execute();
    expect(times).toEqual([{ ended_at: started }]);
  });

  test("a landlord who starts an order moves it, and no time runs for them", async () => {
    const id = await newOrder();
    const begun = (await work(building.landlord, id, { did: "start" })).json<WorkOrder>();
    expect(begun).toMatchObject({ status: "in_progress", assignee: null, times: [] });
  });

  test("the reporter and the assignee are told of a pause, by a sentence that says why", async () => {
    const id = await newOrder({ assigneeId: colleague.id, status: "in_progress" });
    await work(building.technician, id, { did: "pause", reason: "approval" });
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

  test.each([
    [{ did: "sleep" }, "did must be one of start, pause, complete."],
    [{ did: "pause" }, "Please choose what the work is waiting for"],
    [{ did: "pause", reason: "lunch" }, "Please choose what the work is waiting for"],
    [{ did: "pause", reason: "part", until: "tomorrow" }, "Please choose a day and a time"],
    [{ did: "start", note: "x".repeat(1001) }, "Please use at most 1,000 characters"],
    [{ did: "start", seen: { status: "asleep", assigneeId: null } }, expect.stringContaining("status")],
    [{ did: "start", seen: { status: "open" } }, expect.any(String)],
  ])("%j is 400, and nothing changes", async (body, message) => {
    const id = await newOrder();
    const refused = await work(building.technician, id, body);
    expect([refused.statusCode, refused.json().message]).toEqual([400, message]);
    expect(await read(building.technician, id)).toMatchObject({ status: "open", version: 1, times: [] });
  });

  test("of ten starts with one key, sent at once, one is done", async () => {
    const id = await newOrder();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        work(building.technician, id, { did: "start" }, { "idempotency-key": "started" }),
      ),
    );
    for (const answer of answers) expect(answer.json()).toEqual(answers[0]?.json());
    expect(await timesOf(id)).toHaveLength(1);
    expect(await messagesOf(building.technician, id)).toHaveLength(2);
  });

  test("a start on two phones at once, of one order or of two, leaves one time running", async () => {
    const [id, other] = [await newOrder(), await newOrder()];
    const answers = await Promise.all(
      [id, id, other, id, other].map((one, index) =>
        work(building.technician, one, { did: "start" }, at(minutesAgo(index))),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200]);
    const running = await portal.db
      .selectFrom("work_order_times")
      .select("id")
      .where("ended_at", "is", null)
      .execute();
    expect(running).toHaveLength(1);
  });

  test("two technicians who change places at once do not wait for each other", async () => {
    const [id, other] = [await newOrder(), await newOrder()];
    await work(building.technician, id, { did: "start" });
    await work(colleague, other, { did: "start" });
    const answers = await Promise.all([
      work(building.technician, other, { did: "start" }),
      work(colleague, id, { did: "start" }),
    ]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  });

  test("a move that says which status was on the screen is refused when it is another one", async () => {
    const id = await newOrder({ status: "scheduled" });
    const move = (seenStatus: string) =>
      portal.call("PATCH", `/api/work-orders/${id}/status`, {
        cookie: building.technician.cookie,
        body: { status: "completed", seenStatus },
      });
    const refused = await move("open");
    expect([refused.statusCode, refused.json().current.status]).toEqual([409, "scheduled"]);
    expect((await move("scheduled")).statusCode).toBe(200);
    expect((await move("open")).statusCode).toBe(200);
  });
});
