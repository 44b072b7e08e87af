import type { Endpoint } from "./http/endpoint.ts";
import { type Area, actions, type EffectiveRole, getActionArea, getGrant } from "./permissions.ts";

/**
 * The areas of the API that personal API tokens can be granted, with the highest permission (requirements,
 * "API tokens"). Areas that aren't listed aren't available to tokens, such as sign-in, the user's own account,
 * invitations, and emails with links.
 */
export const tokenAreas = {
  "work-orders": { label: "Work orders", highest: "write" },
  dispatch: { label: "Teams and dispatch rules", highest: "write" },
  documents: { label: "Documents", highest: "write" },
  payments: { label: "Payments", highest: "write" },
  ledger: { label: "Ledger", highest: "write" },
  expenses: { label: "Operating expenses", highest: "write" },
  recoveries: { label: "Recoveries", highest: "write" },
  leases: { label: "Leases", highest: "write" },
  terms: { label: "Lease terms", highest: "write" },
  companies: { label: "Companies", highest: "write" },
  properties: { label: "Properties", highest: "write" },
  units: { label: "Units", highest: "write" },
  buildings: { label: "Property choices", highest: "read" },
  people: { label: "People", highest: "read" },
  invitations: { label: "Invitations", highest: "read" },
  reports: { label: "Reports", highest: "read" },
  dashboard: { label: "Dashboard", highest: "read" },
  search: { label: "Search", highest: "read" },
  notifications: { label: "Notifications", highest: "read" },
  audit: { label: "Audit log", highest: "read" },
} as const satisfies Partial<Record<Area, { label: string; highest: "read" | "write" }>>;

export type TokenArea = keyof typeof tokenAreas;
/** `write` includes `read`. */
export type Scope = `${TokenArea}:${"read" | "write"}`;

export const areaNames = Object.keys(tokenAreas) as TokenArea[];
export const scopes: readonly Scope[] = areaNames.flatMap((area): Scope[] =>
  tokenAreas[area].highest === "write" ? [`${area}:read`, `${area}:write`] : [`${area}:read`],
);

/**
 * Returns the scope a token needs for an endpoint. Null if no token can use it, or if it needs no sign-in.
 */
export function getRequiredScope({ action, method }: Pick<Endpoint, "action" | "method">): Scope | null {
  const scope = `${getActionArea(action)}:${method === "GET" ? "read" : "write"}`;
  return getGrant("signedOut", action) === "no" ? (scopes.find((known) => known === scope) ?? null) : null;
}

/** Returns the scopes of the areas in which this role can do something. A token can't hold others. */
export const getUsableScopes = (role: EffectiveRole): Scope[] =>
  areaNames.flatMap((area) => {
    const isUsable = actions.some(
      (action) => getActionArea(action) === area && getGrant(role, action) !== "no",
    );
    return isUsable ? scopes.filter((scope) => scope.startsWith(`${area}:`)) : [];
  });

export const isGranted = (given: readonly string[], needed: Scope): boolean =>
  given.includes(needed) || given.includes(needed.replace(/read$/, "write"));

/** Formats scopes like `Work orders: read and write, Reports: read`. */
export const formatScopes = (given: readonly Scope[]): string =>
  given
    .map((scope) => {
      const [area, access] = scope.split(":") as [TokenArea, "read" | "write"];
      return `${tokenAreas[area].label}: ${access === "write" ? "read and write" : "read"}`;
    })
    .join(", ");
