import { sql } from "kysely";
import { publishLeaseChange } from "#domains/leases/server/publish-change.ts";
import type { LockedAccount } from "#domains/ledger/server/lock-account.ts";
import { settleOpen } from "#domains/ledger/server/settle.ts";
import { findEntry, writeReversal } from "#domains/ledger/server/write-reversal.ts";
import { audit } from "#server/audit.ts";
import type { Ctx } from "#server/http/context.ts";
import type { CardProvider, ProviderDispute } from "#server/integrations/card-provider.ts";
import { takeBackPart } from "./apply-refund.ts";
import { notifyManagers } from "./notify-managers.ts";
import { lockPaymentOf, lostToADispute, type PaymentToRefund } from "./refunds.ts";

/**
 * Brings a dispute to what the provider says of it; a lost one takes the payment back, once. Runs in a transaction.
 */
export async function applyDispute(
  ctx: Ctx,
  provider: CardProvider["kind"],
  told: ProviderDispute,
): Promise<void> {
  const locked = await lockPaymentOf(ctx, { provider, reference: told.intentReference });
  if (locked === undefined) return;
  const { payment, account } = locked;
  // What is decided stays so: another word is a late one.
  const { rows } = await sql<{ id: number; entryId: number | null }>`
    insert into disputes as d (property_id, lease_id, payment_id, reference, amount_cents, reason, state, answer_by, opened_at,
      changed_at)
    values (${payment.propertyId}, ${payment.leaseId}, ${payment.id}, ${told.reference}, ${told.amountCents}, ${told.reason},
      ${told.state}, ${told.answerBy}, ${told.openedAt}, ${ctx.now})
    on conflict (reference) do update set amount_cents = excluded.amount_cents, reason = excluded.reason,
      state = excluded.state, answer_by = excluded.answer_by, changed_at = excluded.changed_at
    where d.state not in ('won', 'lost') and d.state <> excluded.state
    returning id, entry_id as "entryId"`.execute(ctx.db);
  const [dispute] = rows;
  if (dispute === undefined) return;
  await audit(ctx, {
    action: "payment.dispute-changed",
    subjectType: "lease",
    subjectId: payment.leaseId,
    propertyId: payment.propertyId,
    details: { payment: payment.id, amountCents: told.amountCents, state: told.state, reason: told.reason },
  });
  publishLeaseChange(ctx, { id: payment.leaseId, property_id: payment.propertyId });
  await notifyManagers(ctx, {
    kind: "payment.disputed",
    particulars: { cents: told.amountCents, receiptNumber: payment.receiptNumber, state: told.state },
    link: `/payments?payment=${payment.id}`,
    propertyId: payment.propertyId,
  });
  if (told.state !== "lost" || dispute.entryId !== null) return;
  const entryId = await takeBack(ctx, { payment, account }, told);
  await sql`update disputes set entry_id = ${entryId} where id = ${dispute.id}`.execute(ctx.db);
}

/** The whole payment is reversed; where parts were refunded, or only a part was contested, that part goes back. */
async function takeBack(
  ctx: Ctx,
  { payment, account }: { payment: PaymentToRefund; account: LockedAccount },
  told: ProviderDispute,
): Promise<number | null> {
  if (payment.isReversed) return null;
  const isWhole =
    payment.given.amountCents === 0 && told.amountCents >= payment.amountCents + payment.feeCents;
  if (isWhole) {
    const entry = await findEntry(ctx, account.leaseId, payment.id);
    const id = await writeReversal(ctx, account, entry, { onDay: account.today, reason: lostToADispute });
    await settleOpen(ctx, [account.leaseId]);
    return id;
  }
  return takeBackPart(ctx, { payment, account }, told.amountCents);
}
