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
const newOrder = (createdById = building.tenant.id) =>
  createWorkOrder(portal.db, { propertyId: building.propertyId, leaseId: building.leaseId, createdById });
const move = (id: number, status: string) =>
  portal.call("PATCH", `/api/work-orders/${id}/status`, { ...building.admin, body: { status } });
/** Sends an event to everyone, last: whoever has received it has received everything sent before. */
const afterLast = async (streams: EventStream[], userIds: number[]) => {
  portal.services.live.publish({ to: "users", kind: "approvals", userIds });
  await Promise.all(streams.map((stream) => stream.received(({ kind }) => kind === "approvals")));
};

describe("live events", () => {
  test("the event of a move goes to those who may see the order and to nobody else; it carries ids, never contents", async () => {
    const stranger = await createPerson(portal.db, {
      role: "landlord",
      propertyIds: [await createProperty(portal.db)],
    });
    const audience = { ...building, stranger: { ...stranger, cookie: await signInAs(portal.db, stranger) } };
    const names = ["tenant", "neighbour", "technician", "landlord", "admin", "stranger"] as const;
    const open = await Promise.all(names.map((name) => listen(audience[name].cookie)));
    const id = await newOrder();
    await move(id, "scheduled");
    await afterLast(
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

  test("the tenant gets no event for an internal comment", async () => {
    const open = [await listen(building.tenant.cookie), await listen(building.landlord.cookie)];
    const id = await newOrder(building.landlord.id);
    await portal.call("POST", `/api/work-orders/${id}/comments`, {
      ...building.admin,
      body: { text: "Hush.", internal: true },
    });
    await afterLast(open, [building.tenant.id, building.landlord.id]);
    expect(
      open.map((stream) =>
        stream.events.some((event) => event.kind === "work-order.activity" && event.id === id),
      ),
    ).toEqual([false, true]);
  });

  test("a refused change sends no event", async () => {
    const stream = await listen(building.admin.cookie);
    const id = await newOrder();
    await portal.call("PATCH", `/api/work-orders/${id}/status`, {
      ...building.admin,
      body: { status: "completed", version: 7 },
    });
    await afterLast([stream], [building.admin.id]);
    expect(stream.events.filter((event) => event.id === id)).toEqual([]);
  });

  test("the stream ends with its session", async () => {
    const cookie = await signInAs(portal.db, building.tenant);
    const stream = await listen(cookie);
    await portal.call("POST", "/api/logout", { cookie, body: {} });
    await stream.ended;
    expect(stream.events.at(-1)).toEqual({ kind: "session-ended" });
  });

  test("a stream's access scope changes with the assignment, without a new stream", async () => {
    const technician = await createPerson(portal.db, { role: "maintenance" });
    const stream = await listen(await signInAs(portal.db, technician));
    await portal.db
      .insertInto("property_staff")
      .values({ property_id: building.propertyId, user_id: technician.id })
      .execute();
    portal.services.live.publish({ to: "access-scope", userIds: [technician.id] });
    await stream.received(({ kind }) => kind === "access-scope-changed");
    const id = await newOrder();
    await move(id, "completed");
    expect(await stream.received((event) => event.id === id)).toMatchObject({
      kind: "work-order.changed",
      version: 2,
    });
  });

  test("after the bus lost its database connection, every stream gets an event to fetch again", async () => {
    const stream = await listen(building.landlord.cookie);
    await portal.db.executeQuery(
      CompiledQuery.raw(
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'portal live %' and datname = current_database()",
      ),
    );
    await stream.received(({ kind }) => kind === "access-scope-changed");
    const id = await newOrder();
    await move(id, "completed");
    expect(await stream.received((event) => event.id === id)).toMatchObject({ kind: "work-order.changed" });
  });

  test("those notified get an event, and the bell counts the unread", async () => {
    const stream = await listen(building.tenant.cookie);
    const id = await newOrder();
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
    // The other open pages of this person count again as well.
    const rings = () => stream.events.filter(({ kind }) => kind === "notification").length;
    await afterLast([stream], [building.tenant.id]);
    const before = rings();
    await portal.call("POST", "/api/notifications/read", { ...building.tenant, body: { ids: [1] } });
    await expect.poll(rings).toBe(before + 1);
  });

  test("one person cannot use up the streams: at most twenty each", async () => {
    const hog = await createPerson(portal.db, { role: "tenant" });
    const cookie = await signInAs(portal.db, hog);
    const open: EventStream[] = [];
    for (let count = 0; count < 21; count++) open.push(await listen(cookie));
    expect(open.map(({ status }) => status)).toEqual([...Array<number>(20).fill(200), 429]);
    expect((await listen(building.admin.cookie)).status).toBe(200);
  });

  test("a person who waits for approval has three", async () => {
    const pending = await createPerson(portal.db, { role: "tenant", state: "pending" });
    const cookie = await signInAs(portal.db, pending);
    const open: EventStream[] = [];
    for (let count = 0; count < 4; count++) open.push(await listen(cookie));
    expect(open.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
  });

  test("a connection closed before the stream begins frees its place", async () => {
    const hasty = await createPerson(portal.db, { role: "tenant" });
    const cookie = await signInAs(portal.db, hasty);
    const { hostname, port } = new URL(address);
    const leave = () =>
      new Promise<void>((left) => {
        const socket = connect(Number(port), hostname);
        socket.once("close", () => left());
        socket.write(`GET /api/events HTTP/1.1\r\nhost: portal\r\ncookie: ${cookie}\r\n\r\n`, () =>
          setImmediate(() => socket.resetAndDestroy()),
        );
      });
    for (let round = 0; round < 20; round++) await Promise.all(Array.from({ length: 20 }, leave));
    await expect.poll(async () => (await listen(cookie)).status).toBe(200);
  });

  test("there is no stream without a session", async () => {
    expect((await listen("portal_session=nothing")).status).toBe(401);
  });
});
