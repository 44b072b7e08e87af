import { sql } from "kysely";
import type { Db } from "#server/db/database.ts";
import { invalid } from "#shared/errors.ts";

/**
 * Checks that the database, which computes dates in these time zones, knows the zone too. @throws AppError
 * invalid
 */
export async function assertKnownTimeZone(db: Db, timeZone: string | undefined): Promise<void> {
  if (timeZone === undefined) return;
  const { rows } = await sql`
    select from pg_timezone_names where lower(name) = lower(${timeZone}) limit 1`.execute(db);
  if (rows.length === 0) throw invalid({ timeZone: "Please select a time zone" });
}
