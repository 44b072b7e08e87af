import { sql } from "kysely";
import { leasePlaceColumns } from "#domains/leases/server/place-columns.ts";
import type { Account } from "#domains/ledger/accounts.ts";
import { findCharges } from "#domains/ledger/server/find-charge.ts";
import type { LockedAccount } from "#domains/ledger/server/lock-account.ts";
import { settleFirst } from "#domains/ledger/server/settle-first.ts";
import { takeBackFeesOfPaidRent } from "#domains/ledger/server/take-back-late-fees.ts";
import { writeOne } from "#domains/ledger/server/write-entry.ts";
import type { Ctx } from "#server/http/context.ts";
import type { Day } from "#shared/calendar.ts";
import { conflict } from "#shared/errors.ts";
import { type Cents, negated, toCents } from "#shared/format/money.ts";
import type { LeasePlace } from "#shared/format/place.ts";
import { type PaymentMethod, paymentWords } from "../methods.ts";
import { mailNewReceipt } from "./mail-receipt.ts";
import { notifyManagers } from "./notify-managers.ts";

/** A payment received for a lease. */
export interface NewPayment {
  /** The amount credited to the lease. */
  amountCents: Cents;
  /** The card surcharge, an income of its own. */
  feeCents?: Cents;
  method: PaymentMethod;
  /** The day it was received, at the property. */
  onDay: Day;
  paidAt: Date;
  /** The payer's description; by default the words for its method. */
  description?: string;
  /** Such as the number of a check. */
  reference?: string;
  note?: string;
  /** Null when only the company is known. */
  payerId: number | null;
  /** Where the money is: at the bank, or still at the card provider. */
  into: Extract<Account, "bank" | "clearing">;
  /** Its id in another system, where it may exist only once. */
  externalReference?: string;
  /** Settled first; then the oldest due charges, late fees last. The rest is credit. */
  chargeIds?: readonly number[];
}

/**
 * The only way to enter a payment on a ledger: writes its entry, receipt and allocations, and notifies people. Returns its
 * id, which is that of the entry. The account is locked by the caller.
 * @throws AppError invalid for a charge of another lease; conflict when its external reference is already known
 */
export async function takePayment(ctx: Ctx, account: LockedAccount, payment: NewPayment): Promise<number> {
  const { amountCents, feeCents = toCents(0), method, onDay, paidAt, reference = "", note = "" } = payment;
  const charges = await findCharges(ctx, account, payment.chargeIds ?? [], "chargeIds");
  const words = `${paymentWords[method]}${reference === "" ? "" : `, ${reference}`}`;
  const description = payment.description ?? words;
  const id = await refuseTwice(() =>
    writeOne(
      ctx,
      account,
      {
        kind: "payment",
        onDay,
        description: payment.description === undefined ? words : `${words}: ${payment.description}`,
        reason: note,
        ...(payment.externalReference === undefined ? {} : { externalReference: payment.externalReference }),
        postings: [
          { account: payment.into, amountCents: toCents(amountCents + feeCents) },
          { account: "receivable", amountCents: negated(amountCents) },
          ...(feeCents === 0
            ? []
            : [{ account: "income-card-fee" as const, amountCents: negated(feeCents) }]),
        ],
        owed: { dueOn: onDay, countsAs: "collected", chargeKind: null },
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
      amount_cents: amountCents,
      fee_cents: feeCents,
      paid_on: onDay,
      paid_at: paidAt,
    })
    .execute();
  await settleFirst(ctx, account, { id, amountCents, onDay }, charges);
  await takeBackFeesOfPaidRent(ctx, account.leaseId, { id, onDay });
  if (payment.payerId !== null) await mailNewReceipt(ctx, id);
  await notifyOfPayment(ctx, account, { id, paidCents: toCents(amountCents + feeCents), method });
  return id;
}

/** Notifies those who run the building of the payment; the payer gets the receipt. */
async function notifyOfPayment(
  ctx: Ctx,
  { leaseId, propertyId }: LockedAccount,
  { id, paidCents, method }: { id: number; paidCents: Cents; method: PaymentMethod },
): Promise<void> {
  const { rows } = await sql<LeasePlace & { company: string }>`
    select c.name as company, ${leasePlaceColumns}
    from leases l join companies c on c.id = l.company_id join properties p on p.id = l.property_id
    where l.id = ${leaseId}`.execute(ctx.db);
  const [lease] = rows;
  if (lease === undefined) throw new Error("The lease of a payment does not exist.");
  await notifyManagers(
    ctx,
    {
      kind: "payment.received",
      particulars: { method, cents: paidCents, ...lease },
      link: `/payments?payment=${id}`,
      propertyId,
    },
    ctx.actor?.id,
  );
}

async function refuseTwice<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if ((error as { constraint?: unknown }).constraint === "ledger_entries_external_reference_key")
      throw conflict("This payment was already recorded.");
    throw error;
  }
}
