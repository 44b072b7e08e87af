import { type RawBuilder, sql } from "kysely";
import type { AccessScope } from "../http/actor.ts";

/**
 * The people within the access scope, as a condition on `users u` (requirements, "Access scope"). For a landlord: the people
 * who claim, rent or rented units of their buildings, the staff of these buildings and their other landlords.
 */
export function personScope({ effectiveRole, propertyIds }: AccessScope): RawBuilder<boolean> {
  if (effectiveRole === "admin") return sql`true`;
  if (effectiveRole !== "landlord") return sql`false`;
  return sql`u.id in (${peopleOfBuildings(propertyIds)})`;
}

/** The ids of people who claim, rent or rented units of the buildings, work there or own them. The query starts from the buildings. */
export function peopleOfBuildings(propertyIds: readonly number[]): RawBuilder<unknown> {
  const own = sql`any(${propertyIds}::bigint[])`;
  return sql`select c.id from users c where c.claimed_property_id = ${own}
    union select m.user_id from lease_members m where m.property_id = ${own}
    union select s.user_id from property_staff s where s.property_id = ${own}
    union select l.user_id from property_landlords l where l.property_id = ${own}
    union select e.id from users e where e.all_buildings and ${propertyIds.length > 0}::boolean`;
}
