import { signInAs } from "#test/people.ts";
import type { Place } from "./place.ts";

type Somebody = { id: number } | undefined;

/** The people who call. */
const actors = {
  "signed out": () => undefined,
  "waiting for approval": ({ pending }) => pending,
  refused: ({ newPerson, unitId }) => newPerson({ role: "tenant", state: "refused", claimedUnitId: unitId }),
  "the tenant of the unit": ({ tenant }) => tenant,
  "the tenant of another unit": ({ neighbour }) => neighbour,
  "a former tenant of the unit": ({ former }) => former,
  "a tenant of another building": ({ elsewhere }) => elsewhere,
  "assigned maintenance": ({ technician }) => technician,
  "maintenance of another building": ({ otherTechnician }) => otherTechnician,
  "the landlord of the building": ({ landlord }) => landlord,
  "the other landlord": ({ otherLandlord }) => otherLandlord,
  "an admin": ({ admin }) => admin,
  "an admin disabled a moment ago": ({ newPerson }) => newPerson({ role: "admin", state: "disabled" }),
} as const satisfies Record<string, (place: Place) => Somebody | Promise<Somebody>>;

export type ActorName = keyof typeof actors;
export const actorNames = Object.keys(actors) as ActorName[];

let cookies = new WeakMap<Place, Map<ActorName, string>>();

/** The cookie of a session of a person; the same each time until `forgetSessions`. */
export async function cookieFor(place: Place, actor: ActorName): Promise<string | undefined> {
  const known = cookies.get(place) ?? new Map<ActorName, string>();
  cookies.set(place, known);
  const cookie = known.get(actor);
  if (cookie !== undefined) return cookie;
  const person = await actors[actor](place);
  if (person === undefined) return undefined;
  const made = await signInAs(place.portal.db, person, place.portal.clock.now);
  known.set(actor, made);
  return made;
}

/** Forgets all sessions after a request that ended some or changed people, so that the next request uses new ones. */
export const forgetSessions = (): void => {
  cookies = new WeakMap();
};

/** Whether a person must not see the orders of the building. */
export const seesNoOrders = (actor: ActorName): boolean =>
  !["the tenant of the unit", "assigned maintenance", "the landlord of the building", "an admin"].includes(
    actor,
  );
