import type { UseFormReturn } from "react-hook-form";
import type * as z from "zod/mini";
import type { newBankDeposit } from "../../bank-deposits-contract.ts";
import type { BankLine, RecordedMatch } from "../../bank-lines-contract.ts";
import type { receivedMethods } from "../../methods.ts";
import type { LeaseCandidate, PaymentMatch } from "../../payment-matches-contract.ts";
import type { ReadPayment } from "../../payment-rows.ts";
import type { LeaseChoice } from "../make-payment/lease-to-pay.tsx";

/** A line of the grid. The tenant and the amount are null until they're entered. */
export interface PaymentLine {
  leaseId: number | null;
  /** The company and the place of the lease, so that a draft shows them. */
  company: string;
  place: string;
  /** The payer's text in a pasted line, why a tenant was or wasn't selected, and the other candidates. */
  text: string;
  why: string;
  candidates: LeaseChoice[];
  amountCents: number | null;
  /** The amount filled in for the tenant. Selecting another tenant replaces it, but not a typed amount. */
  proposedCents: number | null;
  reference: string;
  onDay: string;
  method: (typeof receivedMethods)[number];
  /** The line of a bank file it was read from. */
  bankLine?: BankLine;
  /** The record that the line of the bank file seems to be for, until the user links it or says otherwise. */
  match?: RecordedMatch | null;
  isDifferentPayment?: boolean;
}

export interface BankDepositValues {
  depositedOn: string;
  slipCents: number | null;
  note: string;
  payments: PaymentLine[];
}
export type BankDepositForm = UseFormReturn<BankDepositValues, unknown, z.output<typeof newBankDeposit>>;

/** The fields of a line in keyboard order. A check needs only the first three. */
export const lineFields = ["leaseId", "amountCents", "reference", "onDay", "method"] as const;
export type LineField = (typeof lineFields)[number];

export const lineLabels = {
  leaseId: "Tenant",
  amountCents: "Amount",
  reference: "Reference",
  onDay: "Date received",
  method: "Method",
} as const satisfies Record<LineField, string>;

/** Creates a line with the date and the method of the line above it. */
export const createEmptyLine = ({ onDay, method }: Pick<PaymentLine, "onDay" | "method">): PaymentLine => ({
  leaseId: null,
  company: "",
  place: "",
  text: "",
  why: "",
  candidates: [],
  amountCents: null,
  proposedCents: null,
  reference: "",
  onDay,
  method,
});

export const isEmptyLine = ({ leaseId, text, amountCents, reference }: PaymentLine): boolean =>
  leaseId === null && text === "" && amountCents === null && reference.trim() === "";

export interface PaymentSum {
  count: number;
  cents: number;
}

export const sumLines = (lines: readonly PaymentLine[]): PaymentSum => ({
  count: lines.filter((line) => !isEmptyLine(line)).length,
  cents: lines.reduce((sum, { amountCents }) => sum + (amountCents ?? 0), 0),
});

const toChoice = ({ id, company, property, units }: LeaseCandidate): LeaseChoice => ({
  id,
  company,
  place: [property, ...units].join(", "),
});

/**
 * Returns a line for a payment that was read, with the tenant found for it. An amount that is missing or couldn't be
 * read stays empty, so that no other amount is recorded in its place. `emptyLine` has the default date and method.
 */
export function toLine(
  { text, amountCents, unreadAmount, onDay, reference }: ReadPayment,
  { lease, why, candidates }: PaymentMatch,
  { emptyLine, hasDates }: { emptyLine: PaymentLine; hasDates: boolean },
): PaymentLine {
  const choice = lease === null ? undefined : toChoice(lease);
  return {
    ...emptyLine,
    leaseId: choice?.id ?? null,
    company: choice?.company ?? "",
    place: choice?.place ?? "",
    text,
    why:
      unreadAmount === undefined ? why : `${why}. We couldn't read the amount “${unreadAmount.slice(0, 30)}”`,
    candidates: candidates.map(toChoice),
    amountCents,
    reference: reference.slice(0, 100),
    // The user fills in a date that couldn't be read.
    onDay: onDay ?? (hasDates ? "" : emptyLine.onDay),
  };
}
