import * as z from "zod/mini";
import { validatedBy } from "#shared/http/fields.ts";
import {
  findSandboxMeans,
  notATestAccount,
  notATestCard,
  sandboxAccounts,
  sandboxCards,
  validateCvc,
  validateExpiration,
} from "../../sandbox-contract.ts";

export interface TestNumber {
  /** With spaces, as printed on a card. */
  formatted: string;
  digits: string;
  effect: string;
}

const inGroups = (digits: string) => digits.replace(/(\d{4})(?=\d)/g, "$1 ");
const card = (digits: string, effect: string): TestNumber => ({
  formatted: inGroups(digits),
  digits,
  effect,
});
const account = (digits: string, effect: string): TestNumber => ({ formatted: digits, digits, effect });

/** The numbers the sandbox accepts (requirements, "Card provider"). */
export const testNumbers = {
  card: [
    card(sandboxCards.succeeds, "Succeeds"),
    card(sandboxCards.declined, "Declined"),
    card(sandboxCards.lacksFunds, "Insufficient funds"),
    card(sandboxCards.asksForAStep, "Requires an extra step"),
    card(sandboxCards.refundFails, "Succeeds, but refunds fail"),
    card(sandboxCards.disputed, "Succeeds, then is disputed"),
  ],
  us_bank_account: [
    account(sandboxAccounts.clears, "Clears shortly"),
    account(sandboxAccounts.returned, "Returned shortly"),
  ],
} as const;

/** Shows errors before anything is sent. */
export const cardForm = z.object({
  number: z
    .string()
    .check(z.refine((value) => findSandboxMeans(sandboxCards, value) !== undefined, notATestCard)),
  expiration: z.string().check(validatedBy((value) => validateExpiration(value, new Date().toISOString()))),
  cvc: z.string().check(validatedBy(validateCvc)),
});

export const accountForm = z.object({
  number: z
    .string()
    .check(z.refine((value) => findSandboxMeans(sandboxAccounts, value) !== undefined, notATestAccount)),
  expiration: z.string(),
  cvc: z.string(),
});
