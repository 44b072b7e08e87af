import { type RawBuilder, sql } from "kysely";
import type { AccessScope } from "#server/http/actor.ts";

/**
 * The teams or rules, given by their alias, that a manager may see: all that reach a building within the access scope.
 * `edit`: those for no other building, so that a landlord changes nothing of others.
 */
export function dispatchScope(
  { effectiveRole, userId, propertyIds }: AccessScope,
  alias: string,
  purpose: "read" | "edit" = "read",
): RawBuilder<boolean> {
  if (effectiveRole === "admin") return sql`true`;
  if (effectiveRole !== "landlord") return sql`false`;
  const [propertyId, landlordId] = [sql.ref(`${alias}.property_id`), sql.ref(`${alias}.landlord_id`)];
  const own = sql`any(${propertyIds}::bigint[])`;
  // Both are null where it is for every building, and then these are not true.
  const isOwn = sql`coalesce(${propertyId} = ${own} or ${landlordId} = ${userId}, false)`;
  return purpose === "edit"
    ? sql`${isOwn}`
    : sql`(${isOwn} or (${propertyId} is null and (${landlordId} is null or exists (
        select from property_landlords owned where owned.user_id = ${landlordId} and owned.property_id = ${own}))))`;
}
