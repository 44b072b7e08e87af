import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { asPortal } from "#server/jobs/as-portal.ts";
import { sweepExpired } from "#server/jobs/sweep-expired.ts";
import { type Notification, notify } from "#server/notifications/notify.ts";
import { notifiedRecordIsVisible } from "#server/viewer-rules.ts";
import { wallTimeAt } from "#shared/wall-time.ts";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { createWorkOrder, signInAs } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import { type PushReceiver, startPushReceiver } from "#test/push-receiver.ts";
import { workUntil } from "#test/work-until.ts";
import type { PushDevice, PushSettings } from "../push-contract.ts";
import { sendPushes } from "./send-pushes.ts";

let portal: TestPortal;
let building: TestBuilding;
let receiver: PushReceiver;
let workOrderId: number;
let urgentId: number;
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
  const order = (facts: object) =>
    createWorkOrder(portal.db, {
      propertyId: building.propertyId,
      leaseId: building.leaseId,
      createdById: building.tenant.id,
      ...facts,
    });
  workOrderId = await order({});
  urgentId = await order({ priority: "urgent" });
});
afterAll(() => portal.close());
beforeEach(async () => {
  const { db } = portal;
  await db.deleteFrom("push_subscriptions").execute();
  await db.deleteFrom("quiet_hours").execute();
  await db.deleteFrom("notification_preferences").execute();
  await db.deleteFrom("notifications").execute();
  await sql`delete from graphile_worker._private_jobs`.execute(db);
  portal.clock.now = new Date();
  // Some tests let sessions end.
  for (const person of [building.tenant, building.neighbour, building.landlord])
    person.cookie = await signInAs(db, person, portal.clock.now);
  receiver = startPushReceiver({ clock: () => portal.clock.now });
  portal.services.push = receiver.push;
});

type Person = { cookie: string };
const call = (method: "GET" | "POST" | "PUT" | "DELETE", url: string, { cookie }: Person, body?: object) =>
  portal.call(method, url, { cookie, ...(body === undefined ? {} : { body }) });
const turnOn = async (person: Person, name = "phone"): Promise<PushDevice> => {
  const response = await call("POST", "/api/push-subscriptions", person, receiver.browser(name));
  expect(response.statusCode, response.body).toBe(201);
  return response.json<PushDevice>();
};
const settingsOf = async (person: Person) =>
  (await call("GET", "/api/push-subscriptions", person)).json<PushSettings>();
const tell = (notification: Notification, to = [building.tenant.id]) =>
  asPortal(portal.services, (ctx) => notify(ctx, to, notification));
const comment = (title: string, to?: number[]) =>
  tell({ kind: "work-order.comment", particulars: { workOrderId, title, by: "Theo" } }, to);
const send = ({ id }: { id: number }) =>
  sendPushes(portal.services, { subscriptionId: id }, notifiedRecordIsVisible);
