import { type RawBuilder, sql } from "kysely";
import type { Ctx } from "#server/http/context.ts";
import type { Day } from "#shared/calendar.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { applyCredits } from "../entries/apply-credits.ts";
import { findEntry, writeReversal } from "../entries/write-reversal.ts";

interface LateFeeEntry {
  leaseId: number;
  propertyId: number;
  entryId: number;
  amountCents: number;
  onDay: Day;
}

/**
 * Reverses the late fees on rent that is no longer due because the lease now ends before it. The caller
 * must lock the leases and apply open credits afterward. Returns what was posted.
 */
export const reverseLateFees = (
  ctx: Ctx,
  leaseIds: readonly number[],
): Promise<{ entries: number; cents: number }> =>
  reverseMatchingLateFees(ctx, leaseIds, {
    condition: sql`(select sum(r.amount_cents) from receivables r where r.lease_id = fee.lease_id
      and (r.terms_number, r.line_key, r.month) in (
        select rent.terms_number, rent.line_key, rent.month from receivables rent
        where rent.lease_id = fee.lease_id and rent.due_on = fee.late_fee_for and rent.charge_kind = 'rent')) = 0`,
    reason: "The rent this fee applied to is no longer due because the lease dates changed.",
  });

/**
 * Reverses the late fees on rent that this payment, recorded after the fee, paid in full within the grace
 * period. If the payment is returned later, the fee isn't charged again. The caller must lock the lease.
 */
export async function reverseLateFeesOnPaidRent(
  ctx: Ctx,
  leaseId: number,
  payment: { id: number; onDay: Day },
): Promise<void> {
  const { entries } = await reverseMatchingLateFees(ctx, [leaseId], {
    condition: sql`fee.on_day > ${payment.onDay}::date and (
      select bool_or(exists (select from allocations a where a.charge_id = rent.entry_id and a.credit_id = ${payment.id}))
        and sum(rent.amount_cents - (
          select coalesce(sum(a.amount_cents), 0) from allocations a join receivables credit on credit.entry_id = a.credit_id
          where a.charge_id = rent.entry_id and (credit.counts_as is distinct from 'collected'
            or credit.on_day <= rent.due_on + (t.terms ->> 'graceDays')::integer))) <= 0
      from receivables rent join lease_terms t on t.lease_id = rent.lease_id and t.number = rent.terms_number
      where rent.lease_id = fee.lease_id and rent.due_on = fee.late_fee_for and rent.charge_kind = 'rent'
        and rent.amount_cents > 0)`,
    reason: `The rent was paid within the grace period. The payment dated ${formatCalendarDay(payment.onDay)} was posted after the fee.`,
  });
  if (entries > 0) await applyCredits(ctx, [leaseId]);
}

/**
 * Reverses the late fees that meet the condition on `fee`, except those that staff reversed, waived, or wrote
 * off.
 */
async function reverseMatchingLateFees(
  ctx: Ctx,
  leaseIds: readonly number[],
  { condition, reason }: { condition: RawBuilder<unknown>; reason: string },
): Promise<{ entries: number; cents: number }> {
  if (leaseIds.length === 0) return { entries: 0, cents: 0 };
  const { rows: fees } = await sql<LateFeeEntry>`
    select fee.lease_id as "leaseId", fee.property_id as "propertyId", fee.entry_id as "entryId",
      fee.amount_cents as "amountCents",
      greatest((${ctx.now}::timestamptz at time zone p.time_zone)::date, fee.on_day) as "onDay"
    from receivables fee join properties p on p.id = fee.property_id
    where fee.lease_id = any(${leaseIds}::bigint[]) and fee.late_fee_for is not null
      and not exists (select from ledger_entries reversal where reversal.reverses_id = fee.entry_id)
      and not exists (select from allocations a join ledger_entries credit on credit.id = a.credit_id
        where a.charge_id = fee.entry_id and credit.kind in ('waiver', 'write-off')
        group by a.credit_id having sum(a.amount_cents) <> 0)
      and ${condition}
    order by fee.lease_id, fee.entry_id`.execute(ctx.db);
  for (const { leaseId, propertyId, entryId, onDay } of fees)
    await writeReversal(ctx, { leaseId, propertyId }, await findEntry(ctx, leaseId, entryId), {
      onDay,
      reason,
      cause: "mistake",
    });
  return { entries: fees.length, cents: -fees.reduce((sum, { amountCents }) => sum + amountCents, 0) };
}
