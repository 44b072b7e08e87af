import type { Endpoint } from "./http/endpoint.ts";
import { type Area, actions, type EffectiveRole, getActionArea, getGrant } from "./permissions.ts";

/**
 * The areas of the API that personal API tokens can be granted, with the highest permission (requirements,
 * "API tokens"). A missing area isn't available to tokens, such as sign-in, one's account, inviting others
 * and emails with links.
 */
export const tokenAreas = {
  "work-orders": { label: "Work orders", most: "write" },
  dispatch: { label: "Teams and dispatch rules", most: "write" },
  documents: { label: "Documents", most: "write" },
  payments: { label: "Payments", most: "write" },
  ledger: { label: "Ledger", most: "write" },
  leases: { label: "Leases", most: "write" },
  terms: { label: "Lease terms", most: "write" },
  companies: { label: "Companies", most: "write" },
  properties: { label: "Properties", most: "write" },
  units: { label: "Units", most: "write" },
  buildings: { label: "Property choices", most: "read" },
  people: { label: "People", most: "read" },
  invitations: { label: "Invitations", most: "read" },
  reports: { label: "Reports", most: "read" },
  dashboard: { label: "Dashboard", most: "read" },
  search: { label: "Search", most: "read" },
  notifications: { label: "Notifications", most: "read" },
  audit: { label: "Audit log", most: "read" },
} as const satisfies Partial<Record<Area, { label: string; most: "read" | "write" }>>;

export type TokenArea = keyof typeof tokenAreas;
/** `write` includes `read`. */
export type Scope = `${TokenArea}:${"read" | "write"}`;

export const areaNames = Object.keys(tokenAreas) as TokenArea[];
export const scopes: readonly Scope[] = areaNames.flatMap((area): Scope[] =>
  tokenAreas[area].most === "write" ? [`${area}:read`, `${area}:write`] : [`${area}:read`],
);

/**
 * Returns the scope a token needs for an endpoint. Null if no token can use it, or if it needs no sign-in.
 */
export function scopeFor({ action, method }: Pick<Endpoint, "action" | "method">): Scope | null {
  const scope = `${getActionArea(action)}:${method === "GET" ? "read" : "write"}`;
  return getGrant("signedOut", action) === "no" ? (scopes.find((known) => known === scope) ?? null) : null;
}

/** Returns the scopes of the areas in which this role can do something. A token can't hold others. */
export const scopesFor = (role: EffectiveRole): Scope[] =>
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
      const [area, what] = scope.split(":") as [TokenArea, "read" | "write"];
      return `${tokenAreas[area].label}: ${what === "write" ? "read and write" : "read"}`;
    })
    .join(", ");
