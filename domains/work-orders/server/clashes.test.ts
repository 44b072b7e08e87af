import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type SignedInPerson, startBuilding, type TestBuilding } from "#test/building.ts";
import { dispatchOf } from "#test/dispatching.ts";
import { createPerson, createWorkOrder, type OrderFacts, signInAs } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import type { ActivityEntry, WorkOrder } from "../contract.ts";
import type { OpenClash } from "../work-contract.ts";

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

const newOrder = (facts: Partial<OrderFacts> = {}) =>
  createWorkOrder(portal.db, {
    propertyId: building.propertyId,
    leaseId: building.leaseId,
    unitId: building.unitId,
    createdById: building.tenant.id,
    assigneeId: building.technician.id,
    ...facts,
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
const seenOpen = () => ({ status: "open", assigneeId: building.technician.id });
const complete = (id: number, seen: object = seenOpen(), minutes = 60) =>
  call(
    building.technician,
    "POST",
    `/api/work-orders/${id}/work`,
    { did: "complete", seen },
    minutesAgo(minutes),
  );
const resolve = (who: { cookie: string }, id: number, clashId: number, use: boolean) =>
  call(who, "POST", `/api/work-orders/${id}/clashes/${clashId}/resolve`, { use });
/** The landlord cancels an order that the technician then completes without knowing it. */
async function clashing(): Promise<{ id: number; clashId: number }> {
  const id = await newOrder();
  await call(
    building.landlord,
    "PATCH",
    `/api/work-orders/${id}/status`,
    { status: "cancelled" },
    minutesAgo(120),
  );
  const [clash] = (await complete(id)).json<WorkOrder>().clashes;
  return { id, clashId: clash?.id ?? 0 };
}
/** The technician starts an order that somebody else has, and says it was shown as their own. */
async function startTaking(id: number): Promise<{ clashId: number }> {
  const body = { did: "start", seen: seenOpen() };
  const begun = await call(building.technician, "POST", `/api/work-orders/${id}/work`, body, minutesAgo(30));
  const [clash] = begun.json<WorkOrder>().clashes;
  return { clashId: clash?.id ?? 0 };
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

describe("a change that was made without knowing of another one", () => {
  test("is not applied and not lost: both are kept, logged for staff, and those who may choose are told", async () => {
    const { id } = await clashing();
    const order = await read(building.landlord, id);
    expect(order).toMatchObject({
      status: "cancelled",
      clashes: [
        {
          asked: { did: "complete" },
          found: { what: "status", status: "cancelled", by: "Lena Landlord", at: minutesAgo(120) },
          by: { id: building.technician.id, fullName: "Theo Technician" },
          happenedAt: minutesAgo(60),
          mayResolve: true,
        },
      ],
    });
    expect(JSON.stringify(order.clashes)).not.toContain("byId");
    const [entry] = await log(building.technician, id);
    expect(entry).toMatchObject({ actionType: "clash", internal: true, happenedAt: minutesAgo(60) });
    expect(entry?.message).toMatch(
      /^Completed it, but it had been moved to Cancelled by Lena Landlord on .+\. Both are kept until somebody chooses$/,
    );
    expect(await notified(id, "work-order.clash")).toEqual([building.landlord.id]);
    expect((await read(colleague, id)).clashes).toMatchObject([{ mayResolve: false, mayUse: false }]);
  });

  test("is not told to tenants, not even to one who had cancelled the order and watches it", async () => {
    const id = await newOrder();
    await call(building.tenant, "PUT", `/api/work-orders/${id}/watching`, { isWatching: true });
    await call(building.tenant, "PATCH", `/api/work-orders/${id}/status`, { status: "cancelled" });
    expect((await complete(id)).json<WorkOrder>().clashes).toHaveLength(1);
    expect((await read(building.tenant, id)).clashes).toEqual([]);
    expect((await log(building.tenant, id)).map(({ actionType }) => actionType)).toEqual(["status_changed"]);
    expect(await notified(id, "work-order.clash")).toEqual([building.landlord.id]);
    const [clash] = (await read(building.technician, id)).clashes;
    await resolve(building.technician, id, clash?.id ?? 0, false);
    expect(await notified(id, "work-order.clash-settled")).toEqual([]);
  });

  test("merges when it is about something else: due time, comments and photos were changed meanwhile", async () => {
    const id = await newOrder();
    await call(building.landlord, "PUT", `/api/work-orders/${id}/due`, { dueAt: "2100-01-01T00:00:00Z" });
    await call(building.tenant, "POST", `/api/work-orders/${id}/comments`, { text: "Come at nine." });
    expect((await complete(id)).json<WorkOrder>()).toMatchObject({
      status: "completed",
      completedAt: minutesAgo(60),
      dueAt: "2100-01-01T00:00:00.000Z",
      clashes: [],
    });
  });

  test("merges when both say the same", async () => {
    const id = await newOrder();
    await call(building.landlord, "PATCH", `/api/work-orders/${id}/status`, { status: "completed" });
    await call(building.landlord, "PUT", `/api/work-orders/${id}/assignee`, { userId: null });
    expect((await complete(id)).json<WorkOrder>()).toMatchObject({ status: "completed", clashes: [] });
  });

  test("is one about who does the work, too: an order that was given to somebody else", async () => {
    const id = await newOrder();
    await call(building.landlord, "PUT", `/api/work-orders/${id}/assignee`, { userId: colleague.id });
    const begun = await call(
      building.technician,
      "POST",
      `/api/work-orders/${id}/work`,
      { did: "start", seen: seenOpen() },
      minutesAgo(30),
    );
    expect(begun.json<WorkOrder>()).toMatchObject({
      status: "open",
      assignee: { id: colleague.id },
      clashes: [
        { asked: { did: "start", takes: true }, found: { what: "assignee", assignee: "Carla Colleague" } },
      ],
      times: [{ startedAt: minutesAgo(30), endedAt: null }],
    });
    const [clash] = begun.json<WorkOrder>().clashes;
    expect((await resolve(building.landlord, id, clash?.id ?? 0, true)).json()).toMatchObject({
      status: "in_progress",
      assignee: { id: building.technician.id },
      clashes: [],
    });
  });

  test("is one about a pause that began later", async () => {
    const id = await newOrder({ status: "in_progress" });
    await call(building.landlord, "POST", `/api/work-orders/${id}/work`, {
      did: "pause",
      reason: "approval",
    });
    const late = await complete(id, { status: "in_progress", assigneeId: building.technician.id });
    expect(late.json<WorkOrder>()).toMatchObject({
      pause: { reason: "approval" },
      clashes: [{ found: { what: "pause", by: "Lena Landlord", pause: { reason: "approval" } } }],
    });
  });

  test("takes the place of an earlier one of the same person, which is not chosen any more; the log has both, and the time is kept", async () => {
    const id = await newOrder();
    await call(building.landlord, "PATCH", `/api/work-orders/${id}/status`, { status: "cancelled" });
    const begun = await call(
      building.technician,
      "POST",
      `/api/work-orders/${id}/work`,
      { did: "start", seen: seenOpen() },
      minutesAgo(90),
    );
    const [earlier] = begun.json<WorkOrder>().clashes;
    const after = (
      await complete(id, { status: "in_progress", assigneeId: building.technician.id })
    ).json<WorkOrder>();
    expect(after.clashes).toMatchObject([{ asked: { did: "complete" } }]);
    expect((await resolve(building.landlord, id, earlier?.id ?? 0, true)).statusCode).toBe(404);
    expect((await read(building.landlord, id)).clashes).toHaveLength(1);
    expect(after.times).toMatchObject([{ startedAt: minutesAgo(90), endedAt: minutesAgo(60) }]);
    const entries = await log(building.landlord, id);
    expect(entries.filter(({ actionType }) => actionType === "clash")).toHaveLength(2);
  });

  test("is left as it is when the same person then works on the order: nothing that was done later is undone", async () => {
    const id = await newOrder();
    await call(building.landlord, "PATCH", `/api/work-orders/${id}/status`, { status: "scheduled" });
    const pause = { did: "pause", reason: "part", seen: seenOpen() };
    await call(building.technician, "POST", `/api/work-orders/${id}/work`, pause, minutesAgo(90));
    const [clash] = (await read(building.technician, id)).clashes;
    const completed = await complete(id, { status: "scheduled", assigneeId: building.technician.id });
    expect(completed.json()).toMatchObject({ status: "completed", clashes: [] });
    expect((await log(building.landlord, id)).map(({ message }) => message)).toContain(
      "Chosen: left as it is, though Theo Technician paused it, waiting for a part",
    );
    expect(await notified(id, "work-order.clash-settled")).toEqual([building.landlord.id]);
    const late = await resolve(building.technician, id, clash?.id ?? 0, true);
    expect(late.statusCode).toBe(409);
    expect((await read(building.landlord, id)).status).toBe("completed");
  });
});

describe("choosing", () => {
  test("the late change is used: the order gets it with the time when it was done, and the other side is told", async () => {
    const { id, clashId } = await clashing();
    const used = (await resolve(building.technician, id, clashId, true)).json<WorkOrder>();
    expect(used).toMatchObject({ status: "completed", completedAt: minutesAgo(60), clashes: [] });
    const messages = (await log(building.landlord, id)).map(({ message }) => message);
    expect(messages.slice(0, 2)).toEqual([
      "Status changed from Cancelled to Completed",
      "Chosen: Theo Technician completed it",
    ]);
    expect(await notified(id, "work-order.clash-settled")).toEqual([building.landlord.id]);
  });

  test("it is left as it is: the order stays, and who came late is told", async () => {
    const { id, clashId } = await clashing();
    expect((await resolve(building.landlord, id, clashId, false)).json()).toMatchObject({
      status: "cancelled",
      clashes: [],
    });
    expect((await log(building.landlord, id))[0]?.message).toBe(
      "Chosen: left as it is, though Theo Technician completed it",
    );
    expect(await notified(id, "work-order.clash-settled")).toEqual([building.technician.id]);
  });

  test("once made a choice stays: the same one again changes nothing, the other one is 409 with the order", async () => {
    const { id, clashId } = await clashing();
    const answers = await Promise.all([
      resolve(building.technician, id, clashId, true),
      resolve(building.landlord, id, clashId, false),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const lost = answers.find(({ statusCode }) => statusCode === 409)?.json();
    expect(lost.message).toMatch(/^(Theo Technician|Lena Landlord) has chosen already\.$/);
    expect(lost.current.clashes).toEqual([]);
    const outcome = lost.current.status === "completed";
    const before = await read(building.admin, id);
    expect((await resolve(building.admin, id, clashId, outcome)).json()).toEqual(before);
  });

  test("a technician does not take a colleague's order, whatever their phone says it showed; the landlord may give it", async () => {
    const id = await newOrder({ assigneeId: colleague.id });
    const { clashId } = await startTaking(id);
    expect((await read(building.technician, id)).clashes).toMatchObject([
      { mayResolve: true, mayUse: false },
    ]);
    const refused = await resolve(building.technician, id, clashId, true);
    expect([refused.statusCode, refused.json().message]).toEqual([
      403,
      "Somebody else has this work order. Whoever runs the building can give it to you.",
    ]);
    expect((await read(building.landlord, id)).clashes).toMatchObject([{ mayUse: true }]);
    expect((await resolve(building.landlord, id, clashId, true)).json()).toMatchObject({
      status: "in_progress",
      assignee: { id: building.technician.id },
    });
  });

  test("an order is not given to somebody who does not work in the building any more, and the choice stays open", async () => {
    const created = await createPerson(portal.db, {
      role: "maintenance",
      fullName: "Lou Leaver",
      propertyIds: [building.propertyId],
    });
    const leaver = { ...created, cookie: await signInAs(portal.db, created) };
    const id = await newOrder({ assigneeId: colleague.id });
    const body = { did: "start", seen: { status: "open", assigneeId: leaver.id } };
    const begun = await call(leaver, "POST", `/api/work-orders/${id}/work`, body, minutesAgo(30));
    const clashId = begun.json<WorkOrder>().clashes[0]?.id ?? 0;
    await portal.db.deleteFrom("property_staff").where("user_id", "=", leaver.id).execute();
    const refused = await resolve(building.landlord, id, clashId, true);
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      "Lou Leaver does not work in this building any more.",
    ]);
    expect(await read(building.landlord, id)).toMatchObject({
      status: "open",
      assignee: { id: colleague.id },
      clashes: [{ id: clashId }],
    });
    expect((await resolve(building.landlord, id, clashId, false)).statusCode).toBe(200);
  });

  test("a technician does not take the order of another team either; what nobody has they take", async () => {
    const { landlord, technician, propertyId } = building;
    const id = await newOrder({ assigneeId: colleague.id });
    const { clashId } = await startTaking(id);
    const { id: teamId } = await dispatchOf(portal).addTeam(landlord, {
      name: "Plumbers",
      propertyId,
      memberIds: [colleague.id],
    });
    const giveTo = (userId: null, team: number | null) =>
      call(landlord, "PUT", `/api/work-orders/${id}/assignee`, { userId, teamId: team });
    await giveTo(null, teamId);
    const waiting = (await call(technician, "GET", "/api/work-order-clashes")).json<OpenClash[]>();
    expect(waiting.find(({ order }) => order.id === id)).toMatchObject({ mayUse: false });
    const refused = await resolve(technician, id, clashId, true);
    expect([refused.statusCode, refused.json().message]).toEqual([
      403,
      "This work order is for the team Plumbers, which you are not in.",
    ]);
    await giveTo(null, null);
    expect((await read(technician, id)).clashes).toMatchObject([{ mayUse: true }]);
    expect((await resolve(technician, id, clashId, true)).json()).toMatchObject({
      assignee: { id: technician.id },
    });
  });

  test("a colleague does not choose, and a clash of another order is not found", async () => {
    const { id, clashId } = await clashing();
    const other = await newOrder();
    expect((await resolve(colleague, id, clashId, true)).statusCode).toBe(403);
    expect((await resolve(building.landlord, other, clashId, true)).statusCode).toBe(404);
    const bad = await call(building.landlord, "POST", `/api/work-orders/${id}/clashes/${clashId}/resolve`, {
      use: "yes",
    });
    expect([bad.statusCode, bad.json().message]).toEqual([400, "use must be true or false."]);
    expect((await read(building.landlord, id)).clashes).toHaveLength(1);
  });

  test("the list has what waits for a person's choice, with the order; not of deleted orders", async () => {
    const { id } = await clashing();
    const gone = await clashing();
    await portal.call("DELETE", `/api/work-orders/${gone.id}`, building.admin);
    const waiting = async (who: { cookie: string }) =>
      (await call(who, "GET", "/api/work-order-clashes")).json<OpenClash[]>().map(({ order }) => order.id);
    for (const who of [building.technician, building.landlord, building.admin]) {
      const ids = await waiting(who);
      expect(ids).toContain(id);
      expect(ids).not.toContain(gone.id);
    }
    expect(await waiting(colleague)).toEqual([]);
  });
});
