import { sql } from "kysely";
import { audit } from "#server/audit.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { defineList } from "#server/list/define-list.ts";
import { conflict } from "#shared/errors.ts";
import type { QueryOf } from "#shared/http/endpoint.ts";
import type { FailedJob, listFailedJobs } from "../contract.ts";

type FailedJobRow = Omit<FailedJob, "failedAt"> & { failedAt: Date };

const toFailedJob = (row: FailedJobRow): FailedJob => ({ ...row, failedAt: row.failedAt.toISOString() });
const columns = sql`j.id, j.task_identifier as task, j.attempts, coalesce(j.last_error, '') as error, j.updated_at as "failedAt"`;
const isFailed = sql`j.attempts >= j.max_attempts and j.locked_at is null`;

/** Jobs that failed after all attempts, latest first. For administrators only. */
export const failedJobs = defineList<QueryOf<typeof listFailedJobs>, FailedJobRow, FailedJob>({
  from: sql`graphile_worker.jobs j`,
  columns,
  id: sql`j.id`,
  // A job can be retried while someone pages through the list.
  sort: () => ({ by: [sql`j.updated_at`, sql`j.id`], descending: true, usesPageNumbers: true }),
  scope: () => sql`true`,
  baseCondition: isFailed,
  filters: {},
  present: (rows) => rows.map(toFailedJob),
  csv: {
    name: "failed-jobs",
    cells: {
      Job: ({ id }) => id,
      Task: ({ task }) => task,
      Attempts: ({ attempts }) => attempts,
      "Failed (UTC)": ({ failedAt }) => failedAt,
      "Last error": ({ error }) => error,
    },
  },
});

/**
 * Retries a failed job immediately with a fresh set of attempts. @throws AppError conflict if it hasn't
 * failed or no longer exists
 */
export async function retryFailedJob(ctx: SignedInCtx, id: number): Promise<FailedJob> {
  const { rows } =
    await sql<FailedJobRow>`select ${columns} from graphile_worker.jobs j where j.id = ${id} and ${isFailed}`.execute(
      ctx.db,
    );
  const [job] = rows;
  if (job === undefined) throw conflict("This job is no longer in the list of failed jobs.");
  await sql`select graphile_worker.reschedule_jobs(array[${id}]::bigint[], run_at => now(), attempts => 0)`.execute(
    ctx.db,
  );
  await audit(ctx, {
    action: "system.job-retried",
    subjectType: "job",
    subjectId: String(id),
    details: { task: job.task, error: job.error },
  });
  return toFailedJob(job);
}
