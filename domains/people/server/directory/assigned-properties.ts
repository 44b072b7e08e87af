import type { Db } from "#server/db/database.ts";
import { invalid } from "#shared/errors.ts";
import type { Role } from "#shared/permissions.ts";

/** The table that assigns properties to people with this role. Other roles have none. */
const getAssignmentTable = (role: Role) =>
  role === "landlord" ? "property_landlords" : role === "maintenance" ? "property_staff" : undefined;

/** Checks that all these properties exist. @throws AppError invalid */
export async function assertPropertiesExist(db: Db, propertyIds: number[]): Promise<void> {
  if (propertyIds.length === 0) return;
  const existingProperties = await db
    .selectFrom("properties")
    .select("id")
    .where("id", "in", propertyIds)
    .execute();
  if (existingProperties.length < new Set(propertyIds).size)
    throw invalid({ propertyIds: "One of the selected properties no longer exists." });
}

/** The ids of the properties a landlord owns or a technician works at. */
export async function findAssignedPropertyIds(
  db: Db,
  { id, role }: { id: number; role: Role },
): Promise<number[]> {
  const table = getAssignmentTable(role);
  if (table === undefined) return [];
  const rows = await db
    .selectFrom(table)
    .select("property_id")
    .where("user_id", "=", id)
    .orderBy("property_id")
    .execute();
  return rows.map(({ property_id }) => property_id);
}

/** Assigns these properties to a person and removes all others, including those of a previous role. */
export async function assignProperties(
  db: Db,
  { id, role }: { id: number; role: Role },
  propertyIds: number[],
): Promise<void> {
  const roleTable = getAssignmentTable(role);
  for (const table of ["property_landlords", "property_staff"] as const) {
    const newIds = table === roleTable ? propertyIds : [];
    await db
      .deleteFrom(table)
      .where("user_id", "=", id)
      .$if(newIds.length > 0, (query) => query.where("property_id", "not in", newIds))
      .execute();
    if (newIds.length > 0)
      await db
        .insertInto(table)
        .values(newIds.map((propertyId) => ({ property_id: propertyId, user_id: id })))
        .onConflict((conflict) => conflict.doNothing())
        .execute();
  }
}
