import type * as z from "zod/mini";
import type { newBankDeposit } from "../../bank-deposits-contract.ts";
import type { receivedMethods } from "../../methods.ts";

/** A line of the grid. An amount that isn't typed yet is null, and so is a tenant that isn't selected. */
export interface PaymentLine {
  leaseId: number | null;
  /** The company and the place of the lease, so that a draft shows them. */
  company: string;
  place: string;
  amountCents: number | null;
  /** The amount that was filled in for the tenant. Another tenant replaces it, but not an amount that was typed. */
  proposedCents: number | null;
  reference: string;
  onDay: string;
  method: (typeof receivedMethods)[number];
}

export interface BankDepositValues {
  depositedOn: string;
  slipCents: number | null;
  note: string;
  payments: PaymentLine[];
}
export type BankDepositBody = z.output<typeof newBankDeposit>;

/** The fields of a line in the order of the keyboard. A check needs only the first three. */
export const lineFields = ["leaseId", "amountCents", "reference", "onDay", "method"] as const;
export type LineField = (typeof lineFields)[number];

export const lineLabels = {
  leaseId: "Tenant",
  amountCents: "Amount",
  reference: "Reference",
  onDay: "Date received",
  method: "Method",
} as const satisfies Record<LineField, string>;

/** A new line has the date and the method of the line above it. */
export const createEmptyLine = ({ onDay, method }: Pick<PaymentLine, "onDay" | "method">): PaymentLine => ({
  leaseId: null,
  company: "",
  place: "",
  amountCents: null,
  proposedCents: null,
  reference: "",
  onDay,
  method,
});

export const isEmptyLine = ({ leaseId, amountCents, reference }: PaymentLine): boolean =>
  leaseId === null && amountCents === null && reference.trim() === "";

export interface PaymentSum {
  count: number;
  cents: number;
}

export const sumLines = (lines: readonly PaymentLine[]): PaymentSum => ({
  count: lines.filter((line) => !isEmptyLine(line)).length,
  cents: lines.reduce((sum, { amountCents }) => sum + (amountCents ?? 0), 0),
});
