import { sql } from "kysely";
import { moneyScope } from "#domains/leases/server/access.ts";
import type { Ctx, SignedInCtx } from "#server/http/context.ts";
import { queueEmail } from "#server/integrations/email/outbox.ts";
import { conflict, notFound } from "#shared/errors.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import { formatMethod } from "../../methods.ts";
import { reversalNotes } from "../../statuses.ts";
import { getReceipt, type Receipt } from "./receipt.ts";

/** How many times a receipt can be resent after the first email. */
const maxResends = 3;

interface Recipient {
  id: number;
  fullName: string;
  email: string;
}

/**
 * Emails a new payment's receipt to the payer once, in the payment's transaction, no matter who reports the
 * payment first.
 */
export async function emailNewReceipt(ctx: Ctx, paymentId: number): Promise<void> {
  const { rows } = await sql`update payments set receipts_emailed = 1
    where entry_id = ${paymentId} and receipts_emailed = 0 returning entry_id`.execute(ctx.db);
  if (rows.length === 0) return;
  const receipt = await getReceipt(ctx, paymentId, sql`true`);
  if (receipt.payer !== null) await queueReceipt(ctx, receipt, receipt.payer);
}

/**
 * Emails the receipt of the user's own payment, by default the newest. The payer's page calls it after a
 * payment (requirements, "send-receipt"). Does nothing if the receipt was already emailed.
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
  await emailNewReceipt(ctx, rows[0].id);
}

/**
 * Resends a receipt: for tenants to their own address, for staff to the payer. Returns the email address.
 * @throws AppError not_found; conflict after three times, or if the payer is unknown
 */
export async function resendReceiptEmail(ctx: SignedInCtx, paymentId: number): Promise<string> {
  const receipt = await getReceipt(ctx, paymentId, moneyScope(ctx.actor.accessScope));
  const recipient = ctx.actor.accessScope.effectiveRole === "tenant" ? ctx.actor : receipt.payer;
  if (recipient === null)
    throw conflict(
      "We don't know who made this payment, so we can't email a receipt. You can print it or save it as a PDF.",
    );
  const { rows } = await sql`update payments set receipts_emailed = receipts_emailed + 1
    where entry_id = ${paymentId} and receipts_emailed <= ${maxResends} returning entry_id`.execute(ctx.db);
  if (rows.length === 0)
    throw conflict("This receipt has reached its email limit. You can still print it or save it as a PDF.");
  await queueReceipt(ctx, receipt, recipient);
  return recipient.email;
}

const queueReceipt = (ctx: Ctx, receipt: Receipt, recipient: Recipient): Promise<number> =>
  queueEmail(ctx, {
    template: "payment-receipt",
    to: { address: recipient.email, userId: recipient.id, fullName: recipient.fullName },
    subject: "Payment Receipt",
    paragraphs: [
      `Your payment of ${formatMoney(receipt.amountCents + receipt.feeCents)} for ${receipt.company} has been received. Thank you.`,
      ...(receipt.reversal === null ? [] : [`${reversalNotes[receipt.reversal]}.`]),
    ],
    details: [
      { name: "Receipt", value: `No. ${receipt.number}` },
      {
        name: "Paid",
        value: [formatCalendarDay(receipt.paidOn), receipt.paidTime].filter(Boolean).join(", "),
      },
      { name: "Method", value: formatMethod(receipt) },
      { name: "Description", value: receipt.description },
      ...receipt.lines.map(({ description, amountCents }) => ({
        name: description,
        value: formatMoney(amountCents),
      })),
      ...(receipt.feeCents === 0
        ? []
        : [
            { name: "Subtotal", value: formatMoney(receipt.amountCents) },
            { name: "Card processing fee", value: formatMoney(receipt.feeCents) },
          ]),
      { name: "Total paid", value: formatMoney(receipt.amountCents + receipt.feeCents), isTotal: true },
    ],
    link: { label: "View receipt", path: `/payments?payment=${receipt.paymentId}` },
  });

const formatMoney = (cents: number): string => formatCents(toCents(cents));
