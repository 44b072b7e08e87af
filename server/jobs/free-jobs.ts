import { sql } from "kysely";
import type { Services } from "../http/context.ts";
import { emailTasks } from "./tasks.ts";

/**
 * The time a worker has to show that it is alive after it has started or lost its connection.
 */
const minLockedSeconds = 60;

/**
 * Unlocks the jobs and queues of workers whose process is gone (see `showAlive` of the live bus). Otherwise
 * they would stay locked for hours. Runs once a minute. Every job is safe to run again. An interrupted
 * attempt to send an email doesn't count as an attempt.
 */
export async function freeJobs({ db }: Services): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    // If a worker's lock can be acquired, no process holds it.
    const { rows: deadWorkers } = await sql<{ worker: string }>`
      with workers as materialized (
        select distinct locked_by as worker from graphile_worker.jobs
        where locked_at < now() - make_interval(secs => ${sql.lit(minLockedSeconds)})
      )
      select worker from workers where pg_try_advisory_xact_lock(hashtext('job-worker'), hashtext(worker))`.execute(
      transaction,
    );
    if (deadWorkers.length === 0) return;
    const workers = deadWorkers.map(({ worker }) => worker);
    const { rows: emailJobs } = await sql<{ id: string; attempts: number }>`
      select id, attempts from graphile_worker.jobs
      where locked_by = any(${workers}::text[]) and task_identifier = any(${[...emailTasks]}::text[])`.execute(
      transaction,
    );
    await sql`select graphile_worker.force_unlock_workers(${workers}::text[])`.execute(transaction);
    for (const { id, attempts } of emailJobs)
      await sql`select graphile_worker.reschedule_jobs(array[${id}]::bigint[], run_at => now(), attempts => ${Math.max(attempts - 1, 0)}::int)`.execute(
        transaction,
      );
  });
}
