import { type RawBuilder, sql } from "kysely";
import type { Reach } from "#server/http/actor.ts";

/**
 * The people within `reach`, as a condition on `users u` (requirements, "Reach"): a landlord's are those who claim, rent or
 * rented units of the own buildings, who work there, and the landlords beside them.
 */
export function personScope({ caller, propertyIds }: Reach): RawBuilder<boolean> {
  if (caller === "admin") return sql`true`;
  if (caller !== "landlord") return sql`false`;
  return sql`u.id in (${peopleOfBuildings(propertyIds)})`;
}

/** The ids of those who claim, rent or rented units of the buildings, work there or own them, beginning from the buildings. */
export function peopleOfBuildings(propertyIds: readonly number[]): RawBuilder<unknown> {
  const own = sql`any(${propertyIds}::bigint[])`;
  return sql`select c.id from users c where c.claimed_property_id = ${own}
    union select m.user_id from lease_members m where m.property_id = ${own}
    union select s.user_id from property_staff s where s.property_id = ${own}
    union select l.user_id from property_landlords l where l.property_id = ${own}
    union select e.id from users e where e.all_buildings and ${propertyIds.length > 0}::boolean`;
}

/**
 * The invitations within `reach`, as a condition on `invitations i`: a landlord's are those of tenants and maintenance
 * staff to own buildings only, whoever made them.
 */
export function invitationScope({ caller, propertyIds }: Reach): RawBuilder<boolean> {
  if (caller === "admin") return sql`true`;
  if (caller !== "landlord") return sql`false`;
  const own = sql`${propertyIds}::bigint[]`;
  return sql`(i.role in ('tenant', 'maintenance') and not i.all_buildings
    and i.id in (select invitation_id from invitation_properties where property_id = any(${own}))
    and not exists (select from invitation_properties ip where ip.invitation_id = i.id and ip.property_id <> all(${own})))`;
}

/** Units whose claims the caller may decide on, as a condition on `units` under the name given. */
export const decidableUnits = ({ caller, propertyIds }: Reach, unit: string): RawBuilder<boolean> =>
  caller === "admin"
    ? sql`true`
    : sql`${sql.ref(`${unit}.property_id`)} = any(${caller === "landlord" ? propertyIds : []}::bigint[])`;
