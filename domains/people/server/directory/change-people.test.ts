import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type SignedInPerson, startBuilding, type TestBuilding } from "#test/building.ts";
import { type EventStream, openEventStream } from "#test/event-stream.ts";
import { startSecondInstance } from "#test/instances/second-instance.ts";
import { createPerson, createProperty, createWorkOrder, type PersonFields, signInAs } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import { tableContents } from "#test/table-contents.ts";
import type { Person } from "../../people-contract.ts";

let portal: TestPortal;
let building: TestBuilding;
let otherPropertyId: number;
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
  otherPropertyId = await createProperty(portal.db, { name: "Hill House" });
});
afterAll(() => portal.close());

const newPerson = async (facts: PersonFields): Promise<SignedInPerson> => {
  const created = await createPerson(portal.db, facts);
  return { ...created, cookie: await signInAs(portal.db, created) };
};
const edit = (id: number, body: Record<string, unknown>, version?: number) =>
  portal.call("PATCH", `/api/users/${id}`, {
    ...building.admin,
    body,
    ...(version === undefined ? {} : { headers: { "if-match": `"${version}"` } }),
  });
const disable = (id: number, body: Record<string, unknown> = {}, { cookie } = building.admin) =>
  portal.call("POST", `/api/users/${id}/disable`, { cookie, body });
const read = async (id: number, { cookie } = building.admin) =>
  portal.call("GET", `/api/users/${id}`, { cookie });
const readMeStatus = async ({ cookie }: { cookie: string }) =>
  (await portal.call("GET", "/api/me", { cookie })).statusCode;
const readAuditEntries = (id: number) =>
  portal.db
    .selectFrom("audit_log")
    .select(["action", "details"])
    .where("subject_type", "=", "person")
    .where("subject_id", "=", String(id))
    .orderBy("id")
    .execute();
const createAssignedWorkOrder = (
  assigneeId: number,
  propertyId = building.propertyId,
  status: "open" | "in_progress" | "completed" = "open",
) => createWorkOrder(portal.db, { propertyId, createdById: building.tenant.id, assigneeId, status });
const readAssignee = async (id: number) =>
  (
    await portal.db
      .selectFrom("work_orders")
      .select("assignee_id")
      .where("id", "=", id)
      .executeTakeFirstOrThrow()
  ).assignee_id;

describe("viewing a person", () => {
  test("an admin sees a person's company, units, properties, and assigned open work orders", async () => {
    const { technician, tenant, propertyId, unitId } = building;
    await createAssignedWorkOrder(technician.id);
    await createAssignedWorkOrder(technician.id, propertyId, "completed");
    expect((await read(technician.id)).json()).toMatchObject({
      role: "maintenance",
      properties: [{ id: propertyId, name: "Harbor House" }],
      propertyCount: 1,
      propertyIds: [propertyId],
      openWorkOrderCount: 1,
      version: 1,
    });
    expect((await read(tenant.id)).json()).toMatchObject({
      units: [{ id: unitId, label: "Harbor House, unit 101" }],
      companies: [{ id: expect.any(Number), name: expect.stringMatching(/^Company /) }],
      properties: [{ id: propertyId, name: "Harbor House" }],
    });
  });

  test("a landlord sees people within the access scope, with data only from the landlord's own properties", async () => {
    const { landlord, propertyId } = building;
    const shared = await newPerson({ role: "maintenance", propertyIds: [propertyId, otherPropertyId] });
    await createAssignedWorkOrder(shared.id, otherPropertyId);
    expect((await read(shared.id, landlord)).json()).toMatchObject({
      propertyIds: [propertyId],
      properties: [{ id: propertyId, name: "Harbor House" }],
      propertyCount: 1,
      openWorkOrderCount: 0,
    });
    const stranger = await newPerson({ role: "maintenance", propertyIds: [otherPropertyId] });
    const missing = await read(987_654, landlord);
    const hidden = await read(stranger.id, landlord);
    expect([hidden.statusCode, missing.statusCode]).toEqual([404, 404]);
    expect(hidden.json().message).toBe(missing.json().message);
  });
});

