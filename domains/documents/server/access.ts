import { type RawBuilder, sql } from "kysely";
import { accessRule, type Viewer } from "#server/access/viewer.ts";
import type { AccessScope } from "#server/http/actor.ts";

/**
 * The documents `d` a viewer may see (ROLE-19). A tenant sees those for the building and those of their own current lease,
 * never of the bare unit, and their own uploads; a technician sees maintenance documents, and their own uploads.
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

/** The documents the user may change: a tenant or technician only their own, while they belong to the building. */
export function changeScope(accessScope: AccessScope): RawBuilder<boolean> {
  const { effectiveRole, leaseIds, userId } = accessScope;
  if (effectiveRole === "pending") return sql`false`;
  if (effectiveRole === "admin" || effectiveRole === "landlord") return documentScope(accessScope);
  const own = sql`d.created_by_id = ${userId} and ${documentScope(accessScope)}`;
  return effectiveRole === "tenant"
    ? sql`(${own} and d.lease_id = any(${leaseIds}::bigint[]))`
    : sql`(${own})`;
}
