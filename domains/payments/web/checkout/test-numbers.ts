import * as z from "zod/mini";
import { validatedBy } from "#shared/http/fields.ts";
import {
  sandboxAccounts,
  sandboxCards,
  validateCvc,
  validateExpiration,
  validateTestAccount,
  validateTestCard,
} from "../../sandbox-contract.ts";

export interface TestNumber {
  /** With spaces, as printed on a card. */
  formatted: string;
  digits: string;
  effect: string;
}

const formatInGroups = (digits: string) => digits.replace(/(\d{4})(?=\d)/g, "$1 ");

/** Groups the digits of a card number while it's typed. The caret stays at its digit. */
export function groupDigits(input: HTMLInputElement): void {
  const caret = input.selectionStart ?? input.value.length;
  const format = (text: string) => formatInGroups(text.replace(/\D/g, ""));
  const newCaret = format(input.value.slice(0, caret)).length;
  input.value = format(input.value);
  input.setSelectionRange(newCaret, newCaret);
}

const createTestCard = (digits: string, effect: string): TestNumber => ({
  formatted: formatInGroups(digits),
  digits,
  effect,
});
const createTestAccount = (digits: string, effect: string): TestNumber => ({
  formatted: digits,
  digits,
  effect,
});

/** The numbers the sandbox accepts (requirements, "Card provider"). */
export const testNumbers = {
  card: [
    createTestCard(sandboxCards.succeeds, "Succeeds"),
    createTestCard(sandboxCards.declined, "Declined"),
    createTestCard(sandboxCards.lacksFunds, "Insufficient funds"),
    createTestCard(sandboxCards.requiresExtraStep, "Requires an extra step"),
    createTestCard(sandboxCards.refundFails, "Succeeds, but refunds fail"),
    createTestCard(sandboxCards.disputed, "Succeeds, then is disputed"),
  ],
  us_bank_account: [
    createTestAccount(sandboxAccounts.clears, "Clears shortly"),
    createTestAccount(sandboxAccounts.returned, "Returned shortly"),
  ],
} as const;

/** Shows errors before anything is sent. */
export const cardForm = z.object({
  number: z.string().check(validatedBy(validateTestCard)),
  expiration: z.string().check(validatedBy((value) => validateExpiration(value, new Date().toISOString()))),
  cvc: z.string().check(validatedBy(validateCvc)),
});

export const accountForm = z.object({
  number: z.string().check(validatedBy(validateTestAccount)),
  expiration: z.string(),
  cvc: z.string(),
});
