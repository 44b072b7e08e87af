import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTenantOrder, startBuilding, type TestBuilding } from "#test/building.ts";
import { createPerson, createProperty, createWorkOrder, signInAs } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import type { ActivityEntry, WorkOrder } from "../../contract.ts";

let portal: TestPortal;
let building: TestBuilding;
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
});
afterAll(() => portal.close());

const newOrder = (fields: { assigneeId?: number } = {}) => createTenantOrder(portal.db, building, fields);
const readHistory = async (who: { cookie: string }, id: number) =>
  (await portal.call("GET", `/api/work-orders/${id}/history`, who)).json<ActivityEntry[]>();

describe("comments", () => {
  const comment = (who: { cookie: string }, id: number, body: Record<string, unknown>) =>
    portal.call("POST", `/api/work-orders/${id}/comments`, { ...who, body });

  test("ACT-01 ACT-06 ACT-09 a shared comment appears in everyone's log, newest first", async () => {
    const id = await newOrder();
    await comment(building.tenant, id, { text: "You can come before noon." });
    const response = await comment(building.technician, id, { text: "On my way." });
    expect(response.statusCode).toBe(201);
    for (const who of ["tenant", "technician", "landlord", "admin"] as const)
      expect(
        (await readHistory(building[who], id)).map(({ message, actionType, user }) => [
          actionType,
          message,
          user?.fullName,
        ]),
      ).toEqual([
        ["comment_added", "On my way.", "Theo Technician"],
        ["comment_added", "You can come before noon.", "Tessa Tenant"],
      ]);
  });

  test("tenants don't see internal comments and aren't notified of them", async () => {
    const id = await newOrder({ assigneeId: building.technician.id });
    await comment(building.landlord, id, { text: "Check the warranty first.", internal: true });
    expect(await readHistory(building.tenant, id)).toEqual([]);
    expect(await readHistory(building.technician, id)).toMatchObject([
      { message: "Check the warranty first.", internal: true },
    ]);
    const notified = await portal.db
      .selectFrom("notifications")
      .select("user_id")
      .where("work_order_id", "=", id)
      .execute();
    expect(notified.map(({ user_id }) => user_id)).toEqual([building.technician.id]);
  });

  test("the entry count and hash that tenants see in a verification don't reveal internal comments", async () => {
    const id = await newOrder();
    await comment(building.landlord, id, { text: "We come at noon." });
    const verifyAs = async (who: { cookie: string }) =>
      (await portal.call("GET", `/api/work-orders/${id}/verify`, who)).json<Record<string, unknown>>();
    const before = await verifyAs(building.tenant);
    await comment(building.landlord, id, { text: "Check the warranty first.", internal: true });
    expect(await verifyAs(building.tenant)).toEqual(before);
    expect(await verifyAs(building.landlord)).toMatchObject({ valid: true, entries: 2 });
  });

  test("people who lost access to a work order aren't notified of comments", async () => {
    const { propertyId, landlord, tenant, admin } = building;
    const formerTechnician = await createPerson(portal.db, { role: "maintenance" });
    const id = await newOrder({ assigneeId: formerTechnician.id });
    await comment(landlord, id, { text: "The key is at the desk." });
    const move = (orderId: number) =>
      portal.call("PATCH", `/api/work-orders/${orderId}/status`, { ...admin, body: { status: "scheduled" } });
    await move(id);
    const formerLandlord = await createPerson(portal.db, { role: "landlord" });
    const otherId = await createWorkOrder(portal.db, { propertyId, createdById: formerLandlord.id });
    await move(otherId);
    const notified = await portal.db
      .selectFrom("notifications")
      .select(["user_id", "work_order_id"])
      .where("work_order_id", "in", [id, otherId])
      .execute();
    expect(notified).toEqual([
      { user_id: tenant.id, work_order_id: id },
      { user_id: tenant.id, work_order_id: id },
    ]);
  });

  test("tenants can't add internal comments, and empty comments are rejected", async () => {
    const id = await newOrder();
    expect((await comment(building.tenant, id, { text: "psst", internal: true })).statusCode).toBe(403);
    expect((await comment(building.tenant, id, { text: "   " })).json().message).toBe(
      "Please enter a comment",
    );
    expect(await readHistory(building.admin, id)).toEqual([]);
  });

  test("former tenants can read their work order history but can't add to it", async () => {
    const former = await createPerson(portal.db, { role: "tenant" });
    const id = await createWorkOrder(portal.db, {
      propertyId: building.propertyId,
      leaseId: building.leaseId,
      createdById: former.id,
    });
    const cookie = await signInAs(portal.db, former);
    expect(
      (await portal.call("GET", `/api/work-orders/${id}`, { cookie })).json<WorkOrder>().can,
    ).toMatchObject({ comment: false, sign: false, moveTo: [] });
    expect((await comment({ cookie }, id, { text: "Hello?" })).statusCode).toBe(403);
  });
});

