import { sql } from "kysely";
import type { Ctx } from "#server/http/context.ts";
import type { Day } from "#shared/calendar.ts";
import { findEntry, writeReversal } from "./write-reversal.ts";

interface Fee {
  leaseId: number;
  propertyId: number;
  entryId: number;
  amountCents: number;
  today: Day;
}

/**
 * Takes back the late fees on rent that is not owed at all any more, as the lease ended before it. Fees that staff reversed,
 * waived or wrote off are left alone. The leases are locked by the caller, who allocates open credits afterwards.
 * Returns what was posted.
 */
export async function takeBackLateFees(
  ctx: Ctx,
  leaseIds: readonly number[],
): Promise<{ entries: number; cents: number }> {
  if (leaseIds.length === 0) return { entries: 0, cents: 0 };
  const { rows: fees } = await sql<Fee>`
    select fee.lease_id as "leaseId", fee.property_id as "propertyId", fee.entry_id as "entryId",
      fee.amount_cents as "amountCents",
      greatest((${ctx.now}::timestamptz at time zone p.time_zone)::date, fee.on_day) as today
    from receivables fee join properties p on p.id = fee.property_id
    where fee.lease_id = any(${leaseIds}::bigint[]) and fee.late_fee_for is not null
      and not exists (select from ledger_entries back where back.reverses_id = fee.entry_id)
      and not exists (select from allocations a join ledger_entries credit on credit.id = a.credit_id
        where a.charge_id = fee.entry_id and credit.kind in ('waiver', 'write-off')
        group by a.credit_id having sum(a.amount_cents) <> 0)
      and (select sum(r.amount_cents) from receivables r where r.lease_id = fee.lease_id
        and (r.terms_number, r.line_key, r.month) in (
          select rent.terms_number, rent.line_key, rent.month from receivables rent
          where rent.lease_id = fee.lease_id and rent.due_on = fee.late_fee_for and rent.charge_kind = 'rent')) = 0
    order by fee.lease_id, fee.entry_id`.execute(ctx.db);
  for (const { leaseId, propertyId, entryId, today } of fees)
    await writeReversal(ctx, { leaseId, propertyId }, await findEntry(ctx, leaseId, entryId), {
      onDay: today,
      reason: "The rent that it is for is not owed: the days of the lease changed.",
    });
  return { entries: fees.length, cents: -fees.reduce((sum, { amountCents }) => sum + amountCents, 0) };
}
