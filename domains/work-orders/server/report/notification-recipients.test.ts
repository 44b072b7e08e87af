import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { leakingFaucet } from "#test/leaking-faucet.ts";
import { readNotifications } from "#test/notifications.ts";
import { createPerson, createProperty, type Person, signInAs } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import type { WorkOrder } from "../../contract.ts";

let portal: TestPortal;
let building: TestBuilding;
let everywhere: Person;
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
  const otherPropertyId = await createProperty(portal.db);
  for (const role of ["landlord", "maintenance"] as const)
    await createPerson(portal.db, { role, propertyIds: [otherPropertyId] });
  await createPerson(portal.db, {
    role: "maintenance",
    propertyIds: [building.propertyId],
    state: "pending",
  });
  everywhere = await createPerson(portal.db, { role: "maintenance", hasAllProperties: true });
});
afterAll(() => portal.close());
beforeEach(() => portal.db.deleteFrom("notifications").execute());

const report = async (cookie: string, fields: Record<string, string> = {}): Promise<WorkOrder> => {
  const response = await portal.call("POST", "/api/work-orders", {
    cookie,
    body: {
      ...leakingFaucet,
      ...fields,
    },
  });
  expect(response.statusCode, response.body).toBe(201);
  return response.json<WorkOrder>();
};
/** Returns and clears the notifications since the last call, sorted by user id. */
const newNotifications = async () => {
  const rows = (await readNotifications(portal.db)).sort((a, b) => a.user_id - b.user_id);
  await portal.db.deleteFrom("notifications").execute();
  return rows.map(({ user_id, kind, text, link }) => ({ userId: user_id, kind, text, link }));
};
const sortIds = (...people: { id: number }[]) => people.map(({ id }) => id).sort((a, b) => a - b);

test("NAV-31 an urgent work order has its own topic and notifies only the property's landlords and technicians", async () => {
  const urgent = await report(building.tenant.cookie, { priority: "urgent" });
  const sent = await newNotifications();
  expect(sent.map(({ userId }) => userId)).toEqual(
    sortIds(building.landlord, building.technician, everywhere),
  );
  expect(new Set(sent.map(({ kind }) => kind))).toEqual(new Set(["work-order.urgent"]));
  expect(sent[0]?.text).toBe(
    `New urgent work order #WO-${String(urgent.id).padStart(4, "0")}: Leaking faucet`,
  );

  await report(building.landlord.cookie, { priority: "high", propertyId: String(building.propertyId) });
  const others = await newNotifications();
  expect(others.map(({ userId }) => userId)).toEqual(sortIds(building.technician, everywhere));
  expect(others[0]).toMatchObject({
    kind: "work-order.urgent",
    text: expect.stringMatching(/^New high-priority /),
  });

  await report(building.tenant.cookie, { priority: "medium" });
  expect((await newNotifications()).map(({ kind }) => kind)).toEqual(Array(3).fill("work-order.created"));
});

test("REG-18 a work order from a person who isn't approved yet notifies only the landlords", async () => {
  const pending = await createPerson(portal.db, {
    role: "tenant",
    state: "pending",
    requestedUnitId: building.unitId,
  });
  await report(await signInAs(portal.db, pending), { priority: "urgent" });
  expect((await newNotifications()).map(({ userId }) => userId)).toEqual([building.landlord.id]);
});

test("NAV-31 if a property has no landlord, new work orders notify the administrators", async () => {
  const propertyId = await createProperty(portal.db);
  const other = await createPerson(portal.db, { role: "admin" });
  await report(building.admin.cookie, { propertyId: String(propertyId) });
  expect((await newNotifications()).map(({ userId }) => userId)).toEqual(sortIds(other, everywhere));
});

test("WO-39 editing a work order notifies the requester and the assignee but not the person who made the edit", async () => {
  const { id } = await report(building.tenant.cookie);
  await portal.call("PUT", `/api/work-orders/${id}/assignee`, {
    cookie: building.landlord.cookie,
    body: { userId: building.technician.id },
  });
  await newNotifications();
  const edit = async (cookie: string, fields: Record<string, string>) => {
    const response = await portal.call("PATCH", `/api/work-orders/${id}`, {
      cookie,
      body: {
        ...leakingFaucet,
        status: "open",
        ...fields,
      },
    });
    expect(response.statusCode, response.body).toBe(200);
  };
  const number = `#WO-${String(id).padStart(4, "0")}`;
  await edit(building.admin.cookie, { location: "Bathroom", priority: "high" });
  expect(await newNotifications()).toEqual(
    sortIds(building.tenant, building.technician).map((userId) => ({
      userId,
      kind: "work-order.edited",
      text: `Ada Admin changed the location and priority of ${number}: Leaking faucet`,
      link: null,
    })),
  );
  await edit(building.admin.cookie, { location: "Bathroom", priority: "high", status: "in-progress" });
  expect(await newNotifications()).toEqual(
    sortIds(building.tenant, building.technician).map((userId) => ({
      userId,
      kind: "work-order.status",
      text: `${number} is now In Progress: Leaking faucet`,
      link: null,
    })),
  );
  await edit(building.admin.cookie, { location: "Bathroom", priority: "high", status: "in-progress" });
  expect(await newNotifications()).toEqual([]);
  const reported = await report(building.admin.cookie, { propertyId: String(building.propertyId) });
  await newNotifications();
  const response = await portal.call("PATCH", `/api/work-orders/${reported.id}`, {
    cookie: building.admin.cookie,
    body: { ...reported, title: "Dripping tap" },
  });
  expect(response.statusCode, response.body).toBe(200);
  expect(await newNotifications()).toEqual([]);
});

test("NAV-31 landlords are notified once per property of work orders that become unassigned", async () => {
  const technician = await createPerson(portal.db, {
    role: "maintenance",
    fullName: "Gus Gone",
    propertyIds: [building.propertyId],
  });
  const disableWithWorkOrders = async (count: number) => {
    for (let created = 0; created < count; created += 1) {
      const { id } = await report(building.tenant.cookie);
      const response = await portal.call("PUT", `/api/work-orders/${id}/assignee`, {
        cookie: building.landlord.cookie,
        body: { userId: technician.id },
      });
      expect(response.statusCode, response.body).toBe(200);
    }
    await newNotifications();
    const disabled = await portal.call("POST", `/api/users/${technician.id}/disable`, {
      cookie: building.admin.cookie,
      body: { reason: "" },
    });
    expect(disabled.statusCode, disabled.body).toBe(200);
    await portal.call("POST", `/api/users/${technician.id}/enable`, { cookie: building.admin.cookie });
    return newNotifications();
  };
  expect(await disableWithWorkOrders(1)).toEqual([
    {
      userId: building.landlord.id,
      kind: "work-order.assigned",
      text: expect.stringMatching(
        /^#WO-\d+ is now unassigned because Gus Gone is no longer on the team: Leaking faucet$/,
      ),
      link: null,
    },
  ]);
  expect(await disableWithWorkOrders(2)).toEqual([
    {
      userId: building.landlord.id,
      kind: "work-order.assigned",
      text: "2 work orders are now unassigned because Gus Gone is no longer on the team",
      link: `/work-orders?propertyId=${building.propertyId}&assignee=none`,
    },
  ]);
});
