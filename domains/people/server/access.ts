import { type RawBuilder, sql } from "kysely";
import type { AccessScope } from "#server/http/requests/actor.ts";

/**
 * The invitations within the access scope, as a condition on `invitations i`. Landlords see invitations for
 * tenants and maintenance staff that cover only their own properties, regardless of who sent them.
 */
export function invitationScope({ effectiveRole, propertyIds }: AccessScope): RawBuilder<boolean> {
  if (effectiveRole === "admin") return sql`true`;
  if (effectiveRole !== "landlord") return sql`false`;
  const myPropertyIds = sql`${propertyIds}::bigint[]`;
  return sql`(i.role in ('tenant', 'maintenance') and not i.has_all_properties
    and i.id in (select invitation_id from invitation_properties where property_id = any(${myPropertyIds}))
    and not exists (select from invitation_properties ip where ip.invitation_id = i.id and ip.property_id <> all(${myPropertyIds})))`;
}

/** The units whose access requests the user can decide, as a condition on units with the alias `unit`. */
export const decidableUnits = (
  { effectiveRole, propertyIds }: AccessScope,
  unit: string,
): RawBuilder<boolean> =>
  effectiveRole === "admin"
    ? sql`true`
    : sql`${sql.ref(`${unit}.property_id`)} = any(${effectiveRole === "landlord" ? propertyIds : []}::bigint[])`;
