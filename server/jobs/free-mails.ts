import { sql } from "kysely";
import type { Services } from "../http/context.ts";
import { tryMsMax } from "../integrations/mailer.ts";
import { mailingTasks } from "./tasks.ts";

/** No worker is still running a job that began longer ago than this. */
const lockedSeconds = tryMsMax / 1000 + 30;

/**
 * Unlocks the jobs of mails that a killed process was sending or writing, which would otherwise stay locked for hours. The
 * interrupted try does not count. A worker of these jobs holds one job at a time, and no others.
 */
export async function freeMails({ db }: Services): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ id: string; attempts: number; locked_by: string }>`
      select id, attempts, locked_by from graphile_worker.jobs
      where task_identifier = any(${[...mailingTasks]}::text[]) and locked_at < now() - make_interval(secs => ${sql.lit(lockedSeconds)})`.execute(
      transaction,
    );
    if (rows.length === 0) return;
    await sql`select graphile_worker.force_unlock_workers(${rows.map((job) => job.locked_by)}::text[])`.execute(
      transaction,
    );
    for (const { id, attempts } of rows)
      await sql`select graphile_worker.reschedule_jobs(array[${id}]::bigint[], run_at => now(), attempts => ${Math.max(attempts - 1, 0)}::int)`.execute(
        transaction,
      );
  });
}
