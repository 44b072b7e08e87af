import type { Account } from "#domains/ledger/accounts.ts";
import { applyCreditFirst } from "#domains/ledger/server/entries/apply-credit-first.ts";
import { addNote, toOpenDay } from "#domains/ledger/server/entries/closed-months.ts";
import { findCharges } from "#domains/ledger/server/entries/find-charge.ts";
import type { LockedAccount } from "#domains/ledger/server/entries/lock-account.ts";
import { writeSingleEntry } from "#domains/ledger/server/entries/write-entry.ts";
import { reverseLateFeesOnPaidRent } from "#domains/ledger/server/posting/reverse-late-fees.ts";
import type { Ctx } from "#server/http/context.ts";
import type { PaidWith } from "#server/integrations/cards/card-provider.ts";
import type { Day } from "#shared/calendar.ts";
import { conflict } from "#shared/errors.ts";
import { type Cents, negate, toCents } from "#shared/format/money.ts";
import { appendMethod, type PaymentMethod } from "../methods.ts";
import { findLeaseDetails, notifyManagers } from "./notify-managers.ts";
import { emailNewReceipt } from "./receipts/email-receipt.ts";

/** A payment received for a lease. */
export interface NewPayment extends Partial<PaidWith> {
  /** The amount credited to the lease. */
  amountCents: Cents;
  /** The card surcharge, recorded as separate income. */
  feeCents?: Cents;
  method: PaymentMethod;
  /**
   * The date at the property on which it was received. In a closed month, the payment is dated in the open
   * one.
   */
  onDay: Day;
  paidAt: Date;
  /** The payer's description. Defaults to a description of the method. */
  description?: string;
  /** Such as a check number. */
  reference?: string;
  note?: string;
  /** Null when only the company is known. */
  payerId: number | null;
  /** Where the money is: in the bank, or still with the card provider. */
  into: Extract<Account, "bank" | "clearing">;
  /** Its id in another system, where it must be unique. */
  externalReference?: string;
  /** The bank deposit that includes it. */
  bankDepositId?: number | undefined;
  /**
   * The charges to pay first. The rest goes to the others (see payment-order.ts), then becomes credit.
   */
  chargeIds?: readonly number[];
}

/**
 * Posts a payment to a ledger. Every payment is posted here. Writes the entry, the receipt, and the
 * allocations, and notifies people. Returns the id of the payment, which is also the id of the entry. The
 * caller locks the account.
 * @throws AppError invalid for a charge of another lease; conflict if the external reference already exists
 */
export async function takePayment(ctx: Ctx, account: LockedAccount, payment: NewPayment): Promise<number> {
  const { amountCents, feeCents = toCents(0), method, paidAt, reference = "", note = "" } = payment;
  const { onDay, note: dateNote } = toOpenDay(account.closed?.through, payment.onDay);
  const charges = await findCharges(ctx, account, payment.chargeIds ?? [], "chargeIds");
  const methodDescription = `${appendMethod("Payment", method)}${reference === "" ? "" : `, ${reference}`}`;
  const description = payment.description ?? methodDescription;
  const id = await assertUnique(() =>
    writeSingleEntry(
      ctx,
      account,
      {
        kind: "payment",
        onDay,
        description:
          payment.description === undefined
            ? methodDescription
            : `${methodDescription}: ${payment.description}`,
        reason: addNote(note, dateNote),
        ...(payment.externalReference === undefined ? {} : { externalReference: payment.externalReference }),
        postings: [
          { account: payment.into, amountCents: toCents(amountCents + feeCents) },
          { account: "receivable", amountCents: negate(amountCents) },
          ...(feeCents === 0 ? [] : [{ account: "income-card-fee" as const, amountCents: negate(feeCents) }]),
        ],
        receivable: { dueOn: onDay, countsAs: "collected", chargeKind: null },
      },
      {
        action: payment.into === "bank" ? "ledger.payment-recorded" : "ledger.payment-received",
        amountCents,
        ...(feeCents === 0 ? {} : { feeCents }),
      },
    ),
  );
  await ctx.db
    .insertInto("payments")
    .values({
      entry_id: id,
      property_id: account.propertyId,
      lease_id: account.leaseId,
      payer_id: payment.payerId,
      // Assigned by a trigger.
      receipt_number: 0,
      method,
      description,
      reference,
      brand: payment.brand ?? "",
      last_four: payment.lastFour ?? "",
      amount_cents: amountCents,
      fee_cents: feeCents,
      paid_on: onDay,
      paid_at: paidAt,
      bank_deposit_id: payment.bankDepositId ?? null,
    })
    .execute();
  await applyCreditFirst(ctx, account, { id, amountCents, onDay }, charges);
  await reverseLateFeesOnPaidRent(ctx, account.leaseId, { id, onDay });
  if (payment.payerId !== null) await emailNewReceipt(ctx, id);
  await notifyOfPayment(ctx, account, { id, paidCents: toCents(amountCents + feeCents), method });
  return id;
}

/** Notifies the property's managers of the payment. The payer gets the receipt. */
async function notifyOfPayment(
  ctx: Ctx,
  { leaseId, propertyId }: LockedAccount,
  { id, paidCents, method }: { id: number; paidCents: Cents; method: PaymentMethod },
): Promise<void> {
  await notifyManagers(
    ctx,
    {
      kind: "payment.received",
      details: { method, cents: paidCents, ...(await findLeaseDetails(ctx, leaseId)) },
      link: `/payments?payment=${id}`,
      propertyId,
    },
    ctx.actor?.id,
  );
}

async function assertUnique<Result>(write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if ((error as { constraint?: unknown }).constraint === "ledger_entries_external_reference_key")
      throw conflict("This payment has already been recorded.");
    throw error;
  }
}
