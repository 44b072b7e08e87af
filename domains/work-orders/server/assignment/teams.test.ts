import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type SignedInPerson, startBuilding, type TestBuilding } from "#test/building.ts";
import { dispatchClient } from "#test/dispatch.ts";
import { readNotifications } from "#test/notifications.ts";
import { createPerson, createProperty, type PersonFields, signInAs } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import type { WorkOrderRow } from "../../contract.ts";

let portal: TestPortal;
let building: TestBuilding;
let dispatch: ReturnType<typeof dispatchClient>;
let dana: SignedInPerson;
let outsider: SignedInPerson;
let team: { id: number };
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
  dispatch = dispatchClient(portal);
  const person = async (fields: PersonFields): Promise<SignedInPerson> => {
    const created = await createPerson(portal.db, fields);
    return { ...created, cookie: await signInAs(portal.db, created) };
  };
  const propertyIds = [building.propertyId];
  dana = await person({ role: "maintenance", fullName: "Dana Cole", propertyIds });
  outsider = await person({ role: "maintenance", fullName: "Omar Outside", propertyIds });
  team = await dispatch.addTeam(building.landlord, {
    name: "Plumbers",
    propertyId: building.propertyId,
    memberIds: [dana.id, building.technician.id],
  });
});
afterAll(() => portal.close());
beforeEach(() => portal.db.deleteFrom("notifications").execute());

const assignToTeam = async () => {
  const { id } = await dispatch.report(building.tenant);
  await portal.db.deleteFrom("notifications").execute();
  return dispatch.assign(building.landlord, id, { userId: null, teamId: team.id });
};
const listWorkOrders = async ({ cookie }: SignedInPerson, query: string) =>
  (await portal.call("GET", `/api/work-orders?${query}`, { cookie })).json<WorkOrderRow[]>();
const tryAssign = async ({ cookie }: SignedInPerson, id: number, body: object) =>
  (await portal.call("PUT", `/api/work-orders/${id}/assignee`, { cookie, body })).statusCode;

