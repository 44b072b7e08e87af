import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { createPerson, createWorkOrder, signInAs } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import type { ActivityEntry, WorkOrder } from "../../contract.ts";

let portal: TestPortal;
let building: TestBuilding;
let id: number;
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
  id = await newOrder(30 * 1440);
});
afterAll(() => portal.close());

const newOrder = (reportedMinutesAgo: number) =>
  createWorkOrder(portal.db, {
    propertyId: building.propertyId,
    createdById: building.tenant.id,
    createdAt: new Date(minutesAgo(reportedMinutesAgo)),
  });
const minutesAgo = (minutes: number) => new Date(portal.clock.now.getTime() - minutes * 60_000).toISOString();
const completeAt = async (orderId: number, who: { cookie: string }, happenedAt: string) =>
  (
    await portal.call("POST", `/api/work-orders/${orderId}/work`, {
      cookie: who.cookie,
      body: { step: "complete" },
      headers: { "happened-at": happenedAt },
    })
  ).json<WorkOrder>().completedAt;
const comment = (text: string, happenedAt?: string) =>
  portal.call("POST", `/api/work-orders/${id}/comments`, {
    ...building.technician,
    body: { text },
    headers: happenedAt === undefined ? {} : { "happened-at": happenedAt },
  });

describe("Happened-At", () => {
  test("the log records when a change was made and when it arrived, sorted by when it was made", async () => {
    const late = (await comment("from the plant room", minutesAgo(210))).json<ActivityEntry>();
    expect(late).toMatchObject({
      happenedAt: minutesAgo(210),
      createdAt: portal.clock.now.toISOString(),
    });
    await comment("right away");
    await comment("from the roof", minutesAgo(30));
    const history = await portal.call("GET", `/api/work-orders/${id}/history`, building.tenant);
    expect(history.json<ActivityEntry[]>().map(({ message, happenedAt }) => [message, happenedAt])).toEqual([
      ["right away", null],
      ["from the roof", minutesAgo(30)],
      ["from the plant room", minutesAgo(210)],
    ]);
  });

  test("a late completion keeps the time the work was completed", async () => {
    expect(await completeAt(id, building.technician, minutesAgo(95))).toBe(minutesAgo(95));
  });

  test("a Happened-At in the future becomes the current time, and one older than 14 days becomes 14 days ago", async () => {
    expect((await comment("tomorrow", minutesAgo(-1440))).json<ActivityEntry>().happenedAt).toBeNull();
    expect((await comment("last year", minutesAgo(400 * 1440))).json<ActivityEntry>().happenedAt).toBe(
      minutesAgo(14 * 1440),
    );
  });

  test("no change is dated before the work order was reported", async () => {
    const reported = await newOrder(120);
    expect(await completeAt(reported, building.technician, minutesAgo(300))).toBe(minutesAgo(120));
    // A report made offline arrives later than the work on it started.
    const offline = await portal.call("POST", "/api/work-orders", {
      ...building.technician,
      body: {
        title: "Lamp out in the hall",
        description: "The lamp next to the door is out.",
        category: "Electrical",
        location: "Hall",
        priority: "low",
        propertyId: String(building.propertyId),
      },
      headers: { "happened-at": minutesAgo(200) },
    });
    expect(await completeAt(offline.json<WorkOrder>().id, building.technician, minutesAgo(150))).toBe(
      minutesAgo(150),
    );
  });

  test("no change is dated before the person had access", async () => {
    const created = await createPerson(portal.db, {
      role: "maintenance",
      propertyIds: [building.propertyId],
      accessSince: new Date(minutesAgo(60)),
    });
    const newcomer = { cookie: await signInAs(portal.db, created) };
    expect(await completeAt(await newOrder(1440), newcomer, minutesAgo(300))).toBe(minutesAgo(60));
  });

  test("Happened-At is ignored for changes to other people's work and for changes that phones don't make offline", async () => {
    const now = portal.clock.now.toISOString();
    expect(await completeAt(await newOrder(1440), building.landlord, minutesAgo(300))).toBe(now);
    const moved = await portal.call("PATCH", `/api/work-orders/${await newOrder(1440)}/status`, {
      ...building.technician,
      body: { status: "completed" },
      headers: { "happened-at": minutesAgo(300) },
    });
    expect(moved.json<WorkOrder>().completedAt).toBe(now);
  });

  test.each(["", "now", "2026-13-01T00:00:00Z", "2026-01-01", "2026-01-01T00:00:00+02:00", "1700000000000"])(
    "Happened-At %j is rejected with 400, and nothing is saved",
    async (value) => {
      const rejected = await comment("never", value);
      expect([rejected.statusCode, rejected.json().fields]).toEqual([
        400,
        { "Happened-At": "Happened-At must be a UTC timestamp, such as 2026-11-25T07:40:00Z." },
      ]);
    },
  );
});

describe("Acting-User", () => {
  const commentFor = (user: number | string) =>
    portal.call("POST", `/api/work-orders/${id}/comments`, {
      ...building.technician,
      body: { text: "kept on a shared phone" },
      headers: { "acting-user": String(user) },
    });
  const count = async () =>
    (await portal.call("GET", `/api/work-orders/${id}/history`, building.tenant)).json<unknown[]>().length;

  test("a change is accepted from the user who made it and rejected with 401 if someone else has signed in on the device", async () => {
    const before = await count();
    expect((await commentFor(building.tenant.id)).json()).toMatchObject({
      code: "unauthenticated",
      message: "Someone else is signed in now. Sign in to send your changes.",
    });
    const signedOut = await portal.call("POST", `/api/work-orders/${id}/comments`, {
      body: { text: "kept on a shared phone" },
      headers: { "acting-user": String(building.technician.id) },
    });
    expect([signedOut.statusCode, signedOut.json().message]).toEqual([401, "Sign in to continue."]);
    expect(await count()).toBe(before);
    expect((await commentFor(building.technician.id)).statusCode).toBe(201);
    expect(await count()).toBe(before + 1);
  });

  test.each(["", "me", "0", "1e3", "12345678901"])("Acting-User %j is rejected with 400", async (value) => {
    expect((await commentFor(value)).json().fields).toEqual({
      "Acting-User": "Acting-User must be a user id.",
    });
  });
});
