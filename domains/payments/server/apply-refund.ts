import { sql } from "kysely";
import { publishLeaseChange } from "#domains/leases/server/publish-change.ts";
import type { LockedAccount } from "#domains/ledger/server/lock-account.ts";
import { settleOpen } from "#domains/ledger/server/settle.ts";
import { writeRefund } from "#domains/ledger/server/write-refund.ts";
import { findEntry, writeReversal } from "#domains/ledger/server/write-reversal.ts";
import type { Ctx } from "#server/http/context.ts";
import { type CardProvider, ProviderAway, type ProviderRefund } from "#server/integrations/card-provider.ts";
import { notify } from "#server/notifications/notify.ts";
import { toCents } from "#shared/format/money.ts";
import { splitPart } from "../refund-fee.ts";
import { notifyManagers } from "./notify-managers.ts";
import {
  keepRefund,
  lockPaymentOf,
  lostToADispute,
  type PaymentToRefund,
  type Refund,
  refundsWhere,
} from "./refunds.ts";

/** The provider's report of a refund. A refusal has no reference. */
export type ReportedRefund = Omit<ProviderRefund, "reference"> & { reference: string | null };

interface Found {
  refund: Refund;
  payment: PaymentToRefund;
  account: LockedAccount;
}

/**
 * Brings a refund in line with the provider's report: under way or done, it is entered on the ledger, once; when it fails
 * later, its entry is reversed. A refund made in the provider's own account is adopted. Runs in a transaction.
 */
export async function applyRefund(
  ctx: Ctx,
  provider: CardProvider["kind"],
  reported: ReportedRefund,
): Promise<void> {
  const locked = await lockPaymentOf(ctx, { provider, reference: reported.intentReference });
  if (locked === undefined) return;
  const refund =
    (await known(ctx, locked.payment, reported)) ?? (await takenOver(ctx, locked.payment, reported));
  if (refund === undefined || refund.state === "failed" || refund.state === reported.status) return;
  const found: Found = { ...locked, refund };
  if (reported.status === "failed") return fail(ctx, provider, found, reported);
  if (refund.state === "requested")
    return enterRefund(ctx, found, { state: reported.status, reference: reported.reference });
  // A refund that is done cannot be under way again: this event is late.
  if (refund.state === "done") return;
  await sql`update refunds set state = 'done', changed_at = ${ctx.now} where id = ${refund.id}`.execute(
    ctx.db,
  );
  publishLeaseChange(ctx, { id: locked.payment.leaseId, property_id: locked.payment.propertyId });
}

/**
 * Finds the refund by our id or the provider's. A refund made in the provider's own account is matched to an unanswered
 * request of the same amount.
 */
async function known(
  ctx: Ctx,
  payment: PaymentToRefund,
  { refundId, reference, amountCents }: ReportedRefund,
): Promise<Refund | undefined> {
  const ofPayment = await refundsWhere(ctx, sql`r.payment_id = ${payment.id} order by r.id`);
  const ours = ofPayment.find(
    (refund) => refund.id === refundId || (reference !== null && refund.reference === reference),
  );
  return (
    ours ??
    ofPayment.find(
      (refund) =>
        refundId === null &&
        refund.state === "requested" &&
        refund.reference === null &&
        refund.amountCents + refund.feeCents === amountCents,
    )
  );
}

/**
 * Adopts a refund that somebody made in the provider's own account.
 * @throws ProviderAway when it would leave too little for one requested here, which has to be answered first
 */
async function takenOver(
  ctx: Ctx,
  payment: PaymentToRefund,
  { status, reference, amountCents }: ReportedRefund,
): Promise<Refund | undefined> {
  if (status === "failed" || payment.isReversed) return undefined;
  const left = payment.amountCents + payment.feeCents - payment.given.amountCents - payment.given.feeCents;
  if (amountCents > left && (await isRequested(ctx, payment)))
    throw new ProviderAway("A refund of this payment that was requested here has no answer yet.");
  if (payment.given.amountCents === payment.amountCents) return undefined;
  return keepRefund(ctx, payment, {
    ...splitPart(payment, payment.given, amountCents),
    reason: "Refunded in the card provider's own account",
    reference,
  });
}

