import { sql } from "kysely";
import { publishLeaseChange } from "#domains/leases/server/publish-change.ts";
import { applyCredits } from "#domains/ledger/server/entries/apply-credits.ts";
import { type LockedAccount, resolveEntryDay } from "#domains/ledger/server/entries/lock-account.ts";
import { writeRefund } from "#domains/ledger/server/entries/write-refund.ts";
import { findEntry, writeReversal } from "#domains/ledger/server/entries/write-reversal.ts";
import type { Ctx } from "#server/http/context.ts";
import {
  type CardProvider,
  type ProviderRefund,
  ProviderUnavailableError,
} from "#server/integrations/cards/card-provider.ts";
import { notify } from "#server/notifications/notify.ts";
import { toCents } from "#shared/format/money.ts";
import { splitRefund } from "../../refund-fee.ts";
import { notifyManagers } from "../notify-managers.ts";
import {
  disputeLostReason,
  findRefunds,
  insertRefund,
  lockPaymentByReference,
  type Refund,
  type RefundablePayment,
} from "./refunds.ts";

/** The provider's report of a refund. A declined refund has no reference. */
export type ReportedRefund = Omit<ProviderRefund, "reference"> & { reference: string | null };

interface RefundContext {
  refund: Refund;
  payment: RefundablePayment;
  account: LockedAccount;
}

/**
 * Updates a refund to match the provider's report. A pending or completed refund is posted to the ledger
 * once. If it fails later, its entry is reversed. A refund made in the provider's dashboard is adopted. Runs
 * in a transaction.
 */
export async function applyRefund(
  ctx: Ctx,
  provider: CardProvider["kind"],
  reportedRefund: ReportedRefund,
): Promise<void> {
  const lockedPayment = await lockPaymentByReference(ctx, {
    provider,
    reference: reportedRefund.intentReference,
  });
  if (lockedPayment === undefined) return;
  const refund =
    (await findRefund(ctx, lockedPayment.payment, reportedRefund)) ??
    (await adoptRefund(ctx, lockedPayment.payment, reportedRefund));
  if (refund === undefined || refund.state === "failed" || refund.state === reportedRefund.status) return;
  const context: RefundContext = { ...lockedPayment, refund };
  if (reportedRefund.status === "failed") return failRefund(ctx, provider, context, reportedRefund);
  if (refund.state === "requested")
    return postRefund(ctx, context, { state: reportedRefund.status, reference: reportedRefund.reference });
  // A completed refund can't become pending again, so this event is late.
  if (refund.state === "done") return;
  await sql`update refunds set state = 'done', changed_at = ${ctx.now} where id = ${refund.id}`.execute(
    ctx.db,
  );
  publishLeaseChange(ctx, {
    id: lockedPayment.payment.leaseId,
    property_id: lockedPayment.payment.propertyId,
  });
}

/**
 * Finds the refund by our id or the provider's. A refund made in the provider's dashboard is matched to a
 * request of the same amount that has no response yet.
 */
async function findRefund(
  ctx: Ctx,
  payment: RefundablePayment,
  { refundId, reference, amountCents }: ReportedRefund,
): Promise<Refund | undefined> {
  const refunds = await findRefunds(ctx, sql`r.payment_id = ${payment.id} order by r.id`);
  const match = refunds.find(
    (refund) => refund.id === refundId || (reference !== null && refund.reference === reference),
  );
  return (
    match ??
    refunds.find(
      (refund) =>
        refundId === null &&
        refund.state === "requested" &&
        refund.reference === null &&
        refund.amountCents + refund.feeCents === amountCents,
    )
  );
}

/**
 * Adopts a refund someone made in the provider's dashboard.
 * @throws ProviderUnavailableError if it would leave too little for a refund requested in the portal, which
 * needs a response first
 */
async function adoptRefund(
  ctx: Ctx,
  payment: RefundablePayment,
  { status, reference, amountCents }: ReportedRefund,
): Promise<Refund | undefined> {
  if (status === "failed" || payment.isReversed) return undefined;
  const remainingCents =
    payment.amountCents + payment.feeCents - payment.refunded.amountCents - payment.refunded.feeCents;
  if (amountCents > remainingCents && (await hasRequestedRefund(ctx, payment)))
    throw new ProviderUnavailableError("A refund for this payment is still waiting on the card provider.");
  if (payment.refunded.amountCents === payment.amountCents) return undefined;
  return insertRefund(ctx, payment, {
    ...splitRefund(payment, payment.refunded, amountCents),
    reason: "Refunded in the card provider's dashboard",
    reference,
  });
}

const hasRequestedRefund = async (ctx: Ctx, { id }: RefundablePayment): Promise<boolean> =>
  (await findRefunds(ctx, sql`r.payment_id = ${id} and r.state = 'requested' limit 1`)).length > 0;

