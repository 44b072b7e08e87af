import type { Role } from "#shared/permissions.ts";

/** Roles as people read them. */
export const roleLabels = {
  admin: "Admin",
  landlord: "Landlord",
  maintenance: "Maintenance Staff",
  tenant: "Tenant",
} as const satisfies Record<Role, string>;
