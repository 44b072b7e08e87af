import { sandboxAccounts, sandboxCards } from "../sandbox-contract.ts";

export interface TestNumber {
  /** As it is written on a card. */
  shown: string;
  digits: string;
  does: string;
}

const inGroups = (digits: string) => digits.replace(/(\d{4})(?=\d)/g, "$1 ");
const card = (digits: string, does: string): TestNumber => ({ shown: inGroups(digits), digits, does });
const account = (digits: string, does: string): TestNumber => ({ shown: digits, digits, does });

/** All that the sandbox takes (decisions, "Sandbox"). */
export const testNumbers = {
  card: [
    card(sandboxCards.succeeds, "Succeeds"),
    card(sandboxCards.declined, "Is declined"),
    card(sandboxCards.lacksFunds, "Lacks funds"),
    card(sandboxCards.asksForAStep, "Asks for an extra step"),
  ],
  us_bank_account: [
    account(sandboxAccounts.clears, "Clears after a short while"),
    account(sandboxAccounts.returned, "Comes back after a short while"),
  ],
} as const;

const digitsOf = (typed: string) => typed.replace(/[\s-]/g, "");

export interface TypedCard {
  number: string;
  expiry: string;
  cvc: string;
}
export type FieldErrors = Partial<Record<keyof TypedCard, string>>;

const notOnTheList = "This is not a test number. Please use one of those listed, never a real one.";

/** What is wrong with a number before it is sent anywhere; undefined for one of the list. */
export const refusalOfNumber = (typed: string, known: readonly TestNumber[]): string | undefined =>
  known.some(({ digits }) => digits === digitsOf(typed)) ? undefined : notOnTheList;

/** `MM/YY` that is over at the end of its month. */
export function refusalOfExpiry(typed: string, today: Date): string | undefined {
  const [, month = "", year = ""] = /^(0[1-9]|1[0-2])\s*\/?\s*(\d\d)$/.exec(typed.trim()) ?? [];
  if (month === "") return "Please enter the expiry date as MM/YY";
  const ends = Number(`20${year}`) * 12 + Number(month);
  return ends < today.getFullYear() * 12 + today.getMonth() + 1 ? "This card has expired" : undefined;
}

export function refusalsOfCard({ number, expiry, cvc }: TypedCard, today: Date): FieldErrors {
  return {
    number: refusalOfNumber(number, testNumbers.card),
    expiry: refusalOfExpiry(expiry, today),
    cvc: /^\d{3,4}$/.test(cvc.trim()) ? undefined : "Please enter the security code of 3 or 4 digits",
  };
}
