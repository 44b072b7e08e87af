import { type RawBuilder, sql } from "kysely";
import { accessRule, type Viewer } from "#server/access/viewer.ts";
import type { AccessScope } from "#server/http/requests/actor.ts";

/**
 * The properties the viewer can access, as a condition on `properties p`. Tenants see the properties of their
 * current leases.
 */
export const propertyScope = (viewer: Viewer): RawBuilder<boolean> =>
  accessRule(viewer, ({ everywhere, propertyIds, leasedPropertyIds }) => ({
    admin: sql`true`,
    landlord: sql`p.id = any(${propertyIds})`,
    maintenance: sql`${everywhere} or p.id = any(${propertyIds})`,
    tenant: sql`p.id = any(${leasedPropertyIds})`,
    pending: sql`false`,
  }));

/** The units at the properties the user can access, as a condition on `units u`. */
export function unitPropertyScope(accessScope: AccessScope): RawBuilder<boolean> {
  if (accessScope.everywhere) return sql`true`;
  if (accessScope.effectiveRole === "tenant")
    return sql`u.property_id in (select p.id from properties p where ${propertyScope(accessScope)})`;
  return sql`u.property_id = any(${accessScope.propertyIds}::bigint[])`;
}

/**
 * The units the user can see at an accessible property, as a condition on `units u`. Tenants see only the
 * units they lease.
 */
export function unitScope({ effectiveRole, leaseIds }: AccessScope): RawBuilder<boolean> {
  return effectiveRole === "tenant"
    ? sql`u.id in (select lu.unit_id from open_lease_units lu where lu.lease_id = any(${leaseIds}::bigint[]))`
    : sql`true`;
}
