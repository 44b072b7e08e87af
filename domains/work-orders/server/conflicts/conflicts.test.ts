import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTenantOrder, type SignedInPerson, startBuilding, type TestBuilding } from "#test/building.ts";
import { dispatchClient } from "#test/dispatch.ts";
import { createPerson, signInAs, type WorkOrderFields } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import type { ActivityEntry, WorkOrder } from "../../contract.ts";
import type { OpenConflict } from "../../work-contract.ts";

let portal: TestPortal;
let building: TestBuilding;
let colleague: SignedInPerson;
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
  const created = await createPerson(portal.db, {
    role: "maintenance",
    fullName: "Carla Colleague",
    propertyIds: [building.propertyId],
  });
  colleague = { ...created, cookie: await signInAs(portal.db, created) };
});
beforeEach(() => portal.db.deleteFrom("work_order_times").execute());
afterAll(() => portal.close());

const newOrder = (fields: Partial<WorkOrderFields> = {}) =>
  createTenantOrder(portal.db, building, {
    assigneeId: building.technician.id,
    createdAt: new Date(portal.clock.now.getTime() - 30 * 86_400_000),
    ...fields,
  });
const minutesAgo = (minutes: number) => new Date(portal.clock.now.getTime() - minutes * 60_000).toISOString();
const call = (
  who: { cookie: string },
  method: "GET" | "POST" | "PATCH" | "PUT",
  url: string,
  body?: object,
  at?: string,
) =>
  portal.call(method, url, {
    cookie: who.cookie,
    ...(body && { body }),
    headers: at === undefined ? {} : { "happened-at": at },
  });
const read = async (who: { cookie: string }, id: number) =>
  (await call(who, "GET", `/api/work-orders/${id}`)).json<WorkOrder>();
const expectOpen = () => ({ status: "open", assigneeId: building.technician.id });
const complete = (id: number, expected: object = expectOpen(), minutes = 60) =>
  call(
    building.technician,
    "POST",
    `/api/work-orders/${id}/work`,
    { step: "complete", expected },
    minutesAgo(minutes),
  );
/** Starts work on a device that shows an open work order of the technician. */
const startWork = (id: number) =>
  call(
    building.technician,
    "POST",
    `/api/work-orders/${id}/work`,
    { step: "start", expected: expectOpen() },
    minutesAgo(90),
  );
const resolve = (who: { cookie: string }, id: number, conflictId: number, use: boolean) =>
  call(who, "POST", `/api/work-orders/${id}/conflicts/${conflictId}/resolve`, { use });
/**
 * Creates a conflict: the landlord cancels a work order, and the technician then completes it without
 * knowing.
 */
async function createConflict(): Promise<{ id: number; conflictId: number }> {
  const id = await newOrder();
  await call(building.landlord, "PATCH", `/api/work-orders/${id}/status`, {
    status: "cancelled",
    reason: "Reported twice.",
  });
  const [conflict] = (await complete(id)).json<WorkOrder>().conflicts;
  return { id, conflictId: conflict?.id ?? 0 };
}
/**
 * Creates a conflict: the technician starts someone else's work order, claiming that the device showed it as
 * theirs.
 */
async function startOthersWork(id: number): Promise<{ conflictId: number }> {
  const body = { step: "start", expected: expectOpen() };
  const response = await call(
    building.technician,
    "POST",
    `/api/work-orders/${id}/work`,
    body,
    minutesAgo(30),
  );
  const [conflict] = response.json<WorkOrder>().conflicts;
  return { conflictId: conflict?.id ?? 0 };
}
const notified = async (id: number, kind: string) =>
  (
    await portal.db
      .selectFrom("notifications")
      .select("user_id")
      .where("work_order_id", "=", id)
      .where("kind", "=", kind)
      .execute()
  ).map(({ user_id }) => user_id);
const log = async (who: { cookie: string }, id: number) =>
  (await call(who, "GET", `/api/work-orders/${id}/history`)).json<ActivityEntry[]>();

