import { sql } from "kysely";
import type { Services } from "../http/context.ts";

/** Every job of a serial queue ends sooner than this. */
const heldSeconds = 300;

/**
 * Once a minute: unlocks the queues that a killed process was working on, which would otherwise stand still for hours.
 * Their jobs are safe to run twice.
 */
export async function freeQueues({ db }: Services): Promise<void> {
  await sql`
    with freed as (
      update graphile_worker._private_job_queues set locked_at = null, locked_by = null
      where locked_at < now() - make_interval(secs => ${sql.lit(heldSeconds)}) returning id
    )
    update graphile_worker._private_jobs job set locked_at = null, locked_by = null
    from freed where job.job_queue_id = freed.id and job.locked_at is not null`.execute(db);
}
