import { type RawBuilder, sql } from "kysely";
import { accessRule, type Viewer } from "#server/access/viewer.ts";
import type { AccessScope } from "#server/http/actor.ts";

/**
 * The documents `d` a viewer may see (ROLE-19). A tenant's are those of the building and of the own running lease, never of
 * the bare unit, and own uploads; a technician's are the documents of maintenance, and own uploads.
 */
export const documentScope = (viewer: Viewer): RawBuilder<boolean> =>
  accessRule(viewer, ({ userId, everywhere, propertyIds, leaseIds, leasedPropertyIds }) => {
    const own = sql`d.created_by_id = ${userId}`;
    return {
      admin: sql`true`,
      landlord: sql`d.property_id = any(${propertyIds})`,
      maintenance: sql`(${everywhere} or d.property_id = any(${propertyIds})) and (d.type = 'Maintenance' or ${own})`,
      tenant: sql`d.visibility = 'building' and d.property_id = any(${leasedPropertyIds})
        or d.visibility = 'lease' and d.lease_id = any(${leaseIds}) or ${own}`,
      pending: own,
    };
  });

/** Those of them that the user may change: a tenant and a technician their own, while they have to do with the building. */
export function changeScope(accessScope: AccessScope): RawBuilder<boolean> {
  const { effectiveRole, leaseIds, userId } = accessScope;
  if (effectiveRole === "pending") return sql`false`;
  if (effectiveRole === "admin" || effectiveRole === "landlord") return documentScope(accessScope);
  const own = sql`d.created_by_id = ${userId} and ${documentScope(accessScope)}`;
  return effectiveRole === "tenant"
    ? sql`(${own} and d.lease_id = any(${leaseIds}::bigint[]))`
    : sql`(${own})`;
}
