import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type SignedInPerson, startBuilding, type TestBuilding } from "#test/building.ts";
import { dispatchClient } from "#test/dispatch.ts";
import { openEventStream } from "#test/event-stream.ts";
import { createPerson, createProperty, type PersonFields, signInAs } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import type { Rule, Team } from "../contract.ts";

let portal: TestPortal;
let building: TestBuilding;
let dispatch: ReturnType<typeof dispatchClient>;
/** At another property, with a different landlord. */
let otherPropertyId: number;
let otherLandlord: SignedInPerson;
let otherTechnician: SignedInPerson;
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
  dispatch = dispatchClient(portal);
  otherPropertyId = await createProperty(portal.db, { name: "Mill House" });
  const person = async (facts: PersonFields): Promise<SignedInPerson> => {
    const created = await createPerson(portal.db, { ...facts, propertyIds: [otherPropertyId] });
    return { ...created, cookie: await signInAs(portal.db, created) };
  };
  otherLandlord = await person({ role: "landlord", fullName: "Otto Owner" });
  otherTechnician = await person({ role: "maintenance", fullName: "Olga Otter" });
});
afterAll(() => portal.close());
afterEach(() => dispatch.clear());

const send = async (
  { cookie }: { cookie: string },
  method: "POST" | "PATCH" | "DELETE" | "GET",
  path: string,
  body?: object,
) => {
  const response = await portal.call(method, path, { cookie, ...(body === undefined ? {} : { body }) });
  return {
    status: response.statusCode,
    body: response.json<{ message: string; fields?: object; current?: object }>(),
  };
};
const ruleFacts = (facts: object = {}) => ({
  name: "All repairs",
  propertyId: building.propertyId,
  category: null,
  priorities: null,
  assigneeId: building.technician.id,
  teamId: null,
  ...facts,
});
const teamFacts = (facts: object = {}) => ({
  name: "Plumbers",
  propertyId: building.propertyId,
  memberIds: [building.technician.id],
  ...facts,
});
const audited = async () =>
  (await portal.db.selectFrom("audit_log").select("action").orderBy("id").execute()).map(
    ({ action }) => action,
  );

describe("access to rules and teams", () => {
  test("a landlord sees rules for their own properties and can read rules for all properties", async () => {
    const own = await dispatch.addRule(building.landlord, ruleFacts());
    const everywhere = await dispatch.addRule(building.admin, ruleFacts({ name: "Rest", propertyId: null }));
    const others = await dispatch.addRule(
      building.admin,
      ruleFacts({ propertyId: otherPropertyId, assigneeId: otherTechnician.id }),
    );
    expect(await dispatch.rules(building.landlord)).toMatchObject([
      { id: own.id, property: { name: "Harbor House" }, can: { edit: true } },
      { id: everywhere.id, property: null, landlord: null, can: { edit: false } },
    ]);
    expect(
      (await send(building.landlord, "PATCH", `/api/dispatch-rules/${others.id}`, { isOn: false })).status,
    ).toBe(404);
    expect((await send(building.landlord, "DELETE", `/api/dispatch-rules/${everywhere.id}`)).status).toBe(
      403,
    );
    expect((await dispatch.rules(building.admin)).map(({ can }) => can.edit)).toEqual([true, true, true]);
  });

  test("a rule for all of a landlord's properties still belongs to that landlord after someone else edits it", async () => {
    const rule = await dispatch.addRule(building.landlord, ruleFacts({ propertyId: null }));
    expect(rule.landlord).toEqual({ id: building.landlord.id, fullName: "Lena Landlord" });
    const { body } = await send(building.admin, "PATCH", `/api/dispatch-rules/${rule.id}`, {
      name: "Renamed",
      propertyId: null,
    });
    expect(body).toMatchObject({ name: "Renamed", landlord: { id: building.landlord.id } });
    expect(await dispatch.rules(otherLandlord)).toEqual([]);
  });

  test("a landlord sees only the team members at their own properties and can't edit a team that also covers other properties", async () => {
    const team = await dispatch.addTeam(
      building.admin,
      teamFacts({
        propertyId: null,
        memberIds: [building.technician.id, otherTechnician.id],
      }),
    );
    const [seen] = await dispatch.teams(building.landlord);
    expect(seen).toMatchObject({
      canEdit: false,
      members: [{ fullName: "Theo Technician", canTakeWorkOrders: true }],
    });
    expect((await send(building.landlord, "PATCH", `/api/teams/${team.id}`, teamFacts())).status).toBe(403);
    expect((await dispatch.teams(building.admin))[0]?.members.length).toBe(2);
  });

  test("a landlord can select only staff at their own properties", async () => {
    expect((await send(building.landlord, "GET", "/api/dispatch-staff")).body).toEqual([
      {
        id: building.technician.id,
        fullName: "Theo Technician",
        everywhere: false,
        propertyIds: [building.propertyId],
      },
    ]);
  });
});

