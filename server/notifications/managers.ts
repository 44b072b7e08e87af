import { type RawBuilder, sql } from "kysely";
import type { Ctx } from "../http/context.ts";

/**
 * Whether administrators count as managers of a property in addition to its landlords: always, never, or only
 * if it has no landlord.
 */
type AdminInclusion = "always" | "when-no-landlord" | "never";

/**
 * Selects the `user_id` of each active manager. `property` is an expression for the property's id. Its table
 * aliases must differ from those used here.
 */
export function selectManagers(property: RawBuilder<unknown>, admins: AdminInclusion): RawBuilder<unknown> {
  const landlords = sql`select manager.id as user_id from property_landlords owned
    join users manager on manager.id = owned.user_id and manager.role = 'landlord' and manager.state = 'active'
    where owned.property_id = ${property}`;
  if (admins === "never") return landlords;
  const administrators = sql`select manager.id as user_id from users manager where manager.role = 'admin' and manager.state = 'active'`;
  return admins === "always"
    ? sql`${landlords} union ${administrators}`
    : sql`${landlords} union ${administrators} and not exists (${landlords})`;
}

/**
 * Returns the ids of a property's managers, without the person in `except`. Without a property, returns the
 * administrators.
 */
export async function findManagers(
  { db }: Ctx,
  propertyId: number | null,
  { admins, except: exceptUserId = null }: { admins: AdminInclusion; except?: number | null },
): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    select user_id from (${selectManagers(sql`${propertyId}::bigint`, admins)}) managers
    where user_id is distinct from ${exceptUserId}::bigint order by user_id`.execute(db);
  return rows.map(({ user_id }) => user_id);
}
