import { sql } from "kysely";
import { buildSchedule } from "#domains/leases/schedule.ts";
import { leaseTermsVersions } from "#domains/leases/server/terms/terms-versions.ts";
import type { EffectiveTerms } from "#domains/leases/terms.ts";
import { hasHeldCharges } from "#domains/ledger/server/posting/hold-charges.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { type Day, maxDay } from "#shared/calendar.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { formatAmount } from "#shared/format/money.ts";
import { type Draft, type EstimateYear, listEstimateYears, sumAmounts } from "../drafts/calculate-draft.ts";
import { type Problem, toLease } from "./problem.ts";

interface BilledLease {
  id: number;
  versions: EffectiveTerms[];
  billedCents: number;
  /** When this portal posts the charges of the terms, if they're held after an import. */
  heldUntil: Day | null;
}

/**
 * Finds leases whose estimates differ from their terms: a charge was reversed, months before the lease was in the
 * portal were billed elsewhere and aren't entered, or the same months were billed here and entered from there.
 */
export async function findEstimateProblems(ctx: SignedInCtx, draft: Draft, today: Day): Promise<Problem[]> {
  const years = listEstimateYears(draft.pools.map(({ pool }) => pool));
  const billedLeases = await readBilledLeases(ctx, draft, { years, today });
  return billedLeases.flatMap(({ id, versions, billedCents, heldUntil }) => {
    const lease = draft.inputs.leases.find((other) => other.id === id);
    const statement = draft.statements.find(({ leaseId }) => leaseId === id);
    if (lease === undefined || statement === undefined) return [];
    const charges = years.flatMap(({ kind, from, to }) =>
      buildSchedule(versions, lease, { from, through: to })
        .filter((charge) => charge.kind === kind && charge.from >= from && charge.from <= to)
        .map((charge) => ({ ...charge, isFirst: charge.from <= maxDay(from, lease.from) })),
    );
    const expected = sumAmounts(
      charges.filter(({ dueOn }) => dueOn <= today).map(({ amountCents }) => amountCents),
    );
    const previous = statement.previousEstimatesCents ?? 0;
    const billed = billedCents + previous;
    // Terms that start with the move to the portal don't call for the months billed before it.
    const startsWithMove = !charges.some(({ isFirst }) => isFirst);
    if (expected === billed || (startsWithMove && expected === billedCents)) return [];
    const problem: Problem = {
      kind: "estimates-differ",
      sentence:
        `The terms of ${lease.company} call for ${formatAmount(expected)} of estimates, but ${formatAmount(billedCents)} was billed${previous === 0 ? "" : ` here and ${formatAmount(previous)} in the previous system`}. ${advise({ expected, billed, previous, heldUntil })}`.trim(),
      cents: expected - billed,
      leaseId: id,
      leases: [toLease(draft, id)],
    };
    return [problem];
  });
}

function advise({
  expected,
  billed,
  previous,
  heldUntil,
}: {
  expected: number;
  billed: number;
  previous: number;
  heldUntil: Day | null;
}): string {
  if (heldUntil !== null) return `The portal will post these charges on ${formatCalendarDay(heldUntil)}.`;
  if (billed < expected) return "Amounts that another system billed can be entered with the recovery terms.";
  return previous > 0 ? "If both are for the same months, remove the amounts of the previous system." : "";
}

/** Reads each lease's terms, and the estimates due through today that were billed and not reversed. */
async function readBilledLeases(
  { db }: SignedInCtx,
  { inputs }: Draft,
  { years, today }: { years: readonly EstimateYear[]; today: Day },
): Promise<BilledLease[]> {
  const { rows } = await sql<BilledLease>`
    select l.id, ${leaseTermsVersions} as versions, (
      select coalesce(sum(r.amount_cents), 0)::bigint
      from jsonb_to_recordset(${JSON.stringify(years)}::jsonb) year (kind text, "from" date, "to" date)
        join receivables r on r.lease_id = l.id and r.charge_kind = year.kind and r.starts_on between year."from" and year."to"
      where r.line_key is not null and r.due_on <= ${today}::date
        and not exists (select from ledger_entries reversal where reversal.reverses_id = r.entry_id)) as "billedCents",
      case when ${hasHeldCharges} and a.next_post_on > ${today}::date then a.next_post_on end as "heldUntil"
    from leases l left join lease_accounts a on a.lease_id = l.id where l.id = any(${inputs.leases.map(({ id }) => id)}::bigint[])`.execute(
    db,
  );
  return rows;
}
