import { sql } from "kysely";
import { publishLeaseChange } from "#domains/leases/server/publish-change.ts";
import { audit } from "#server/audit.ts";
import type { Ctx, SignedInCtx } from "#server/http/context.ts";
import { inTransaction } from "#server/http/requests/transaction.ts";
import { ProviderUnavailableError } from "#server/integrations/cards/card-provider.ts";
import { conflict, invalid } from "#shared/errors.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import { calculateFeeToRefund } from "../../refund-fee.ts";
import type { refundPayment } from "../../staff-contract.ts";
import { applyRefund, postRefund } from "./apply-refund.ts";
import { findRefunds, insertRefund, lockPayment, type Refund, type RefundablePayment } from "./refunds.ts";
import { sendRefund } from "./send-refund.ts";

/**
 * Refunds all or part of a payment. A manual payment is refunded manually, so its refund is posted
 * immediately. Otherwise the row is committed before the provider is called with its id, so a retry or a lost
 * response refunds once. If the provider doesn't respond, the refund stays requested and is retried later.
 * @throws AppError not_found; invalid if the amount exceeds what can be refunded; conflict if the payment
 * can't be refunded or the provider declines
 */
export async function requestRefund(
  ctx: SignedInCtx,
  paymentId: number,
  { body, requestKey }: { body: BodyOf<typeof refundPayment>; requestKey: string | null },
): Promise<void> {
  const { refund, payment } = await inTransaction(ctx.db, (db) =>
    findOrRequestRefund({ ...ctx, db }, paymentId, { body, requestKey }),
  );
  const { cards } = ctx;
  if (refund.state !== "requested" || payment.reference === null || cards === null) return;
  try {
    const reportedRefund = await sendRefund(cards, { ...refund, intentReference: payment.reference });
    await inTransaction(ctx.db, (db) => applyRefund({ ...ctx, db }, cards.kind, reportedRefund));
    if (reportedRefund.reference === null) throw conflict(reportedRefund.problem);
  } catch (error) {
    if (!(error instanceof ProviderUnavailableError)) throw error;
    ctx.log.warn({ err: error, provider: cards.kind }, "The card provider isn't responding.");
  }
}

async function findOrRequestRefund(
  ctx: SignedInCtx,
  paymentId: number,
  { body, requestKey }: { body: BodyOf<typeof refundPayment>; requestKey: string | null },
): Promise<{ refund: Refund; payment: RefundablePayment }> {
  const { payment, account } = await lockPayment(ctx, paymentId);
  if (requestKey !== null) {
    const [existingRefund] = await findRefunds(
      ctx,
      sql`r.made_by_id = ${ctx.actor.id} and r.request_key = ${requestKey}`,
    );
    const isSameRequest =
      existingRefund?.paymentId === paymentId && existingRefund.amountCents === body.amountCents;
    if (existingRefund !== undefined && !isSameRequest)
      throw conflict(
        "This request was already submitted with different details. Reload the page and try again.",
      );
    if (existingRefund?.state === "failed") throw conflict(existingRefund.problem);
    if (existingRefund !== undefined) return { refund: existingRefund, payment };
  }
  assertRefundable(ctx, payment, body.amountCents);
  const feeCents = calculateFeeToRefund(payment, payment.refunded, body.amountCents);
  const { amountCents, reason } = body;
  const refund = await insertRefund(ctx, payment, { amountCents, feeCents, reason, requestKey });
  if (payment.provider === null) {
    await postRefund(ctx, { refund, payment, account }, { state: "done", reference: null });
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
function assertRefundable({ cards }: Ctx, payment: RefundablePayment, amountCents: number): void {
  if (payment.isReversed) throw conflict("This payment no longer counts, so there's nothing left to refund.");
  if (payment.isDisputed)
    throw conflict("This payment is disputed, so it can't be refunded until the dispute closes.");
  const refundableCents = toCents(payment.amountCents - payment.refunded.amountCents - payment.paidOutCents);
  if (refundableCents <= 0)
    throw conflict(
      payment.paidOutCents > 0
        ? "The rest of this payment was paid out as a credit, so there's nothing left to refund."
        : "This payment has already been fully refunded.",
    );
  if (amountCents > refundableCents)
    throw invalid({ amountCents: `You can refund up to ${formatCents(refundableCents)} of this payment.` });
  if (payment.provider !== null && payment.provider !== cards?.kind)
    throw conflict(
      "The card provider for this payment is no longer connected. Refund it from the provider's dashboard.",
    );
}