describe("two conflicting changes", () => {
  test("conflicting updates are both saved and logged for staff, and the people who can resolve them are notified", async () => {
    const { id } = await createConflict();
    const order = await read(building.landlord, id);
    expect(order).toMatchObject({
      status: "cancelled",
      conflicts: [
        {
          requested: { step: "complete" },
          current: { field: "status", by: "Lena Landlord", at: minutesAgo(0), reason: "Reported twice." },
          by: { id: building.technician.id, fullName: "Theo Technician" },
          happenedAt: minutesAgo(60),
          canResolve: true,
        },
      ],
    });
    expect(JSON.stringify(order.conflicts)).not.toContain("byId");
    const entry = (await log(building.technician, id)).find(({ actionType }) => actionType === "conflict");
    expect(entry).toMatchObject({ internal: true, happenedAt: minutesAgo(60) });
    expect(entry?.message).toMatch(
      /^Lena Landlord moved this to Cancelled on .+\. Theo Technician had completed it .+\. Both updates are on hold until someone chooses one$/,
    );
    expect(await notified(id, "work-order.conflict")).toEqual([building.landlord.id]);
    expect((await read(colleague, id)).conflicts).toMatchObject([{ canResolve: false, canUse: false }]);
  });

  test("tenants aren't notified of a conflict, even if they cancelled and watch the work order", async () => {
    const id = await newOrder();
    await call(building.tenant, "PUT", `/api/work-orders/${id}/watching`, { isWatching: true });
    await call(building.tenant, "PATCH", `/api/work-orders/${id}/status`, {
      status: "cancelled",
      reason: "Reported twice.",
    });
    expect((await complete(id)).json<WorkOrder>().conflicts).toHaveLength(1);
    expect((await read(building.tenant, id)).conflicts).toEqual([]);
    expect((await log(building.tenant, id)).map(({ actionType }) => actionType)).toEqual([
      "comment_added",
      "status_changed",
    ]);
    expect(await notified(id, "work-order.conflict")).toEqual([building.landlord.id]);
    const [conflict] = (await read(building.technician, id)).conflicts;
    await resolve(building.technician, id, conflict?.id ?? 0, false);
    expect(await notified(id, "work-order.conflict-resolved")).toEqual([]);
  });

  test("a late change and someone else's change are merged if they affect different fields: due date, comments, and photos", async () => {
    const id = await newOrder();
    await call(building.landlord, "PUT", `/api/work-orders/${id}/due`, { dueAt: "2100-01-01T00:00:00Z" });
    await call(building.tenant, "POST", `/api/work-orders/${id}/comments`, { text: "Come at nine." });
    expect((await complete(id)).json<WorkOrder>()).toMatchObject({
      status: "completed",
      completedAt: minutesAgo(60),
      dueAt: "2100-01-01T00:00:00.000Z",
      conflicts: [],
    });
  });

  test("a late change and someone else's change with the same result are merged", async () => {
    const id = await newOrder();
    await call(building.landlord, "PATCH", `/api/work-orders/${id}/status`, { status: "completed" });
    await call(building.landlord, "PUT", `/api/work-orders/${id}/assignee`, { userId: null });
    expect((await complete(id)).json<WorkOrder>()).toMatchObject({ status: "completed", conflicts: [] });
  });

  test("a late start conflicts with an assignment to someone else", async () => {
    const id = await newOrder();
    await call(building.landlord, "PUT", `/api/work-orders/${id}/assignee`, { userId: colleague.id });
    const response = await call(
      building.technician,
      "POST",
      `/api/work-orders/${id}/work`,
      { step: "start", expected: expectOpen() },
      minutesAgo(30),
    );
    expect(response.json<WorkOrder>()).toMatchObject({
      status: "open",
      assignee: { id: colleague.id },
      conflicts: [
        {
          requested: { step: "start", assignsSelf: true },
          current: { field: "assignee", assignee: "Carla Colleague" },
        },
      ],
      times: [{ startedAt: minutesAgo(30), endedAt: null }],
    });
    const [conflict] = response.json<WorkOrder>().conflicts;
    expect((await resolve(building.landlord, id, conflict?.id ?? 0, true)).json()).toMatchObject({
      status: "in_progress",
      assignee: { id: building.technician.id },
      conflicts: [],
    });
  });

  test("a late completion conflicts with a pause by someone else, and the conflict has the pause's note", async () => {
    const id = await newOrder({ status: "in_progress" });
    await call(building.landlord, "POST", `/api/work-orders/${id}/work`, {
      step: "pause",
      reason: "approval",
      note: "Two quotes.",
    });
    const late = await complete(id, { status: "in_progress", assigneeId: building.technician.id });
    expect(late.json<WorkOrder>()).toMatchObject({
      pause: { reason: "approval" },
      conflicts: [{ current: { by: "Lena Landlord", pause: { reason: "approval" }, reason: "Two quotes." } }],
    });
  });

  test("a person's newer conflict replaces their earlier one, which can no longer be resolved; the log has both, and the time is kept", async () => {
    const id = await newOrder();
    await call(building.landlord, "PATCH", `/api/work-orders/${id}/status`, {
      status: "cancelled",
      reason: "Reported twice.",
    });
    const response = await call(
      building.technician,
      "POST",
      `/api/work-orders/${id}/work`,
      { step: "start", expected: expectOpen() },
      minutesAgo(90),
    );
    const [earlier] = response.json<WorkOrder>().conflicts;
    const after = (
      await complete(id, { status: "in_progress", assigneeId: building.technician.id })
    ).json<WorkOrder>();
    expect(after.conflicts).toMatchObject([{ requested: { step: "complete" } }]);
    expect((await resolve(building.landlord, id, earlier?.id ?? 0, true)).statusCode).toBe(404);
    expect((await read(building.landlord, id)).conflicts).toHaveLength(1);
    expect(after.times).toMatchObject([{ startedAt: minutesAgo(90), endedAt: minutesAgo(60) }]);
    const entries = await log(building.landlord, id);
    expect(entries.filter(({ actionType }) => actionType === "conflict")).toHaveLength(2);
  });

  test("a rejected step and the steps that depend on it form one conflict about the field someone else changed, with one notification", async () => {
    const id = await newOrder();
    await call(building.landlord, "PUT", `/api/work-orders/${id}/assignee`, { userId: colleague.id });
    await startWork(id);
    const order = (
      await complete(id, { status: "in_progress", assigneeId: building.technician.id })
    ).json<WorkOrder>();
    expect(order).toMatchObject({ status: "open", assignee: { id: colleague.id } });
    expect(order.conflicts).toMatchObject([
      {
        requested: { step: "complete" },
        current: { field: "assignee", assignee: "Carla Colleague", by: "Lena Landlord", at: minutesAgo(0) },
        happenedAt: minutesAgo(60),
        canUse: true,
      },
    ]);
    expect(await notified(id, "work-order.conflict")).toEqual([building.landlord.id]);
    const [conflict] = order.conflicts;
    expect((await resolve(building.technician, id, conflict?.id ?? 0, true)).json()).toMatchObject({
      status: "completed",
      completedAt: minutesAgo(60),
      assignee: { id: colleague.id },
    });
  });

  test("a step that depends on a rejected step is applied once the work order matches the phone's version again", async () => {
    const id = await newOrder();
    const assign = (userId: number) =>
      call(building.landlord, "PUT", `/api/work-orders/${id}/assignee`, { userId });
    await assign(colleague.id);
    await startWork(id);
    await assign(building.technician.id);
    const completed = await complete(id, { status: "in_progress", assigneeId: building.technician.id });
    expect(completed.json()).toMatchObject({ status: "completed", conflicts: [] });
  });

  test("a conflict names the team that the work order has since been assigned to", async () => {
    const id = await newOrder();
    const { id: teamId } = await dispatchClient(portal).addTeam(building.landlord, {
      name: "Electricians",
      propertyId: building.propertyId,
      memberIds: [colleague.id],
    });
    await call(building.landlord, "PUT", `/api/work-orders/${id}/assignee`, { userId: null, teamId });
    expect((await complete(id)).json<WorkOrder>().conflicts).toMatchObject([
      { current: { field: "assignee", assignee: null, team: "Electricians" } },
    ]);
  });

  test("a conflict is closed without changes when the same person works on the work order again, so later work isn't undone", async () => {
    const id = await newOrder();
    await call(building.landlord, "PATCH", `/api/work-orders/${id}/status`, { status: "scheduled" });
    const pause = { step: "pause", reason: "part", expected: expectOpen() };
    await call(building.technician, "POST", `/api/work-orders/${id}/work`, pause, minutesAgo(90));
    const [conflict] = (await read(building.technician, id)).conflicts;
    const completed = await complete(id, { status: "scheduled", assigneeId: building.technician.id });
    expect(completed.json()).toMatchObject({ status: "completed", conflicts: [] });
    expect((await log(building.landlord, id)).map(({ message }) => message)).toContain(
      "Conflict resolved: work order left unchanged, even though Theo Technician paused it, waiting for a part",
    );
    expect(await notified(id, "work-order.conflict-resolved")).toEqual([building.landlord.id]);
    const late = await resolve(building.technician, id, conflict?.id ?? 0, true);
    expect(late.statusCode).toBe(409);
    expect((await read(building.landlord, id)).status).toBe("completed");
  });
});

