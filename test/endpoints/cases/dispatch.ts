import { access, type EndpointCases } from "../access.ts";
import type { EndpointFixtures } from "../fixtures.ts";

/** Creates a team with the property's technician. It's the only team, and there are no rules. */
const createTeam = async ({ portal: { db }, propertyId, technician }: EndpointFixtures): Promise<number> => {
  await db.deleteFrom("dispatch_rules").execute();
  await db.deleteFrom("teams").execute();
  const { id } = await db
    .insertInto("teams")
    .values({ name: "Plumbers", property_id: propertyId })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db.insertInto("team_members").values({ team_id: id, user_id: technician.id }).execute();
  return id;
};

/** Creates two rules for the property and returns the first. */
const createRule = async ({ portal: { db }, propertyId, technician }: EndpointFixtures): Promise<number> => {
  await db.deleteFrom("dispatch_rules").execute();
  const add = async (position: number) => {
    const { id } = await db
      .insertInto("dispatch_rules")
      .values({
        name: `Rule ${position}`,
        position,
        property_id: propertyId,
        assignee_id: technician.id,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    return id;
  };
  const first = await add(1);
  await add(2);
  return first;
};

const teamFields = ({ propertyId, technician }: EndpointFixtures) => ({
  name: "Night shift",
  propertyId,
  memberIds: [technician.id],
});

/** Cases for teams and dispatch rules. */
export const dispatchCases: EndpointCases = {
  "GET /api/teams": access.managers(),
  "POST /api/teams": access.managersAddToProperty((fixtures) => ({ body: teamFields(fixtures) })),
  "PATCH /api/teams/:id": access.propertyManagers(async (fixtures) => ({
    params: { id: await createTeam(fixtures) },
    body: teamFields(fixtures),
  })),
  "DELETE /api/teams/:id": access.propertyManagers(async (fixtures) => ({
    params: { id: await createTeam(fixtures) },
  })),
  "GET /api/dispatch-rules": access.managers(),
  "GET /api/dispatch-rules/trial": access.propertyManagers(({ propertyId, technician }) => ({
    query: `?propertyId=${propertyId}&assigneeId=${technician.id}`,
  })),
  "POST /api/dispatch-rules": access.managersAddToProperty(({ propertyId, technician }) => ({
    body: {
      name: "All repairs",
      propertyId,
      category: null,
      priorities: null,
      assigneeId: technician.id,
      teamId: null,
    },
  })),
  "PATCH /api/dispatch-rules/:id": access.propertyManagers(async (fixtures) => ({
    params: { id: await createRule(fixtures) },
    body: { isOn: true },
  })),
  "POST /api/dispatch-rules/:id/move": access.propertyManagers(async (fixtures) => ({
    params: { id: await createRule(fixtures) },
    body: { direction: "down" },
  })),
  "DELETE /api/dispatch-rules/:id": access.propertyManagers(async (fixtures) => ({
    params: { id: await createRule(fixtures) },
  })),
  "GET /api/dispatch-staff": access.managers(),
};
