import { sql } from "kysely";
import { publishLeaseChange } from "#domains/leases/server/publish-change.ts";
import { applyCredits } from "#domains/ledger/server/entries/apply-credits.ts";
import { type LockedAccount, resolveEntryDay } from "#domains/ledger/server/entries/lock-account.ts";
import { findEntry, writeReversal } from "#domains/ledger/server/entries/write-reversal.ts";
import { audit } from "#server/audit.ts";
import type { Ctx } from "#server/http/context.ts";
import type { CardProvider, ProviderDispute } from "#server/integrations/cards/card-provider.ts";
import { notifyManagers } from "../notify-managers.ts";
import { reverseDisputedPart } from "./apply-refund.ts";
import { disputeLostReason, lockPaymentByReference, type RefundablePayment } from "./refunds.ts";

/**
 * Updates a dispute to match the provider's report. A lost dispute reverses the payment, once. Runs in a
 * transaction.
 */
export async function applyDispute(
  ctx: Ctx,
  provider: CardProvider["kind"],
  providerDispute: ProviderDispute,
): Promise<void> {
  const lockedPayment = await lockPaymentByReference(ctx, {
    provider,
    reference: providerDispute.intentReference,
  });
  if (lockedPayment === undefined) return;
  const { payment, account } = lockedPayment;
  // A decided dispute stays decided, except for the appeal of a lost one. Any other state comes from a late
  // event.
  const { rows } = await sql<{ id: number; entryId: number | null }>`
    insert into disputes as d (property_id, lease_id, payment_id, reference, amount_cents, reason, state, respond_by, opened_at,
      changed_at)
    values (${payment.propertyId}, ${payment.leaseId}, ${payment.id}, ${providerDispute.reference}, ${providerDispute.amountCents}, ${providerDispute.reason},
      ${providerDispute.state}, ${providerDispute.respondBy}, ${providerDispute.openedAt}, ${ctx.now})
    on conflict (reference) do update set amount_cents = excluded.amount_cents, reason = excluded.reason,
      state = excluded.state, respond_by = excluded.respond_by, changed_at = excluded.changed_at
    where d.state <> excluded.state and d.state <> 'won'
      and (d.state <> 'lost' or excluded.state in ('won', 'appeal_needs_response', 'appeal_under_review'))
    returning id, entry_id as "entryId"`.execute(ctx.db);
  const [dispute] = rows;
  if (dispute === undefined) return;
  await audit(ctx, {
    action: "payment.dispute-changed",
    subjectType: "lease",
    subjectId: payment.leaseId,
    propertyId: payment.propertyId,
    details: {
      payment: payment.id,
      amountCents: providerDispute.amountCents,
      state: providerDispute.state,
      reason: providerDispute.reason,
    },
  });
  publishLeaseChange(ctx, { id: payment.leaseId, property_id: payment.propertyId });
  await notifyManagers(ctx, {
    kind: "payment.disputed",
    details: {
      cents: providerDispute.amountCents,
      receiptNumber: payment.receiptNumber,
      state: providerDispute.state,
    },
    link: `/payments?payment=${payment.id}`,
    propertyId: payment.propertyId,
  });
  if (providerDispute.state !== "lost" || dispute.entryId !== null) return;
  const entryId = await reversePayment(ctx, { payment, account }, providerDispute);
  await sql`update disputes set entry_id = ${entryId} where id = ${dispute.id}`.execute(ctx.db);
}

/** Reverses the whole payment. After partial refunds, or if only a part was disputed, reverses that part. */
async function reversePayment(
  ctx: Ctx,
  { payment, account }: { payment: RefundablePayment; account: LockedAccount },
  providerDispute: ProviderDispute,
): Promise<number | null> {
  if (payment.isReversed) return null;
  const isFullAmount =
    payment.refunded.amountCents === 0 &&
    providerDispute.amountCents >= payment.amountCents + payment.feeCents;
  if (isFullAmount) {
    const entry = await findEntry(ctx, account.leaseId, payment.id);
    const id = await writeReversal(ctx, account, entry, {
      onDay: resolveEntryDay(account, undefined),
      reason: disputeLostReason,
      cause: "returned",
    });
    await applyCredits(ctx, [account.leaseId]);
    return id;
  }
  return reverseDisputedPart(ctx, { payment, account }, providerDispute.amountCents);
}