describe("editing a person", () => {
  test("ROLE-02 changing a role ends all sessions, removes the previous properties, and is audited with old and new values", async () => {
    const { propertyId } = building;
    const person = await newPerson({ role: "maintenance", propertyIds: [propertyId] });
    const otherCookie = await signInAs(portal.db, person);
    const response = await edit(person.id, { role: "landlord", propertyIds: [otherPropertyId] });
    expect(response.statusCode, response.body).toBe(200);
    expect(response.json()).toMatchObject({
      role: "landlord",
      properties: [{ id: otherPropertyId }],
      version: 2,
    });
    expect([await readMeStatus(person), await readMeStatus({ cookie: otherCookie })]).toEqual([401, 401]);
    const staff = await portal.db
      .selectFrom("property_staff")
      .select("property_id")
      .where("user_id", "=", person.id)
      .execute();
    expect(staff).toEqual([]);
    expect(await readAuditEntries(person.id)).toEqual([
      {
        action: "person.edited",
        details: {
          changes: [
            { field: "role", from: "maintenance", to: "landlord" },
            { field: "propertyIds", from: [propertyId], to: [otherPropertyId] },
          ],
        },
      },
    ]);
  });

  test("changes to a technician's properties take effect on the next request without ending the session", async () => {
    const { propertyId } = building;
    const person = await newPerson({ role: "maintenance", propertyIds: [propertyId] });
    const order = await createAssignedWorkOrder(building.technician.id);
    const seen = async () => (await portal.call("GET", `/api/work-orders/${order}`, person)).statusCode;
    expect(await seen()).toBe(200);
    await edit(person.id, { propertyIds: [otherPropertyId] });
    expect(await seen()).toBe(404);
    await edit(person.id, { hasAllProperties: true });
    expect(await seen()).toBe(200);
    expect((await read(person.id)).json()).toMatchObject({
      hasAllProperties: true,
      propertyIds: [otherPropertyId],
    });
  });

  test("a technician who leaves a property is unassigned from its open work orders, and their logs record it", async () => {
    const { propertyId } = building;
    const person = await newPerson({ role: "maintenance", propertyIds: [propertyId, otherPropertyId] });
    const left = await createAssignedWorkOrder(person.id, propertyId, "in_progress");
    const done = await createAssignedWorkOrder(person.id, propertyId, "completed");
    const kept = await createAssignedWorkOrder(person.id, otherPropertyId);
    await edit(person.id, { propertyIds: [otherPropertyId] });
    expect([await readAssignee(left), await readAssignee(done), await readAssignee(kept)]).toEqual([
      null,
      person.id,
      person.id,
    ]);
    const [entry] = (await portal.call("GET", `/api/work-orders/${left}/history`, building.admin)).json();
    expect(entry).toMatchObject({
      actionType: "assigned",
      message: `Unassigned: ${person.fullName} is no longer on the team`,
    });
    const verified = await portal.call("GET", `/api/work-orders/${left}/verify`, building.admin);
    expect(verified.json()).toMatchObject({ valid: true });
  });

  test("editing an outdated version of a person returns 409 with the current data and who changed it", async () => {
    const person = await newPerson({ role: "landlord", fullName: "Olga Owner" });
    expect((await edit(person.id, { fullName: "Olga Oakley" }, 1)).statusCode).toBe(200);
    const response = await edit(person.id, { fullName: "Olga Other" }, 1);
    expect(response.statusCode).toBe(409);
    expect(response.json()).toMatchObject({
      message: "Ada Admin changed Olga Oakley after you opened this page.",
      current: { fullName: "Olga Oakley", version: 2 },
    });
    expect((await edit(person.id, { fullName: "Olga Other" }, 2)).json()).toMatchObject({ version: 3 });
    // An edit without a difference doesn't create a new version.
    expect((await edit(person.id, { fullName: "Olga Other" })).json()).toMatchObject({ version: 3 });
  });

  test.each<[string, PersonFields, Record<string, unknown>, string]>([
    [
      "properties of a tenant",
      { role: "tenant" },
      { propertyIds: [1] },
      "Only landlords and maintenance staff can be assigned to properties.",
    ],
    [
      "all properties of a landlord",
      { role: "landlord" },
      { hasAllProperties: true },
      "Only maintenance staff can be given all properties.",
    ],
    [
      "a building that does not exist",
      { role: "landlord" },
      { propertyIds: [987_654] },
      "One of the selected properties no longer exists.",
    ],
    ["too short a name", { role: "tenant" }, { fullName: " A " }, "Full name is required"],
  ])(
    "a person with %s is rejected with 400 and a message, and nothing changes",
    async (_, facts, body, message) => {
      const person = await newPerson(facts);
      const before = await tableContents(portal.db);
      const response = await edit(person.id, body);
      expect(response.statusCode).toBe(400);
      expect(response.json()).toMatchObject({ message, fields: { [Object.keys(body)[0] ?? ""]: message } });
      expect(await tableContents(portal.db)).toEqual(before);
    },
  );

  test("a pending person must be approved before their role changes", async () => {
    const person = await newPerson({ role: "tenant", state: "pending" });
    const response = await edit(person.id, { role: "maintenance" });
    expect(response.statusCode).toBe(409);
    expect(response.json().message).toMatch(/^Approve .* before changing their role/);
  });
});

