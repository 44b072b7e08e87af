import { sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import { conflict } from "#shared/errors.ts";
import { formatDay } from "#shared/format/dates.ts";
import type { ReconciliationRun } from "../../reconciliation-contract.ts";
import type { FrozenReconciliation } from "./frozen-content.ts";
import type { ReconciledAmount } from "./reconciled-amounts.ts";

/** A property and the year to reconcile. */
export interface PropertyYear {
  id: number;
  year: number;
}

/** A run with its id. */
export interface Run extends ReconciliationRun {
  id: number;
}

/** What has happened to a property's year. */
export interface ReconciledYear {
  /** Newest first. */
  runs: Run[];
  /** The last run that wasn't reversed. */
  inEffect: Run | undefined;
  review: { by: string; at: string; amounts: ReconciledAmount[] } | null;
  closing: { by: string; at: string } | null;
  /** The property's time zone, for dates in messages. */
  timeZone: string;
}

/** Reads the runs, the review, and the closing of a year. The caller checks the access to the property. */
export async function readYear({ db }: SignedInCtx, { id, year }: PropertyYear): Promise<ReconciledYear> {
  const { rows: runs } = await sql<Run>`
    select r.id, r.number, issuer.full_name as by, to_json(r.issued_at) as at, r.reason, r.due_on as "dueOn", s.*,
      case when r.reversed_at is not null then json_build_object('by', reverser.full_name, 'at', r.reversed_at,
        'reason', r.reversal_reason) end as reversal
    from reconciliations r join users issuer on issuer.id = r.issued_by_id
      left join users reverser on reverser.id = r.reversed_by_id
      cross join lateral (
        select count(*)::integer as statements, count(filed_at)::integer as filed,
          (count(*) filter (where posted_cents > 0))::integer as charges,
          coalesce(sum(posted_cents) filter (where posted_cents > 0), 0)::bigint as "chargedCents",
          (count(*) filter (where posted_cents < 0))::integer as credits,
          coalesce(-sum(posted_cents) filter (where posted_cents < 0), 0)::bigint as "creditedCents"
        from recovery_statements where reconciliation_id = r.id) s
    where r.property_id = ${id} and r.year = ${year} order by r.number desc`.execute(db);
  const { rows: reviews } = await sql<NonNullable<ReconciledYear["review"]>>`
    select u.full_name as by, to_json(v.reviewed_at) as at, v.amounts
    from reconciliation_reviews v join users u on u.id = v.reviewed_by_id
    where v.property_id = ${id} and v.year = ${year}`.execute(db);
  const { rows: closings } = await sql<NonNullable<ReconciledYear["closing"]>>`
    select u.full_name as by, to_json(c.closed_at) as at
    from closed_reconciliations c join users u on u.id = c.closed_by_id
    where c.property_id = ${id} and c.year = ${year} and c.reopened_at is null`.execute(db);
  const { time_zone: timeZone } = await db
    .selectFrom("properties")
    .select("time_zone")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return {
    timeZone,
    runs,
    inEffect: runs.find(({ reversal }) => reversal === null),
    review: reviews[0] ?? null,
    closing: closings[0] ?? null,
  };
}

/** Returns the stored amounts and results of the run in effect. */
export async function readIssuedContent(
  { db }: SignedInCtx,
  { inEffect }: Pick<ReconciledYear, "inEffect">,
): Promise<{ amounts: ReconciledAmount[]; content: FrozenReconciliation } | undefined> {
  if (inEffect === undefined) return undefined;
  const { rows } = await sql<{ amounts: ReconciledAmount[]; content: FrozenReconciliation }>`
    select amounts, content from reconciliations where id = ${inEffect.id}`.execute(db);
  return rows[0];
}

/** @throws AppError conflict if the year is closed */
export function assertNotClosed({ closing, timeZone }: ReconciledYear): void {
  if (closing !== null)
    throw conflict(
      `${closing.by} closed this reconciliation on ${formatDay(closing.at, timeZone)}. An administrator can reopen it.`,
    );
}

/** @throws AppError conflict if the run in effect isn't the one that the person saw. 0 is none. */
export function assertInEffect({ inEffect, runs, timeZone }: ReconciledYear, number: number): void {
  if ((inEffect?.number ?? 0) === number) return;
  if (inEffect !== undefined && inEffect.number > number)
    throw conflict(
      `${inEffect.by} issued these statements on ${formatDay(inEffect.at, timeZone)}. Reload the page to see them.`,
    );
  const reversal = runs.find((run) => run.number === number)?.reversal ?? null;
  throw conflict(
    reversal === null
      ? "No statements were issued under this number. Reload the page."
      : `${reversal.by} reversed these statements on ${formatDay(reversal.at, timeZone)}. Reload the page.`,
  );
}
