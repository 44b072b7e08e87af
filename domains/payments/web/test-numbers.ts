import * as z from "zod/mini";
import { refusedBy } from "#shared/http/fields.ts";
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
  /** With spaces, as printed on a card. */
  shown: string;
  digits: string;
  effect: string;
}

const inGroups = (digits: string) => digits.replace(/(\d{4})(?=\d)/g, "$1 ");
const card = (digits: string, effect: string): TestNumber => ({ shown: inGroups(digits), digits, effect });
const account = (digits: string, effect: string): TestNumber => ({ shown: digits, digits, effect });

/** The numbers that the sandbox accepts (requirements, "Card provider"). */
export const testNumbers = {
  card: [
    card(sandboxCards.succeeds, "Succeeds"),
    card(sandboxCards.declined, "Is declined"),
    card(sandboxCards.lacksFunds, "Lacks funds"),
    card(sandboxCards.asksForAStep, "Requires an extra step"),
    card(sandboxCards.refundFails, "Succeeds; a refund fails later"),
    card(sandboxCards.disputed, "Succeeds; is disputed later"),
  ],
  us_bank_account: [
    account(sandboxAccounts.clears, "Clears after a short while"),
    account(sandboxAccounts.returned, "Is returned after a short while"),
  ],
} as const;

/** Errors are shown before anything is sent. */
export const typedCard = z.object({
  number: z
    .string()
    .check(z.refine((typed) => sandboxMeansOf(sandboxCards, typed) !== undefined, notATestCard)),
  expiry: z.string().check(refusedBy((typed) => expiryRefusal(typed, new Date().toISOString()))),
  cvc: z.string().check(refusedBy(cvcRefusal)),
});

export const typedAccount = z.object({
  number: z
    .string()
    .check(z.refine((typed) => sandboxMeansOf(sandboxAccounts, typed) !== undefined, notATestAccount)),
  expiry: z.string(),
  cvc: z.string(),
});
