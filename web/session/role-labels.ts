import type { Role } from "#shared/permissions.ts";

/** The labels of the roles. */
export const roleLabels = {
  admin: "Admin",
  landlord: "Landlord",
  maintenance: "Maintenance Staff",
  tenant: "Tenant",
} as const satisfies Record<Role, string>;
