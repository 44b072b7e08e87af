import { sql } from "kysely";
import { postedDaysAhead, scheduleOf } from "#domains/leases/schedule.ts";
import { versionsOfLease } from "#domains/leases/server/versions.ts";
import type { TermsFrom } from "#domains/leases/terms.ts";
import type { Db } from "#server/db/database.ts";
import { addDays, type Day, later, monthEnd, monthStart } from "#shared/calendar.ts";

/** How many leases are checked at a time; each brings its terms and everything posted by them. */
const leasesAtOnce = 200;

interface Lease {
  id: number;
  from_on: Day;
  to_on: Day | null;
  next_post_on: Day | null;
  versions: TermsFrom[];
  posted: Posted[];
}

/** What was posted for one line of the terms and one month. */
interface Posted {
  terms: number;
  line: number;
  month: Day;
  cents: number;
  /** How much of it staff waived or wrote off. */
  givenUp: number;
  revisions: number;
  lastRevision: number;
  isReversed: boolean;
}

/**
 * Checks that the postings equal the schedule, for every line and month: nothing is missing up to the stored next day,
 * nothing is posted twice or with another amount, and adjustments are numbered without a gap. What staff reversed is left
 * out; what they waived or wrote off is not taken back when the lease's days change.
 */
export async function* faultsOfSchedules(db: Db): AsyncGenerator<string> {
  let after = 0;
  for (;;) {
    const leases = await leasesAfter(db, after);
    for (const lease of leases) yield* faultsOf(lease);
    const last = leases.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}

function* faultsOf(lease: Lease): Generator<string> {
  const { id, versions, from_on: from, to_on: to, next_post_on: next, posted } = lease;
  const lastMonth = posted.reduce<Day>((latest, { month }) => later(latest, month), monthStart(from));
  // Everything due before the ten days ahead of the next day begin is posted; without a next day, everything is.
  const before = next === null ? null : addDays(next, postedDaysAhead);
  const through = later(monthEnd(lastMonth), before ?? to ?? lastMonth);
  const wanted = new Map(
    scheduleOf(versions, { from, to }, { from, through }).map((charge) => [
      `${charge.termsNumber} ${charge.lineKey} ${monthStart(charge.from)}`,
      charge,
    ]),
  );
  for (const { terms, line, month, cents, givenUp, revisions, lastRevision, isReversed } of posted) {
    const key = `${terms} ${line} ${month}`;
    const charge = wanted.get(key);
    wanted.delete(key);
    const place = `lease ${id}, line ${line} of terms ${terms}, ${month.slice(0, 7)}`;
    if (revisions !== lastRevision + 1) yield `The adjustments of ${place} have a gap.`;
    const amount = charge?.amountCents ?? 0;
    const isGivenUp = cents > amount && cents <= givenUp;
    if (!isReversed && cents !== amount && !isGivenUp)
      yield `For ${place}, ${cents} cents were posted, but the terms say ${amount}.`;
  }
  for (const { termsNumber, lineKey, dueOn, amountCents } of wanted.values())
    if (before === null ? to !== null : dueOn < before)
      yield `For lease ${id}, line ${lineKey} of terms ${termsNumber}, ${amountCents} cents due on ${dueOn} were not posted.`;
}

async function leasesAfter(db: Db, after: number): Promise<Lease[]> {
  const { rows } = await sql<Lease>`
    select l.id, l.from_on, l.to_on, a.next_post_on,
      ${versionsOfLease} as versions,
      (select coalesce(json_agg(p), '[]') from (
        select r.terms_number as terms, r.line_key as line, r.month, sum(r.amount_cents) as cents, count(*) as revisions,
          max(r.revision) as "lastRevision",
          coalesce(sum((select sum(a.amount_cents) from allocations a join ledger_entries credit on credit.id = a.credit_id
            where a.charge_id = r.entry_id and credit.kind in ('waiver', 'write-off'))), 0) as "givenUp",
          bool_or(exists (select from ledger_entries back where back.reverses_id = r.entry_id)) as "isReversed"
        from receivables r where r.lease_id = l.id and r.line_key is not null
        group by r.terms_number, r.line_key, r.month order by r.month, r.line_key) p) as posted
    from leases l join lease_accounts a on a.lease_id = l.id
    where l.id > ${after} and l.state <> 'draft' and exists (select from lease_terms t where t.lease_id = l.id)
    order by l.id limit ${leasesAtOnce}`.execute(db);
  return rows;
}