describe("resolving a conflict", () => {
  test("applying the late update records the time it was made and notifies the other person", async () => {
    const { id, conflictId } = await createConflict();
    const used = (await resolve(building.technician, id, conflictId, true)).json<WorkOrder>();
    expect(used).toMatchObject({ status: "completed", completedAt: minutesAgo(60), conflicts: [] });
    const messages = (await log(building.landlord, id)).map(({ message }) => message);
    expect(messages.slice(0, 2)).toEqual([
      "Status changed from Cancelled to Completed",
      "Conflict resolved: kept Theo Technician's update (completed it)",
    ]);
    expect(await notified(id, "work-order.conflict-resolved")).toEqual([building.landlord.id]);
  });

  test("leaving the work order unchanged notifies the person whose update was late", async () => {
    const { id, conflictId } = await createConflict();
    expect((await resolve(building.landlord, id, conflictId, false)).json()).toMatchObject({
      status: "cancelled",
      conflicts: [],
    });
    expect((await log(building.landlord, id))[0]?.message).toBe(
      "Conflict resolved: work order left unchanged, even though Theo Technician completed it",
    );
    expect(await notified(id, "work-order.conflict-resolved")).toEqual([building.technician.id]);
  });

  test("a conflict can be resolved only once: repeating the choice changes nothing, and choosing the other update returns 409", async () => {
    const { id, conflictId } = await createConflict();
    const responses = await Promise.all([
      resolve(building.technician, id, conflictId, true),
      resolve(building.landlord, id, conflictId, false),
    ]);
    expect(responses.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const rejected = responses.find(({ statusCode }) => statusCode === 409)?.json();
    expect(rejected.message).toMatch(
      /^(Theo Technician|Lena Landlord) has already resolved this conflict\.$/,
    );
    expect(rejected.current.conflicts).toEqual([]);
    const outcome = rejected.current.status === "completed";
    const before = await read(building.admin, id);
    expect((await resolve(building.admin, id, conflictId, outcome)).json()).toEqual(before);
  });

  test("a technician can't take a colleague's work order through a conflict, but the landlord can reassign it", async () => {
    const id = await newOrder({ assigneeId: colleague.id });
    const { conflictId } = await startOthersWork(id);
    expect((await read(building.technician, id)).conflicts).toMatchObject([
      { canResolve: true, canUse: false },
    ]);
    const rejected = await resolve(building.technician, id, conflictId, true);
    expect([rejected.statusCode, rejected.json().message]).toEqual([
      403,
      "This work order is assigned to someone else. Ask the property's manager to reassign it.",
    ]);
    expect((await read(building.landlord, id)).conflicts).toMatchObject([{ canUse: true }]);
    expect((await resolve(building.landlord, id, conflictId, true)).json()).toMatchObject({
      status: "in_progress",
      assignee: { id: building.technician.id },
    });
  });

  test("a conflict stays open if its update would assign someone who no longer works at the property", async () => {
    const created = await createPerson(portal.db, {
      role: "maintenance",
      fullName: "Lou Leaver",
      propertyIds: [building.propertyId],
    });
    const leaver = { ...created, cookie: await signInAs(portal.db, created) };
    const id = await newOrder({ assigneeId: colleague.id });
    const body = { step: "start", expected: { status: "open", assigneeId: leaver.id } };
    const response = await call(leaver, "POST", `/api/work-orders/${id}/work`, body, minutesAgo(30));
    const conflictId = response.json<WorkOrder>().conflicts[0]?.id ?? 0;
    await portal.db.deleteFrom("property_staff").where("user_id", "=", leaver.id).execute();
    const rejected = await resolve(building.landlord, id, conflictId, true);
    expect([rejected.statusCode, rejected.json().message]).toEqual([
      409,
      "Lou Leaver no longer works at this property.",
    ]);
    expect(await read(building.landlord, id)).toMatchObject({
      status: "open",
      assignee: { id: colleague.id },
      conflicts: [{ id: conflictId }],
    });
    expect((await resolve(building.landlord, id, conflictId, false)).statusCode).toBe(200);
  });

  test("a technician can't take another team's work order through a conflict but can take an unassigned work order", async () => {
    const { landlord, technician, propertyId } = building;
    const id = await newOrder({ assigneeId: colleague.id });
    const { conflictId } = await startOthersWork(id);
    const { id: teamId } = await dispatchClient(portal).addTeam(landlord, {
      name: "Plumbers",
      propertyId,
      memberIds: [colleague.id],
    });
    const assignTo = (userId: null, team: number | null) =>
      call(landlord, "PUT", `/api/work-orders/${id}/assignee`, { userId, teamId: team });
    await assignTo(null, teamId);
    const conflicts = (await call(technician, "GET", "/api/work-order-conflicts")).json<OpenConflict[]>();
    expect(conflicts.find(({ order }) => order.id === id)).toMatchObject({ canUse: false });
    const rejected = await resolve(technician, id, conflictId, true);
    expect([rejected.statusCode, rejected.json().message]).toEqual([
      403,
      "This work order is for team Plumbers, and you're not on that team.",
    ]);
    await assignTo(null, null);
    expect((await read(technician, id)).conflicts).toMatchObject([{ canUse: true }]);
    expect((await resolve(technician, id, conflictId, true)).json()).toMatchObject({
      assignee: { id: technician.id },
    });
  });

  test("colleagues can't resolve a conflict, and a conflict on another work order isn't found", async () => {
    const { id, conflictId } = await createConflict();
    const other = await newOrder();
    expect((await resolve(colleague, id, conflictId, true)).statusCode).toBe(403);
    expect((await resolve(building.landlord, other, conflictId, true)).statusCode).toBe(404);
    const bad = await call(
      building.landlord,
      "POST",
      `/api/work-orders/${id}/conflicts/${conflictId}/resolve`,
      {
        use: "yes",
      },
    );
    expect([bad.statusCode, bad.json().message]).toEqual([400, "use must be true or false."]);
    expect((await read(building.landlord, id)).conflicts).toHaveLength(1);
  });

  test("the conflict list has the user's unresolved conflicts with their work orders, except for deleted work orders", async () => {
    const { id } = await createConflict();
    const deleted = await createConflict();
    await portal.call("DELETE", `/api/work-orders/${deleted.id}`, building.admin);
    const conflicts = async (who: { cookie: string }) =>
      (await call(who, "GET", "/api/work-order-conflicts"))
        .json<OpenConflict[]>()
        .map(({ order }) => order.id);
    for (const who of [building.technician, building.landlord, building.admin]) {
      const ids = await conflicts(who);
      expect(ids).toContain(id);
      expect(ids).not.toContain(deleted.id);
    }
    expect(await conflicts(colleague)).toEqual([]);
  });
});
