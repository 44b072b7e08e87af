import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { runAsPortal } from "#server/jobs/as-portal.ts";
import { sweepExpired } from "#server/jobs/sweep-expired.ts";
import { type Notification, notify } from "#server/notifications/notify.ts";
import { canSeeNotifiedRecord } from "#server/viewer-rules.ts";
import { toWallTime } from "#shared/wall-time.ts";
import { createTenantOrder, startBuilding, type TestBuilding } from "#test/building.ts";
import { type FakePushService, startFakePushService } from "#test/fakes/fake-push.ts";
import { createWorkOrder, signInAs } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import { runJobsUntil } from "#test/run-jobs.ts";
import type { PushDevice, PushSettings } from "../push-contract.ts";
import { sendPushes } from "./send-pushes.ts";

let portal: TestPortal;
let building: TestBuilding;
let receiver: FakePushService;
let workOrderId: number;
let urgentId: number;
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
  workOrderId = await createTenantOrder(portal.db, building);
  urgentId = await createTenantOrder(portal.db, building, { priority: "urgent" });
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
  // Some tests end these sessions.
  for (const person of [building.tenant, building.neighbor, building.landlord])
    person.cookie = await signInAs(db, person, portal.clock.now);
  receiver = startFakePushService({ clock: () => portal.clock.now });
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
const readSettings = async (person: Person) =>
  (await call("GET", "/api/push-subscriptions", person)).json<PushSettings>();
const notifyPeople = (notification: Notification, to = [building.tenant.id]) =>
  runAsPortal(portal.services, (ctx) => notify(ctx, to, notification));
const notifyOfComment = (title: string, to?: number[]) =>
  notifyPeople({ kind: "work-order.comment", details: { workOrderId, title, by: "Theo" } }, to);
const send = ({ id }: { id: number }) =>
  sendPushes(portal.services, { subscriptionId: id }, canSeeNotifiedRecord);
