import type { FastifyReply, FastifyRequest } from "fastify";
import { type RawBuilder, sql } from "kysely";
import { audit } from "#server/audit.ts";
import type { Ctx, SignedInCtx } from "#server/http/context.ts";
import { enqueue } from "#server/jobs/tasks.ts";
import type { QueryOf } from "#shared/http/endpoint.ts";
import type { listPostingRuns as listCall, PostingRun } from "../../posting-contract.ts";
import { startRun } from "./post-due.ts";

const newestWithoutPaging = 100;
const everyRun = sql<boolean>`true`;

/** Lists the runs of the posting job, newest first. */
export async function listPostingRuns(
  ctx: Ctx,
  {
    query,
    request,
    reply,
  }: { query: QueryOf<typeof listCall>; request: FastifyRequest; reply: FastifyReply },
): Promise<PostingRun[]> {
  const { page, cursor } = query;
  const limit = query.pageSize ?? query.limit ?? (page === undefined ? newestWithoutPaging : 50);
  const offset = page === undefined ? 0 : (page - 1) * limit;
  const after = page === undefined && cursor !== undefined ? sql<boolean>`r.id < ${cursor}` : everyRun;
  const [rows, total] = [await readRuns(ctx, after, { limit: limit + 1, offset }), await countRuns(ctx)];
  const visible = rows.slice(0, limit);
  reply.header("x-total-count", String(total));
  const last = visible.at(-1);
  if (rows.length > limit && last !== undefined) {
    const next = new URL(request.url, "http://localhost");
    if (page === undefined) next.searchParams.set("cursor", String(last.id));
    else next.searchParams.set("page", String(page + 1));
    reply.header("link", `<${next.pathname}${next.search}>; rel="next"`);
  }
  return visible;
}

/** Enqueues a job that posts charges due, and returns the run. Repeated requests return the same run. */
export async function startPostingRun(ctx: SignedInCtx): Promise<PostingRun> {
  const runId = await startRun(ctx, ctx.actor.id);
  // A run requested by a user always starts.
  const [run] = runId === null ? [] : await readRuns(ctx, sql`r.id = ${runId}`, { limit: 1, offset: 0 });
  if (run === undefined) throw new Error("A requested run was not created.");
  // This job continues an interrupted run. It's harmless if the run is still in progress.
  await enqueue(ctx.db, "post-charges", { runId: run.id }, { attemptsMax: 5 });
  await audit(ctx, { action: "posting.started", subjectType: "posting-run", subjectId: run.id });
  return run;
}

interface Row extends Omit<PostingRun, "startedAt" | "movedAt" | "finishedAt"> {
  started_at: Date;
  moved_at: Date;
  finished_at: Date | null;
}

async function readRuns(
  { db }: Ctx,
  condition: RawBuilder<boolean>,
  { limit, offset }: { limit: number; offset: number },
): Promise<PostingRun[]> {
  const { rows } = await sql<Row>`
    select r.id, r.started_at, r.moved_at, r.finished_at, u.full_name as "startedBy",
      greatest(r.leases_to_do, r.leases_done + r.leases_failed) as leases, r.leases_done as "leasesDone",
      r.entries_posted as entries, r.posted_cents as cents, r.leases_failed as "leasesFailed",
      r.failed_lease_ids as "failedLeaseIds"
    from posting_runs r left join users u on u.id = r.started_by_id
    where ${condition} order by r.id desc limit ${limit} offset ${offset}`.execute(db);
  return rows.map(({ started_at, moved_at, finished_at, ...run }) => ({
    ...run,
    startedAt: started_at.toISOString(),
    movedAt: moved_at.toISOString(),
    finishedAt: finished_at?.toISOString() ?? null,
  }));
}

async function countRuns({ db }: Ctx): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*) as total from posting_runs`.execute(db);
  return rows[0]?.total ?? 0;
}
