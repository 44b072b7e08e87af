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

/** A file that can't be used. Its message says why and what to do. */
export class BankFileError extends Error {}

/** @throws BankFileError for another currency, because the portal records U.S. dollars only */
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

/**
 * Returns the account of the file, or an empty string if it has none.
 * @throws BankFileError for more than one account
 */
export function requireOneAccount(accountNumbers: readonly string[]): string {
  const [accountNumber = "", ...others] = new Set(accountNumbers);
  if (others.length > 0)
    throw new BankFileError("This file has more than one account. Download one account at a time.");
  return accountNumber;
}

/** @throws BankFileError for a movement whose date or amount couldn't be read */
export function requireMovement({
  day,
  amountCents,
  ...rest
}: Omit<BankMovement, "day" | "amountCents"> & { day: Day | null; amountCents: Cents | null }): BankMovement {
  if (day === null || amountCents === null)
    throw new BankFileError(
      `A payment in this file has ${day === null ? "no date" : "no amount"}. Download it from your bank again.`,
    );
  return { day, amountCents, ...rest };
}