/** Returns the number of seconds until the device's job runs, or undefined without a job. */
const secondsToJob = async ({ id }: { id: number }): Promise<number | undefined> => {
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from run_at - now())::int as seconds from graphile_worker.jobs where key = ${`pushes-${id}`}`.execute(
    portal.db,
  );
  return rows[0]?.seconds;
};
const findPending = () => portal.db.selectFrom("pending_pushes").selectAll().execute();
/** Sets quiet hours that started an hour ago and end in two hours. */
const setQuietHoursNow = async (person: Person, timeZone: string | null = "Asia/Tokyo") => {
  const at = (hours: number) =>
    toWallTime(new Date(portal.clock.now.getTime() + hours * 3_600_000), timeZone ?? "America/Los_Angeles")
      .time;
  const response = await call("PUT", "/api/quiet-hours", person, { from: at(-1), to: at(2), timeZone });
  expect(response.statusCode, response.body).toBe(200);
};

describe("NAV-31 push", () => {
  test("a push reaches all of the person's devices and no one else's, and only if the transaction commits", async () => {
    await turnOn({ cookie: await signInAs(portal.db, building.tenant, portal.clock.now) }, "tablet");
    await turnOn(building.tenant, "phone");
    await turnOn(building.neighbor, "neighbor");
    await expect(
      runAsPortal(portal.services, async (ctx) => {
        await notify(ctx, [building.tenant.id], {
          kind: "work-order.comment",
          details: { workOrderId, title: "Undone", by: "Theo" },
        });
        throw new Error("undone");
      }),
    ).rejects.toThrow("undone");
    await notifyOfComment("Leak");
    await runJobsUntil(portal, async () => (await findPending()).length === 0);
    const expected = [
      {
        title: "Comments",
        body: expect.stringMatching(/^Theo commented on #WO-\d+: Leak$/),
        link: `/work-orders/${workOrderId}`,
        tag: expect.stringMatching(/^notification-\d+$/),
      },
    ];
    expect(receiver.received("phone")).toEqual(expected);
    expect(receiver.received("tablet")).toEqual(expected);
    expect(receiver.received("neighbor")).toEqual([]);
    expect((await readSettings(building.tenant)).devices).toMatchObject([
      { problem: null, lastSentAt: portal.clock.now.toISOString(), isCurrent: true },
      { problem: null },
    ]);
  });

  test("push is set per topic, independently of bell menu and email, and no notification is written for a person without a device", async () => {
    const off = await call("PUT", "/api/notification-preferences", building.tenant, {
      topic: "comments",
      inPortal: false,
      byEmail: false,
    });
    expect(off.json().topics).toContainEqual(
      expect.objectContaining({ topic: "comments", inPortal: false, byEmail: false, byPush: true }),
    );
    await notifyOfComment("Nowhere");
    expect(await portal.db.selectFrom("notifications").select("id").execute()).toEqual([]);
    const device = await turnOn(building.tenant);
    await notifyOfComment("By push only");
    await send(device);
    expect(receiver.received("phone")).toMatchObject([{ body: expect.stringContaining("By push only") }]);
    await notifyOfComment("Turned off before the push is sent");
    await call("PUT", "/api/notification-preferences", building.tenant, { topic: "comments", byPush: false });
    expect(await findPending()).toEqual([]);
    await notifyOfComment("Not at all");
    await send(device);
    expect(receiver.received("phone")).toHaveLength(1);
  });

  test("several pending notifications are sent as one push, except those that are read, hidden, or a day old", async () => {
    const device = await turnOn(building.tenant);
    for (const title of ["One", "Two", "Three", "Four", "Five"]) await notifyOfComment(title);
    const { id } = await portal.db
      .selectFrom("notifications")
      .select("id")
      .orderBy("id")
      .executeTakeFirstOrThrow();
    await call("POST", "/api/notifications/read", building.tenant, { ids: [id] });
    await send(device);
    expect(receiver.received("phone")).toEqual([
      {
        title: "4 notifications",
        body: expect.stringMatching(/Five\n.*Four\n.*Three\nAnd 1 more$/),
        link: "/notifications",
        tag: "notifications",
      },
    ]);
    const otherOrder = await createWorkOrder(portal.db, {
      propertyId: building.propertyId,
      leaseId: building.otherLeaseId,
      createdById: building.neighbor.id,
    });
    await notifyPeople({
      kind: "work-order.comment",
      details: { workOrderId: otherOrder, title: "Hidden", by: "x" },
    });
    await send(device);
    await notifyOfComment("Old");
    await portal.db
      .updateTable("notifications")
      .set({ created_at: new Date(portal.clock.now.getTime() - 86_400_000) })
      .execute();
    await send(device);
    expect(receiver.received("phone")).toHaveLength(1);
    expect(await findPending()).toEqual([]);
  });

  test("a deleted push subscription is removed, and a failing one is retried, but not before Retry-After", async () => {
    const device = await turnOn(building.tenant);
    await notifyOfComment("Leak");
    receiver.response = { status: 429, headers: { "retry-after": "600" } };
    await send(device);
    expect(await secondsToJob(device)).toBeGreaterThan(590);
    expect((await readSettings(building.tenant)).devices).toMatchObject([
      { problem: "The push service returned 429." },
    ]);
    receiver.response = { status: 201 };
    await notifyOfComment("Another one doesn't arrive earlier");
    await send(device);
    expect(receiver.requests).toHaveLength(1);
    expect(await secondsToJob(device)).toBeGreaterThan(590);
    portal.clock.advanceMinutes(10);
    await send(device);
    expect(receiver.received("phone")).toMatchObject([{ title: "2 notifications" }]);
    receiver.response = { status: 503 };
    await notifyOfComment("Away");
    const delays: (number | undefined)[] = [];
    for (let attempts = 0; attempts < 6; attempts += 1) {
      await send(device);
      delays.push(await secondsToJob(device));
      portal.clock.advanceMinutes(61);
    }
    expect(delays.map((delay) => Math.round((delay ?? 0) / 30) * 30)).toEqual([
      30, 120, 600, 1800, 3600, 3600,
    ]);
    receiver.response = { status: 400 };
    await send(device);
    expect(await findPending()).toEqual([]);
    expect((await readSettings(building.tenant)).devices).toMatchObject([
      { problem: "The push service returned 400." },
    ]);
    await notifyOfComment("Gone");
    receiver.response = { status: 410 };
    await send(device);
    expect((await readSettings(building.tenant)).devices).toEqual([]);
    expect(await findPending()).toEqual([]);
  });

  test("push ends with the session: at sign-out, when ended from another device, on expiration, and when the person is disabled", async () => {
    const { db, clock } = portal;
    const newSession = async () => ({ cookie: await signInAs(db, building.tenant, clock.now) });
    const [signedOut, ended, other] = [await newSession(), await newSession(), await newSession()];
    await turnOn(signedOut, "a");
    await turnOn(ended, "b");
    await turnOn(other, "c");
    await notifyOfComment("Pending");
    await call("POST", "/api/logout", signedOut);
    expect((await readSettings(other)).devices).toHaveLength(2);
    await call("POST", "/api/me/sessions/end-others", other);
    expect((await readSettings(other)).devices).toMatchObject([{ isCurrent: true }]);
    expect(await findPending()).toHaveLength(1);
    const device = await turnOn(other, "d");
    // The session has expired but hasn't been deleted yet.
    clock.advanceMinutes(15 * 24 * 60);
    await notifyOfComment("Too late");
    await send(device);
    expect(receiver.requests).toEqual([]);
    await sweepExpired(portal.services);
    expect(await db.selectFrom("push_subscriptions").select("id").execute()).toEqual([]);
    const again = await turnOn(await newSession(), "e");
    await notifyOfComment("Disabled");
    await db.updateTable("users").set({ state: "disabled" }).where("id", "=", building.tenant.id).execute();
    await send(again);
    expect(receiver.requests).toEqual([]);
    await db.updateTable("users").set({ state: "active" }).where("id", "=", building.tenant.id).execute();
  });

  test("a browser belongs to the last person who turned on push there, and the previous person's pending pushes are dropped", async () => {
    const subscription = receiver.browser("shared");
    await call("POST", "/api/push-subscriptions", building.tenant, subscription);
    await notifyOfComment("For the tenant's eyes");
    const resubscribed = await call("POST", "/api/push-subscriptions", building.neighbor, subscription);
    const device = resubscribed.json<PushDevice>();
    expect(await findPending()).toEqual([]);
    await send(device);
    expect(receiver.requests).toEqual([]);
    expect((await readSettings(building.tenant)).devices).toEqual([]);
    // Subscribing again changes nothing.
    const again = await call("POST", "/api/push-subscriptions", building.neighbor, subscription);
    expect(again.json<PushDevice>().id).toBe(device.id);
    // A person can't turn off or test someone else's device.
    for (const [method, url] of [
      ["DELETE", `/api/push-subscriptions/${device.id}`],
      ["POST", `/api/push-subscriptions/${device.id}/test`],
    ] as const)
      expect((await call(method, url, building.tenant)).statusCode).toBe(404);
    expect((await call("DELETE", `/api/push-subscriptions/${device.id}`, building.neighbor)).statusCode).toBe(
      200,
    );
    expect((await readSettings(building.neighbor)).devices).toEqual([]);
  });

  test("a browser that subscribes again with a new endpoint remains one device, and pending pushes are sent there", async () => {
    const before = await turnOn(building.tenant, "before");
    await notifyOfComment("Leak");
    receiver.response = { status: 503 };
    await send(before);
    receiver.response = { status: 201 };
    const after = await turnOn(building.tenant, "after");
    expect((await readSettings(building.tenant)).devices).toEqual([after]);
    expect(after).toMatchObject({ id: before.id, problem: null });
    expect(await secondsToJob(after)).toBeLessThanOrEqual(0);
    await send(after);
    expect(receiver.received("before")).toEqual([]);
    expect(receiver.received("after")).toHaveLength(1);
  });

  test("a browser that subscribes again during a push to its old endpoint stays subscribed and keeps its pending pushes", async () => {
    const { id } = await turnOn(building.tenant, "first");
    await notifyOfComment("Leak");
    const names = ["third", "second"];
    portal.services.push = {
      ...receiver.push,
      send: () => turnOn(building.tenant, names.pop()).then(() => ({ outcome: "gone" })),
    };
    await send({ id });
    await call("POST", `/api/push-subscriptions/${id}/test`, building.tenant);
    portal.services.push = receiver.push;
    await send({ id });
    expect(receiver.received("third")).toHaveLength(1);
  });

  test("a person can have up to ten push devices, and adding another removes the oldest", async () => {
    for (let count = 0; count < 11; count += 1)
      await turnOn(
        { cookie: await signInAs(portal.db, building.tenant, portal.clock.now) },
        `device-${count}`,
      );
    expect((await readSettings(building.tenant)).devices).toHaveLength(10);
  });

  test.each([
    { endpoint: "https://127.0.0.1/push" },
    { endpoint: "http://fcm.googleapis.com/fcm/send/a" },
    { endpoint: "https://fcm.googleapis.com:444/a" },
    { endpoint: 7 },
    { keys: { p256dh: "x", auth: "y" } },
    { keys: { p256dh: "A".repeat(87), auth: "A".repeat(22) } },
    { keys: undefined },
  ])("a push subscription with %j is rejected with a message", async (wrong) => {
    const body = { ...receiver.browser("phone"), ...wrong };
    const response = await call("POST", "/api/push-subscriptions", building.tenant, body);
    expect([response.statusCode, response.json().message]).toEqual([
      400,
      expect.stringMatching(/push s(ubscription|ervice)/),
    ]);
  });

  test("a test push is sent to one device immediately, and its failure is reported", async () => {
    const device = await turnOn(building.tenant);
    const sendTest = async () =>
      (await call("POST", `/api/push-subscriptions/${device.id}/test`, building.tenant)).json();
    expect(await sendTest()).toEqual({ problem: null });
    expect(receiver.received("phone")).toMatchObject([{ title: "Notifications are working", tag: "test" }]);
    receiver.response = { status: 503 };
    expect(await sendTest()).toEqual({ problem: "The push service returned 503." });
    await notifyOfComment("Waits for the push service");
    await send(device);
    expect(await secondsToJob(device)).toBeGreaterThan(0);
    receiver.response = { status: 201 };
    expect(await sendTest()).toEqual({ problem: null });
    expect(await secondsToJob(device)).toBeLessThanOrEqual(0);
    await send(device);
    expect(receiver.received("phone").at(-1)).toMatchObject({ title: "Comments" });
    receiver.response = { status: 404 };
    expect(await sendTest()).toEqual({
      problem: expect.stringContaining("Turn them on again on that device"),
    });
    expect((await readSettings(building.tenant)).devices).toEqual([]);
  });

  test("turning push or quiet hours on or off is recorded in the audit log without the endpoint", async () => {
    const { id } = await turnOn(building.landlord);
    await setQuietHoursNow(building.landlord);
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
      "profile.quiet-hours-set",
      "profile.quiet-hours-turned-off",
      "profile.push-turned-off",
    ]);
    expect(JSON.stringify(rows)).not.toContain("googleapis");
  });
});

describe("NAV-31 quiet hours", () => {
  test("quiet hours hold back pushes until they end in the person's time zone, except for urgent work orders", async () => {
    const device = await turnOn(building.tenant);
    await setQuietHoursNow(building.tenant);
    await notifyOfComment("Not urgent");
    await notifyPeople({
      kind: "work-order.urgent",
      details: { workOrderId: urgentId, title: "Flood", priority: "urgent" },
    });
    // By default, tenants aren't notified about new or assigned work orders.
    const assigned = {
      kind: "work-order.assigned",
      details: { workOrderId: urgentId, title: "Flood", assignee: "Theo" },
    } as const;
    await notifyPeople(assigned);
    const channels = { in_portal: true, by_email: false, by_push: true };
    await portal.db
      .insertInto("notification_preferences")
      .values({ user_id: building.tenant.id, topic: "assignments", ...channels })
      .execute();
    await notifyPeople(assigned);
    await send(device);
    expect(receiver.received("phone")).toMatchObject([{ body: expect.stringContaining("assigned to Theo") }]);
    expect(receiver.requests[0]?.headers.urgency).toBe("high");
    const seconds = await secondsToJob(device);
    expect(seconds).toBeGreaterThan(119 * 60 - 60);
    expect(seconds).toBeLessThanOrEqual(120 * 60);
    // A job that runs early is scheduled again.
    portal.clock.advanceMinutes(60);
    await send(device);
    expect(receiver.received("phone")).toHaveLength(1);
    portal.clock.advanceMinutes(60);
    await send(device);
    expect(receiver.received("phone")).toMatchObject([{}, { body: expect.stringContaining("Not urgent") }]);
    expect(receiver.requests[1]?.headers.urgency).toBe("normal");
  });

  test("quiet hours use the portal's time zone by default, and pushes that were held back are sent when they end", async () => {
    const device = await turnOn(building.tenant);
    await setQuietHoursNow(building.tenant, null);
    expect(await readSettings(building.tenant)).toMatchObject({
      portalTimeZone: "America/Los_Angeles",
      quietHours: { timeZone: null },
    });
    await notifyOfComment("Held back");
    await send(device);
    expect(receiver.requests).toEqual([]);
    expect(await secondsToJob(device)).toBeGreaterThan(3_600);
    expect((await call("DELETE", "/api/quiet-hours", building.tenant)).json().quietHours).toBeNull();
    expect(await secondsToJob(device)).toBeLessThanOrEqual(0);
    await send(device);
    expect(receiver.received("phone")).toHaveLength(1);
  });

  test.each([
    { from: "22:00", to: "22:00" },
    { from: "24:00", to: "07:00" },
    { from: "7:00", to: "08:00" },
    { from: "22:00" },
    { timeZone: "Moon/Sea" },
    { timeZone: 3 },
  ])("quiet hours with %j are rejected with a message", async (wrong) => {
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
      expect.stringMatching(/^(Please (enter|select)|The end time)/),
    ]);
  });
});
