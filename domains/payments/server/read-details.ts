import { sql } from "kysely";
import { moneyScope } from "#domains/leases/server/access.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { grantOf } from "#shared/permissions.ts";
import type { PaymentDetails } from "../contract.ts";
import { paymentOf } from "./list-payments.ts";
import { receiptOf } from "./receipt.ts";
import { isContested, leftToRefund } from "./refunds.ts";

type Refund = PaymentDetails["refunds"][number];
type Dispute = PaymentDetails["disputes"][number];

interface Row {
  refunds: (Omit<Refund, "madeAt"> & { madeAt: string })[];
  disputes: (Omit<Dispute, "answerBy" | "openedAt"> & { answerBy: string | null; openedAt: string })[];
  leftCents: number;
  isContested: boolean;
}

/** A payment with the charges it settled, its refunds and its disputes. @throws AppError not_found */
export async function readDetails(ctx: SignedInCtx, id: number): Promise<PaymentDetails> {
  const payment = await paymentOf(ctx, id);
  const { number, organisation, lines, amountCents, feeCents, mailed } = await receiptOf(
    ctx,
    id,
    moneyScope(ctx.actor.accessScope),
  );
  const { rows } = await sql<Row>`
    select
      (select coalesce(json_agg(json_build_object('id', r.id, 'amountCents', r.amount_cents, 'feeCents', r.fee_cents,
          'reason', r.reason, 'state', r.state, 'problem', r.problem, 'madeAt', r.made_at,
          'who', (select u.full_name from users u where u.id = r.made_by_id)) order by r.id desc), '[]')
        from refunds r where r.payment_id = p.entry_id) as refunds,
      (select coalesce(json_agg(json_build_object('id', d.id, 'amountCents', d.amount_cents, 'state', d.state,
          'reason', d.reason, 'answerBy', d.answer_by, 'openedAt', d.opened_at) order by d.id desc), '[]')
        from disputes d where d.payment_id = p.entry_id) as disputes,
      ${leftToRefund} as "leftCents", ${isContested} as "isContested"
    from payments p where p.entry_id = ${id}`.execute(ctx.db);
  const { refunds = [], disputes = [], leftCents = 0, isContested: contested = false } = rows[0] ?? {};
  const may = (action: "payments.refund" | "payments.mail-receipt") =>
    grantOf(ctx.actor.accessScope.effectiveRole, action) !== "no";
  return {
    ...payment,
    receipt: { number, organisation, lines, totalCents: amountCents + feeCents, mailed },
    refunds: refunds.map((refund) => ({ ...refund, madeAt: instant(refund.madeAt) })),
    disputes: disputes.map((dispute) => ({
      ...dispute,
      answerBy: dispute.answerBy === null ? null : instant(dispute.answerBy),
      openedAt: instant(dispute.openedAt),
    })),
    may: {
      refundCents: may("payments.refund") && !contested ? leftCents : 0,
      mailReceipt: may("payments.mail-receipt") && payment.user !== null,
    },
  };
}

const instant = (written: string): string => new Date(written).toISOString();
