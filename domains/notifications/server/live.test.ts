import { type AddressInfo, connect } from "node:net";
import { CompiledQuery } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { type EventStream, openEventStream } from "#test/event-stream.ts";
import { createPerson, createProperty, createWorkOrder, signInAs } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";

let portal: TestPortal;
let building: TestBuilding;
let address: string;
const streams: EventStream[] = [];

beforeAll(async () => {
  ({ portal, building } = await startBuilding());
  await portal.app.listen({ port: 0, host: "127.0.0.1" });
  address = `http://127.0.0.1:${(portal.app.server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  for (const stream of streams) stream.close();
  await portal.close();
});

const listen = async (cookie: string): Promise<EventStream> => {
  const stream = await openEventStream(address, cookie);
  streams.push(stream);
  return stream;
};
const newWorkOrder = (createdById = building.tenant.id) =>
  createWorkOrder(portal.db, { propertyId: building.propertyId, leaseId: building.leaseId, createdById });
const move = (id: number, status: string) =>
  portal.call("PATCH", `/api/work-orders/${id}/status`, { ...building.admin, body: { status } });
/** Sends everyone a last event. A stream that has received it has received everything sent before. */
const receiveAll = async (streams: EventStream[], userIds: number[]) => {
  portal.services.live.publish({ to: "users", kind: "approvals", userIds });
  await Promise.all(streams.map((stream) => stream.received(({ kind }) => kind === "approvals")));
};

describe("live events", () => {
  test("a status change sends an event with only ids to everyone who can see the work order and to no one else", async () => {
    const stranger = await createPerson(portal.db, {
      role: "landlord",
      propertyIds: [await createProperty(portal.db)],
    });
    const audience = { ...building, stranger: { ...stranger, cookie: await signInAs(portal.db, stranger) } };
    const names = ["tenant", "neighbor", "technician", "landlord", "admin", "stranger"] as const;
    const open = await Promise.all(names.map((name) => listen(audience[name].cookie)));
    const id = await newWorkOrder();
    await move(id, "scheduled");
    await receiveAll(
      open,
      names.map((name) => audience[name].id),
    );
    const receivers = names.filter((_, index) =>
      open[index]?.events.some((event) => event.kind === "work-order.changed" && event.id === id),
    );
    expect(receivers).toEqual(["tenant", "technician", "landlord", "admin"]);
    expect(open[0]?.events.find(({ kind }) => kind === "work-order.changed")).toEqual({
      kind: "work-order.changed",
      id,
      version: 2,
      propertyId: building.propertyId,
      leaseId: building.leaseId,
    });
  });

  test("tenants get no event for an internal comment", async () => {
    const open = [await listen(building.tenant.cookie), await listen(building.landlord.cookie)];
    const id = await newWorkOrder(building.landlord.id);
    await portal.call("POST", `/api/work-orders/${id}/comments`, {
      ...building.admin,
      body: { text: "Staff only.", internal: true },
    });
    await receiveAll(open, [building.tenant.id, building.landlord.id]);
    expect(
      open.map((stream) =>
        stream.events.some((event) => event.kind === "work-order.activity" && event.id === id),
      ),
    ).toEqual([false, true]);
  });

  test("a rejected work order change sends no event", async () => {
    const stream = await listen(building.admin.cookie);
    const id = await newWorkOrder();
    await portal.call("PATCH", `/api/work-orders/${id}/status`, {
      ...building.admin,
      body: { status: "completed", version: 7 },
    });
    await receiveAll([stream], [building.admin.id]);
    expect(stream.events.filter((event) => event.id === id)).toEqual([]);
  });

  test("a live stream ends with its session", async () => {
    const cookie = await signInAs(portal.db, building.tenant);
    const stream = await listen(cookie);
    await portal.call("POST", "/api/logout", { cookie, body: {} });
    await stream.ended;
    expect(stream.events.at(-1)).toEqual({ kind: "session-ended" });
  });

  test("a live stream's access scope changes without reconnecting when a property is assigned", async () => {
    const technician = await createPerson(portal.db, { role: "maintenance" });
    const stream = await listen(await signInAs(portal.db, technician));
    await portal.db
      .insertInto("property_staff")
      .values({ property_id: building.propertyId, user_id: technician.id })
      .execute();
    portal.services.live.publish({ to: "access-scope", userIds: [technician.id] });
    await stream.received(({ kind }) => kind === "access-scope-changed");
    const id = await newWorkOrder();
    await move(id, "completed");
    expect(await stream.received((event) => event.id === id)).toMatchObject({
      kind: "work-order.changed",
      version: 2,
    });
  });

  test("after the live event bus loses its database connection, every stream gets an event to refetch", async () => {
    const stream = await listen(building.landlord.cookie);
    await portal.db.executeQuery(
      CompiledQuery.raw(
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'portal live %' and datname = current_database()",
      ),
    );
    await stream.received(({ kind }) => kind === "access-scope-changed");
    const id = await newWorkOrder();
    await move(id, "completed");
    expect(await stream.received((event) => event.id === id)).toMatchObject({ kind: "work-order.changed" });
  });

  test("people who are notified get an event, and the bell menu then shows the unread count", async () => {
    const stream = await listen(building.tenant.cookie);
    const id = await newWorkOrder();
    await move(id, "in_progress");
    await stream.received(({ kind }) => kind === "notification");
    const bell = (await portal.call("GET", "/api/notifications", building.tenant)).json();
    expect(bell.items[0]).toMatchObject({ link: `/work-orders/${id}`, readAt: null });
    expect(bell.unread).toBeGreaterThan(0);
    await portal.call("POST", "/api/notifications/read", {
      ...building.tenant,
      body: { upTo: bell.items[0].id },
    });
    expect((await portal.call("GET", "/api/notifications", building.tenant)).json().unread).toBe(0);
    // The person's other open pages refetch their count as well.
    const countEvents = () => stream.events.filter(({ kind }) => kind === "notification").length;
    await receiveAll([stream], [building.tenant.id]);
    const before = countEvents();
    await portal.call("POST", "/api/notifications/read", { ...building.tenant, body: { ids: [1] } });
    await expect.poll(countEvents).toBe(before + 1);
  });

  test("one person can open up to twenty streams", async () => {
    const person = await createPerson(portal.db, { role: "tenant" });
    const cookie = await signInAs(portal.db, person);
    const open: EventStream[] = [];
    for (let count = 0; count < 21; count++) open.push(await listen(cookie));
    expect(open.map(({ status }) => status)).toEqual([...Array<number>(20).fill(200), 429]);
    expect((await listen(building.admin.cookie)).status).toBe(200);
  });

  test("a person awaiting approval can open up to three streams", async () => {
    const pending = await createPerson(portal.db, { role: "tenant", state: "pending" });
    const cookie = await signInAs(portal.db, pending);
    const open: EventStream[] = [];
    for (let count = 0; count < 4; count++) open.push(await listen(cookie));
    expect(open.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
  });

  test("a connection that closes before its stream starts doesn't count toward the limit", async () => {
    const person = await createPerson(portal.db, { role: "tenant" });
    const cookie = await signInAs(portal.db, person);
    const { hostname, port } = new URL(address);
    const connectAndClose = () =>
      new Promise<void>((closed) => {
        const socket = connect(Number(port), hostname);
        socket.once("close", () => closed());
        socket.write(`GET /api/events HTTP/1.1\r\nhost: portal\r\ncookie: ${cookie}\r\n\r\n`, () =>
          setImmediate(() => socket.resetAndDestroy()),
        );
      });
    for (let round = 0; round < 20; round++) await Promise.all(Array.from({ length: 20 }, connectAndClose));
    await expect.poll(async () => (await listen(cookie)).status).toBe(200);
  });

  test("opening a stream without a session returns 401", async () => {
    expect((await listen("portal_session=nothing")).status).toBe(401);
  });
});
