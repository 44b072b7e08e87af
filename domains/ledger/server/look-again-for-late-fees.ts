import { sql } from "kysely";
import type { Ctx } from "#server/http/context.ts";

/**
 * Called when a payment of these charges is returned: rent among them that was already checked for a late fee is checked
 * again by the next posting run, by the terms it was charged by. Nothing changes for charges of another kind, rent due
 * before the lease was first charged here, and due dates that already had a late fee, whatever became of it. The lease is
 * locked by the caller.
 */
export async function lookAgainForLateFees(ctx: Ctx, chargeIds: readonly number[]): Promise<void> {
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
