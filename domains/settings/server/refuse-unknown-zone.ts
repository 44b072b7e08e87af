import { sql } from "kysely";
import type { Db } from "#server/db/database.ts";
import { invalid } from "#shared/errors.ts";

/**
 * The database computes days in these time zones, so it has to know them too. @throws AppError invalid
 */
export async function refuseUnknownZone(db: Db, timeZone: string | undefined): Promise<void> {
  if (timeZone === undefined) return;
  const { rows } = await sql`
    select from pg_timezone_names where lower(name) = lower(${timeZone}) limit 1`.execute(db);
  if (rows.length === 0) throw invalid({ timeZone: "Please choose a time zone from the list" });
}
