import type { Db } from "#server/db/database.ts";
import { invalid } from "#shared/errors.ts";
import type { Role } from "#shared/permissions.ts";

/** The table of a role's buildings; other roles have none. */
const tableOf = (role: Role) =>
  role === "landlord" ? "property_landlords" : role === "maintenance" ? "property_staff" : undefined;

/** @throws AppError invalid */
export async function refuseUnknownBuildings(db: Db, propertyIds: number[]): Promise<void> {
  if (propertyIds.length === 0) return;
  const found = await db.selectFrom("properties").select("id").where("id", "in", propertyIds).execute();
  if (found.length < new Set(propertyIds).size)
    throw invalid({ propertyIds: "One of these buildings does not exist." });
}

/** The buildings a landlord owns or a technician works in, by id. */
export async function grantedBuildings(db: Db, { id, role }: { id: number; role: Role }): Promise<number[]> {
  const table = tableOf(role);
  if (table === undefined) return [];
  const rows = await db
    .selectFrom(table)
    .select("property_id")
    .where("user_id", "=", id)
    .orderBy("property_id")
    .execute();
  return rows.map(({ property_id }) => property_id);
}

/** Sets the buildings of a person with this role, and removes all others, including those of a former role. */
export async function grantBuildings(
  db: Db,
  { id, role }: { id: number; role: Role },
  propertyIds: number[],
): Promise<void> {
  const granted = tableOf(role);
  for (const table of ["property_landlords", "property_staff"] as const) {
    const kept = table === granted ? propertyIds : [];
    await db
      .deleteFrom(table)
      .where("user_id", "=", id)
      .$if(kept.length > 0, (query) => query.where("property_id", "not in", kept))
      .execute();
    if (kept.length > 0)
      await db
        .insertInto(table)
        .values(kept.map((propertyId) => ({ property_id: propertyId, user_id: id })))
        .onConflict((present) => present.doNothing())
        .execute();
  }
}