describe("assignment rules", () => {
  test("a rule without a person or team, or with both, is rejected", async () => {
    const team = await dispatch.addTeam(building.landlord, teamFacts());
    for (const target of [{ assigneeId: null }, { teamId: team.id }])
      expect(
        (await send(building.landlord, "POST", "/api/dispatch-rules", ruleFacts(target))).body.fields,
      ).toEqual({
        assigneeId: "Please select a person or a team",
      });
  });

  test.each([
    [{ assigneeId: 999_999_999 }, { assigneeId: "This person isn't assigned to that property." }],
    [{ assigneeId: null, teamId: 999_999_999 }, { teamId: "No one on this team works there." }],
  ])("a rule with %j, which doesn't exist, is rejected on create and update", async (target, fields) => {
    const added = await send(building.landlord, "POST", "/api/dispatch-rules", ruleFacts(target));
    expect([added.status, added.body.fields]).toEqual([400, fields]);
    const { id } = await dispatch.addRule(building.landlord, ruleFacts());
    const changed = await send(building.landlord, "PATCH", `/api/dispatch-rules/${id}`, target);
    expect([changed.status, changed.body.fields]).toEqual([400, fields]);
  });

  test("a rule is rejected if its person, or no one in its team, works at its properties", async () => {
    const person = await send(
      building.landlord,
      "POST",
      "/api/dispatch-rules",
      ruleFacts({ assigneeId: otherTechnician.id }),
    );
    expect(person.body.fields).toEqual({ assigneeId: "This person isn't assigned to that property." });
    const team = await dispatch.addTeam(
      otherLandlord,
      teamFacts({ propertyId: otherPropertyId, memberIds: [otherTechnician.id] }),
    );
    const ofTeam = await send(
      building.landlord,
      "POST",
      "/api/dispatch-rules",
      ruleFacts({ assigneeId: null, teamId: team.id }),
    );
    expect(ofTeam.body.fields).toEqual({ teamId: "No one on this team works there." });
    const noBuilding = await createPerson(portal.db, { role: "landlord" });
    const cookie = await signInAs(portal.db, noBuilding);
    expect(
      (await send({ cookie }, "POST", "/api/dispatch-rules", ruleFacts({ propertyId: null }))).status,
    ).toBe(400);
  });

  test("a new rule is off; a rule with a problem can be renamed and turned off but not on", async () => {
    const leaver = await createPerson(portal.db, { role: "maintenance", propertyIds: [building.propertyId] });
    const rule = await dispatch.addRule(building.landlord, ruleFacts({ assigneeId: leaver.id, isOn: false }));
    expect(rule.isOn).toBe(false);
    await portal.db.updateTable("users").set({ state: "disabled" }).where("id", "=", leaver.id).execute();
    const path = `/api/dispatch-rules/${rule.id}`;
    expect((await send(building.landlord, "PATCH", path, { isOn: true })).status).toBe(400);
    expect((await send(building.landlord, "PATCH", path, { name: "Old" })).body).toMatchObject({
      name: "Old",
      problem: "person-left",
    });
    const fixed = await send(building.landlord, "PATCH", path, {
      assigneeId: building.technician.id,
      isOn: true,
    });
    expect(fixed.body).toMatchObject({ problem: null, isOn: true });
    expect((await send(building.landlord, "PATCH", path, { isOn: false })).body).toMatchObject({
      isOn: false,
    });
  });

  test("a rule lists the properties where it is skipped", async () => {
    const secondId = await createProperty(portal.db, { name: "Annex" });
    const { db } = portal;
    await db
      .insertInto("property_landlords")
      .values({ property_id: secondId, user_id: building.landlord.id })
      .execute();
    const rule = await dispatch.addRule(building.landlord, ruleFacts({ propertyId: null }));
    expect(rule).toMatchObject({ problem: null, skippedIn: { count: 1, names: ["Annex"] } });
    await db.deleteFrom("property_landlords").where("property_id", "=", secondId).execute();
  });

  test("updating an outdated version of a rule is rejected, and the response contains the current version", async () => {
    const rule = await dispatch.addRule(building.landlord, ruleFacts());
    const stale = await portal.call("PATCH", `/api/dispatch-rules/${rule.id}`, {
      cookie: building.admin.cookie,
      headers: { "if-match": String(rule.version - 1) },
      body: { name: "Mine" },
    });
    expect(stale.statusCode).toBe(409);
    expect(stale.json<{ message: string; current: Rule }>()).toMatchObject({
      message: "Lena Landlord changed this rule after you opened it.",
      current: { name: "All repairs" },
    });
  });

  test("a rule moves only among the rules the user can edit, and the audit log records all rule and team changes", async () => {
    const before = await audited();
    const [first, second] = [
      await dispatch.addRule(building.landlord, ruleFacts({ name: "First", isOn: false })),
      await dispatch.addRule(building.landlord, ruleFacts({ name: "Second" })),
    ];
    expect(await dispatch.rules(building.landlord)).toMatchObject([
      { id: first.id, can: { moveUp: false, moveDown: true } },
      { id: second.id, can: { moveUp: true, moveDown: false } },
    ]);
    const moved = await send(building.landlord, "POST", `/api/dispatch-rules/${first.id}/move`, {
      direction: "down",
    });
    expect(moved.body).toMatchObject([{ id: second.id }, { id: first.id }]);
    await send(building.landlord, "PATCH", `/api/dispatch-rules/${second.id}`, {
      isOn: false,
      priorities: ["high"],
    });
    await send(building.landlord, "DELETE", `/api/dispatch-rules/${second.id}`);
    const team = await dispatch.addTeam(building.landlord, teamFacts());
    await send(building.landlord, "PATCH", `/api/teams/${team.id}`, teamFacts({ name: "Night shift" }));
    await send(building.landlord, "DELETE", `/api/teams/${team.id}`);
    expect((await audited()).slice(before.length)).toEqual([
      "dispatch-rule.created",
      "dispatch-rule.created",
      "dispatch-rule.switched-on",
      "dispatch-rule.moved",
      "dispatch-rule.edited",
      "dispatch-rule.switched-off",
      "dispatch-rule.deleted",
      "team.created",
      "team.edited",
      "team.deleted",
    ]);
  });

  test("replacing a rule's person or team with one of the same name creates a new version and a log entry; a person at another property is rejected", async () => {
    const { landlord, propertyId, technician } = building;
    const namesake = (propertyIds: number[]) =>
      createPerson(portal.db, { role: "maintenance", fullName: technician.fullName, propertyIds });
    const [atProperty, atOtherProperty] = [await namesake([propertyId]), await namesake([otherPropertyId])];
    const [team, other] = [
      await dispatch.addTeam(landlord, teamFacts()),
      await dispatch.addTeam(landlord, teamFacts()),
    ];
    const rule = await dispatch.addRule(landlord, ruleFacts());
    const before = await audited();
    const change = (target: object) => send(landlord, "PATCH", `/api/dispatch-rules/${rule.id}`, target);
    expect((await change({ assigneeId: atOtherProperty.id })).body.fields).toEqual({
      assigneeId: "This person isn't assigned to that property.",
    });
    const version = (after: number) => rule.version + after;
    expect((await change({ assigneeId: atProperty.id })).body).toMatchObject({
      assignee: { id: atProperty.id },
      version: version(1),
    });
    await change({ assigneeId: null, teamId: team.id });
    expect((await change({ teamId: other.id })).body).toMatchObject({
      team: { id: other.id },
      version: version(3),
    });
    expect((await audited()).slice(before.length)).toEqual(Array(3).fill("dispatch-rule.edited"));
  });

  test("managers' open pages show rule and team changes right away", async () => {
    const address = await portal.app.listen({ port: 0, host: "127.0.0.1" });
    const stream = await openEventStream(address, building.landlord.cookie);
    await dispatch.addTeam(building.admin, teamFacts());
    expect(await stream.received(({ kind }) => kind === "dispatch")).toEqual({ kind: "dispatch" });
    stream.close();
    await stream.ended;
  });
});

