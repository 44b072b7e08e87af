import type { Day } from "#shared/calendar.ts";
import type { Cents } from "#shared/format/money.ts";

/** A movement on a bank account, as a bank file lists it. */
export interface BankMovement {
  /** The bank's own id. Empty if the file has none. */
  id: string;
  day: Day;
  /** Negative if it was paid out. */
  amountCents: Cents;
  /** The payer and what the payment is for. */
  text: string;
  /** Such as a check number. */
  reference: string;
}

export interface BankFile {
  /** Identifies the account at its bank. Empty if the file doesn't say. */
  accountNumber: string;
  movements: BankMovement[];
}

/** A file that can't be used. Its message says why, and what to do. */
export class BankFileError extends Error {}

/** @throws BankFileError for another currency, which the portal has no amounts in */
export function assertDollars(currency: string): void {
  if (currency !== "" && currency.toUpperCase() !== "USD")
    throw new BankFileError(
      `This file is in ${currency.toUpperCase()}. The portal records U.S. dollars, so record these payments by hand.`,
    );
}

/** @throws BankFileError because the end of the file is missing */
export function throwIncomplete(): never {
  throw new BankFileError("This file ends too early. Download it from your bank again.");
}
