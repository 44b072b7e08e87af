import { sql } from "kysely";
import { buildSchedule } from "#domains/leases/schedule.ts";
import { leaseTermsVersions } from "#domains/leases/server/terms/terms-versions.ts";
import type { EffectiveTerms } from "#domains/leases/terms.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import type { Day } from "#shared/calendar.ts";
import { formatAmount } from "#shared/format/money.ts";
import { type Draft, type EstimateYear, listEstimateYears, sumAmounts } from "../drafts/calculate-draft.ts";
import { type Problem, toLease } from "./problem.ts";

interface BilledLease {
  id: number;
  versions: EffectiveTerms[];
  billedCents: number;
}

/**
 * Finds leases whose estimates differ from their terms: a charge was reversed, or months before the lease was in the
 * portal were billed elsewhere and aren't entered.
 */
export async function findEstimateProblems(ctx: SignedInCtx, draft: Draft, today: Day): Promise<Problem[]> {
  const years = listEstimateYears(draft.pools.map(({ pool }) => pool));
  const billedLeases = await readBilledLeases(ctx, draft, { years, today });
  return billedLeases.flatMap(({ id, versions, billedCents }) => {
    const lease = draft.inputs.leases.find((other) => other.id === id);
    const statement = draft.statements.find(({ leaseId }) => leaseId === id);
    if (lease === undefined || statement === undefined) return [];
    const charges = years.flatMap(({ kind, from, to }) =>
      buildSchedule(versions, lease, { from, through: to }).filter(
        (charge) => charge.kind === kind && charge.from >= from && charge.from <= to && charge.dueOn <= today,
      ),
    );
    const expected = sumAmounts(charges.map(({ amountCents }) => amountCents));
    // The terms can start with the move to the portal, or cover the months billed before, too.
    const billed = billedCents + (statement.previousEstimatesCents ?? 0);
    if (expected === billedCents || expected === billed) return [];
    const problem: Problem = {
      kind: "estimates-differ",
      sentence: `The terms of ${lease.company} call for ${formatAmount(expected)} of estimates, but ${formatAmount(billed)} was billed. Amounts that another system billed can be entered with the recovery terms.`,
      cents: expected - billed,
      leaseId: id,
      leases: [toLease(draft, id)],
    };
    return [problem];
  });
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
        and not exists (select from ledger_entries reversal where reversal.reverses_id = r.entry_id)) as "billedCents"
    from leases l where l.id = any(${inputs.leases.map(({ id }) => id)}::bigint[])`.execute(db);
  return rows;
}