/** In how many seconds the job of a device runs; undefined when none waits. */
const jobIn = async ({ id }: { id: number }): Promise<number | undefined> => {
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from run_at - now())::int as seconds from graphile_worker.jobs where key = ${`pushes-${id}`}`.execute(
    portal.db,
  );
  return rows[0]?.seconds;
};
const waiting = () => portal.db.selectFrom("waiting_pushes").selectAll().execute();
/** Quiet hours that began an hour ago and end in two. */
const quietNow = async (person: Person, timeZone: string | null = "Asia/Tokyo") => {
  const at = (hours: number) =>
    wallTimeAt(new Date(portal.clock.now.getTime() + hours * 3_600_000), timeZone ?? "America/Los_Angeles")
      .time;
  const response = await call("PUT", "/api/quiet-hours", person, { from: at(-1), to: at(2), timeZone });
  expect(response.statusCode, response.body).toBe(200);
};

describe("NAV-31 push", () => {
  test("reaches each device of the person, and of nobody else, by a job of the transaction", async () => {
    await turnOn({ cookie: await signInAs(portal.db, building.tenant, portal.clock.now) }, "tablet");
    await turnOn(building.tenant, "phone");
    await turnOn(building.neighbour, "foreign");
    await expect(
      asPortal(portal.services, async (ctx) => {
        await notify(ctx, [building.tenant.id], {
          kind: "work-order.comment",
          particulars: { workOrderId, title: "Undone", by: "Theo" },
        });
        throw new Error("undone");
      }),
    ).rejects.toThrow("undone");
    await comment("Leak");
    await workUntil(portal, async () => (await waiting()).length === 0);
    const shown = [
      {
        title: "Comments",
        body: expect.stringMatching(/^Theo commented on #WO-\d+: Leak$/),
        link: `/work-orders/${workOrderId}`,
        tag: expect.stringMatching(/^notification-\d+$/),
      },
    ];
    expect(receiver.shown("phone")).toEqual(shown);
    expect(receiver.shown("tablet")).toEqual(shown);
    expect(receiver.shown("foreign")).toEqual([]);
    expect((await settingsOf(building.tenant)).devices).toMatchObject([
      { problem: null, lastSentAt: portal.clock.now.toISOString(), isCurrent: true },
      { problem: null },
    ]);
  });

  test("is chosen by topic, beside bell and mail; without a device nothing is written for it", async () => {
    const off = await call("PUT", "/api/notification-preferences", building.tenant, {
      topic: "comments",
      inPortal: false,
      byMail: false,
    });
    expect(off.json().topics).toContainEqual(
      expect.objectContaining({ topic: "comments", inPortal: false, byMail: false, byPush: true }),
    );
    await comment("Nowhere");
    expect(await portal.db.selectFrom("notifications").select("id").execute()).toEqual([]);
    const device = await turnOn(building.tenant);
    await comment("By push alone");
    await send(device);
    expect(receiver.shown("phone")).toMatchObject([{ body: expect.stringContaining("By push alone") }]);
    await comment("Turned off before it is sent");
    await call("PUT", "/api/notification-preferences", building.tenant, { topic: "comments", byPush: false });
    expect(await waiting()).toEqual([]);
    await comment("Not at all");
    await send(device);
    expect(receiver.shown("phone")).toHaveLength(1);
  });

  test("several that wait are one push; what was read, hidden or is a day old is not sent", async () => {
    const device = await turnOn(building.tenant);
    for (const title of ["One", "Two", "Three", "Four", "Five"]) await comment(title);
    const { id } = await portal.db
      .selectFrom("notifications")
      .select("id")
      .orderBy("id")
      .executeTakeFirstOrThrow();
    await call("POST", "/api/notifications/read", building.tenant, { ids: [id] });
    await send(device);
    expect(receiver.shown("phone")).toEqual([
      {
        title: "4 notifications",
        body: expect.stringMatching(/Five\n.*Four\n.*Three\nAnd 1 more$/),
        link: "/notifications",
        tag: "notifications",
      },
    ]);
    const foreign = await createWorkOrder(portal.db, {
      propertyId: building.propertyId,
      leaseId: building.otherLeaseId,
      createdById: building.neighbour.id,
    });
    await tell({
      kind: "work-order.comment",
      particulars: { workOrderId: foreign, title: "Hidden", by: "x" },
    });
    await send(device);
    await comment("Old");
    await portal.db
      .updateTable("notifications")
      .set({ created_at: new Date(portal.clock.now.getTime() - 86_400_000) })
      .execute();
    await send(device);
    expect(receiver.shown("phone")).toHaveLength(1);
    expect(await waiting()).toEqual([]);
  });

  test("a device that is gone is forgotten; one that fails is tried again, not before Retry-After", async () => {
    const device = await turnOn(building.tenant);
    await comment("Leak");
    receiver.answer = { status: 429, headers: { "retry-after": "600" } };
    await send(device);
    expect(await jobIn(device)).toBeGreaterThan(590);
    expect((await settingsOf(building.tenant)).devices).toMatchObject([
      { problem: "The push service answered 429." },
    ]);
    receiver.answer = { status: 201 };
    await comment("Another one does not come earlier");
    await send(device);
    expect(receiver.requests).toHaveLength(1);
    expect(await jobIn(device)).toBeGreaterThan(590);
    portal.clock.forwardMinutes(10);
    await send(device);
    expect(receiver.shown("phone")).toMatchObject([{ title: "2 notifications" }]);
    receiver.answer = { status: 503 };
    await comment("Away");
    const pauses: (number | undefined)[] = [];
    for (let tries = 0; tries < 6; tries += 1) {
      await send(device);
      pauses.push(await jobIn(device));
      portal.clock.forwardMinutes(61);
    }
    expect(pauses.map((pause) => Math.round((pause ?? 0) / 30) * 30)).toEqual([
      30, 120, 600, 1800, 3600, 3600,
    ]);
    receiver.answer = { status: 400 };
    await send(device);
    expect(await waiting()).toEqual([]);
    expect((await settingsOf(building.tenant)).devices).toMatchObject([
      { problem: "The push service answered 400." },
    ]);
    await comment("Gone");
    receiver.answer = { status: 410 };
    await send(device);
    expect((await settingsOf(building.tenant)).devices).toEqual([]);
    expect(await waiting()).toEqual([]);
  });

  test("ends with the session: at sign-out, when ended elsewhere, when over, and when the person is disabled", async () => {
    const { db, clock } = portal;
    const fresh = async () => ({ cookie: await signInAs(db, building.tenant, clock.now) });
    const [signedOut, ended, other] = [await fresh(), await fresh(), await fresh()];
    await turnOn(signedOut, "a");
    await turnOn(ended, "b");
    await turnOn(other, "c");
    await comment("Waits");
    await call("POST", "/api/logout", signedOut);
    expect((await settingsOf(other)).devices).toHaveLength(2);
    await call("POST", "/api/me/sessions/end-others", other);
    expect((await settingsOf(other)).devices).toMatchObject([{ isCurrent: true }]);
    expect(await waiting()).toHaveLength(1);
    const device = await turnOn(other, "d");
    // Over, and not swept yet.
    clock.forwardMinutes(15 * 24 * 60);
    await comment("Too late");
    await send(device);
    expect(receiver.requests).toEqual([]);
    await sweepExpired(portal.services);
    expect(await db.selectFrom("push_subscriptions").select("id").execute()).toEqual([]);
    const again = await turnOn(await fresh(), "e");
    await comment("Disabled");
    await db.updateTable("users").set({ state: "disabled" }).where("id", "=", building.tenant.id).execute();
    await send(again);
    expect(receiver.requests).toEqual([]);
    await db.updateTable("users").set({ state: "active" }).where("id", "=", building.tenant.id).execute();
  });

  test("a browser belongs to whoever turned it on last, and what waited for the other person is dropped", async () => {
    const subscription = receiver.browser("shared");
    await call("POST", "/api/push-subscriptions", building.tenant, subscription);
    await comment("For the tenant's eyes");
    const taken = await call("POST", "/api/push-subscriptions", building.neighbour, subscription);
    const device = taken.json<PushDevice>();
    expect(await waiting()).toEqual([]);
    await send(device);
    expect(receiver.requests).toEqual([]);
    expect((await settingsOf(building.tenant)).devices).toEqual([]);
    // Turning it on again changes nothing.
    const again = await call("POST", "/api/push-subscriptions", building.neighbour, subscription);
    expect(again.json<PushDevice>().id).toBe(device.id);
    // Nobody turns off or tests the device of somebody else.
    for (const [method, url] of [
      ["DELETE", `/api/push-subscriptions/${device.id}`],
      ["POST", `/api/push-subscriptions/${device.id}/test`],
    ] as const)
      expect((await call(method, url, building.tenant)).statusCode).toBe(404);
    expect(
      (await call("DELETE", `/api/push-subscriptions/${device.id}`, building.neighbour)).statusCode,
    ).toBe(200);
    expect((await settingsOf(building.neighbour)).devices).toEqual([]);
  });

  test("a browser that subscribes anew, as its push service changed, stays one device, and what waited is sent there", async () => {
    const before = await turnOn(building.tenant, "before");
    await comment("Leak");
    receiver.answer = { status: 503 };
    await send(before);
    receiver.answer = { status: 201 };
    const after = await turnOn(building.tenant, "after");
    expect((await settingsOf(building.tenant)).devices).toEqual([after]);
    expect(after).toMatchObject({ id: before.id, problem: null });
    expect(await jobIn(after)).toBeLessThanOrEqual(0);
    await send(after);
    expect(receiver.shown("before")).toEqual([]);
    expect(receiver.shown("after")).toHaveLength(1);
  });

  test("a browser that subscribes anew while a push to its earlier address is answered stays, with what waits", async () => {
    const { id } = await turnOn(building.tenant, "first");
    await comment("Leak");
    const names = ["third", "second"];
    portal.services.push = {
      ...receiver.push,
      send: () => turnOn(building.tenant, names.pop()).then(() => ({ outcome: "gone" })),
    };
    await send({ id });
    await call("POST", `/api/push-subscriptions/${id}/test`, building.tenant);
    portal.services.push = receiver.push;
    await send({ id });
    expect(receiver.shown("third")).toHaveLength(1);
  });

  test("ten devices at most: the oldest is removed", async () => {
    for (let count = 0; count < 11; count += 1)
      await turnOn(
        { cookie: await signInAs(portal.db, building.tenant, portal.clock.now) },
        `device-${count}`,
      );
    expect((await settingsOf(building.tenant)).devices).toHaveLength(10);
  });

  test.each([
    { endpoint: "https://127.0.0.1/push" },
    { endpoint: "http://fcm.googleapis.com/fcm/send/a" },
    { endpoint: "https://fcm.googleapis.com:444/a" },
    { endpoint: 7 },
    { keys: { p256dh: "x", auth: "y" } },
    { keys: { p256dh: "A".repeat(87), auth: "A".repeat(22) } },
    { keys: undefined },
  ])("a subscription with %j is refused with a sentence", async (wrong) => {
    const body = { ...receiver.browser("phone"), ...wrong };
    const response = await call("POST", "/api/push-subscriptions", building.tenant, body);
    expect([response.statusCode, response.json().message]).toEqual([400, expect.stringMatching(/browser/)]);
  });

  test("a test goes to one device at once, and says what went wrong", async () => {
    const device = await turnOn(building.tenant);
    const sendTest = async () =>
      (await call("POST", `/api/push-subscriptions/${device.id}/test`, building.tenant)).json();
    expect(await sendTest()).toEqual({ problem: null });
    expect(receiver.shown("phone")).toMatchObject([{ title: "Notifications arrive here", tag: "test" }]);
    receiver.answer = { status: 503 };
    expect(await sendTest()).toEqual({ problem: "The push service answered 503." });
    await comment("Waits for the push service");
    await send(device);
    expect(await jobIn(device)).toBeGreaterThan(0);
    receiver.answer = { status: 201 };
    expect(await sendTest()).toEqual({ problem: null });
    expect(await jobIn(device)).toBeLessThanOrEqual(0);
    await send(device);
    expect(receiver.shown("phone").at(-1)).toMatchObject({ title: "Comments" });
    receiver.answer = { status: 404 };
    expect(await sendTest()).toEqual({ problem: expect.stringContaining("turn them on there again") });
    expect((await settingsOf(building.tenant)).devices).toEqual([]);
  });

  test("turning it on and off and quiet hours are in the audit log, without the address", async () => {
    const { id } = await turnOn(building.landlord);
    await quietNow(building.landlord);
    await call("DELETE", "/api/quiet-hours", building.landlord);
    await call("DELETE", `/api/push-subscriptions/${id}`, building.landlord);
    const rows = await portal.db
      .selectFrom("audit_log")
      .select(["action", "details"])
      .where("actor_id", "=", building.landlord.id)
      .orderBy("id")
      .execute();
    expect(rows.map(({ action }) => action)).toEqual([
      "profile.push-turned-on",
      "profile.quiet-hours-chosen",
      "profile.quiet-hours-ended",
      "profile.push-turned-off",
    ]);
    expect(JSON.stringify(rows)).not.toContain("googleapis");
  });
});

describe("NAV-31 quiet hours", () => {
  test("hold pushes back until they end by the person's clock; urgent orders come through at once", async () => {
    const device = await turnOn(building.tenant);
    await quietNow(building.tenant);
    await comment("Can wait");
    await tell({
      kind: "work-order.urgent",
      particulars: { workOrderId: urgentId, title: "Flood", priority: "urgent" },
    });
    // A tenant is not told of new orders by default, but of an urgent order that is assigned, say, to them.
    await tell({
      kind: "work-order.assigned",
      particulars: { workOrderId: urgentId, title: "Flood", assignee: "Theo" },
    });
    await portal.db
      .insertInto("notification_preferences")
      .values({
        user_id: building.tenant.id,
        topic: "assignments",
        in_portal: true,
        by_mail: false,
        by_push: true,
      })
      .execute();
    await tell({
      kind: "work-order.assigned",
      particulars: { workOrderId: urgentId, title: "Flood", assignee: "Theo" },
    });
    await send(device);
    expect(receiver.shown("phone")).toMatchObject([{ body: expect.stringContaining("assigned to Theo") }]);
    expect(receiver.requests[0]?.headers.urgency).toBe("high");
    const seconds = await jobIn(device);
    expect(seconds).toBeGreaterThan(119 * 60 - 60);
    expect(seconds).toBeLessThanOrEqual(120 * 60);
    // An early job only waits again.
    portal.clock.forwardMinutes(60);
    await send(device);
    expect(receiver.shown("phone")).toHaveLength(1);
    portal.clock.forwardMinutes(60);
    await send(device);
    expect(receiver.shown("phone")).toMatchObject([{}, { body: expect.stringContaining("Can wait") }]);
    expect(receiver.requests[1]?.headers.urgency).toBe("normal");
  });

  test("are in the portal's zone unless the person names another, and what they held is sent when they are ended", async () => {
    const device = await turnOn(building.tenant);
    await quietNow(building.tenant, null);
    expect(await settingsOf(building.tenant)).toMatchObject({
      portalTimeZone: "America/Los_Angeles",
      quietHours: { timeZone: null },
    });
    await comment("Held");
    await send(device);
    expect(receiver.requests).toEqual([]);
    expect(await jobIn(device)).toBeGreaterThan(3_600);
    expect((await call("DELETE", "/api/quiet-hours", building.tenant)).json().quietHours).toBeNull();
    expect(await jobIn(device)).toBeLessThanOrEqual(0);
    await send(device);
    expect(receiver.shown("phone")).toHaveLength(1);
  });

  test.each([
    { from: "22:00", to: "22:00" },
    { from: "24:00", to: "07:00" },
    { from: "7:00", to: "08:00" },
    { from: "22:00" },
    { timeZone: "Moon/Sea" },
    { timeZone: 3 },
  ])("with %j are refused with a sentence", async (wrong) => {
    const body = {
      from: "21:00",
      to: "06:00",
      timeZone: null,
      ...wrong,
      ...("to" in wrong ? {} : { to: wrong.from === undefined ? "06:00" : undefined }),
    };
    const response = await call("PUT", "/api/quiet-hours", building.tenant, body);
    expect([response.statusCode, response.json().message]).toEqual([
      400,
      expect.stringMatching(/^Please (enter|choose)/),
    ]);
  });
});
