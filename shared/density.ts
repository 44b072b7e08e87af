import type { Role } from "./roles.ts";

/** The height of rows and controls when using a mouse. On touch screens they are always tall. */
export const densities = ["comfortable", "compact"] as const;
export type Density = (typeof densities)[number];

/** The density of people who haven't chosen one. Landlords and admins work through many rows. */
export const defaultDensity = (role: Role): Density =>
  role === "landlord" || role === "admin" ? "compact" : "comfortable";
