import {
  cvcRefusal,
  expiryRefusal,
  notATestAccount,
  notATestCard,
  sandboxAccounts,
  sandboxCards,
  sandboxMeansOf,
} from "../sandbox-contract.ts";

export interface TestNumber {
  /** As it is written on a card. */
  shown: string;
  digits: string;
  does: string;
}

const inGroups = (digits: string) => digits.replace(/(\d{4})(?=\d)/g, "$1 ");
const card = (digits: string, does: string): TestNumber => ({ shown: inGroups(digits), digits, does });
const account = (digits: string, does: string): TestNumber => ({ shown: digits, digits, does });

/** All that the sandbox takes (requirements, "Card provider"). */
export const testNumbers = {
  card: [
    card(sandboxCards.succeeds, "Succeeds"),
    card(sandboxCards.declined, "Is declined"),
    card(sandboxCards.lacksFunds, "Lacks funds"),
    card(sandboxCards.asksForAStep, "Asks for an extra step"),
    card(sandboxCards.refundFails, "Succeeds; a refund comes back"),
    card(sandboxCards.disputed, "Succeeds; is contested later"),
  ],
  us_bank_account: [
    account(sandboxAccounts.clears, "Clears after a short while"),
    account(sandboxAccounts.returned, "Comes back after a short while"),
  ],
} as const;

export interface TypedCard {
  number: string;
  expiry: string;
  cvc: string;
}
export type FieldErrors = Partial<Record<keyof TypedCard, string>>;

/** What is wrong before anything is sent anywhere; a number that is not on the list is not. */
export const refusalsOfCard = ({ number, expiry, cvc }: TypedCard, now: Date): FieldErrors => ({
  number: sandboxMeansOf(sandboxCards, number) === undefined ? notATestCard : undefined,
  expiry: expiryRefusal(expiry, now.toISOString()),
  cvc: cvcRefusal(cvc),
});

export const refusalsOfAccount = ({ number }: TypedCard): FieldErrors => ({
  number: sandboxMeansOf(sandboxAccounts, number) === undefined ? notATestAccount : undefined,
});
