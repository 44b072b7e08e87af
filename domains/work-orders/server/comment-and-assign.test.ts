import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { createPerson, createProperty, createWorkOrder, signInAs } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import type { ActivityEntry, WorkOrder } from "../contract.ts";

let portal: TestPortal;
let building: TestBuilding;
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
});
afterAll(() => portal.close());

const newOrder = (facts: { assigneeId?: number } = {}) =>
  createWorkOrder(portal.db, {
    propertyId: building.propertyId,
    leaseId: building.leaseId,
    createdById: building.tenant.id,
    ...facts,
  });
const historyOf = async (who: { cookie: string }, id: number) =>
  (await portal.call("GET", `/api/work-orders/${id}/history`, who)).json<ActivityEntry[]>();

describe("comments", () => {
  const comment = (who: { cookie: string }, id: number, body: Record<string, unknown>) =>
    portal.call("POST", `/api/work-orders/${id}/comments`, { ...who, body });

  test("ACT-01 ACT-06 ACT-09 a shared comment is in everyone's log, newest first", async () => {
    const id = await newOrder();
    await comment(building.tenant, id, { text: "You can come before noon." });
    const response = await comment(building.technician, id, { text: "On my way." });
    expect(response.statusCode).toBe(201);
    for (const who of ["tenant", "technician", "landlord", "admin"] as const)
      expect(
        (await historyOf(building[who], id)).map(({ message, actionType, user }) => [
          actionType,
          message,
          user?.fullName,
        ]),
      ).toEqual([
        ["comment_added", "On my way.", "Theo Technician"],
        ["comment_added", "You can come before noon.", "Tessa Tenant"],
      ]);
  });

  test("an internal comment is for staff: the tenant neither sees it nor is notified of it", async () => {
    const id = await newOrder({ assigneeId: building.technician.id });
    await comment(building.landlord, id, { text: "Check the warranty first.", internal: true });
    expect(await historyOf(building.tenant, id)).toEqual([]);
    expect(await historyOf(building.technician, id)).toMatchObject([
      { message: "Check the warranty first.", internal: true },
    ]);
    const notified = await portal.db
      .selectFrom("notifications")
      .select("user_id")
      .where("work_order_id", "=", id)
      .execute();
    expect(notified.map(({ user_id }) => user_id)).toEqual([building.technician.id]);
  });

  test("the count and hash in the tenant's proof do not reveal it", async () => {
    const id = await newOrder();
    await comment(building.landlord, id, { text: "We come at noon." });
    const proofOf = async (who: { cookie: string }) =>
      (await portal.call("GET", `/api/work-orders/${id}/verify`, who)).json<Record<string, unknown>>();
    const before = await proofOf(building.tenant);
    await comment(building.landlord, id, { text: "Check the warranty first.", internal: true });
    expect(await proofOf(building.tenant)).toEqual(before);
    expect(await proofOf(building.landlord)).toMatchObject({ valid: true, entries: 2 });
  });

  test("people who may no longer see the order are not notified", async () => {
    const { propertyId, landlord, tenant, admin } = building;
    const gone = await createPerson(portal.db, { role: "maintenance" });
    const id = await newOrder({ assigneeId: gone.id });
    await comment(landlord, id, { text: "The key is at the desk." });
    const move = (orderId: number) =>
      portal.call("PATCH", `/api/work-orders/${orderId}/status`, { ...admin, body: { status: "scheduled" } });
    await move(id);
    const formerLandlord = await createPerson(portal.db, { role: "landlord" });
    const theirs = await createWorkOrder(portal.db, { propertyId, createdById: formerLandlord.id });
    await move(theirs);
    const notified = await portal.db
      .selectFrom("notifications")
      .select(["user_id", "work_order_id"])
      .where("work_order_id", "in", [id, theirs])
      .execute();
    expect(notified).toEqual([
      { user_id: tenant.id, work_order_id: id },
      { user_id: tenant.id, work_order_id: id },
    ]);
  });

  test("a tenant can't comment internally, and an empty comment is refused", async () => {
    const id = await newOrder();
    expect((await comment(building.tenant, id, { text: "psst", internal: true })).statusCode).toBe(403);
    expect((await comment(building.tenant, id, { text: "   " })).json().message).toBe(
      "Please write a comment",
    );
    expect(await historyOf(building.admin, id)).toEqual([]);
  });

  test("a former tenant reads their own history, but adds nothing to it", async () => {
    const former = await createPerson(portal.db, { role: "tenant" });
    const id = await createWorkOrder(portal.db, {
      propertyId: building.propertyId,
      leaseId: building.leaseId,
      createdById: former.id,
    });
    const cookie = await signInAs(portal.db, former);
    expect(
      (await portal.call("GET", `/api/work-orders/${id}`, { cookie })).json<WorkOrder>().may,
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

  test("admin and landlord assign anyone who works in the building; it is logged, and those concerned are notified", async () => {
    const id = await newOrder();
    const response = await assign(building.landlord, id, building.technician.id);
    expect(response.json<WorkOrder>()).toMatchObject({
      assignee: { id: building.technician.id, fullName: "Theo Technician" },
      version: 2,
    });
    expect(await historyOf(building.tenant, id)).toMatchObject([
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

  test("who assigns by an old version is refused by name, unless it is so already", async () => {
    const { landlord, admin, technician } = building;
    const id = await newOrder();
    const old = { "if-match": '"1"' };
    await assign(landlord, id, technician.id);
    const stale = await assign(admin, id, null, old);
    expect(stale.statusCode).toBe(409);
    expect(stale.json()).toMatchObject({
      message: expect.stringMatching(/^Lena Landlord changed who works on #WO-\d+ in the meantime\.$/),
      current: { assignee: { id: technician.id }, version: 2 },
    });
    expect((await assign(admin, id, technician.id, old)).statusCode).toBe(200);
    expect((await assign(admin, id, null, { "if-match": '"2"' })).statusCode).toBe(200);
  });

  test("people who do not work in the building cannot be assigned", async () => {
    const id = await newOrder();
    const elsewhere = await createPerson(portal.db, {
      role: "maintenance",
      propertyIds: [await createProperty(portal.db)],
    });
    for (const userId of [elsewhere.id, building.tenant.id, 999_999])
      expect((await assign(building.admin, id, userId)).statusCode).toBe(400);
    const everywhere = await createPerson(portal.db, { role: "maintenance", allBuildings: true });
    expect((await assign(building.admin, id, everywhere.id)).statusCode).toBe(200);
    const candidates = (await portal.call("GET", `/api/work-orders/${id}/assignees`, building.landlord)).json<
      { id: number }[]
    >();
    expect(candidates.map((person) => person.id).sort((a, b) => a - b)).toEqual(
      [building.technician.id, everywhere.id].sort((a, b) => a - b),
    );
  });

  test("ROLE-07 a technician takes an unassigned order and hands back their own, but takes none from a colleague", async () => {
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
});
