import { sql } from "kysely";
import { moneyScope } from "#domains/leases/server/access.ts";
import type { Ctx, SignedInCtx } from "#server/http/context.ts";
import { queueMail } from "#server/integrations/outbox.ts";
import { conflict, notFound } from "#shared/errors.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import { paymentMethodLabels } from "../methods.ts";
import { type Receipt, receiptOf } from "./receipt.ts";

/** How often a receipt may be mailed again after the first mail. */
const mailsAgainMax = 3;

interface Addressee {
  id: number;
  fullName: string;
  email: string;
}

/** Mails the receipt of a new payment to the payer, in its transaction: once, whoever reports the payment first. */
export async function mailNewReceipt(ctx: Ctx, paymentId: number): Promise<void> {
  const { rows } = await sql`update payments set receipts_mailed = 1
    where entry_id = ${paymentId} and receipts_mailed = 0 returning entry_id`.execute(ctx.db);
  if (rows.length === 0) return;
  const receipt = await receiptOf(ctx, paymentId, sql`true`);
  if (receipt.payer !== null) await queueReceipt(ctx, receipt, receipt.payer);
}

/**
 * Called by the payer's page after a payment (requirements, "send-receipt"): mails the receipt of the user's own payment, the
 * newest one when none is named. Does nothing when it was already mailed.
 * @throws AppError not_found
 */
export async function sendReceipt(ctx: SignedInCtx, reference: string | null): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select p.entry_id as id from payments p join leases l on l.id = p.lease_id
    where p.payer_id = ${ctx.actor.id} and ${moneyScope(ctx.actor.accessScope)}
      and (${reference}::text is null
        or exists (select from payment_intents i where i.payment_id = p.entry_id and i.reference = ${reference}))
    order by p.paid_at desc, p.entry_id desc limit 1`.execute(ctx.db);
  if (rows[0] === undefined) throw notFound("payment");
  await mailNewReceipt(ctx, rows[0].id);
}

/**
 * Mails a receipt again: for a member to their own address, for staff to the payer.
 * @throws AppError not_found; conflict after three times, or when the payer is unknown
 */
export async function mailReceiptAgain(ctx: SignedInCtx, paymentId: number): Promise<string> {
  const receipt = await receiptOf(ctx, paymentId, moneyScope(ctx.actor.accessScope));
  const to = ctx.actor.role === "tenant" ? ctx.actor : receipt.payer;
  if (to === null)
    throw conflict(
      "Nobody is known to have made this payment. You can print the receipt, or save it as PDF.",
    );
  const { rows } = await sql`update payments set receipts_mailed = receipts_mailed + 1
    where entry_id = ${paymentId} and receipts_mailed <= ${mailsAgainMax} returning entry_id`.execute(ctx.db);
  if (rows.length === 0)
    throw conflict(
      "This receipt was mailed as often as it can be. You can still print it, or save it as PDF.",
    );
  await queueReceipt(ctx, receipt, to);
  return to.email;
}

const queueReceipt = (ctx: Ctx, receipt: Receipt, to: Addressee): Promise<number> =>
  queueMail(ctx, {
    template: "payment-receipt",
    to: { address: to.email, userId: to.id, fullName: to.fullName },
    subject: "Payment Receipt",
    paragraphs: [
      `Your payment of ${money(receipt.amountCents + receipt.feeCents)} for ${receipt.company} has been received. Thank you.`,
      ...(receipt.isReversed ? ["It was taken back since, and does not count any more."] : []),
    ],
    facts: [
      { name: "Receipt", value: `No. ${receipt.number}` },
      { name: "Paid", value: formatCalendarDay(receipt.paidOn) },
      { name: "Method", value: paymentMethodLabels[receipt.method] },
      { name: "Description", value: receipt.description },
      ...receipt.lines.map(({ description, amountCents }) => ({
        name: description,
        value: money(amountCents),
      })),
      ...(receipt.feeCents === 0 ? [] : [{ name: "Card processing fee", value: money(receipt.feeCents) }]),
      { name: "Total paid", value: money(receipt.amountCents + receipt.feeCents) },
    ],
    link: { label: "Open the receipt", path: `/payments?payment=${receipt.paymentId}` },
  });

const money = (cents: number): string => formatCents(toCents(cents));