const isRequested = async (ctx: Ctx, { id }: PaymentToRefund): Promise<boolean> =>
  (await refundsWhere(ctx, sql`r.payment_id = ${id} and r.state = 'requested' limit 1`)).length > 0;

/** Writes the entry of a requested refund. The account is locked by the caller. */
export async function enterRefund(
  ctx: Ctx,
  { refund, payment, account }: Found,
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
      kind: "payment.given-back",
      particulars: { cents: refund.amountCents + refund.feeCents, receiptNumber: payment.receiptNumber },
      link: `/payments?payment=${payment.id}`,
      propertyId: payment.propertyId,
    });
}

/** The refund failed: its entry is reversed, and the money belongs to the payment again. */
async function fail(
  ctx: Ctx,
  provider: CardProvider["kind"],
  { refund, payment, account }: Found,
  reported: ReportedRefund,
): Promise<void> {
  const problem = reported.problem === "" ? "The card provider could not refund it." : reported.problem;
  await sql`update refunds set problem = ${problem}, reference = coalesce(${reported.reference}, reference),
    state = case when entry_id is null then 'failed' else state end, changed_at = ${ctx.now}
    where id = ${refund.id}`.execute(ctx.db);
  if (refund.entryId !== null) {
    // The refund and the payment are updated by a trigger on the reversal.
    const entry = await findEntry(ctx, account.leaseId, refund.entryId);
    await writeReversal(ctx, account, entry, { onDay: account.today, reason: problem });
    await settleOpen(ctx, [account.leaseId]);
  }
  await takeBackWhatIsLost(ctx, { provider, intentReference: reported.intentReference });
  publishLeaseChange(ctx, { id: payment.leaseId, property_id: payment.propertyId });
  await notifyManagers(ctx, {
    kind: "payment.refund-failed",
    particulars: {
      cents: refund.amountCents + refund.feeCents,
      receiptNumber: payment.receiptNumber,
      problem,
    },
    link: `/payments?payment=${payment.id}`,
    propertyId: payment.propertyId,
  });
}

/** Takes back a part that the payer's bank took, at most what is left. Returns its entry, null when nothing is left. */
export async function takeBackPart(
  ctx: Ctx,
  { payment, account }: Omit<Found, "refund">,
  partCents: number,
): Promise<number | null> {
  if (payment.given.amountCents === payment.amountCents) return null;
  const part = splitPart(payment, payment.given, partCents);
  const refund = await keepRefund(ctx, payment, { ...part, reason: lostToADispute });
  await enterRefund(ctx, { refund, payment, account }, { state: "done", reference: null });
  const [entered] = await refundsWhere(ctx, sql`r.id = ${refund.id}`);
  return entered?.entryId ?? null;
}

/** A lost dispute took only what a pending refund left; as that refund failed, the payer's bank has that part as well. */
async function takeBackWhatIsLost(
  ctx: Ctx,
  { provider, intentReference }: { provider: CardProvider["kind"]; intentReference: string },
): Promise<void> {
  const locked = await lockPaymentOf(ctx, { provider, reference: intentReference });
  if (locked === undefined || locked.payment.isReversed) return;
  const { rows } = await sql<{ missing: number }>`
    select (coalesce((select sum(d.amount_cents) from disputes d where d.payment_id = p.entry_id and d.state = 'lost'), 0)
      - coalesce((select sum(r.amount_cents + r.fee_cents) from refunds r
        where r.payment_id = p.entry_id and r.state <> 'failed' and r.reason = ${lostToADispute}), 0))::bigint as missing
    from payments p where p.entry_id = ${locked.payment.id}`.execute(ctx.db);
  const missing = rows[0]?.missing ?? 0;
  if (missing > 0) await takeBackPart(ctx, locked, missing);
}
