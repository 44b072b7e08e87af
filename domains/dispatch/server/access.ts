import { type RawBuilder, sql } from "kysely";
import type { AccessScope } from "#server/http/requests/actor.ts";

/**
 * SQL condition for the teams or rules, by table alias, that the user can read: those that cover at least one
 * property in the access scope. With `edit`, only those that cover none of anyone else's properties, so a
 * landlord can't change other landlords' rules.
 */
export function dispatchScope(
  { effectiveRole, userId, propertyIds }: AccessScope,
  alias: string,
  purpose: "read" | "edit" = "read",
): RawBuilder<boolean> {
  if (effectiveRole === "admin") return sql`true`;
  if (effectiveRole !== "landlord") return sql`false`;
  const [propertyId, landlordId] = [sql.ref(`${alias}.property_id`), sql.ref(`${alias}.landlord_id`)];
  const myProperties = sql`any(${propertyIds}::bigint[])`;
  // For all properties, both columns are null, which makes the comparisons null too.
  const isOwn = sql`coalesce(${propertyId} = ${myProperties} or ${landlordId} = ${userId}, false)`;
  return purpose === "edit"
    ? sql`${isOwn}`
    : sql`(${isOwn} or (${propertyId} is null and (${landlordId} is null or exists (
        select from property_landlords owned where owned.user_id = ${landlordId} and owned.property_id = ${myProperties}))))`;
}
