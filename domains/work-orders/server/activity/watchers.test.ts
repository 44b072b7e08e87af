import type { AddressInfo } from "node:net";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTenantOrder, type SignedInPerson, startBuilding, type TestBuilding } from "#test/building.ts";
import { dayFromToday } from "#test/dates.ts";
import { openEventStream } from "#test/event-stream.ts";
import { readNotifications } from "#test/notifications.ts";
import { createPerson, signInAs } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import type { WorkOrder, WorkOrderRow } from "../../contract.ts";

let portal: TestPortal;
let building: TestBuilding;
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
});
afterAll(() => portal.close());
beforeEach(() => portal.db.deleteFrom("notifications").execute());

const newOrder = () => createTenantOrder(portal.db, building);
const newStaff = async (
  fields: Partial<Parameters<typeof createPerson>[1]> = {},
): Promise<SignedInPerson> => {
  const created = await createPerson(portal.db, {
    role: "maintenance",
    propertyIds: [building.propertyId],
    ...fields,
  });
  return { ...created, cookie: await signInAs(portal.db, created) };
};
const watch = (person: SignedInPerson, id: number, isWatching = true) =>
  portal.call("PUT", `/api/work-orders/${id}/watching`, { cookie: person.cookie, body: { isWatching } });
const setWatcher = (by: SignedInPerson, id: number, userId: number, isWatching = true) =>
  portal.call("PUT", `/api/work-orders/${id}/watchers/${userId}`, {
    cookie: by.cookie,
    body: { isWatching },
  });
const orderFor = async ({ cookie }: SignedInPerson, id: number) =>
  (await portal.call("GET", `/api/work-orders/${id}`, { cookie })).json<WorkOrder>();
const comment = (by: SignedInPerson, id: number, internal = false) =>
  portal.call("POST", `/api/work-orders/${id}/comments`, {
    cookie: by.cookie,
    body: { text: "The part is here.", internal },
  });
/** Returns and clears the notifications since the last call. */
const takeNotifications = async () => {
  const rows = await readNotifications(portal.db);
  await portal.db.deleteFrom("notifications").execute();
  return rows.map(({ user_id, kind }) => ({ userId: user_id, kind })).sort((a, b) => a.userId - b.userId);
};
const expectAll = (kind: string, ...people: { id: number }[]) =>
  people.map(({ id }) => ({ userId: id, kind })).sort((a, b) => a.userId - b.userId);

describe("watching a work order", () => {
  test("watchers get the same notifications as the people involved until they stop watching", async () => {
    const id = await newOrder();
    const watcher = await newStaff();
    const response = await watch(watcher, id);
    expect(response.statusCode, response.body).toBe(200);
    expect(response.json<WorkOrder>()).toMatchObject({
      isWatching: true,
      watchers: [{ id: watcher.id, fullName: watcher.fullName }],
    });
    expect((await watch(watcher, id)).json<WorkOrder>().watchers).toHaveLength(1);
    expect(await takeNotifications()).toEqual([]);

    await comment(building.landlord, id);
    expect(await takeNotifications()).toEqual(expectAll("work-order.comment", building.tenant, watcher));
    await portal.call("PUT", `/api/work-orders/${id}/due`, {
      cookie: building.landlord.cookie,
      body: { dueAt: "2100-12-01T01:00:00Z" },
    });
    expect(await takeNotifications()).toEqual(expectAll("work-order.due", building.tenant, watcher));
    await portal.call("PUT", `/api/work-orders/${id}/appointment`, {
      cookie: building.landlord.cookie,
      body: { from: `${dayFromToday(2)}T17:00:00Z`, to: `${dayFromToday(2)}T19:00:00Z` },
    });
    expect(await takeNotifications()).toEqual(expectAll("work-order.visit", building.tenant, watcher));
    await comment(watcher, id);
    expect(await takeNotifications()).toEqual(expectAll("work-order.comment", building.tenant));

    await watch(watcher, id, false);
    await comment(building.landlord, id);
    expect(await takeNotifications()).toEqual(expectAll("work-order.comment", building.tenant));
    expect((await orderFor(watcher, id)).isWatching).toBe(false);
  });

  test("commenting doesn't make someone a watcher", async () => {
    const id = await newOrder();
    await comment(building.technician, id);
    expect((await orderFor(building.landlord, id)).watchers).toEqual([]);
  });

  test("a watcher's notification preferences apply", async () => {
    const id = await newOrder();
    const watcher = await newStaff();
    await watch(watcher, id);
    await portal.db
      .insertInto("notification_preferences")
      .values({ user_id: watcher.id, topic: "comments", in_portal: false, by_email: false, by_push: false })
      .execute();
    await comment(building.landlord, id);
    expect(await takeNotifications()).toEqual(expectAll("work-order.comment", building.tenant));
  });

  test("watchers who lose access aren't notified or listed until they regain it", async () => {
    const id = await newOrder();
    const watcher = await newStaff();
    await watch(watcher, id);
    await portal.db.deleteFrom("property_staff").where("user_id", "=", watcher.id).execute();
    await comment(building.landlord, id);
    expect(await takeNotifications()).toEqual(expectAll("work-order.comment", building.tenant));
    expect((await orderFor(building.landlord, id)).watchers).toEqual([]);
    await portal.db
      .insertInto("property_staff")
      .values({ property_id: building.propertyId, user_id: watcher.id })
      .execute();
    await comment(building.landlord, id);
    expect(await takeNotifications()).toEqual(expectAll("work-order.comment", building.tenant, watcher));
  });

  test("people on the lease can watch a work order but aren't notified of internal comments and can't see other watchers", async () => {
    const id = await newOrder();
    await watch(building.tenant, id);
    await watch(building.landlord, id);
    await comment(building.technician, id, true);
    expect(await takeNotifications()).toEqual(expectAll("work-order.comment", building.landlord));
    expect(await orderFor(building.tenant, id)).toMatchObject({ isWatching: true, watchers: [] });
    expect((await watch(building.neighbor, id)).statusCode).toBe(404);
  });

  test("watching a work order isn't logged and doesn't change its version", async () => {
    const id = await newOrder();
    const before = await orderFor(building.landlord, id);
    await watch(building.landlord, id);
    const after = await orderFor(building.landlord, id);
    expect([after.version, after.updatedAt]).toEqual([before.version, before.updatedAt]);
    const { rows } = await sql`select from work_order_activity where work_order_id = ${id}`.execute(
      portal.db,
    );
    expect(rows).toHaveLength(0);
  });

  test("a work order can have up to fifty watchers", async () => {
    const id = await newOrder();
    for (let at = 0; at < 50; at += 1) {
      const { id: userId } = await createPerson(portal.db, { role: "maintenance" });
      await portal.db
        .insertInto("work_order_watchers")
        .values({ work_order_id: id, property_id: building.propertyId, user_id: userId, added_by_id: userId })
        .execute();
    }
    const response = await watch(building.landlord, id);
    expect([response.statusCode, response.json().message]).toEqual([
      409,
      "This work order already has 50 watchers. Remove one first.",
    ]);
  });
});