/** Posts the entry of a requested refund. The caller locks the account. */
export async function postRefund(
  ctx: Ctx,
  { refund, payment, account }: RefundContext,
  { state, reference }: { state: "pending" | "done"; reference: string | null },
): Promise<void> {
  const entryId = await writeRefund(ctx, account, {
    paymentId: payment.id,
    amountCents: toCents(refund.amountCents),
    feeCents: toCents(refund.feeCents),
    from: payment.provider === null ? "bank" : "clearing",
    description: `Refund of payment ${payment.receiptNumber}`,
    reason: refund.reason,
  });
  await sql`update refunds set state = ${state}, reference = coalesce(${reference}, reference), entry_id = ${entryId},
    changed_at = ${ctx.now} where id = ${refund.id}`.execute(ctx.db);
  await sql`update payments set refunded_cents = refunded_cents + ${refund.amountCents},
    fee_refunded_cents = fee_refunded_cents + ${refund.feeCents} where entry_id = ${payment.id}`.execute(
    ctx.db,
  );
  if (payment.payerId !== null)
    await notify(ctx, [payment.payerId], {
      kind: "payment.refunded",
      details: { cents: refund.amountCents + refund.feeCents, receiptNumber: payment.receiptNumber },
      link: `/payments?payment=${payment.id}`,
      propertyId: payment.propertyId,
    });
}

/** Marks the refund as failed and reverses its entry, which returns the amount to the payment. */
async function failRefund(
  ctx: Ctx,
  provider: CardProvider["kind"],
  { refund, payment, account }: RefundContext,
  reportedRefund: ReportedRefund,
): Promise<void> {
  const problem =
    reportedRefund.problem === ""
      ? "The card provider couldn't refund this payment."
      : reportedRefund.problem;
  await sql`update refunds set problem = ${problem}, reference = coalesce(${reportedRefund.reference}, reference),
    state = case when entry_id is null then 'failed' else state end, changed_at = ${ctx.now}
    where id = ${refund.id}`.execute(ctx.db);
  if (refund.entryId !== null) {
    // A trigger on the reversal updates the refund and the payment.
    const entry = await findEntry(ctx, account.leaseId, refund.entryId);
    await writeReversal(ctx, account, entry, {
      onDay: resolveEntryDay(account, undefined),
      reason: problem,
      cause: "returned",
    });
    await applyCredits(ctx, [account.leaseId]);
  }
  await reverseLostDispute(ctx, { provider, intentReference: reportedRefund.intentReference });
  publishLeaseChange(ctx, { id: payment.leaseId, property_id: payment.propertyId });
  await notifyManagers(ctx, {
    kind: "payment.refund-failed",
    details: {
      cents: refund.amountCents + refund.feeCents,
      receiptNumber: payment.receiptNumber,
      problem,
    },
    link: `/payments?payment=${payment.id}`,
    propertyId: payment.propertyId,
  });
}

/**
 * Reverses the part that the payer's bank reclaimed, up to the part not refunded yet. Returns the entry id,
 * or null if everything was refunded.
 */
export async function reverseDisputedPart(
  ctx: Ctx,
  { payment, account }: Omit<RefundContext, "refund">,
  disputedCents: number,
): Promise<number | null> {
  if (payment.refunded.amountCents === payment.amountCents) return null;
  const refundAmounts = splitRefund(payment, payment.refunded, disputedCents);
  const refund = await insertRefund(ctx, payment, { ...refundAmounts, reason: disputeLostReason });
  await postRefund(ctx, { refund, payment, account }, { state: "done", reference: null });
  const [postedRefund] = await findRefunds(ctx, sql`r.id = ${refund.id}`);
  return postedRefund?.entryId ?? null;
}

/**
 * Reverses the rest of a lost dispute after a pending refund failed. Until then, only the part
 * that wasn't being refunded had been reversed, but the payer's bank reclaimed the refunded part too.
 */
async function reverseLostDispute(
  ctx: Ctx,
  { provider, intentReference }: { provider: CardProvider["kind"]; intentReference: string },
): Promise<void> {
  const lockedPayment = await lockPaymentByReference(ctx, { provider, reference: intentReference });
  if (lockedPayment === undefined || lockedPayment.payment.isReversed) return;
  const { rows } = await sql<{ missing: number }>`
    select (coalesce((select sum(d.amount_cents) from disputes d where d.payment_id = p.entry_id and d.state = 'lost'), 0)
      - coalesce((select sum(r.amount_cents + r.fee_cents) from refunds r
        where r.payment_id = p.entry_id and r.state <> 'failed' and r.reason = ${disputeLostReason}), 0))::bigint as missing
    from payments p where p.entry_id = ${lockedPayment.payment.id}`.execute(ctx.db);
  const missingCents = rows[0]?.missing ?? 0;
  if (missingCents > 0) await reverseDisputedPart(ctx, lockedPayment, missingCents);
}
