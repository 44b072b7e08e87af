import { sql } from "kysely";
import type { Db } from "#server/db/database.ts";

/** Adds a job that failed after its last attempt and returns its id. */
export async function failJob(db: Db, error = "The roof leaks."): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select id from graphile_worker.add_job('sweep-files', '{}'::json, max_attempts => 3, run_at => now() + interval '1 day')`.execute(
    db,
  );
  const id = rows[0]?.id ?? 0;
  await sql`update graphile_worker._private_jobs set attempts = 3, last_error = ${error}, updated_at = now() where id = ${id}`.execute(
    db,
  );
  return id;
}
