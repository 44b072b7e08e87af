import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { SignedInCtx } from "#server/http/context.ts";
import { type SignedInPerson, startBuilding, type TestBuilding } from "#test/building.ts";
import { dispatchOf } from "#test/dispatching.ts";
import { readNotifications } from "#test/notifications.ts";
import { createPerson, createProperty, createUnit, signInAs } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import { registerTenant } from "#test/registering.ts";
import { categories } from "../categories.ts";
import { priorities } from "../priorities.ts";
import { assignByRules } from "./rules.ts";

let portal: TestPortal;
let building: TestBuilding;
let dispatch: ReturnType<typeof dispatchOf>;
let dana: SignedInPerson;
let elsewhereId: number;
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
  dispatch = dispatchOf(portal);
  elsewhereId = await createProperty(portal.db, { name: "Mill House" });
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

const toDana = (facts: object = {}) =>
  dispatch.addRule(building.landlord, {
    name: "Plumbing at Harbor House",
    propertyId: building.propertyId,
    assigneeId: dana.id,
    ...facts,
  });
const toTeam = async (facts: object = {}, memberIds = [dana.id, building.technician.id]) => {
  const team = await dispatch.addTeam(building.landlord, {
    name: "Plumbers",
    propertyId: building.propertyId,
    memberIds,
  });
  const rule = await dispatch.addRule(building.landlord, {
    name: "Water",
    propertyId: building.propertyId,
    teamId: team.id,
    ...facts,
  });
  return { team, rule };
};

