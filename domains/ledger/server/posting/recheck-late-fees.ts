import { sql } from "kysely";
import type { Ctx } from "#server/http/context.ts";

/**
 * Schedules another late fee check when a payment of these charges is returned. Rent that was already checked
 * is checked again by the next posting run, under the terms it was charged by. Nothing changes for other
 * charges, for rent due before the lease was first charged here, or for due dates that ever had a late fee.
 * The caller must lock the lease.
 */
export async function recheckLateFees(ctx: Ctx, chargeIds: readonly number[]): Promise<void> {
  await sql`
    update receivables r set late_fee_on = r.due_on + (t.terms ->> 'graceDays')::integer + 1
    from lease_terms t, lease_accounts a
    where r.entry_id = any(${chargeIds}::bigint[]) and r.charge_kind = 'rent' and r.amount_cents > 0
      and t.lease_id = r.lease_id and t.number = r.terms_number and jsonb_typeof(t.terms -> 'lateFee') = 'object'
      and a.lease_id = r.lease_id and r.due_on >= a.charged_since
      and not exists (select from receivables fee where fee.lease_id = r.lease_id and fee.late_fee_for = r.due_on)`.execute(
    ctx.db,
  );
}
