import { type RawBuilder, sql } from "kysely";
import { accessRule, type Viewer } from "#server/access/viewer.ts";
import type { Reach } from "#server/http/actor.ts";

/** The buildings within `reach`, as a condition on `properties p`; a tenant's are those of the running leases. */
export const propertyScope = (viewer: Viewer): RawBuilder<boolean> =>
  accessRule(viewer, ({ everywhere, propertyIds, leasedPropertyIds }) => ({
    admin: sql`true`,
    landlord: sql`p.id = any(${propertyIds})`,
    maintenance: sql`${everywhere} or p.id = any(${propertyIds})`,
    tenant: sql`p.id = any(${leasedPropertyIds})`,
    pending: sql`false`,
  }));

/** The units of the buildings within `reach`, as a condition on `units u`. */
export function unitPlaceScope(reach: Reach): RawBuilder<boolean> {
  if (reach.everywhere) return sql`true`;
  if (reach.caller === "tenant")
    return sql`u.property_id in (select p.id from properties p where ${propertyScope(reach)})`;
  return sql`u.property_id = any(${reach.propertyIds}::bigint[])`;
}

/** The units within `reach` of a building within reach, as a condition on `units u`. */
export function unitScope({ caller, leaseIds }: Reach): RawBuilder<boolean> {
  return caller === "tenant"
    ? sql`u.id in (select lu.unit_id from current_lease_units lu where lu.lease_id = any(${leaseIds}::bigint[]))`
    : sql`true`;
}
