import { sql } from "kysely";
import { moneyScope } from "#domains/leases/server/access.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { type Action, getGrant } from "#shared/permissions.ts";
import type { PaymentDetails } from "../../contract.ts";
import { getReceipt } from "../receipts/receipt.ts";
import { isDisputed, refundableCents } from "../refunds/refunds.ts";
import { getPayment } from "./list-payments.ts";

type Refund = PaymentDetails["refunds"][number];
type Dispute = PaymentDetails["disputes"][number];

interface PaymentDetailsRow {
  refunds: (Omit<Refund, "madeAt"> & { madeAt: string })[];
  disputes: (Omit<Dispute, "respondBy" | "openedAt"> & { respondBy: string | null; openedAt: string })[];
  bankDeposit: PaymentDetails["bankDeposit"];
  reversedOn: string | null;
  remainingCents: number;
  unappliedCents: number;
  isDisputed: boolean;
  /** Whether the card provider received the payment. Such a payment can only be refunded, not moved. */
  isFromProvider: boolean;
}

/**
 * Returns a payment with the charges it was applied to, its refunds, and its disputes.
 * @throws AppError not_found
 */
export async function readPaymentDetails(ctx: SignedInCtx, id: number): Promise<PaymentDetails> {
  const payment = await getPayment(ctx, id);
  const { number, paidTime, organization, lines, amountCents, feeCents, timesEmailed } = await getReceipt(
    ctx,
    id,
    moneyScope(ctx.actor.accessScope),
  );
  const { rows } = await sql<PaymentDetailsRow>`
    select
      (select coalesce(json_agg(json_build_object('id', r.id, 'amountCents', r.amount_cents, 'feeCents', r.fee_cents,
          'reason', r.reason, 'state', r.state, 'problem', r.problem, 'madeAt', r.made_at,
          'refundedOn', (select e.on_day from ledger_entries e where e.id = r.entry_id),
          'who', (select u.full_name from users u where u.id = r.made_by_id)) order by r.id desc), '[]')
        from refunds r where r.payment_id = p.entry_id) as refunds,
      (select coalesce(json_agg(json_build_object('id', d.id, 'amountCents', d.amount_cents, 'state', d.state,
          'reason', d.reason, 'respondBy', d.respond_by, 'openedAt', d.opened_at) order by d.id desc), '[]')
        from disputes d where d.payment_id = p.entry_id) as disputes,
      (select json_build_object('id', d.id, 'depositedOn', d.deposited_on) from bank_deposits d where d.id = p.bank_deposit_id)
        as "bankDeposit",
      case when p.paid_on <= closed_through(p.property_id) then closed_through(p.property_id) + 1 end as "reversedOn",
      ${refundableCents} as "remainingCents",
      (select -r.open_cents from receivables r where r.entry_id = p.entry_id) as "unappliedCents", ${isDisputed} as "isDisputed",
      exists (select from payment_intents i where i.payment_id = p.entry_id and i.provider is not null) as "isFromProvider"
    from payments p where p.entry_id = ${id}`.execute(ctx.db);
  const {
    refunds = [],
    disputes = [],
    bankDeposit = null,
    reversedOn = null,
    remainingCents = 0,
    unappliedCents = 0,
    isDisputed: hasOpenDispute = false,
    isFromProvider = false,
  } = rows[0] ?? {};
  const can = (action: Extract<Action, `payments.${string}`>) =>
    getGrant(ctx.actor.accessScope.effectiveRole, action) !== "no";
  return {
    ...payment,
    receipt: { number, paidTime, organization, lines, totalCents: amountCents + feeCents, timesEmailed },
    refunds: refunds.map((refund) => ({ ...refund, madeAt: toIsoInstant(refund.madeAt) })),
    bankDeposit: can("payments.record") ? bankDeposit : null,
    disputes: disputes.map((dispute) => ({
      ...dispute,
      respondBy: dispute.respondBy === null ? null : toIsoInstant(dispute.respondBy),
      openedAt: toIsoInstant(dispute.openedAt),
    })),
    reversedOn,
    unappliedCents,
    can: {
      refundCents: can("payments.refund") && !hasOpenDispute ? remainingCents : 0,
      emailReceipt: can("payments.email-receipt") && payment.user !== null,
      move:
        can("payments.move") &&
        payment.status === "completed" &&
        payment.refundedCents === 0 &&
        !isFromProvider,
    },
  };
}

const toIsoInstant = (timestamp: string): string => new Date(timestamp).toISOString();
