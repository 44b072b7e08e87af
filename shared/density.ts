import type { Role } from "./roles.ts";

/** How high rows and controls are with a mouse. For a thumb they are always high. */
export const densities = ["comfortable", "compact"] as const;
export type Density = (typeof densities)[number];

/** The density of people who haven't chosen one. Landlords and admins work through many rows. */
export const defaultDensity = (role: Role): Density =>
  role === "landlord" || role === "admin" ? "compact" : "comfortable";
