import { sql } from "kysely";
import { audit } from "#server/audit.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { enqueue } from "#server/jobs/tasks.ts";
import { defineList } from "#server/list/define-list.ts";
import type { QueryOf } from "#shared/http/endpoint.ts";
import type { listPostingRuns, PostingRun } from "../../posting-contract.ts";
import { startRun } from "./post-due-charges.ts";

type PostingRunQuery = QueryOf<typeof listPostingRuns> & { id?: number };

interface PostingRunRow extends Omit<PostingRun, "startedAt" | "lastProgressAt" | "finishedAt"> {
  startedAt: Date;
  lastProgressAt: Date;
  finishedAt: Date | null;
}

const id = sql`r.id`;

/** The runs of the posting job, newest first. For administrators only. */
export const postingRuns = defineList<PostingRunQuery, PostingRunRow, PostingRun>({
  from: sql`posting_runs r`,
  joins: sql`left join users u on u.id = r.started_by_id`,
  columns: sql`
    r.id, r.started_at as "startedAt", r.last_progress_at as "lastProgressAt", r.finished_at as "finishedAt", u.full_name as "startedBy",
    greatest(r.leases_to_do, r.leases_done + r.leases_failed) as leases, r.leases_done as "leasesDone",
    r.entries_posted as entries, r.posted_cents as cents, r.leases_failed as "leasesFailed",
    r.failed_lease_ids as "failedLeaseIds"`,
  id,
  sort: () => ({ by: [id], descending: true }),
  scope: () => sql`true`,
  filters: { id: (runId) => sql`r.id = ${runId}` },
  present: (rows) =>
    rows.map((run) => ({
      ...run,
      startedAt: run.startedAt.toISOString(),
      lastProgressAt: run.lastProgressAt.toISOString(),
      finishedAt: run.finishedAt?.toISOString() ?? null,
    })),
  csv: {
    name: "posting-runs",
    cells: {
      Number: (run) => run.id,
      "Started (UTC)": ({ startedAt }) => startedAt,
      "Finished (UTC)": ({ finishedAt }) => finishedAt,
      By: ({ startedBy }) => startedBy ?? "System",
      Leases: ({ leasesDone }) => leasesDone,
      "Leases not posted": ({ leasesFailed }) => leasesFailed,
      Entries: ({ entries }) => entries,
      "Posted in cents": ({ cents }) => cents,
    },
  },
});

/** Enqueues a job that posts charges due, and returns the run. Repeated requests return the same run. */
export async function startPostingRun(ctx: SignedInCtx): Promise<PostingRun> {
  const runId = await startRun(ctx, ctx.actor.id);
  // A run requested by a user always starts.
  const [run] = runId === null ? [] : await postingRuns.first(ctx, { id: runId }, 1);
  if (run === undefined) throw new Error("A requested run was not created.");
  // This job continues an interrupted run. It's harmless if the run is still in progress.
  await enqueue(ctx.db, "post-charges", { runId: run.id }, { maxAttempts: 5 });
  await audit(ctx, { action: "posting.started", subjectType: "posting-run", subjectId: run.id });
  return run;
}
