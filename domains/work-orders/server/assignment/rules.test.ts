import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { SignedInCtx } from "#server/http/context.ts";
import { type SignedInPerson, startBuilding, type TestBuilding } from "#test/building.ts";
import { dispatchClient } from "#test/dispatch.ts";
import { readNotifications } from "#test/notifications.ts";
import { createPerson, createProperty, createUnit, signInAs } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import { registerTenant } from "#test/registration.ts";
import { categories } from "../../categories.ts";
import { priorities } from "../../priorities.ts";
import { assignByRules } from "./rules.ts";

let portal: TestPortal;
let building: TestBuilding;
let dispatch: ReturnType<typeof dispatchClient>;
let dana: SignedInPerson;
let otherPropertyId: number;
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
  dispatch = dispatchClient(portal);
  otherPropertyId = await createProperty(portal.db, { name: "Mill House" });
  const created = await createPerson(portal.db, {
    role: "maintenance",
    fullName: "Dana Cole",
    propertyIds: [building.propertyId],
  });
  dana = { ...created, cookie: await signInAs(portal.db, created) };
});
afterAll(() => portal.close());
afterEach(async () => {
  await dispatch.clear();
  await portal.db.deleteFrom("notifications").execute();
});

const addRuleForDana = (fields: object = {}) =>
  dispatch.addRule(building.landlord, {
    name: "Plumbing at Harbor House",
    propertyId: building.propertyId,
    assigneeId: dana.id,
    ...fields,
  });
const addTeamWithRule = async (fields: object = {}, memberIds = [dana.id, building.technician.id]) => {
  const team = await dispatch.addTeam(building.landlord, {
    name: "Plumbers",
    propertyId: building.propertyId,
    memberIds,
  });
  const rule = await dispatch.addRule(building.landlord, {
    name: "Water",
    propertyId: building.propertyId,
    teamId: team.id,
    ...fields,
  });
  return { team, rule };
};

