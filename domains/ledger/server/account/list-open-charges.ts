import { sql } from "kysely";
import { moneyScope } from "#domains/leases/server/access.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { notFound } from "#shared/errors.ts";
import type { OpenCharge } from "../../contract.ts";
import { paymentOrder } from "../entries/payment-order.ts";
import { paymentsOnTheirWay } from "./sum-amounts-due.ts";

const maxCharges = 200;

/** Returns the unpaid charges of a lease, in the order payments are applied. @throws AppError not_found */
export async function listOpenCharges(ctx: SignedInCtx, leaseId: number): Promise<OpenCharge[]> {
  const { rows } = await sql<{ charges: OpenCharge[]; payments: PaymentOnItsWay[] }>`
    select (
      select coalesce(json_agg(json_build_object('id', c.entry_id, 'description', c.description, 'chargeKind', c.charge_kind,
        'dueOn', c.due_on, 'amountCents', c.amount_cents, 'openCents', c.open_cents, 'onItsWayCents', 0)
        order by c.position), '[]')
      from (
        select r.entry_id, e.description, r.charge_kind, r.due_on, r.amount_cents, r.open_cents,
          row_number() over (order by ${paymentOrder(ctx)}) as position
        from receivables r join ledger_entries e on e.id = r.entry_id
        where r.lease_id = l.id and r.open_cents > 0
        order by position limit ${sql.lit(maxCharges)}
      ) c
    ) as charges, (
      select coalesce(json_agg(json_build_object('amountCents', e.amount_cents, 'chargeIds', e.charge_ids)
        order by e.since, e.id), '[]')
      from ${paymentsOnTheirWay} e where e.lease_id = l.id
    ) as payments
    from leases l join properties p on p.id = l.property_id where l.id = ${leaseId} and ${moneyScope(ctx.actor.accessScope)}`.execute(
    ctx.db,
  );
  if (rows[0] === undefined) throw notFound("lease");
  const { charges, payments } = rows[0];
  for (const payment of payments) markOnItsWay(charges, payment);
  return charges;
}

interface PaymentOnItsWay {
  amountCents: number;
  /** The charges to pay first. */
  chargeIds: number[];
}

function markOnItsWay(charges: readonly OpenCharge[], { amountCents, chargeIds }: PaymentOnItsWay): void {
  let remainingCents = amountCents;
  for (const charge of [
    ...charges.filter(({ id }) => chargeIds.includes(id)),
    ...charges.filter(({ id }) => !chargeIds.includes(id)),
  ]) {
    const cents = Math.min(remainingCents, charge.openCents - charge.onItsWayCents);
    charge.onItsWayCents += cents;
    remainingCents -= cents;
  }
}
