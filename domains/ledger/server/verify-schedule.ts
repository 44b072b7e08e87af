import { sql } from "kysely";
import { buildSchedule, postedDaysAhead } from "#domains/leases/schedule.ts";
import { leaseTermsVersions } from "#domains/leases/server/terms/terms-versions.ts";
import type { EffectiveTerms } from "#domains/leases/terms.ts";
import type { Db } from "#server/db/database.ts";
import { addDays, type Day, maxDay, monthEnd, monthStart } from "#shared/calendar.ts";
import { hasHeldCharges } from "./posting/hold-charges.ts";

/** How many leases are checked at a time, each with its terms and scheduled charges. */
const leasesPerQuery = 200;

interface LeaseToVerify {
  id: number;
  starts_on: Day;
  ends_on: Day | null;
  next_post_on: Day | null;
  /** Whether it was imported and its first charges aren't posted yet. */
  is_held: boolean;
  versions: EffectiveTerms[];
  posted: PostedPeriod[];
}

/** The total posted for one line of the terms and one month. */
interface PostedPeriod {
  terms: number;
  line: number;
  month: Day;
  cents: number;
  /** The part that staff waived or wrote off. */
  forgivenCents: number;
  revisions: number;
  lastRevision: number;
  isReversed: boolean;
}

/**
 * Checks that the postings match the schedule for every line and month: nothing is missing up to the stored
 * next posting date, nothing was posted twice or with a different amount, and adjustments are numbered
 * without gaps. Amounts that staff reversed are skipped. Amounts they waived or wrote off aren't deducted
 * when the lease dates change.
 */
export async function* verifySchedules(db: Db): AsyncGenerator<string> {
  let afterId = 0;
  for (;;) {
    const leases = await findLeasesAfter(db, afterId);
    for (const lease of leases) yield* verifyLease(lease);
    const lastLease = leases.at(-1);
    if (lastLease === undefined) return;
    afterId = lastLease.id;
  }
}

function* verifyLease(lease: LeaseToVerify): Generator<string> {
  const { id, versions, starts_on: from, ends_on: to, next_post_on: nextPostOn, posted } = lease;
  const lastMonth = posted.reduce<Day>((latest, { month }) => maxDay(latest, month), monthStart(from));
  // Charges due up to ten days after the next posting date are posted. Without a next posting date, all are.
  const postedBefore = nextPostOn === null ? null : addDays(nextPostOn, postedDaysAhead);
  const through = maxDay(monthEnd(lastMonth), postedBefore ?? to ?? lastMonth);
  const expectedCharges = new Map(
    buildSchedule(versions, { from, to }, { from, through }).map((charge) => [
      `${charge.termsNumber} ${charge.lineKey} ${monthStart(charge.from)}`,
      charge,
    ]),
  );
  for (const { terms, line, month, cents, forgivenCents, revisions, lastRevision, isReversed } of posted) {
    const key = `${terms} ${line} ${month}`;
    const charge = expectedCharges.get(key);
    expectedCharges.delete(key);
    const label = `Lease ${id}, line ${line} of terms ${terms}, ${month.slice(0, 7)}`;
    if (revisions !== lastRevision + 1) yield `${label}: the adjustments have a gap.`;
    const expectedCents = charge?.amountCents ?? 0;
    const isForgiven = cents > expectedCents && cents <= forgivenCents;
    if (!isReversed && cents !== expectedCents && !isForgiven)
      yield `${label}: ${cents} cents were posted, but the terms call for ${expectedCents}.`;
  }
  if (lease.is_held) return;
  for (const { termsNumber, lineKey, dueOn, amountCents } of expectedCharges.values())
    if (postedBefore === null ? to !== null : dueOn < postedBefore)
      yield `Lease ${id}, line ${lineKey} of terms ${termsNumber}: ${amountCents} cents due on ${dueOn} were not posted.`;
}

async function findLeasesAfter(db: Db, afterId: number): Promise<LeaseToVerify[]> {
  const { rows } = await sql<LeaseToVerify>`
    select l.id, l.starts_on, l.ends_on, a.next_post_on,
      ${hasHeldCharges} as is_held,
      ${leaseTermsVersions} as versions,
      (select coalesce(json_agg(p), '[]') from (
        select r.terms_number as terms, r.line_key as line, r.month, sum(r.amount_cents) as cents, count(*) as revisions,
          max(r.revision) as "lastRevision",
          coalesce(sum((select sum(a.amount_cents) from allocations a join ledger_entries credit on credit.id = a.credit_id
            where a.charge_id = r.entry_id and credit.kind in ('waiver', 'write-off'))), 0) as "forgivenCents",
          bool_or(exists (select from ledger_entries reversal where reversal.reverses_id = r.entry_id)) as "isReversed"
        from receivables r where r.lease_id = l.id and r.line_key is not null
        group by r.terms_number, r.line_key, r.month order by r.month, r.line_key) p) as posted
    from leases l join lease_accounts a on a.lease_id = l.id
    where l.id > ${afterId} and l.state <> 'draft' and exists (select from lease_terms t where t.lease_id = l.id)
    order by l.id limit ${leasesPerQuery}`.execute(db);
  return rows;
}