describe("rules for new work orders", () => {
  test("a rule assigns a new work order in the same transaction, and the log names the rule instead of a person", async () => {
    await addRuleForDana({ category: "Plumbing" });
    const order = await dispatch.report(building.tenant);
    expect(order).toMatchObject({
      assignee: { id: dana.id, fullName: "Dana Cole" },
      status: "open",
      version: 1,
    });
    expect((await dispatch.log(building.landlord, order.id))[0]).toEqual({
      message: "Assigned to Dana Cole by rule “Plumbing at Harbor House”",
      by: null,
    });
    // Tenants can see who will come, but not how staff are organized.
    expect((await dispatch.log(building.tenant, order.id))[0]?.message).toBe("Assigned to Dana Cole");
    const verified = await portal.call("GET", `/api/work-orders/${order.id}/verify`, {
      cookie: building.landlord.cookie,
    });
    expect(verified.json()).toMatchObject({ valid: true, entries: 2 });
  });

  test("a disabled rule doesn't assign work orders", async () => {
    await addRuleForDana({ isOn: false });
    expect((await dispatch.report(building.tenant)).assignee).toBeNull();
  });

  test("the first matching rule assigns the work order, and a landlord's rules come before those for all properties", async () => {
    const globalRule = await dispatch.addRule(building.admin, {
      name: "Everything",
      assigneeId: building.technician.id,
    });
    expect((await dispatch.report(building.tenant)).assignee?.id).toBe(building.technician.id);
    const first = await addRuleForDana({ name: "First" });
    const second = await addRuleForDana({ name: "Second", assigneeId: building.technician.id });
    expect((await dispatch.rules(building.admin)).map(({ id }) => id)).toEqual([
      first.id,
      second.id,
      globalRule.id,
    ]);
    expect((await dispatch.report(building.tenant)).assignee?.id).toBe(dana.id);
    await portal.call("POST", `/api/dispatch-rules/${second.id}/move`, {
      cookie: building.landlord.cookie,
      body: { direction: "up" },
    });
    expect((await dispatch.report(building.tenant)).assignee?.id).toBe(building.technician.id);
  });

  test.each([
    ...categories.map((category) => ({ category, priority: "urgent" })),
    ...priorities.map((priority) => ({ category: "Other", priority })),
  ])(
    "a $category work order with $priority priority is matched against a rule's category and priorities",
    async ({ category, priority }) => {
      await addRuleForDana({ category: "Other", priorities: ["low", "urgent"] });
      const isMatch =
        ["Other", "General", "Cleaning", "Security"].includes(category) &&
        ["low", "urgent"].includes(priority);
      const { assignee } = await dispatch.report(building.tenant, { category, priority });
      expect(assignee?.id).toBe(isMatch ? dana.id : undefined);
    },
  );

  test("a rule for one property doesn't apply to another, and a rule for a landlord's properties applies to all of them", async () => {
    const { db } = portal;
    await db
      .insertInto("property_staff")
      .values({ property_id: otherPropertyId, user_id: dana.id })
      .execute();
    await addRuleForDana();
    const atOtherProperty = { propertyId: String(otherPropertyId) };
    expect((await dispatch.report(building.admin, atOtherProperty)).assignee).toBeNull();
    await dispatch.clear();
    await addRuleForDana({ propertyId: null });
    expect((await dispatch.report(building.admin, atOtherProperty)).assignee).toBeNull();
    await db
      .insertInto("property_landlords")
      .values({ property_id: otherPropertyId, user_id: building.landlord.id })
      .execute();
    expect((await dispatch.report(building.admin, atOtherProperty)).assignee?.id).toBe(dana.id);
    await db.deleteFrom("property_landlords").where("property_id", "=", otherPropertyId).execute();
    await db.deleteFrom("property_staff").where("property_id", "=", otherPropertyId).execute();
  });

  test.each([
    ["was disabled", { state: "disabled" as const }],
    ["has a different role", { role: "tenant" as const }],
  ])("a rule is skipped if its person %s, and the next rule assigns the work order", async (_, change) => {
    const { db } = portal;
    const formerTechnician = await createPerson(db, {
      role: "maintenance",
      propertyIds: [building.propertyId],
    });
    await addRuleForDana({ name: "Skipped", assigneeId: formerTechnician.id });
    await addRuleForDana({ name: "Next" });
    await db.updateTable("users").set(change).where("id", "=", formerTechnician.id).execute();
    expect((await dispatch.report(building.tenant)).assignee?.id).toBe(dana.id);
    expect(await dispatch.rules(building.landlord)).toMatchObject([
      { name: "Skipped", problem: "person-left" },
      { name: "Next", problem: null },
    ]);
  });

  test("a rule is skipped if its person no longer works at the property or its team has no members there", async () => {
    const { db } = portal;
    const reassigned = await createPerson(db, { role: "maintenance", propertyIds: [building.propertyId] });
    await addRuleForDana({ name: "Person", assigneeId: reassigned.id });
    await addTeamWithRule({ name: "Team" }, [reassigned.id]);
    await db.deleteFrom("property_staff").where("user_id", "=", reassigned.id).execute();
    const order = await dispatch.report(building.tenant);
    expect([order.assignee, order.team]).toEqual([null, null]);
    expect(await dispatch.rules(building.landlord)).toMatchObject([
      { name: "Person", problem: "person-elsewhere" },
      { name: "Team", problem: "team-empty" },
    ]);
  });

  test("a work order awaiting approval is assigned once its requester is approved", async () => {
    const { db } = portal;
    await db
      .updateTable("properties")
      .set({ offers_registration: true })
      .where("id", "=", building.propertyId)
      .execute();
    await addRuleForDana();
    const unitId = await createUnit(db, building.propertyId);
    const person = await registerTenant(portal, unitId, { fullName: "Nova Newcomer" });
    const [first, byHand] = [await dispatch.report(person), await dispatch.report(person)];
    expect([first.assignee, first.awaitingApproval]).toEqual([null, true]);
    await dispatch.assign(building.landlord, byHand.id, { userId: building.technician.id });
    await dispatch.assign(building.landlord, byHand.id, { userId: null });
    await db.deleteFrom("notifications").execute();
    await portal.call("POST", `/api/users/${person.id}/approve`, {
      cookie: building.landlord.cookie,
      body: {},
    });
    expect((await dispatch.read(building.landlord, first.id)).assignee?.id).toBe(dana.id);
    expect((await readNotifications(db, dana.id)).map(({ text }) => text)).toEqual([
      expect.stringContaining("is assigned to Dana Cole: Leaking faucet"),
    ]);
    // Someone explicitly left it unassigned.
    expect((await dispatch.read(building.landlord, byHand.id)).assignee).toBeNull();
  });

  test("people assigned by a rule get one notification, and everyone else is notified of the work order and its assignee", async () => {
    await addTeamWithRule();
    const other = await createPerson(portal.db, { role: "maintenance", propertyIds: [building.propertyId] });
    await dispatch.report(building.tenant);
    const texts = async () =>
      Object.fromEntries(
        (await readNotifications(portal.db)).map(({ user_id, text }) => [
          user_id,
          text.replace(/#WO-\d+/, "#"),
        ]),
      );
    const rows = await readNotifications(portal.db);
    expect(new Set(rows.map(({ user_id }) => user_id)).size).toBe(rows.length);
    expect(await texts()).toEqual({
      [building.landlord.id]: "New work order #: Leaking faucet, assigned to team Plumbers",
      [other.id]: "New work order #: Leaking faucet, assigned to team Plumbers",
      [dana.id]: "# is assigned to team Plumbers: Leaking faucet",
      [building.technician.id]: "# is assigned to team Plumbers: Leaking faucet",
    });
    await portal.db.deleteFrom("notifications").execute();
    await dispatch.report(building.tenant, { priority: "urgent" });
    expect((await texts())[dana.id]).toBe(
      "New urgent work order #: Leaking faucet, assigned to team Plumbers",
    );
    await portal.db.updateTable("users").set({ state: "disabled" }).where("id", "=", other.id).execute();
  });
});

test("if no rule matches a new work order, applying the rules takes only one statement", async () => {
  await addRuleForDana({ category: "HVAC" });
  const order = await portal.db.selectFrom("work_orders").selectAll().limit(1).executeTakeFirstOrThrow();
  let statements = 0;
  const db = portal.db.withPlugin({
    transformQuery: ({ node }) => {
      statements += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  // The rest of the context isn't used.
  expect(await assignByRules({ db } as SignedInCtx, order)).toBeUndefined();
  expect(statements).toBe(1);
});
