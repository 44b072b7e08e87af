import { sql } from "kysely";
import { isDatabaseAway } from "#server/db/database.ts";
import type { Ctx, Services } from "#server/http/context.ts";
import { asPortal } from "#server/jobs/as-portal.ts";
import { countDue, type DuePage, type DuePlace, dueByCharge, dueByLateFee, stillDue } from "./due-leases.ts";
import { postLateFees } from "./late-fees.ts";
import { postCharges } from "./post-charges.ts";

/** How many leases are charged in one transaction: little work is lost with it, and nobody waits long for its locks. */
const atOnce = 200;
const failedIdsKept = 20;

/**
 * Posts all charges by the terms and late fees that are due, by the day at each property. Each batch records the progress of
 * the run in its own transaction, so that only committed work is shown; a run that was killed continues where it was.
 * Several instances share a run, as each skips leases that another has locked. A lease that cannot be charged is named in
 * the run and the others are charged. Without `runId` it continues the run under way, or starts one if anything is due.
 */
export async function postDue(
  services: Services,
  { runId }: { runId?: number | undefined } = {},
): Promise<void> {
  const run = runId ?? (await asPortal(services, (ctx) => beginRun(ctx)));
  if (run === null) return;
  await postPages(services, run, dueByCharge);
  await postPages(services, run, dueByLateFee);
  await finishRun(services, run);
}

/** Starts a run, or returns the unfinished one; null when nothing is due and nobody asked for a run. */
export async function beginRun(ctx: Ctx, startedById: number | null = null): Promise<number | null> {
  await sql`select pg_advisory_xact_lock(hashtext('posting-runs'))`.execute(ctx.db);
  const unfinished = await ctx.db
    .selectFrom("posting_runs")
    .select("id")
    .where("finished_at", "is", null)
    .orderBy("id", "desc")
    .executeTakeFirst();
  if (unfinished !== undefined) return unfinished.id;
  const due = await countDue(ctx);
  if (due === 0 && startedById === null) return null;
  const { id } = await ctx.db
    .insertInto("posting_runs")
    .values({ started_at: ctx.now, moved_at: ctx.now, started_by_id: startedById, leases_to_do: due })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Charges all leases that `next` finds, page by page. */
async function postPages(services: Services, runId: number, next: DuePage): Promise<void> {
  let after: DuePlace | null = null;
  for (;;) {
    const page: DuePlace[] = await asPortal(services, (ctx) => next(ctx, after, atOnce));
    const last = page.at(-1);
    if (last === undefined) return;
    await postBatch(services, runId, [...new Set(page.map(({ leaseId }) => leaseId))]);
    after = last;
  }
}

async function postBatch(services: Services, runId: number, leaseIds: readonly number[]): Promise<void> {
  try {
    await asPortal(services, (ctx) => postOn(ctx, runId, leaseIds));
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    const [leaseId] = leaseIds;
    if (leaseIds.length === 1 && leaseId !== undefined)
      return noteFailure(services, { runId, leaseId, error });
    for (const id of leaseIds) await postBatch(services, runId, [id]);
  }
}

async function postOn(ctx: Ctx, runId: number, leaseIds: readonly number[]): Promise<void> {
  // The last worker finishes the run: finishing waits for this lock.
  await sql`select pg_advisory_xact_lock_shared(hashtext('posting-run'), ${runId}::integer)`.execute(ctx.db);
  const { rows: held } = await sql<{ id: number }>`
    select id from leases where id = any(${leaseIds}::bigint[]) order by id for no key update skip locked`.execute(
    ctx.db,
  );
  // Another instance may have charged these leases a moment ago.
  const due = await stillDue(
    ctx,
    held.map(({ id }) => id),
  );
  if (due.length === 0) return;
  const charges = await postCharges(ctx, due, "new");
  const fees = await postLateFees(ctx, due);
  await sql`
    update posting_runs set leases_done = leases_done + ${due.length}, moved_at = ${ctx.now},
      entries_posted = entries_posted + ${charges.entries + fees.entries},
      posted_cents = posted_cents + ${charges.cents + fees.cents}
    where id = ${runId}`.execute(ctx.db);
}

/** The lease stays due, so the next run retries it. */
async function noteFailure(
  services: Services,
  { runId, leaseId, error }: { runId: number; leaseId: number; error: unknown },
): Promise<void> {
  services.log.error({ err: error, leaseId }, "A lease could not be charged.");
  await sql`
    update posting_runs set leases_failed = leases_failed + 1, moved_at = ${services.clock()},
      failed_lease_ids = case when cardinality(failed_lease_ids) < ${sql.lit(failedIdsKept)}
        then failed_lease_ids || ${leaseId}::bigint else failed_lease_ids end
    where id = ${runId} and not ${leaseId} = any(failed_lease_ids)`.execute(services.db);
}

async function finishRun(services: Services, runId: number): Promise<void> {
  await asPortal(services, async (ctx) => {
    await sql`select pg_advisory_xact_lock(hashtext('posting-run'), ${runId}::integer)`.execute(ctx.db);
    await ctx.db
      .updateTable("posting_runs")
      .set({
        finished_at: ctx.now,
        moved_at: ctx.now,
        // Meanwhile other leases may have come due, or been charged by another instance.
        leases_to_do: sql<number>`leases_done + leases_failed`,
      })
      .where("id", "=", runId)
      .where("finished_at", "is", null)
      .execute();
  });
}
