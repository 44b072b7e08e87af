import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type SignedInPerson, startBuilding, type TestBuilding } from "#test/building.ts";
import { dispatchClient } from "#test/dispatch.ts";
import {
  createPerson,
  createProperty,
  createWorkOrder,
  signInAs,
  type WorkOrderFields,
} from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";

let portal: TestPortal;
let building: TestBuilding;
let dispatch: ReturnType<typeof dispatchClient>;
let dana: SignedInPerson;
let plumbing: number[];
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
  dispatch = dispatchClient(portal);
  const created = await createPerson(portal.db, {
    role: "maintenance",
    fullName: "Dana Cole",
    propertyIds: [building.propertyId],
  });
  dana = { ...created, cookie: await signInAs(portal.db, created) };
  const otherPropertyId = await createProperty(portal.db);
  const order = async (daysAgo: number, facts: Partial<WorkOrderFields> = {}) => {
    const id = await createWorkOrder(portal.db, {
      propertyId: building.propertyId,
      createdById: building.landlord.id,
      ...facts,
    });
    await sql`update work_orders set created_at = now() - make_interval(days => ${daysAgo}) where id = ${id}`.execute(
      portal.db,
    );
    return id;
  };
  plumbing = [
    await order(80),
    await order(10, { assigneeId: building.technician.id }),
    await order(9, { assigneeId: dana.id, priority: "high" }),
    await order(1),
  ];
  await order(91);
  await order(2, { category: "HVAC" });
  await order(2, { propertyId: otherPropertyId });
  await order(2, { awaitingApproval: true });
});
afterAll(() => portal.close());

const tryFor = (query: string) =>
  dispatch.tryRule(building.landlord, `propertyId=${building.propertyId}&${query}`);

describe("rule preview", () => {
  test("a rule preview shows which of the last 90 days' accessible work orders a rule would have assigned, newest first", async () => {
    const tried = await tryFor(`category=Plumbing&assigneeId=${dana.id}`);
    expect(tried).toMatchObject({
      matched: 4,
      takenBefore: 0,
      otherwise: 1,
      to: { name: "Dana Cole", people: 1 },
    });
    expect(tried.newest.map(({ id }) => id)).toEqual(plumbing.toReversed());
    expect(tried.newest[2]).toMatchObject({
      assignee: "Theo Technician",
      property: "Harbor House",
      takenBy: null,
    });
    expect(tried.weeks.length).toBeGreaterThanOrEqual(13);
    expect(tried.weeks.reduce((sum, { count }) => sum + count, 0)).toBe(4);
    expect((await tryFor(`priorities=high,urgent&assigneeId=${dana.id}`)).newest.map(({ id }) => id)).toEqual(
      [plumbing[2]],
    );
  });

  test("a rule's preview includes a new work order that the rule assigned", async () => {
    const facts = {
      name: "Water",
      category: "Plumbing",
      propertyId: building.propertyId,
      assigneeId: dana.id,
    };
    const rule = await dispatch.addRule(building.landlord, facts);
    const order = await dispatch.report(building.tenant);
    expect(order.assignee?.id).toBe(dana.id);
    const tried = await tryFor(`ruleId=${rule.id}&category=Plumbing&assigneeId=${building.technician.id}`);
    expect(tried.newest[0]?.id).toBe(order.id);
    // Assigned by a rule, not manually.
    expect(tried.otherwise).toBe(1);
    await sql`update work_orders set deleted_at = now() where id = ${order.id}`.execute(portal.db);
    await dispatch.clear();
  });

  test("a rule preview leaves out work orders that an earlier enabled rule assigns", async () => {
    const facts = { propertyId: building.propertyId, assigneeId: building.technician.id };
    await dispatch.addRule(building.landlord, { ...facts, name: "Pressing", priorities: ["high", "urgent"] });
    await dispatch.addRule(building.landlord, { ...facts, name: "Off", isOn: false });
    const tried = await tryFor(`category=Plumbing&assigneeId=${dana.id}`);
    expect(tried).toMatchObject({ matched: 4, takenBefore: 1 });
    expect(tried.newest.map(({ takenBy }) => takenBy)).toEqual([null, "Pressing", null, null]);
    expect(tried.weeks.reduce((sum, { count }) => sum + count, 0)).toBe(3);
    await dispatch.clear();
  });

  test("the preview of a rule for a team counts matching work orders assigned to people outside the team", async () => {
    const team = await dispatch.addTeam(building.landlord, {
      name: "Plumbers",
      propertyId: building.propertyId,
      memberIds: [dana.id],
    });
    expect(await tryFor(`category=Plumbing&teamId=${team.id}`)).toMatchObject({
      matched: 4,
      otherwise: 1,
      to: { name: "Plumbers", people: 1 },
    });
    await dispatch.clear();
  });

  test("a rule preview includes no work orders and no people outside the access scope", async () => {
    const response = await portal.call("GET", `/api/dispatch-rules/trial?assigneeId=${dana.id}`, {
      cookie: building.admin.cookie,
    });
    expect(response.json()).toMatchObject({ matched: 5 });
    expect(await dispatch.tryRule(building.landlord, `assigneeId=${dana.id}`)).toMatchObject({ matched: 5 });
    const other = await createPerson(portal.db, {
      role: "landlord",
      propertyIds: [await createProperty(portal.db)],
    });
    const cookie = await signInAs(portal.db, other);
    const foreign = await portal.call("GET", `/api/dispatch-rules/trial?assigneeId=${dana.id}`, { cookie });
    expect(foreign.statusCode).toBe(404);
    expect(foreign.body).not.toContain("Dana");
    const everywhere = await createPerson(portal.db, { role: "maintenance", hasAllProperties: true });
    expect(await dispatch.tryRule({ cookie }, `assigneeId=${everywhere.id}`)).toMatchObject({
      matched: 0,
      newest: [],
    });
  });
});
