import type { Place } from "./place.ts";
import type { Ask } from "./requests.ts";

/** A team of the building with its technician; there is no rule, and no other team. */
const freshTeam = async ({ portal: { db }, propertyId, technician }: Place): Promise<number> => {
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

/** Two rules of the building, the first of them. */
const freshRule = async ({ portal: { db }, propertyId, technician }: Place): Promise<number> => {
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

const teamFacts = ({ propertyId, technician }: Place) => ({
  name: "Night shift",
  propertyId,
  memberIds: [technician.id],
});

/** The calls of teams and dispatch rules, by method and path. */
export const dispatchRequests: Record<string, (place: Place) => Ask | Promise<Ask>> = {
  "GET /api/teams": () => ({}),
  "POST /api/teams": (place) => ({ body: teamFacts(place) }),
  "PATCH /api/teams/:id": async (place) => ({
    params: { id: await freshTeam(place) },
    body: teamFacts(place),
  }),
  "DELETE /api/teams/:id": async (place) => ({ params: { id: await freshTeam(place) } }),
  "GET /api/dispatch-rules": () => ({}),
  "GET /api/dispatch-rules/trial": ({ propertyId, technician }) => ({
    query: `?propertyId=${propertyId}&assigneeId=${technician.id}`,
  }),
  "POST /api/dispatch-rules": ({ propertyId, technician }) => ({
    body: {
      name: "All repairs",
      propertyId,
      category: null,
      priorities: null,
      assigneeId: technician.id,
      teamId: null,
    },
  }),
  "PATCH /api/dispatch-rules/:id": async (place) => ({
    params: { id: await freshRule(place) },
    body: { isOn: true },
  }),
  "POST /api/dispatch-rules/:id/move": async (place) => ({
    params: { id: await freshRule(place) },
    body: { direction: "down" },
  }),
  "DELETE /api/dispatch-rules/:id": async (place) => ({ params: { id: await freshRule(place) } }),
  "GET /api/dispatch-staff": () => ({}),
};