describe("disabling a person", () => {
  test("disabling a person ends all sessions, blocks sign-in, unassigns open work orders, and can be undone", async () => {
    const { propertyId } = building;
    const person = await newPerson({ role: "maintenance", propertyIds: [propertyId] });
    const [open, running, done] = [
      await createAssignedWorkOrder(person.id),
      await createAssignedWorkOrder(person.id, propertyId, "in_progress"),
      await createAssignedWorkOrder(person.id, propertyId, "completed"),
    ];
    const response = await disable(person.id, { reason: "Left the company" });
    expect(response.statusCode, response.body).toBe(200);
    expect(response.json<Person>()).toMatchObject({ state: "disabled", disabledReason: "Left the company" });
    expect(await readMeStatus(person)).toBe(401);
    expect([await readAssignee(open), await readAssignee(running), await readAssignee(done)]).toEqual([
      null,
      null,
      person.id,
    ]);
    const [entry] = (await portal.call("GET", `/api/work-orders/${open}/history`, building.admin)).json();
    expect(entry).toMatchObject({ actionType: "assigned" });
    const again = await disable(person.id);
    expect(again.statusCode).toBe(409);

    const enabled = await portal.call("POST", `/api/users/${person.id}/enable`, building.admin);
    expect(enabled.json<Person>()).toMatchObject({ state: "active", disabledReason: null });
    expect((await portal.call("POST", `/api/users/${person.id}/enable`, building.admin)).statusCode).toBe(
      409,
    );
    expect((await readAuditEntries(person.id)).map(({ action, details }) => [action, details])).toEqual([
      [
        "person.disabled",
        {
          changes: [{ field: "state", from: "active", to: "disabled" }],
          reason: "Left the company",
          unassignedWorkOrderCount: 2,
        },
      ],
      ["person.enabled", { changes: [{ field: "state", from: "disabled", to: "active" }] }],
    ]);
  });

  test("a person who was pending when disabled is pending again when re-enabled", async () => {
    const person = await newPerson({ role: "tenant", state: "pending", requestedUnitId: building.unitId });
    await disable(person.id);
    const enabled = await portal.call("POST", `/api/users/${person.id}/enable`, building.admin);
    expect(enabled.json<Person>().state).toBe("pending");
  });

  test("a work order assigned at the moment a person's account is disabled doesn't stay with that person", async () => {
    const person = await newPerson({ role: "maintenance", propertyIds: [building.propertyId] });
    const orders = await Promise.all(
      Array.from({ length: 8 }, () =>
        createWorkOrder(portal.db, { propertyId: building.propertyId, createdById: building.tenant.id }),
      ),
    );
    const assign = (id: number) =>
      portal.call("PUT", `/api/work-orders/${id}/assignee`, {
        ...building.landlord,
        body: { userId: person.id },
      });
    const [, ...responses] = await Promise.all([disable(person.id), ...orders.map(assign)]);
    for (const { statusCode } of responses) expect([200, 400]).toContain(statusCode);
    expect(await Promise.all(orders.map(readAssignee))).toEqual(orders.map(() => null));
  });

  test("signing a person out everywhere ends all sessions, and the person can sign in again", async () => {
    const person = await newPerson({ role: "tenant" });
    const otherCookie = await signInAs(portal.db, person);
    const response = await portal.call("POST", `/api/users/${person.id}/sign-out-everywhere`, building.admin);
    expect(response.json()).toEqual({ success: true });
    expect([await readMeStatus(person), await readMeStatus({ cookie: otherCookie })]).toEqual([401, 401]);
    expect(await readMeStatus({ cookie: await signInAs(portal.db, person) })).toBe(200);
  });
});

