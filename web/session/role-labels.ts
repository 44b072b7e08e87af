import type { Role } from "#shared/permissions.ts";

/** The roles in words. */
export const roleLabels = {
  admin: "Admin",
  landlord: "Landlord",
  maintenance: "Maintenance Staff",
  tenant: "Tenant",
} as const satisfies Record<Role, string>;
