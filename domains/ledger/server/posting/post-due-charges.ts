import { sql } from "kysely";
import { isDatabaseUnavailable } from "#server/db/database.ts";
import type { Ctx, Services } from "#server/http/context.ts";
import { runAsPortal } from "#server/jobs/as-portal.ts";
import {
  countDueLeases,
  type DueLease,
  type FindDueLeases,
  filterStillDue,
  findLeasesDueForCharges,
  findLeasesDueForLateFees,
} from "./due-leases.ts";
import { postLateFees } from "./late-fees.ts";
import { postCharges } from "./post-charges.ts";

/**
 * How many leases are charged in one transaction. A failed batch loses little work, and no one waits long for
 * its locks.
 */
const defaultLeasesPerBatch = 200;
const maxFailedIds = 20;

/**
 * Posts all scheduled charges and late fees due, by today's date at each property.
 * Each batch records the run's progress in its own transaction, so only committed work is shown and an
 * interrupted run continues where it stopped. Several instances share a run because each skips leases locked
 * by another. If a lease can't be charged, the run records its id and charges the others. Without `runId`, it
 * continues the run in progress or starts one if anything is due.
 */
export async function postDueCharges(
  services: Services,
  { runId, leasesPerBatch = defaultLeasesPerBatch }: { runId?: number; leasesPerBatch?: number } = {},
): Promise<void> {
  const activeRunId = runId ?? (await runAsPortal(services, (ctx) => startRun(ctx)));
  if (activeRunId === null) return;
  await postInBatches(services, activeRunId, findLeasesDueForCharges, leasesPerBatch);
  await postInBatches(services, activeRunId, findLeasesDueForLateFees, leasesPerBatch);
  await finishRun(services, activeRunId);
}

/** Starts a run, or returns the unfinished one. Null if nothing is due and no user requested a run. */
export async function startRun(ctx: Ctx, startedById: number | null = null): Promise<number | null> {
  await sql`select pg_advisory_xact_lock(hashtext('posting-runs'))`.execute(ctx.db);
  const unfinishedRun = await ctx.db
    .selectFrom("posting_runs")
    .select("id")
    .where("finished_at", "is", null)
    .orderBy("id", "desc")
    .executeTakeFirst();
  if (unfinishedRun !== undefined) return unfinishedRun.id;
  const dueLeaseCount = await countDueLeases(ctx);
  if (dueLeaseCount === 0 && startedById === null) return null;
  const { id } = await ctx.db
    .insertInto("posting_runs")
    .values({
      started_at: ctx.now,
      last_progress_at: ctx.now,
      started_by_id: startedById,
      leases_to_do: dueLeaseCount,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Charges all leases that `findDueLeases` returns, batch by batch. */
async function postInBatches(
  services: Services,
  runId: number,
  findDueLeases: FindDueLeases,
  leasesPerBatch: number,
): Promise<void> {
  let lastLease: DueLease | null = null;
  for (;;) {
    const batch: DueLease[] = await runAsPortal(services, (ctx) =>
      findDueLeases(ctx, lastLease, leasesPerBatch),
    );
    const lastOfBatch = batch.at(-1);
    if (lastOfBatch === undefined) return;
    await postBatch(services, runId, [...new Set(batch.map(({ leaseId }) => leaseId))]);
    lastLease = lastOfBatch;
  }
}

async function postBatch(services: Services, runId: number, leaseIds: readonly number[]): Promise<void> {
  try {
    await runAsPortal(services, (ctx) => postLockedBatch(ctx, runId, leaseIds));
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error;
    const [leaseId] = leaseIds;
    if (leaseIds.length === 1 && leaseId !== undefined)
      return recordFailure(services, { runId, leaseId, error });
    for (const id of leaseIds) await postBatch(services, runId, [id]);
  }
}

async function postLockedBatch(ctx: Ctx, runId: number, leaseIds: readonly number[]): Promise<void> {
  // Finishing the run waits for this lock, so the last worker is the one that finishes it.
  await sql`select pg_advisory_xact_lock_shared(hashtext('posting-run'), ${runId}::integer)`.execute(ctx.db);
  const { rows: lockedLeases } = await sql<{ id: number }>`
    select id from leases where id = any(${leaseIds}::bigint[]) order by id for no key update skip locked`.execute(
    ctx.db,
  );
  // Another instance might have just charged these leases.
  const dueLeaseIds = await filterStillDue(
    ctx,
    lockedLeases.map(({ id }) => id),
  );
  if (dueLeaseIds.length === 0) return;
  const charges = await postCharges(ctx, dueLeaseIds, "new");
  const fees = await postLateFees(ctx, dueLeaseIds);
  await sql`
    update posting_runs set leases_done = leases_done + ${dueLeaseIds.length}, last_progress_at = ${ctx.now},
      entries_posted = entries_posted + ${charges.entries + fees.entries},
      posted_cents = posted_cents + ${charges.cents + fees.cents}
    where id = ${runId}`.execute(ctx.db);
}

/** Records the failure. The lease stays due, so the next run retries it. */
async function recordFailure(
  services: Services,
  { runId, leaseId, error }: { runId: number; leaseId: number; error: unknown },
): Promise<void> {
  services.log.error({ err: error, leaseId }, "A lease could not be charged.");
  await sql`
    update posting_runs set leases_failed = leases_failed + 1, last_progress_at = ${services.clock()},
      failed_lease_ids = case when cardinality(failed_lease_ids) < ${sql.lit(maxFailedIds)}
        then failed_lease_ids || ${leaseId}::bigint else failed_lease_ids end
    where id = ${runId} and not ${leaseId} = any(failed_lease_ids)`.execute(services.db);
}

async function finishRun(services: Services, runId: number): Promise<void> {
  await runAsPortal(services, async (ctx) => {
    await sql`select pg_advisory_xact_lock(hashtext('posting-run'), ${runId}::integer)`.execute(ctx.db);
    await ctx.db
      .updateTable("posting_runs")
      .set({
        finished_at: ctx.now,
        last_progress_at: ctx.now,
        // More leases might have become due during the run, or another instance might have charged some.
        leases_to_do: sql<number>`leases_done + leases_failed`,
      })
      .where("id", "=", runId)
      .where("finished_at", "is", null)
      .execute();
  });
}
