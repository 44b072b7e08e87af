import { sql } from "kysely";
import type { Db } from "#server/db/database.ts";

/** Returns the number of statements waiting for another transaction on this database. */
export async function countLockWaits(db: Db): Promise<number> {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows.length;
}