describe("work orders of a team", () => {
  test("a team can be assigned at a property where a member works and is shown if there's no assignee", async () => {
    const order = await assignToTeam();
    expect(order).toMatchObject({ assignee: null, team: { id: team.id, name: "Plumbers" } });
    const [row] = await listWorkOrders(building.landlord, `teamId=${team.id}`);
    expect(row).toMatchObject({ id: order.id, team: { name: "Plumbers" } });
    const listTeams = async (id: number) =>
      (await portal.call("GET", `/api/work-orders/${id}/teams`, { cookie: building.admin.cookie })).json();
    expect(await listTeams(order.id)).toEqual([{ id: team.id, name: "Plumbers" }]);
    const otherOrder = await dispatch.report(building.admin, {
      propertyId: String(await createProperty(portal.db)),
    });
    expect(await listTeams(otherOrder.id)).toEqual([]);
    expect(await tryAssign(building.admin, otherOrder.id, { userId: null, teamId: team.id })).toBe(400);
    expect(await tryAssign(building.admin, order.id, { userId: dana.id, teamId: team.id })).toBe(400);
    const csv = await portal.call("GET", `/api/work-orders.csv?teamId=${team.id}`, {
      cookie: building.landlord.cookie,
    });
    expect(csv.body).toContain("Plumbers");
  });

  test("team members and managers can find a team's unclaimed work order, but it isn't listed as unassigned", async () => {
    const { id } = await assignToTeam();
    const has = async (who: SignedInPerson, query: string) =>
      (await listWorkOrders(who, query)).some((row) => row.id === id);
    expect(await has(dana, "assignee=team")).toBe(true);
    expect(await has(building.technician, "assignee=team")).toBe(true);
    expect(await has(outsider, "assignee=team")).toBe(false);
    expect(await has(building.landlord, "assignee=team")).toBe(true);
    expect(await has(building.landlord, "assignee=none")).toBe(false);
    await dispatch.assign(dana, id, { userId: dana.id });
    expect(await has(building.technician, "assignee=team")).toBe(false);
  });

  test("a work order taken by a member stays with the team even after it's released, and non-members can't take it", async () => {
    const { id } = await assignToTeam();
    expect((await dispatch.read(outsider, id)).can.assign).toBe("no");
    expect(await tryAssign(outsider, id, { userId: outsider.id })).toBe(403);
    expect((await dispatch.read(dana, id)).can.assign).toBe("self");
    expect(await dispatch.assign(dana, id, { userId: dana.id })).toMatchObject({
      assignee: { id: dana.id },
      team: { id: team.id },
    });
    expect(await dispatch.assign(dana, id, { userId: null })).toMatchObject({
      assignee: null,
      team: { id: team.id },
    });
    expect(await tryAssign(dana, id, { userId: null, teamId: null })).toBe(403);
    expect((await dispatch.log(dana, id)).map(({ message }) => message)).toEqual([
      "Returned to team Plumbers",
      "Assigned to Dana Cole",
      "Assigned to team Plumbers",
      "Work order created",
    ]);
  });

  test("a team member takes a work order by starting it, and non-members can't start it", async () => {
    const { id } = await assignToTeam();
    const start = ({ cookie }: SignedInPerson) =>
      portal.call("POST", `/api/work-orders/${id}/work`, { cookie, body: { step: "start" } });
    const rejected = await start(outsider);
    expect([rejected.statusCode, rejected.json().message]).toEqual([
      403,
      "This work order is for team Plumbers, and you're not on that team.",
    ]);
    expect(await dispatch.read(outsider, id)).toMatchObject({ status: "open", assignee: null, times: [] });
    expect((await start(dana)).json()).toMatchObject({
      status: "in_progress",
      assignee: { id: dana.id },
      team: { id: team.id },
    });
  });

  test("non-members can't pause or complete a team's work order unless they were already working on it", async () => {
    const { id } = await assignToTeam();
    const work = ({ cookie }: SignedInPerson, orderId: number, body: object) =>
      portal.call("POST", `/api/work-orders/${orderId}/work`, { cookie, body });
    await work(dana, id, { step: "start" });
    for (const body of [{ step: "start" }, { step: "pause", reason: "part" }, { step: "complete" }])
      expect((await work(outsider, id, body)).statusCode).toBe(403);
    const moved = await portal.call("PATCH", `/api/work-orders/${id}/status`, {
      cookie: outsider.cookie,
      body: { status: "completed" },
    });
    expect(moved.statusCode).toBe(403);
    expect(await dispatch.read(outsider, id)).toMatchObject({
      status: "in_progress",
      pause: null,
      can: { work: false, moveTo: [] },
    });
    expect(await dispatch.read(building.technician, id)).toMatchObject({ can: { work: true } });

    const { id: earlier } = await dispatch.report(building.tenant);
    await work(outsider, earlier, { step: "start" });
    await dispatch.assign(building.landlord, earlier, { userId: null, teamId: team.id });
    expect(await dispatch.read(outsider, earlier)).toMatchObject({ can: { work: true } });
    expect((await work(outsider, earlier, { step: "complete" })).json()).toMatchObject({
      status: "completed",
    });
  });

  test("a work order leaves the team when it's assigned to someone else or unassigned", async () => {
    const { id } = await assignToTeam();
    expect(await dispatch.assign(building.landlord, id, { userId: outsider.id })).toMatchObject({
      assignee: { id: outsider.id },
      team: null,
    });
    await dispatch.assign(building.landlord, id, { userId: null, teamId: team.id });
    expect((await dispatch.assign(building.landlord, id, { userId: null, teamId: null })).team).toBeNull();
  });

  test("a work order leaves the team when it's planned for a non-member and stays when it's planned for a member", async () => {
    const { id } = await assignToTeam();
    const plan = async (assigneeId: number) => {
      const response = await portal.call("PUT", `/api/work-orders/${id}/plan`, {
        cookie: building.landlord.cookie,
        body: { assigneeId, plannedOn: null, estimateMinutes: null },
      });
      expect(response.statusCode, response.body).toBe(200);
      return response.json<WorkOrderRow>();
    };
    expect((await plan(dana.id)).team?.id).toBe(team.id);
    expect((await plan(outsider.id)).team).toBeNull();
  });

  test("team members are notified once when a work order is assigned to the team, and again when it returns", async () => {
    const { id } = await assignToTeam();
    const takeRecipients = async () => {
      const rows = await readNotifications(portal.db);
      await portal.db.deleteFrom("notifications").execute();
      return rows.map(({ user_id }) => user_id).sort((a, b) => a - b);
    };
    const sortIds = (...people: { id: number }[]) => people.map((person) => person.id).sort((a, b) => a - b);
    expect(await takeRecipients()).toEqual(sortIds(building.tenant, dana, building.technician));
    await dispatch.assign(building.landlord, id, { userId: dana.id });
    await takeRecipients();
    await dispatch.assign(dana, id, { userId: null });
    expect(await takeRecipients()).toEqual(sortIds(building.tenant, building.technician));
  });

  const disable = async ({ id }: { id: number }) => {
    await portal.db.deleteFrom("notifications").execute();
    const disabled = await portal.call("POST", `/api/users/${id}/disable`, {
      cookie: building.admin.cookie,
      body: { reason: "Moved away" },
    });
    expect(disabled.statusCode, disabled.body).toBe(200);
  };

  test("when a technician leaves, the work order returns to the team, and only its other members are notified", async () => {
    const leaver = await createPerson(portal.db, {
      role: "maintenance",
      fullName: "Gus Gone",
      propertyIds: [building.propertyId],
    });
    const { id } = await assignToTeam();
    await portal.db.insertInto("team_members").values({ team_id: team.id, user_id: leaver.id }).execute();
    await dispatch.assign(building.landlord, id, { userId: leaver.id });
    await disable(leaver);
    const notifications = (await readNotifications(portal.db)).sort((a, b) => a.user_id - b.user_id);
    const text = `#WO-${String(id).padStart(4, "0")} is assigned to team Plumbers because Gus Gone is no longer on the team: Leaking faucet`;
    expect(notifications).toMatchObject([
      { user_id: building.technician.id, text },
      { user_id: dana.id, text },
    ]);
    expect(await dispatch.read(building.landlord, id)).toMatchObject({
      assignee: null,
      team: { id: team.id },
    });
    expect((await dispatch.log(dana, id))[0]?.message).toMatch(/^Returned to team Plumbers: /);
  });

  test("when a team has no members left at a property, even its unclaimed work orders there become unassigned, and the managers are notified", async () => {
    const { db } = portal;
    const otherPropertyId = await createProperty(db);
    const [gus, other] = [
      await createPerson(db, {
        role: "maintenance",
        fullName: "Gus Gone",
        propertyIds: [building.propertyId, otherPropertyId],
      }),
      await createPerson(db, { role: "maintenance", propertyIds: [otherPropertyId] }),
    ];
    const { id: teamId } = await dispatch.addTeam(building.admin, {
      name: "Night shift",
      propertyId: null,
      memberIds: [gus.id, other.id],
    });
    const [taken, unclaimed] = [
      await dispatch.report(building.tenant),
      await dispatch.report(building.tenant),
    ];
    const otherWorkOrder = await dispatch.report(building.admin, { propertyId: String(otherPropertyId) });
    for (const { id } of [taken, unclaimed, otherWorkOrder])
      await dispatch.assign(building.admin, id, { userId: null, teamId });
    await dispatch.assign(building.admin, taken.id, { userId: gus.id });
    await disable(gus);
    const unassigned = (
      await listWorkOrders(building.landlord, `propertyId=${building.propertyId}&assignee=none`)
    ).map(({ id }) => id);
    expect(unassigned).toEqual(expect.arrayContaining([taken.id, unclaimed.id]));
    const why = "Gus Gone is no longer on the team";
    for (const { id } of [taken, unclaimed]) {
      const order = await dispatch.read(outsider, id);
      expect(order).toMatchObject({ assignee: null, team: null, can: { assign: "self" } });
      expect((await dispatch.log(dana, id))[0]?.message).toBe(`Unassigned: ${why}`);
    }
    expect((await dispatch.read(building.admin, otherWorkOrder.id)).team?.id).toBe(teamId);
    expect(await readNotifications(db)).toMatchObject([
      {
        user_id: building.landlord.id,
        text: `2 work orders are now unassigned because ${why}`,
        link: `/work-orders?propertyId=${building.propertyId}&assignee=none`,
      },
    ]);
  });
});