describe("teams", () => {
  test("a team needs at least one member, and only maintenance staff at its properties can be members", async () => {
    for (const memberIds of [[otherTechnician.id], [building.tenant.id], []])
      expect((await send(building.landlord, "POST", "/api/teams", teamFacts({ memberIds }))).status).toBe(
        400,
      );
  });

  test("a team shows which members no longer get work orders and how many work orders are unclaimed", async () => {
    const leaver = await createPerson(portal.db, {
      role: "maintenance",
      fullName: "Zoe Zest",
      propertyIds: [building.propertyId],
    });
    const team = await dispatch.addTeam(
      building.landlord,
      teamFacts({ memberIds: [building.technician.id, leaver.id] }),
    );
    const order = await dispatch.report(building.tenant);
    await dispatch.assign(building.landlord, order.id, { userId: null, teamId: team.id });
    await portal.db.deleteFrom("property_staff").where("user_id", "=", leaver.id).execute();
    expect((await dispatch.teams(building.admin))[0]).toMatchObject({
      waiting: 1,
      members: [
        { fullName: "Theo Technician", canTakeWorkOrders: true },
        { fullName: "Zoe Zest", canTakeWorkOrders: false },
      ],
    });
  });

  test("a team for all properties shows a landlord only the unclaimed work orders at the landlord's own properties", async () => {
    const team = await dispatch.addTeam(
      building.admin,
      teamFacts({ propertyId: null, memberIds: [building.technician.id, otherTechnician.id] }),
    );
    const own = await dispatch.report(building.tenant);
    const other = await dispatch.report(building.admin, { propertyId: String(otherPropertyId) });
    for (const { id } of [own, other])
      await dispatch.assign(building.admin, id, { userId: null, teamId: team.id });
    const waiting = async (who: { cookie: string }) =>
      (await dispatch.teams(who)).find(({ id }) => id === team.id)?.waiting;
    expect([await waiting(building.admin), await waiting(building.landlord)]).toEqual([2, 1]);
  });

  test("a team that no rule uses can be deleted; its unclaimed work orders become unassigned, and their logs say why", async () => {
    const team = await dispatch.addTeam(building.landlord, teamFacts());
    const rule = await dispatch.addRule(
      building.landlord,
      ruleFacts({ name: "Water", assigneeId: null, teamId: team.id }),
    );
    const order = await dispatch.report(building.tenant);
    expect(order.team?.id).toBe(team.id);
    const rejected = await send(building.landlord, "DELETE", `/api/teams/${team.id}`);
    expect(rejected).toMatchObject({
      status: 409,
      body: {
        message: "Rule “Water” assigns work orders to this team. Change or delete the rule first.",
      },
    });
    await send(building.landlord, "DELETE", `/api/dispatch-rules/${rule.id}`);
    expect((await send(building.landlord, "DELETE", `/api/teams/${team.id}`)).status).toBe(200);
    expect((await dispatch.read(building.landlord, order.id)).team).toBeNull();
    expect((await dispatch.log(building.landlord, order.id))[0]?.message).toBe(
      "Unassigned: team Plumbers was deleted",
    );
  });

  test("a team that no longer has members at a property loses its work orders there, and the managers are notified", async () => {
    const { admin, landlord, tenant, technician, propertyId } = building;
    const everywhere = (memberIds: number[]) => teamFacts({ propertyId: null, memberIds });
    const team = await dispatch.addTeam(admin, everywhere([technician.id, otherTechnician.id]));
    const own = await dispatch.report(tenant);
    const other = await dispatch.report(admin, { propertyId: String(otherPropertyId) });
    const taken = await dispatch.report(tenant);
    for (const { id } of [own, other, taken])
      await dispatch.assign(admin, id, { userId: null, teamId: team.id });
    await dispatch.assign(technician, taken.id, { userId: technician.id });
    await portal.db.deleteFrom("notifications").execute();

    expect(
      (await send(admin, "PATCH", `/api/teams/${team.id}`, everywhere([otherTechnician.id]))).status,
    ).toBe(200);
    expect((await dispatch.read(admin, own.id)).team).toBeNull();
    expect((await dispatch.read(admin, other.id)).team?.id).toBe(team.id);
    const reason = "no one on team Plumbers works there anymore";
    expect((await dispatch.log(landlord, own.id))[0]?.message).toBe(`Unassigned: ${reason}`);
    const notified = await portal.db.selectFrom("notifications").select(["user_id", "property_id"]).execute();
    expect(notified).toEqual([{ user_id: landlord.id, property_id: propertyId }]);

    // A work order someone has claimed stays theirs. Released, it becomes unassigned.
    expect(await dispatch.read(admin, taken.id)).toMatchObject({ assignee: { id: technician.id } });
    await dispatch.assign(technician, taken.id, { userId: null });
    expect(await dispatch.read(admin, taken.id)).toMatchObject({ assignee: null, team: null });
  });

  test("replacing a member with someone of the same name creates a new version and a log entry", async () => {
    const { landlord, propertyId, technician } = building;
    const namesake = await createPerson(portal.db, {
      role: "maintenance",
      fullName: technician.fullName,
      propertyIds: [propertyId],
    });
    const team = await dispatch.addTeam(landlord, teamFacts());
    const before = await audited();
    const changed = teamFacts({ memberIds: [namesake.id] });
    const { body } = await send(landlord, "PATCH", `/api/teams/${team.id}`, changed);
    expect(body).toMatchObject({ members: [{ id: namesake.id }], version: team.version + 1 });
    expect((await send(landlord, "PATCH", `/api/teams/${team.id}`, changed)).body).toMatchObject({
      version: team.version + 1,
    });
    expect((await audited()).slice(before.length)).toEqual(["team.edited"]);
  });

  test("an outdated version of a team doesn't overwrite the current version", async () => {
    const team = await dispatch.addTeam(building.landlord, teamFacts());
    const stale = await portal.call("PATCH", `/api/teams/${team.id}`, {
      cookie: building.admin.cookie,
      headers: { "if-match": "7" },
      body: teamFacts({ name: "Mine" }),
    });
    expect(stale.json<{ current: Team }>()).toMatchObject({ current: { name: "Plumbers" } });
  });
});
