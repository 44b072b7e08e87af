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

/** What is wrong with what is typed is told before anything is sent anywhere. */
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
