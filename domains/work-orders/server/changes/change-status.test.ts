import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TenantDay } from "#domains/dashboard/contract.ts";
import { createTenantOrder, startBuilding, type TestBuilding } from "#test/building.ts";
import type { TestPortal } from "#test/portal.ts";
import type { ActivityEntry, WorkOrder } from "../../contract.ts";

let portal: TestPortal;
let building: TestBuilding;
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
});
afterAll(() => portal.close());

const newOrder = (fields: Parameters<typeof createTenantOrder>[2] = {}) =>
  createTenantOrder(portal.db, building, fields);
const move = (cookie: string, id: number, status: string, headers: Record<string, string> = {}) =>
  portal.call("PATCH", `/api/work-orders/${id}/status`, {
    cookie,
    body: { status, ...(status === "cancelled" ? { reason: "Reported twice." } : {}) },
    headers,
  });
const readRow = async (id: number) =>
  await portal.db
    .selectFrom("work_orders")
    .select(["status", "version", "completed_at", "completion_received_at"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();

describe("changing the status of a work order", () => {
  test("API-16 API-19 WO-07 staff can change any status to any other, and each change is logged with the old and new status", async () => {
    const id = await newOrder();
    const steps = [
      ["technician", "in_progress"],
      ["landlord", "scheduled"],
      ["admin", "completed"],
      ["technician", "urgent"],
      ["landlord", "cancelled"],
    ] as const;
    for (const [who, status] of steps)
      expect((await move(building[who].cookie, id, status)).statusCode).toBe(200);
    const history = (await portal.call("GET", `/api/work-orders/${id}/history`, building.admin)).json<
      ActivityEntry[]
    >();
    expect(history.map(({ message }) => message)).toEqual([
      "Reported twice.",
      "Status changed from Urgent to Cancelled",
      "Status changed from Completed to Urgent",
      "Status changed from Scheduled to Completed",
      "Status changed from In Progress to Scheduled",
      "Status changed from Open to In Progress",
    ]);
    expect(history[1]).toMatchObject({
      actionType: "status_changed",
      userId: building.landlord.id,
      user: { fullName: "Lena Landlord", role: "landlord" },
    });
  });

  test("WO-06 the hyphenated spelling of a status is accepted, and responses use the underscore", async () => {
    const id = await newOrder();
    expect((await move(building.admin.cookie, id, "in-progress")).json<WorkOrder>().status).toBe(
      "in_progress",
    );
  });

  test("an unknown status is rejected with 400 and a list of valid statuses, and nothing changes", async () => {
    const id = await newOrder();
    const response = await move(building.admin.cookie, id, "on_hold");
    expect(response.statusCode).toBe(400);
    expect(response.json().message).toBe(
      "status must be one of open, in_progress, scheduled, completed, urgent, cancelled.",
    );
    expect(await readRow(id)).toMatchObject({ status: "open", version: 1 });
  });

  test("WO-27 setting the current status again changes and logs nothing", async () => {
    const id = await newOrder();
    expect((await move(building.admin.cookie, id, "open")).statusCode).toBe(200);
    expect(await readRow(id)).toMatchObject({ version: 1 });
  });

  test("a status change from an outdated version returns 409 with the current work order and the name of who changed the status", async () => {
    const id = await newOrder();
    await move(building.landlord.cookie, id, "scheduled");
    const response = await move(building.technician.cookie, id, "completed", { "if-match": '"1"' });
    expect(response.statusCode).toBe(409);
    expect(response.json()).toMatchObject({
      message: expect.stringMatching(
        /^Lena Landlord changed the status of #WO-\d{4} to Scheduled after you opened it\.$/,
      ),
      current: { id, status: "scheduled", version: 2 },
    });
    expect(await readRow(id)).toMatchObject({ status: "scheduled", version: 2 });
    const inBody = await portal.call("PATCH", `/api/work-orders/${id}/status`, {
      cookie: building.technician.cookie,
      body: { status: "completed", version: 1 },
    });
    expect(inBody.statusCode).toBe(409);
  });

  test("only one of twenty concurrent changes to the same version of a work order succeeds and is logged", async () => {
    const id = await newOrder();
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        move(building.admin.cookie, id, index % 2 === 0 ? "completed" : "scheduled", { "if-match": '"1"' }),
      ),
    );
    const appliedStatuses = responses
      .filter(({ statusCode }) => statusCode === 200)
      .map((response) => response.json<WorkOrder>().status);
    // Requests for the same status succeed too, because there was nothing left to change.
    expect(new Set(appliedStatuses).size).toBe(1);
    expect(await readRow(id)).toMatchObject({ version: 2 });
    expect(
      (await portal.call("GET", `/api/work-orders/${id}/history`, building.admin)).json<ActivityEntry[]>(),
    ).toHaveLength(1);
  });

  test("ROLE-18 tenants can cancel their open work orders and reopen their completed work orders within 7 days", async () => {
    const open = await newOrder();
    expect((await move(building.tenant.cookie, open, "cancelled")).statusCode).toBe(200);
    const done = await newOrder({
      status: "completed",
      completedAt: new Date(portal.clock.now.getTime() - 6 * 86_400_000),
    });
    expect((await move(building.tenant.cookie, done, "open")).statusCode).toBe(200);
    expect(await readRow(done)).toMatchObject({ status: "open", completed_at: null });
  });

  test("ROLE-18 after a late completion from an offline phone, the 7 days to reopen start when the completion arrives", async () => {
    const id = await newOrder({ createdAt: new Date(portal.clock.now.getTime() - 9 * 86_400_000) });
    await portal.call("POST", `/api/work-orders/${id}/work`, {
      ...building.technician,
      body: { step: "complete" },
      headers: { "happened-at": new Date(portal.clock.now.getTime() - 8 * 86_400_000).toISOString() },
    });
    const day = (await portal.call("GET", "/api/dashboard/tenant", building.tenant)).json<TenantDay>();
    expect(day.workOrdersToAnswer.map((order) => order.id)).toContain(id);
    expect((await move(building.tenant.cookie, id, "open")).statusCode).toBe(200);
    expect(await readRow(id)).toMatchObject({ status: "open", completion_received_at: null });
    // A completion that isn't late counts from its own time.
    await move(building.technician.cookie, id, "completed");
    expect(await readRow(id)).toMatchObject({
      completed_at: portal.clock.now,
      completion_received_at: null,
    });
  });

  test("a reason for a status change is added as a comment in the same transaction", async () => {
    const id = await newOrder({ status: "completed", completedAt: portal.clock.now });
    const reopen = (reason: string) =>
      portal.call("PATCH", `/api/work-orders/${id}/status`, {
        ...building.tenant,
        body: { status: "open", reason },
      });
    const empty = await reopen("  ");
    expect([empty.statusCode, empty.json().message]).toEqual([400, "Please describe what's still wrong"]);
    expect((await reopen("It still drips.")).statusCode).toBe(200);
    const history = await portal.call("GET", `/api/work-orders/${id}/history`, building.technician);
    expect(history.json<ActivityEntry[]>().map(({ actionType, message }) => [actionType, message])).toEqual([
      ["comment_added", "It still drips."],
      ["status_changed", "Status changed from Completed to Open"],
    ]);
  });

  test("a reason without a status change is added as a comment, or returns 409 if it's based on an outdated version", async () => {
    const id = await newOrder({ status: "completed", completedAt: portal.clock.now });
    await move(building.landlord.cookie, id, "open");
    const reopen = (version: number, overrides = {}) =>
      portal.call("PATCH", `/api/work-orders/${id}/status`, {
        ...building.tenant,
        body: { status: "open", reason: "It still drips.", ...overrides },
        headers: { "if-match": `"${version}"` },
      });
    const stale = await reopen(1);
    expect([stale.statusCode, stale.json().current]).toEqual([
      409,
      expect.objectContaining({ status: "open", version: 2 }),
    ]);
    expect((await reopen(2, { expectedStatus: "completed" })).statusCode).toBe(409);
    expect((await reopen(2)).statusCode).toBe(200);
    expect(await readRow(id)).toMatchObject({ status: "open", version: 2 });
    const history = await portal.call("GET", `/api/work-orders/${id}/history`, building.technician);
    expect(history.json<ActivityEntry[]>().map(({ message }) => message)).toEqual([
      "It still drips.",
      "Status changed from Completed to Open",
    ]);
  });

  test.each([
    ["change the status to in progress", {}, "in_progress"],
    [
      "reopen a work order completed 8 days ago",
      { status: "completed", completedAt: new Date(Date.now() - 8 * 86_400_000) },
      "open",
    ],
    ["cancel a work order in progress", { status: "in_progress" }, "cancelled"],
  ] as const)("ROLE-18 a tenant can't %s, and the work order stays unchanged", async (_, fields, status) => {
    const id = await newOrder(fields);
    const before = await readRow(id);
    expect((await move(building.tenant.cookie, id, status)).statusCode).toBe(403);
    expect(await readRow(id)).toEqual(before);
  });

  test("cancelling a work order requires a reason, which becomes a comment, whether by a status change or an edit [ROLE-18]", async () => {
    const id = await newOrder();
    const edit = {
      title: "Tap replaced",
      description: "It drips day and night.",
      category: "general",
      location: "Kitchenette",
      priority: "medium",
      status: "cancelled",
    };
    const { cookie } = building.admin;
    for (const [path, body] of [
      [`/api/work-orders/${id}/status`, { status: "cancelled" }],
      [`/api/work-orders/${id}`, edit],
    ] as const) {
      const response = await portal.call("PATCH", path, { cookie, body });
      expect(response.json()).toMatchObject({ code: "invalid", fields: { reason: "Please give a reason" } });
    }
    const edited = await portal.call("PATCH", `/api/work-orders/${id}`, {
      cookie,
      body: { ...edit, reason: "Reported twice." },
    });
    expect(edited.statusCode, edited.body).toBe(200);
    const activity = await portal.call("GET", `/api/work-orders/${id}/history`, { cookie });
    expect(activity.body).toContain("Reported twice.");
  });

  test("a status change notifies the requester and the assignee but not the person who made it", async () => {
    const id = await newOrder({ assigneeId: building.technician.id });
    await move(building.technician.cookie, id, "in_progress");
    const notified = await portal.db
      .selectFrom("notifications")
      .select("user_id")
      .where("work_order_id", "=", id)
      .execute();
    expect(notified.map(({ user_id }) => user_id)).toEqual([building.tenant.id]);
  });
});
