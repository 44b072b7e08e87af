import type { Ctx } from "#server/http/context.ts";
import type { Day } from "#shared/calendar.ts";
import { conflict } from "#shared/errors.ts";
import type { Cents } from "#shared/format/money.ts";
import { findCharges } from "./find-charge.ts";
import type { LockedAccount } from "./lock-account.ts";
import { settleFirst } from "./settle-first.ts";
import { writeEntry } from "./write-entry.ts";

/** Money that came in for a lease. */
export interface NewPayment {
  amountCents: Cents;
  /** When it was received, at the property. */
  onDay: Day;
  description: string;
  note?: string;
  /** Names it in another system, where it is one payment only. */
  externalReference?: string;
  /** These charges first; then what is due longest, late fees last. What is left is credit. */
  chargeIds?: readonly number[];
}

/**
 * Writes a payment on the lease's account and settles what it pays.
 * @throws AppError invalid for what is no charge of the lease; conflict when its external reference is known already
 */
export async function recordPayment(
  ctx: Ctx,
  account: LockedAccount,
  { amountCents, onDay, description, note = "", externalReference, chargeIds = [] }: NewPayment,
): Promise<number> {
  const charges = await findCharges(ctx, account, chargeIds, "chargeIds");
  const id = await refuseTwice(() =>
    writeEntry(
      ctx,
      account,
      {
        kind: "payment",
        onDay,
        description,
        reason: note,
        ...(externalReference === undefined ? {} : { externalReference }),
        debit: "bank",
        credit: "receivable",
        amountCents,
        owed: { dueOn: onDay, countsAs: "collected", chargeKind: null },
      },
      "ledger.payment-recorded",
    ),
  );
  await settleFirst(ctx, account, { id, amountCents }, charges);
  return id;
}

async function refuseTwice<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if ((error as { constraint?: unknown }).constraint === "ledger_entries_external_reference_key")
      throw conflict("This payment was recorded already.");
    throw error;
  }
}