describe("assigning", () => {
  const assign = (
    { cookie }: { cookie: string },
    id: number,
    userId: number | null,
    headers: Record<string, string> = {},
  ) => portal.call("PUT", `/api/work-orders/${id}/assignee`, { cookie, headers, body: { userId } });

  test("admins and landlords can assign anyone who works at the property; the log records it, and the people involved are notified", async () => {
    const id = await newOrder();
    const response = await assign(building.landlord, id, building.technician.id);
    expect(response.json<WorkOrder>()).toMatchObject({
      assignee: { id: building.technician.id, fullName: "Theo Technician" },
      assigneeEmail: building.technician.email,
      version: 2,
    });
    const asTenant = await portal.call("GET", `/api/work-orders/${id}`, building.tenant);
    expect(asTenant.json<WorkOrder>().assigneeEmail).toBeNull();
    expect(await readHistory(building.tenant, id)).toMatchObject([
      { actionType: "assigned", message: "Assigned to Theo Technician" },
    ]);
    const notified = await portal.db
      .selectFrom("notifications")
      .select("user_id")
      .where("work_order_id", "=", id)
      .orderBy("user_id")
      .execute();
    expect(notified.map(({ user_id }) => user_id)).toEqual(
      [building.tenant.id, building.technician.id].sort((a, b) => a - b),
    );
    expect((await assign(building.admin, id, null)).json<WorkOrder>().assignee).toBeNull();
  });

  test("assigning from an outdated version is rejected with the name of who changed it, unless the assignee already matches", async () => {
    const { landlord, admin, technician } = building;
    const id = await newOrder();
    const old = { "if-match": '"1"' };
    await assign(landlord, id, technician.id);
    const stale = await assign(admin, id, null, old);
    expect(stale.statusCode).toBe(409);
    expect(stale.json()).toMatchObject({
      message: expect.stringMatching(/^Lena Landlord reassigned #WO-\d+ after you opened it\.$/),
      current: { assignee: { id: technician.id }, version: 2 },
    });
    expect((await assign(admin, id, technician.id, old)).statusCode).toBe(200);
    expect((await assign(admin, id, null, { "if-match": '"2"' })).statusCode).toBe(200);
  });

  test("people who don't work at the property can't be assigned", async () => {
    const id = await newOrder();
    const outsider = await createPerson(portal.db, {
      role: "maintenance",
      propertyIds: [await createProperty(portal.db)],
    });
    for (const userId of [outsider.id, building.tenant.id, 999_999])
      expect((await assign(building.admin, id, userId)).statusCode).toBe(400);
    const everywhere = await createPerson(portal.db, { role: "maintenance", hasAllProperties: true });
    expect((await assign(building.admin, id, everywhere.id)).statusCode).toBe(200);
    const candidates = (await portal.call("GET", `/api/work-orders/${id}/assignees`, building.landlord)).json<
      { id: number }[]
    >();
    expect(candidates.map((person) => person.id).sort((a, b) => a - b)).toEqual(
      [building.technician.id, everywhere.id].sort((a, b) => a - b),
    );
  });

  test("ROLE-07 technicians can take an unassigned work order and release their own, but can't take a colleague's work order", async () => {
    const id = await newOrder();
    expect((await assign(building.technician, id, building.technician.id)).statusCode).toBe(200);
    expect((await assign(building.technician, id, null)).statusCode).toBe(200);
    const colleague = await createPerson(portal.db, {
      role: "maintenance",
      propertyIds: [building.propertyId],
    });
    expect((await assign(building.technician, id, colleague.id)).statusCode).toBe(403);
    await assign(building.admin, id, colleague.id);
    expect((await assign(building.technician, id, building.technician.id)).statusCode).toBe(403);
    expect((await assign(building.technician, id, null)).statusCode).toBe(403);
    const row = await portal.db
      .selectFrom("work_orders")
      .select("assignee_id")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    expect(row.assignee_id).toBe(colleague.id);
  });

  test("technicians can't release a finished work order, and the API doesn't list that action", async () => {
    const id = await newOrder();
    await assign(building.technician, id, building.technician.id);
    const { cookie } = building.technician;
    const completed = await portal.call("PATCH", `/api/work-orders/${id}/status`, {
      cookie,
      body: { status: "completed" },
    });
    expect(completed.json<WorkOrder>().can.assign).toBe("no");
    const released = await assign(building.technician, id, null);
    expect(released.statusCode).toBe(403);
    expect(released.json()).toMatchObject({ message: "You can't assign or unassign a finished work order." });
    expect((await assign(building.landlord, id, null)).statusCode).toBe(200);
  });
});
