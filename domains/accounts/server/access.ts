import { type RawBuilder, sql } from "kysely";
import type { Reach } from "#server/http/actor.ts";

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