describe("administrators", () => {
  test.each([
    ["PATCH", "", { role: "tenant" }],
    ["POST", "/disable", {}],
    ["POST", "/sign-out-everywhere", undefined],
  ] as const)("administrators can't change their own account with %s %s", async (method, path, body) => {
    const { admin } = building;
    const response = await portal.call(method, `/api/users/${admin.id}${path}`, {
      ...admin,
      ...(body === undefined ? {} : { body }),
    });
    expect(response.statusCode).toBe(403);
    expect(response.json().message).toBe("You can't change your own role, properties, or access.");
  });

  test("if two administrators disable or demote each other at the same moment, one administrator remains", async () => {
    for (let round = 0; round < 4; round++) {
      const other = await newPerson({ role: "admin" });
      const { admin } = building;
      const responses = await Promise.all([
        disable(other.id),
        round % 2 === 0
          ? disable(admin.id, {}, other)
          : portal.call("PATCH", `/api/users/${admin.id}`, {
              cookie: other.cookie,
              body: { role: "tenant" },
            }),
      ]);
      const done = responses.filter(({ statusCode }) => statusCode === 200);
      expect(done).toHaveLength(1);
      const { rows } = {
        rows: await portal.db.selectFrom("users").select(["id", "state", "role"]).execute(),
      };
      const left = rows.filter((row) => row.role === "admin" && row.state === "active");
      expect(left).toHaveLength(1);
      // Restores the administrators for the next round.
      await portal.db
        .updateTable("users")
        .set({ role: "admin", state: "active" })
        .where("id", "=", admin.id)
        .execute();
      await portal.db.updateTable("users").set({ state: "disabled" }).where("id", "=", other.id).execute();
      building.admin = { ...admin, cookie: await signInAs(portal.db, admin) };
    }
  });
});

describe("a person with open pages on two instances", () => {
  let addresses: string[];
  let second: Awaited<ReturnType<typeof startSecondInstance>>;
  const streams: EventStream[] = [];
  beforeAll(async () => {
    await portal.app.listen({ port: 0, host: "127.0.0.1" });
    second = await startSecondInstance(portal);
    addresses = [`http://127.0.0.1:${(portal.app.server.address() as AddressInfo).port}`, second.address];
  });
  afterAll(async () => {
    for (const stream of streams) stream.close();
    await second.close();
  });
  const openPages = async (person: SignedInPerson) => {
    const open = await Promise.all(addresses.map((address) => openEventStream(address, person.cookie)));
    streams.push(...open);
    return open;
  };

  test.each(["/disable", "/sign-out-everywhere"])(
    "%s ends the person's streams and sessions on both instances immediately",
    async (path) => {
      const person = await newPerson({ role: "maintenance", propertyIds: [building.propertyId] });
      const open = await openPages(person);
      const response = await portal.call("POST", `/api/users/${person.id}${path}`, {
        ...building.admin,
        body: {},
      });
      expect(response.statusCode).toBe(200);
      await Promise.all(open.map((stream) => stream.received(({ kind }) => kind === "session-ended")));
      await Promise.all(open.map(({ ended }) => ended));
      for (const address of addresses) {
        const me = await fetch(`${address}/api/me`, { headers: { cookie: person.cookie } });
        expect(me.status).toBe(401);
      }
    },
  );

  test("a new role also ends the person's streams, and new properties make the streams reload the access scope", async () => {
    const { propertyId } = building;
    const moved = await newPerson({ role: "maintenance", propertyIds: [propertyId] });
    const open = await openPages(moved);
    await edit(moved.id, { propertyIds: [otherPropertyId] });
    await Promise.all(open.map((stream) => stream.received(({ kind }) => kind === "access-scope-changed")));
    await edit(moved.id, { role: "tenant" });
    const heard = open.map((stream) => stream.received(({ kind }) => kind === "session-ended"));
    expect(await Promise.all(heard)).toHaveLength(2);
  });
});