describe("a new order", () => {
  test("is assigned by a rule in the same transaction, and the log says by which, as a deed of nobody", async () => {
    await toDana({ category: "Plumbing" });
    const order = await dispatch.report(building.tenant);
    expect(order).toMatchObject({
      assignee: { id: dana.id, fullName: "Dana Cole" },
      status: "open",
      version: 1,
    });
    expect((await dispatch.log(building.landlord, order.id))[0]).toEqual({
      message: 'Assigned to Dana Cole by the rule "Plumbing at Harbor House"',
      by: null,
    });
    // Tenants learn who comes, not how the staff are organised.
    expect((await dispatch.log(building.tenant, order.id))[0]?.message).toBe("Assigned to Dana Cole");
    const verified = await portal.call("GET", `/api/work-orders/${order.id}/verify`, {
      cookie: building.landlord.cookie,
    });
    expect(verified.json()).toMatchObject({ valid: true, entries: 2 });
  });

  test("is left alone while a rule is off", async () => {
    await toDana({ isOn: false });
    expect((await dispatch.report(building.tenant)).assignee).toBeNull();
  });

  test("is assigned by the first rule that matches, and a landlord's own go before those for every building", async () => {
    const all = await dispatch.addRule(building.admin, {
      name: "Everything",
      assigneeId: building.technician.id,
    });
    expect((await dispatch.report(building.tenant)).assignee?.id).toBe(building.technician.id);
    const first = await toDana({ name: "First" });
    const second = await toDana({ name: "Second", assigneeId: building.technician.id });
    expect((await dispatch.rules(building.admin)).map(({ id }) => id)).toEqual([first.id, second.id, all.id]);
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
    "of $category and $priority matches the category and the priorities of a rule, or any",
    async ({ category, priority }) => {
      await toDana({ category: "Other", priorities: ["low", "urgent"] });
      const isMatch =
        ["Other", "General", "Cleaning", "Security"].includes(category) &&
        ["low", "urgent"].includes(priority);
      const { assignee } = await dispatch.report(building.tenant, { category, priority });
      expect(assignee?.id).toBe(isMatch ? dana.id : undefined);
    },
  );

  test("of another building is not assigned by a rule for one, and by one for all buildings of a landlord where they are theirs", async () => {
    const { db } = portal;
    await db.insertInto("property_staff").values({ property_id: elsewhereId, user_id: dana.id }).execute();
    await toDana();
    const there = { propertyId: String(elsewhereId) };
    expect((await dispatch.report(building.admin, there)).assignee).toBeNull();
    await dispatch.clear();
    await toDana({ propertyId: null });
    expect((await dispatch.report(building.admin, there)).assignee).toBeNull();
    await db
      .insertInto("property_landlords")
      .values({ property_id: elsewhereId, user_id: building.landlord.id })
      .execute();
    expect((await dispatch.report(building.admin, there)).assignee?.id).toBe(dana.id);
    await db.deleteFrom("property_landlords").where("property_id", "=", elsewhereId).execute();
    await db.deleteFrom("property_staff").where("property_id", "=", elsewhereId).execute();
  });

  test.each([
    ["was disabled", { state: "disabled" as const }],
    ["has another role", { role: "tenant" as const }],
  ])("skips a rule whose person %s, and the next one assigns", async (_, change) => {
    const { db } = portal;
    const gone = await createPerson(db, { role: "maintenance", propertyIds: [building.propertyId] });
    await toDana({ name: "Skipped", assigneeId: gone.id });
    await toDana({ name: "Next" });
    await db.updateTable("users").set(change).where("id", "=", gone.id).execute();
    expect((await dispatch.report(building.tenant)).assignee?.id).toBe(dana.id);
    expect(await dispatch.rules(building.landlord)).toMatchObject([
      { name: "Skipped", problem: "person-left" },
      { name: "Next", problem: null },
    ]);
  });

  test("skips a rule whose person works in the building no longer, and a team with nobody there", async () => {
    const { db } = portal;
    const away = await createPerson(db, { role: "maintenance", propertyIds: [building.propertyId] });
    await toDana({ name: "Person", assigneeId: away.id });
    await toTeam({ name: "Team" }, [away.id]);
    await db.deleteFrom("property_staff").where("user_id", "=", away.id).execute();
    const order = await dispatch.report(building.tenant);
    expect([order.assignee, order.team]).toEqual([null, null]);
    expect(await dispatch.rules(building.landlord)).toMatchObject([
      { name: "Person", problem: "person-elsewhere" },
      { name: "Team", problem: "team-empty" },
    ]);
  });

  test("that awaits approval is assigned when its reporter is approved, and not before", async () => {
    const { db } = portal;
    await db
      .updateTable("properties")
      .set({ offers_registration: true })
      .where("id", "=", building.propertyId)
      .execute();
    await toDana();
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
      expect.stringContaining("is assigned to Dana Cole: Leaking tap"),
    ]);
    // Somebody decided by hand that nobody has it.
    expect((await dispatch.read(building.landlord, byHand.id)).assignee).toBeNull();
  });

  test("tells whom a rule gave it to once, and the others of the order and who has it", async () => {
    await toTeam();
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
      [building.landlord.id]: "New work order #: Leaking tap, given to the team Plumbers",
      [other.id]: "New work order #: Leaking tap, given to the team Plumbers",
      [dana.id]: "# is assigned to the team Plumbers: Leaking tap",
      [building.technician.id]: "# is assigned to the team Plumbers: Leaking tap",
    });
    await portal.db.deleteFrom("notifications").execute();
    await dispatch.report(building.tenant, { priority: "urgent" });
    expect((await texts())[dana.id]).toBe("New urgent work order #: Leaking tap, given to the team Plumbers");
    await portal.db.updateTable("users").set({ state: "disabled" }).where("id", "=", other.id).execute();
  });
});

test("rules cost a report one statement where none of them matches", async () => {
  await toDana({ category: "HVAC" });
  const order = await portal.db.selectFrom("work_orders").selectAll().limit(1).executeTakeFirstOrThrow();
  let statements = 0;
  const db = portal.db.withPlugin({
    transformQuery: ({ node }) => {
      statements += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  // The rest of the context is not read.
  expect(await assignByRules({ db } as SignedInCtx, order)).toBeUndefined();
  expect(statements).toBe(1);
});