describe("adding watchers for others", () => {
  test("managers can add and remove watchers who have access; added watchers are notified, and other open pages are updated", async () => {
    await portal.app.listen({ port: 0, host: "127.0.0.1" });
    const { port } = portal.app.server.address() as AddressInfo;
    const stream = await openEventStream(`http://127.0.0.1:${port}`, building.technician.cookie);
    const id = await newOrder();
    const watcher = await newStaff({ fullName: "Wanda Watcher" });
    const response = await setWatcher(building.landlord, id, watcher.id);
    expect(response.statusCode, response.body).toBe(200);
    const event = await stream.received((event) => event.kind === "work-order.watchers");
    expect(event.id).toBe(id);
    stream.close();
    const [notice] = await readNotifications(portal.db);
    expect([notice?.user_id, notice?.text]).toEqual([
      watcher.id,
      expect.stringMatching(/^Lena Landlord added you as a watcher on #WO-\d+: /),
    ]);
    await takeNotifications();
    await setWatcher(building.landlord, id, watcher.id);
    expect(await takeNotifications()).toEqual([]);
    await setWatcher(building.admin, id, watcher.id, false);
    expect((await orderFor(building.landlord, id)).watchers).toEqual([]);
  });

  test("managers can choose watchers from property staff, administrators, and people on the lease", async () => {
    const id = await newOrder();
    const everywhere = await newStaff({ propertyIds: [], hasAllProperties: true });
    const outsider = await newStaff({ propertyIds: [] });
    const response = await portal.call("GET", `/api/work-orders/${id}/possible-watchers`, {
      cookie: building.landlord.cookie,
    });
    const offered = response.json<{ id: number }[]>().map((person) => person.id);
    for (const person of [
      building.tenant,
      building.technician,
      building.landlord,
      building.admin,
      everywhere,
    ])
      expect(offered).toContain(person.id);
    for (const person of [building.neighbor, outsider]) expect(offered).not.toContain(person.id);
    const rejected = await setWatcher(building.landlord, id, outsider.id);
    expect([rejected.statusCode, rejected.json().fields]).toEqual([
      400,
      { userId: "This person doesn't have access to this work order." },
    ]);
    expect((await setWatcher(building.technician, id, everywhere.id)).statusCode).toBe(403);
  });
});

test("the work order list can be filtered by watched work orders", async () => {
  const watcher = await newStaff();
  const [first, second] = [await newOrder(), await newOrder()];
  await newOrder();
  for (const id of [first, second]) await watch(watcher, id);
  const list = await portal.call("GET", "/api/work-orders?watched=me", { cookie: watcher.cookie });
  expect(list.json<WorkOrderRow[]>().map(({ id }) => id)).toEqual([second, first]);
  expect(list.headers["x-total-count"]).toBe("2");
  const wrong = await portal.call("GET", "/api/work-orders?watched=7", { cookie: watcher.cookie });
  expect(wrong.statusCode).toBe(400);
});
