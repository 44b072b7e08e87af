import { sql } from "kysely";
import { publishLeaseChange } from "#domains/leases/server/publish-change.ts";
import { audit } from "#server/audit.ts";
import type { Ctx, SignedInCtx } from "#server/http/context.ts";
import { inTransaction } from "#server/http/transaction.ts";
import { ProviderAway } from "#server/integrations/card-provider.ts";
import { conflict, invalid } from "#shared/errors.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import { feeToGiveBack } from "../refund-fee.ts";
import type { refundPayment } from "../staff-contract.ts";
import { applyRefund, enterRefund } from "./apply-refund.ts";
import { askForRefund } from "./ask-for-refund.ts";
import { keepRefund, lockPayment, type PaymentToRefund, type Refund, refundsWhere } from "./refunds.ts";

/**
 * Refunds a payment, or a part of it. Money received by hand is refunded by hand: the refund is entered at once. Otherwise
 * the row is committed before the provider is called with its id, so that a retry or a lost response refunds once; while the
 * provider is away the refund stays requested, and is retried later.
 * @throws AppError not_found; invalid for more than is left; conflict when it cannot be refunded, or the provider refuses
 */
export async function requestRefund(
  ctx: SignedInCtx,
  paymentId: number,
  { body, requestKey }: { body: BodyOf<typeof refundPayment>; requestKey: string | null },
): Promise<void> {
  const { refund, payment } = await inTransaction(ctx.db, (db) =>
    findOrRequest({ ...ctx, db }, paymentId, { body, requestKey }),
  );
  const { cards } = ctx;
  if (refund.state !== "requested" || payment.reference === null || cards === null) return;
  try {
    const reported = await askForRefund(cards, { ...refund, intentReference: payment.reference });
    await inTransaction(ctx.db, (db) => applyRefund({ ...ctx, db }, cards.kind, reported));
    if (reported.reference === null) throw conflict(reported.problem);
  } catch (error) {
    if (!(error instanceof ProviderAway)) throw error;
    ctx.log.warn({ err: error, provider: cards.kind }, "The card provider does not answer.");
  }
}

async function findOrRequest(
  ctx: SignedInCtx,
  paymentId: number,
  { body, requestKey }: { body: BodyOf<typeof refundPayment>; requestKey: string | null },
): Promise<{ refund: Refund; payment: PaymentToRefund }> {
  const { payment, account } = await lockPayment(ctx, paymentId);
  if (requestKey !== null) {
    const [known] = await refundsWhere(
      ctx,
      sql`r.made_by_id = ${ctx.actor.id} and r.asked_with = ${requestKey}`,
    );
    const isSame = known?.paymentId === paymentId && known.amountCents === body.amountCents;
    if (known !== undefined && !isSame)
      throw conflict("This request was already made with other contents. Please reload and try again.");
    if (known?.state === "failed") throw conflict(known.problem);
    if (known !== undefined) return { refund: known, payment };
  }
  refuseUnrefundable(ctx, payment, body.amountCents);
  const feeCents = feeToGiveBack(payment, payment.given, body.amountCents);
  const { amountCents, reason } = body;
  const refund = await keepRefund(ctx, payment, { amountCents, feeCents, reason, requestKey });
  if (payment.provider === null) {
    await enterRefund(ctx, { refund, payment, account }, { state: "done", reference: null });
    return { refund: { ...refund, state: "done" }, payment };
  }
  await audit(ctx, {
    action: "payment.refund-requested",
    subjectType: "lease",
    subjectId: payment.leaseId,
    propertyId: payment.propertyId,
    details: { payment: payment.id, amountCents, feeCents, reason },
  });
  publishLeaseChange(ctx, { id: payment.leaseId, property_id: payment.propertyId });
  return { refund, payment };
}

/** @throws AppError invalid, conflict */
function refuseUnrefundable({ cards }: Ctx, payment: PaymentToRefund, amountCents: number): void {
  if (payment.isReversed) throw conflict("This payment was returned; there is nothing left to refund.");
  if (payment.isContested)
    throw conflict(
      "The payer's bank contests this payment. It cannot be refunded while that is open, so that nobody gets it twice.",
    );
  const left = toCents(payment.amountCents - payment.given.amountCents);
  if (left === 0) throw conflict("All of this payment was already refunded.");
  if (amountCents > left)
    throw invalid({ amountCents: `Only ${formatCents(left)} of this payment is left to refund.` });
  if (payment.provider !== null && payment.provider !== cards?.kind)
    throw conflict(
      "The card provider that took this payment is not set up any more. Please refund it in the provider's own account.",
    );
}
