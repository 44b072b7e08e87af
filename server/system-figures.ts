import { sql } from "kysely";
import type { Db } from "./db/database.ts";

/** The state of the job queue and the outbox, and the size of the database. */
export interface SystemFigures {
  databaseBytes: number;
  /** The number of jobs that are due and not picked up yet, and the age of the oldest. */
  jobsWaiting: number;
  oldestJobSeconds: number;
  jobsRunning: number;
  /** Jobs that failed on their last attempt. They aren't retried automatically. */
  jobsFailed: number;
  emailsPending: number;
  /** The age of the oldest pending email. */
  oldestEmailSeconds: number;
  emailsFailed: number;
}

/** Reads the figures for `/metrics` and the System page. */
export async function readSystemFigures(db: Db): Promise<SystemFigures> {
  const { rows } = await sql<SystemFigures>`
    select pg_database_size(current_database()) as "databaseBytes", job.*, email.*
    from (
      select count(*) filter (where isWaiting) as "jobsWaiting",
        coalesce(extract(epoch from now() - min(run_at) filter (where isWaiting)), 0)::float8 as "oldestJobSeconds",
        count(*) filter (where locked_at is not null) as "jobsRunning",
        count(*) filter (where attempts >= max_attempts and locked_at is null) as "jobsFailed"
      from (select *, locked_at is null and attempts < max_attempts and run_at <= now() as isWaiting from graphile_worker.jobs) jobs
    ) job, (
      select count(*) filter (where state <> 'failed') as "emailsPending",
        coalesce(extract(epoch from now() - min(created_at) filter (where state <> 'failed')), 0)::float8 as "oldestEmailSeconds",
        count(*) filter (where state = 'failed') as "emailsFailed"
      from emails where state in ('queued', 'retrying', 'failed')
    ) email`.execute(db);
  const [figures] = rows;
  if (figures === undefined) throw new Error("The query returned no row.");
  return figures;
}
