import { type RawBuilder, sql } from "kysely";
import type { Ctx } from "../http/context.ts";

/** Whether administrators count as managers of a building besides its landlords: always, never, or where it has no landlord. */
type Admins = "always" | "where-nobody-else" | "never";

/**
 * The active managers, as a statement that selects `user_id`. `property` is an expression for the building's id; its table
 * aliases must differ from those used here.
 */
export function managersInSql(property: RawBuilder<unknown>, admins: Admins): RawBuilder<unknown> {
  const landlords = sql`select manager.id as user_id from property_landlords owned
    join users manager on manager.id = owned.user_id and manager.role = 'landlord' and manager.state = 'active'
    where owned.property_id = ${property}`;
  if (admins === "never") return landlords;
  const others = sql`select manager.id as user_id from users manager where manager.role = 'admin' and manager.state = 'active'`;
  return admins === "always"
    ? sql`${landlords} union ${others}`
    : sql`${landlords} union ${others} and not exists (${landlords})`;
}

/** The ids of a building's managers, except `but`, who made the change; without a building, the administrators. */
export async function managersOf(
  { db }: Ctx,
  propertyId: number | null,
  { admins, but = null }: { admins: Admins; but?: number | null | undefined },
): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    select user_id from (${managersInSql(sql`${propertyId}::bigint`, admins)}) managers
    where user_id is distinct from ${but}::bigint order by user_id`.execute(db);
  return rows.map(({ user_id }) => user_id);
}
