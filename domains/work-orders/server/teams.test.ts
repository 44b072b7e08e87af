import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type SignedInPerson, startBuilding, type TestBuilding } from "#test/building.ts";
import { dispatchOf } from "#test/dispatching.ts";
import { readNotifications } from "#test/notifications.ts";
import { createPerson, createProperty, type PersonFacts, signInAs } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import type { WorkOrderRow } from "../contract.ts";

let portal: TestPortal;
let building: TestBuilding;
let dispatch: ReturnType<typeof dispatchOf>;
let dana: SignedInPerson;
let outsider: SignedInPerson;
let team: { id: number };
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
  dispatch = dispatchOf(portal);
  const person = async (facts: PersonFacts): Promise<SignedInPerson> => {
    const created = await createPerson(portal.db, facts);
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

const given = async () => {
  const { id } = await dispatch.report(building.tenant);
  await portal.db.deleteFrom("notifications").execute();
  return dispatch.assign(building.landlord, id, { userId: null, teamId: team.id });
};
const listed = async ({ cookie }: SignedInPerson, query: string) =>
  (await portal.call("GET", `/api/work-orders?${query}`, { cookie })).json<WorkOrderRow[]>();
const statusOf = async ({ cookie }: SignedInPerson, id: number, body: object) =>
  (await portal.call("PUT", `/api/work-orders/${id}/assignee`, { cookie, body })).statusCode;

describe("an order of a team", () => {
  test("is offered where somebody of it works, and shows the team where there is no person", async () => {
    const order = await given();
    expect(order).toMatchObject({ assignee: null, team: { id: team.id, name: "Plumbers" } });
    const [row] = await listed(building.landlord, `teamId=${team.id}`);
    expect(row).toMatchObject({ id: order.id, team: { name: "Plumbers" } });
    const offered = async (id: number) =>
      (await portal.call("GET", `/api/work-orders/${id}/teams`, { cookie: building.admin.cookie })).json();
    expect(await offered(order.id)).toEqual([{ id: team.id, name: "Plumbers" }]);
    const elsewhere = await dispatch.report(building.admin, {
      propertyId: String(await createProperty(portal.db)),
    });
    expect(await offered(elsewhere.id)).toEqual([]);
    expect(await statusOf(building.admin, elsewhere.id, { userId: null, teamId: team.id })).toBe(400);
    expect(await statusOf(building.admin, order.id, { userId: dana.id, teamId: team.id })).toBe(400);
    const csv = await portal.call("GET", `/api/work-orders.csv?teamId=${team.id}`, {
      cookie: building.landlord.cookie,
    });
    expect(csv.body).toContain("Plumbers");
  });

  test("is found by each member as the team's to take, by managers too, and not as unassigned", async () => {
    const { id } = await given();
    const has = async (who: SignedInPerson, query: string) =>
      (await listed(who, query)).some((row) => row.id === id);
    expect(await has(dana, "assignee=team")).toBe(true);
    expect(await has(building.technician, "assignee=team")).toBe(true);
    expect(await has(outsider, "assignee=team")).toBe(false);
    expect(await has(building.landlord, "assignee=team")).toBe(true);
    expect(await has(building.landlord, "assignee=none")).toBe(false);
    await dispatch.assign(dana, id, { userId: dana.id });
    expect(await has(building.technician, "assignee=team")).toBe(false);
  });

  test("is taken by a member and stays the team's, also when it is handed back; others may not take it", async () => {
    const { id } = await given();
    expect((await dispatch.read(outsider, id)).may.assign).toBe("no");
    expect(await statusOf(outsider, id, { userId: outsider.id })).toBe(403);
    expect((await dispatch.read(dana, id)).may.assign).toBe("self");
    expect(await dispatch.assign(dana, id, { userId: dana.id })).toMatchObject({
      assignee: { id: dana.id },
      team: { id: team.id },
    });
    expect(await dispatch.assign(dana, id, { userId: null })).toMatchObject({
      assignee: null,
      team: { id: team.id },
    });
    expect(await statusOf(dana, id, { userId: null, teamId: null })).toBe(403);
    expect((await dispatch.log(dana, id)).map(({ message }) => message)).toEqual([
      "Handed back to the team Plumbers",
      "Assigned to Dana Cole",
      "Given to the team Plumbers",
      "Work order created",
    ]);
  });

  test("is started by a member, who takes it, and by nobody who is not in the team", async () => {
    const { id } = await given();
    const start = ({ cookie }: SignedInPerson) =>
      portal.call("POST", `/api/work-orders/${id}/work`, { cookie, body: { did: "start" } });
    const refused = await start(outsider);
    expect([refused.statusCode, refused.json().message]).toEqual([
      403,
      "This work order is for the team Plumbers, which you are not in.",
    ]);
    expect(await dispatch.read(outsider, id)).toMatchObject({ status: "open", assignee: null, times: [] });
    expect((await start(dana)).json()).toMatchObject({
      status: "in_progress",
      assignee: { id: dana.id },
      team: { id: team.id },
    });
  });

  test("leaves the team when it is assigned to somebody else by hand, or to nobody", async () => {
    const { id } = await given();
    expect(await dispatch.assign(building.landlord, id, { userId: outsider.id })).toMatchObject({
      assignee: { id: outsider.id },
      team: null,
    });
    await dispatch.assign(building.landlord, id, { userId: null, teamId: team.id });
    expect((await dispatch.assign(building.landlord, id, { userId: null, teamId: null })).team).toBeNull();
  });

  test("leaves the team when the week plans it for somebody else, and stays for one of the team", async () => {
    const { id } = await given();
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

  test("is told to its members once each, and again when it comes back to them", async () => {
    const { id } = await given();
    const told = async () => {
      const rows = await readNotifications(portal.db);
      await portal.db.deleteFrom("notifications").execute();
      return rows.map(({ user_id }) => user_id).sort((a, b) => a - b);
    };
    const inOrder = (...people: { id: number }[]) => people.map((one) => one.id).sort((a, b) => a - b);
    expect(await told()).toEqual(inOrder(building.tenant, dana, building.technician));
    await dispatch.assign(building.landlord, id, { userId: dana.id });
    await told();
    await dispatch.assign(dana, id, { userId: null });
    expect(await told()).toEqual(inOrder(building.tenant, building.technician));
  });

  const disable = async ({ id }: { id: number }) => {
    await portal.db.deleteFrom("notifications").execute();
    const disabled = await portal.call("POST", `/api/users/${id}/disable`, {
      cookie: building.admin.cookie,
      body: { reason: "Has moved away" },
    });
    expect(disabled.statusCode, disabled.body).toBe(200);
  };

  test("goes back to the team when its technician leaves; the others of it are told, nobody else", async () => {
    const leaver = await createPerson(portal.db, {
      role: "maintenance",
      fullName: "Gus Gone",
      propertyIds: [building.propertyId],
    });
    const { id } = await given();
    await portal.db.insertInto("team_members").values({ team_id: team.id, user_id: leaver.id }).execute();
    await dispatch.assign(building.landlord, id, { userId: leaver.id });
    await disable(leaver);
    const told = (await readNotifications(portal.db)).sort((a, b) => a.user_id - b.user_id);
    const text = `#WO-${String(id).padStart(4, "0")} is assigned to the team Plumbers, as Gus Gone does not work here any more: Leaking tap`;
    expect(told).toMatchObject([
      { user_id: building.technician.id, text },
      { user_id: dana.id, text },
    ]);
    expect(await dispatch.read(building.landlord, id)).toMatchObject({
      assignee: null,
      team: { id: team.id },
    });
    expect((await dispatch.log(dana, id))[0]?.message).toMatch(/^Handed back to the team Plumbers: /);
  });

  test("is unassigned when nobody of the team is left in the building, also if it waits to be taken; who runs the building is told", async () => {
    const { db } = portal;
    const elsewhereId = await createProperty(db);
    const [gus, other] = [
      await createPerson(db, {
        role: "maintenance",
        fullName: "Gus Gone",
        propertyIds: [building.propertyId, elsewhereId],
      }),
      await createPerson(db, { role: "maintenance", propertyIds: [elsewhereId] }),
    ];
    const { id: teamId } = await dispatch.addTeam(building.admin, {
      name: "Night shift",
      propertyId: null,
      memberIds: [gus.id, other.id],
    });
    const [taken, waiting] = [await dispatch.report(building.tenant), await dispatch.report(building.tenant)];
    const ofOther = await dispatch.report(building.admin, { propertyId: String(elsewhereId) });
    for (const { id } of [taken, waiting, ofOther])
      await dispatch.assign(building.admin, id, { userId: null, teamId });
    await dispatch.assign(building.admin, taken.id, { userId: gus.id });
    await disable(gus);
    const found = (await listed(building.landlord, `propertyId=${building.propertyId}&assignee=none`)).map(
      ({ id }) => id,
    );
    expect(found).toEqual(expect.arrayContaining([taken.id, waiting.id]));
    const why = "Gus Gone does not work here any more";
    for (const { id } of [taken, waiting]) {
      const order = await dispatch.read(outsider, id);
      expect(order).toMatchObject({ assignee: null, team: null, may: { assign: "self" } });
      expect((await dispatch.log(dana, id))[0]?.message).toBe(`Assignment taken back: ${why}`);
    }
    expect((await dispatch.read(building.admin, ofOther.id)).team?.id).toBe(teamId);
    expect(await readNotifications(db)).toMatchObject([
      {
        user_id: building.landlord.id,
        text: `2 work orders are not assigned any more, as ${why}`,
        link: `/work-orders?propertyId=${building.propertyId}&assignee=none`,
      },
    ]);
  });
});
