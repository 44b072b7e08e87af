import { signInAs } from "#test/people.ts";
import type { EndpointFixtures } from "./fixtures.ts";

type Caller = { id: number } | undefined;

const callers = {
  "signed out": () => undefined,
  "pending approval": ({ pendingTenant }) => pendingTenant,
  declined: ({ newPerson, unitId }) =>
    newPerson({ role: "tenant", state: "declined", requestedUnitId: unitId }),
  "the unit's tenant": ({ tenant }) => tenant,
  "another unit's tenant": ({ neighbor }) => neighbor,
  "a former tenant": ({ formerTenant }) => formerTenant,
  "another property's tenant": ({ otherPropertyTenant }) => otherPropertyTenant,
  "the property's technician": ({ technician }) => technician,
  "another property's technician": ({ otherTechnician }) => otherTechnician,
  "the property's landlord": ({ landlord }) => landlord,
  "another landlord": ({ otherLandlord }) => otherLandlord,
  "an admin": ({ admin }) => admin,
  "an admin disabled a moment ago": ({ newPerson }) => newPerson({ role: "admin", state: "disabled" }),
} as const satisfies Record<string, (fixtures: EndpointFixtures) => Caller | Promise<Caller>>;

export type CallerName = keyof typeof callers;
export const callerNames = Object.keys(callers) as CallerName[];

let cookies = new WeakMap<EndpointFixtures, Map<CallerName, string>>();

/** Returns the caller's session cookie: the same one until `forgetSessions`. Undefined if signed out. */
export async function cookieFor(fixtures: EndpointFixtures, caller: CallerName): Promise<string | undefined> {
  const known = cookies.get(fixtures) ?? new Map<CallerName, string>();
  cookies.set(fixtures, known);
  const cookie = known.get(caller);
  if (cookie !== undefined) return cookie;
  const person = await callers[caller](fixtures);
  if (person === undefined) return undefined;
  const newCookie = await signInAs(fixtures.portal.db, person, fixtures.portal.clock.now);
  known.set(caller, newCookie);
  return newCookie;
}

/** Makes the next requests use new sessions, after one that ended sessions or changed users. */
export const forgetSessions = (): void => {
  cookies = new WeakMap();
};

/** Whether the caller must not see the property's work orders. */
export const cannotSeeWorkOrders = (caller: CallerName): boolean =>
  !["the unit's tenant", "the property's technician", "the property's landlord", "an admin"].includes(caller);
