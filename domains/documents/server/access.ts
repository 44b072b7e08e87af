import { type RawBuilder, sql } from "kysely";
import { accessRule, type Viewer } from "#server/access/viewer.ts";
import type { AccessScope } from "#server/http/requests/actor.ts";

/**
 * The documents `d` a viewer can see (ROLE-19). Tenants see documents for the whole building, documents of
 * their current lease (not of the unit itself), and their own uploads. Technicians see maintenance documents
 * and their own uploads.
 */
export const documentScope = (viewer: Viewer): RawBuilder<boolean> =>
  accessRule(viewer, ({ userId, everywhere, propertyIds, leaseIds, leasedPropertyIds }) => {
    const isUploader = sql`d.created_by_id = ${userId}`;
    return {
      admin: sql`true`,
      landlord: sql`d.property_id = any(${propertyIds})`,
      maintenance: sql`(${everywhere} or d.property_id = any(${propertyIds})) and (d.type = 'Maintenance' or ${isUploader})`,
      tenant: sql`d.visibility = 'building' and d.property_id = any(${leasedPropertyIds})
        or d.visibility = 'lease' and d.lease_id = any(${leaseIds}) or ${isUploader}`,
      pending: isUploader,
    };
  });

/**
 * The documents the user can change. Tenants and technicians can change only their own, and only while they
 * belong to the building.
 */
export function changeScope(accessScope: AccessScope): RawBuilder<boolean> {
  const { effectiveRole, leaseIds, userId } = accessScope;
  if (effectiveRole === "pending") return sql`false`;
  if (effectiveRole === "admin" || effectiveRole === "landlord") return documentScope(accessScope);
  const ownDocuments = sql`d.created_by_id = ${userId} and ${documentScope(accessScope)}`;
  return effectiveRole === "tenant"
    ? sql`(${ownDocuments} and d.lease_id = any(${leaseIds}::bigint[]))`
    : sql`(${ownDocuments})`;
}
