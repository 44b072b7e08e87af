import type { Endpoint } from "./http/endpoint.ts";
import { type Area, areaOf, grantOf } from "./permissions.ts";

/**
 * What personal API tokens may be given, by area of the API, and the most they may do there (requirements, "API tokens").
 * An area that is missing is closed to tokens, such as sign-in, the own account, invitations to others and mails with links.
 */
export const tokenAreas = {
  "work-orders": { label: "Work orders", most: "write" },
  dispatch: { label: "Teams and dispatch rules", most: "write" },
  documents: { label: "Documents", most: "write" },
  payments: { label: "Payments", most: "write" },
  ledger: { label: "Ledger", most: "write" },
  leases: { label: "Leases", most: "write" },
  terms: { label: "Terms of leases", most: "write" },
  companies: { label: "Companies", most: "write" },
  properties: { label: "Properties", most: "write" },
  units: { label: "Units", most: "write" },
  buildings: { label: "Choices of buildings", most: "read" },
  people: { label: "People", most: "read" },
  invitations: { label: "Invitations", most: "read" },
  reports: { label: "Reports", most: "read" },
  dashboard: { label: "Dashboard", most: "read" },
  search: { label: "Search in all records", most: "read" },
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

/** The scope that a token needs for a call; null when no token may make it, also for calls that need no sign-in. */
export function scopeFor({ action, method }: Pick<Endpoint, "action" | "method">): Scope | null {
  const scope = `${areaOf(action)}:${method === "GET" ? "read" : "write"}`;
  return grantOf("signedOut", action) === "no" ? (scopes.find((one) => one === scope) ?? null) : null;
}

export const isGiven = (given: readonly string[], needed: Scope): boolean =>
  given.includes(needed) || given.includes(needed.replace(/read$/, "write"));

/** `Work orders: read and write, Reports: read`. */
export const scopesInWords = (given: readonly Scope[]): string =>
  given
    .map((scope) => {
      const [area, what] = scope.split(":") as [TokenArea, "read" | "write"];
      return `${tokenAreas[area].label}: ${what === "write" ? "read and write" : "read"}`;
    })
    .join(", ");
