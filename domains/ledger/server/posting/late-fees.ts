import { sql } from "kysely";
import type { LateFee } from "#domains/leases/terms.ts";
import type { Ctx } from "#server/http/context.ts";
import { type Day, maxDay } from "#shared/calendar.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { type Cents, formatCents, negate, toCents } from "#shared/format/money.ts";
import { calculateLateFee, type UpcomingLateFee } from "../../late-fees.ts";
import { applyCredits } from "../entries/apply-credits.ts";
import { addNote, toOpenDay } from "../entries/closed-months.ts";
import { type NewEntry, writeEntries } from "../entries/write-entries.ts";

/** The rent of one due date that can incur a late fee now or later. */
interface RentSubjectToFee {
  lease_id: number;
  property_id: number;
  due_on: Day;
  fee_on: Day;
  /** The last date on which a payment for it was returned. */
  returned_on: Day | null;
  /** Whether the date of the fee has arrived at the property. */
  is_due: boolean;
  /** The unpaid amount, ignoring payments dated on or after the date of the fee. */
  open_cents: Cents;
  rule: LateFee;
  entry_ids: number[];
  has_fee: boolean;
  /** The last day of the property's closed months. */
  closed_through: Day | null;
}

/**
 * Posts the late fees due on these leases, one per rent due date, and marks the rent as checked. After an
 * outage, it posts the same fees it would have posted on time. The caller must lock the leases.
 */
export async function postLateFees(
  ctx: Ctx,
  leaseIds: readonly number[],
): Promise<{ entries: number; cents: number }> {
  const rents = (await findRentSubjectToFees(ctx, leaseIds)).filter(({ is_due }) => is_due);
  if (rents.length === 0) return { entries: 0, cents: 0 };
  const fees = rents.flatMap((rent) => {
    const cents = rent.has_fee ? toCents(0) : calculateLateFee(rent.rule, rent.open_cents);
    return cents === 0 ? [] : [{ rent, cents }];
  });
  await writeEntries(
    ctx,
    fees.map(({ rent, cents }) => toLateFeeEntry(rent, cents)),
  );
  const checkedIds = rents.flatMap(({ entry_ids }) => entry_ids);
  await sql`
    update receivables set late_fee_on = null where entry_id = any(${checkedIds}::bigint[])`.execute(ctx.db);
  await applyCredits(
    ctx,
    fees.map(({ rent }) => rent.lease_id),
  );
  return { entries: fees.length, cents: fees.reduce((sum, { cents }) => sum + cents, 0) };
}

/** Returns the late fees that the lease's posted charges will incur if nothing else is paid. */
export async function findUpcomingLateFees(ctx: Ctx, leaseId: number): Promise<UpcomingLateFee[]> {
  const rents = await findRentSubjectToFees(ctx, [leaseId]);
  return rents
    .filter(({ has_fee }) => !has_fee)
    .map((rent) => ({
      dueOn: rent.due_on,
      feeOn: getFeeDay(rent),
      rentCents: rent.open_cents,
      feeCents: calculateLateFee(rent.rule, rent.open_cents),
    }))
    .filter(({ feeCents }) => feeCents > 0);
}

/** The day after the grace period, or the date a payment was returned if that is later. */
const getFeeDay = ({ fee_on, returned_on }: RentSubjectToFee): Day =>
  returned_on === null ? fee_on : maxDay(fee_on, returned_on);

const getReason = (rent: RentSubjectToFee): string =>
  getFeeDay(rent) === rent.fee_on
    ? `${formatCents(rent.open_cents)} of this rent was unpaid after the grace period.`
    : `A payment was returned, leaving ${formatCents(rent.open_cents)} of this rent unpaid after the grace period.`;

function toLateFeeEntry(rent: RentSubjectToFee, cents: Cents): NewEntry {
  const { onDay, note } = toOpenDay(rent.closed_through, getFeeDay(rent));
  return {
    propertyId: rent.property_id,
    leaseId: rent.lease_id,
    kind: "late-fee",
    onDay,
    description: `Late fee for rent due ${formatCalendarDay(rent.due_on)}`,
    reason: addNote(getReason(rent), note),
    postings: [
      { account: "receivable", amountCents: cents },
      { account: "income-late-fee", amountCents: negate(cents) },
    ],
    receivable: { dueOn: onDay, countsAs: "charged", chargeKind: "late-fee", lateFeeFor: rent.due_on },
  };
}

async function findRentSubjectToFees(ctx: Ctx, leaseIds: readonly number[]): Promise<RentSubjectToFee[]> {
  const { rows } = await sql<RentSubjectToFee>`
    with rent as materialized (
      select lease_id, property_id, due_on, max(late_fee_on) as fee_on, max(terms_number) as terms_number,
        array_agg(entry_id) as entry_ids
      from receivables where lease_id = any(${leaseIds}::bigint[]) and late_fee_on is not null
      group by lease_id, property_id, due_on
    )
    select rent.lease_id, rent.property_id, rent.due_on, rent.fee_on, rent.entry_ids, t.terms -> 'lateFee' as rule,
      rent.fee_on <= (${ctx.now}::timestamptz at time zone p.time_zone)::date as is_due,
      closed_through(rent.property_id) as closed_through,
      exists (select from receivables fee where fee.lease_id = rent.lease_id and fee.late_fee_for = rent.due_on) as has_fee,
      (select max(reversal.on_day) from allocations a join receivables credit on credit.entry_id = a.credit_id
        join ledger_entries reversal on reversal.reverses_id = a.credit_id
        where a.charge_id = any(rent.entry_ids) and credit.counts_as = 'collected') as returned_on,
      (select coalesce(sum(charge.amount_cents - (
          select coalesce(sum(a.amount_cents), 0) from allocations a join receivables credit on credit.entry_id = a.credit_id
          where a.charge_id = charge.entry_id
            and (credit.counts_as is distinct from 'collected' or credit.on_day < rent.fee_on))), 0)::bigint
        from receivables charge where charge.entry_id = any(rent.entry_ids)) as open_cents
    from rent join properties p on p.id = rent.property_id
      join lease_terms t on t.lease_id = rent.lease_id and t.number = rent.terms_number
    order by rent.lease_id, rent.due_on`.execute(ctx.db);
  return rows;
}
