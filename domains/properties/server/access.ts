import { type RawBuilder, sql } from "kysely";
import type { Reach } from "#server/http/actor.ts";

/** The buildings within `reach`, as a condition on `properties p`; a tenant's are those of the running leases. */
export function propertyScope({ caller, everywhere, propertyIds, leaseIds }: Reach): RawBuilder<boolean> {
  if (everywhere) return sql`true`;
  if (caller === "tenant")
    return sql`p.id in (select l.property_id from leases l where l.id = any(${leaseIds}::bigint[]))`;
  return sql`p.id = any(${propertyIds}::bigint[])`;
}

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
