import { type RawBuilder, sql } from "kysely";
import type { AccessScope } from "../http/requests/actor.ts";

/**
 * The people within the access scope, as a condition on `users u` (requirements, "Access scope"). A landlord
 * can see the people who requested access to their properties, who lease or leased units there, and the staff
 * and other landlords of these properties.
 */
export function personScope({ effectiveRole, propertyIds }: AccessScope): RawBuilder<boolean> {
  if (effectiveRole === "admin") return sql`true`;
  if (effectiveRole !== "landlord") return sql`false`;
  return sql`u.id in (${selectPeopleAtProperties(propertyIds)})`;
}

/**
 * Selects the ids of the people at the properties: those who requested access, tenants past and present, staff,
 * and landlords. The query starts from the properties.
 */
export function selectPeopleAtProperties(propertyIds: readonly number[]): RawBuilder<unknown> {
  const anyPropertyId = sql`any(${propertyIds}::bigint[])`;
  return sql`select c.id from users c where c.requested_property_id = ${anyPropertyId}
    union select m.user_id from lease_members m where m.property_id = ${anyPropertyId}
    union select s.user_id from property_staff s where s.property_id = ${anyPropertyId}
    union select l.user_id from property_landlords l where l.property_id = ${anyPropertyId}
    union select e.id from users e where e.has_all_properties and ${propertyIds.length > 0}::boolean`;
}
