import * as z from "zod/mini";
import { endpoint } from "#shared/http/endpoint.ts";
import { day, id, line, text } from "#shared/http/fields.ts";

/** More than a year of payments received in a busy account. */
export const maxBankLines = 5_000;

const lineId = z.string("lineId must be text.").check(z.minLength(1), z.maxLength(1_000));

/** A line of a bank file, identified by its bank account and its id within that account. */
export const bankLine = z.object({
  /**
   * The account number from the file, or its last four digits if the user enters them. Only a digest and the
   * last four digits are stored.
   */
  accountNumber: line(1, "Please enter the account number for this file", 100),
  lineId,
});
export type BankLine = z.output<typeof bankLine>;

/** The digits a user enters for a file without an account number. */
export const accountEnding = z.object({
  ending: z.string().check(z.trim(), z.regex(/^\d{4}$/, "Please enter four digits")),
});

export const checkBankLines = endpoint({
  method: "POST",
  path: "/api/bank-lines/checks",
  action: "payments.record",
  summary: "Check which lines of a bank file were recorded or set aside; saves nothing",
  body: z.object({
    accountNumber: bankLine.shape.accountNumber,
    lineIds: z
      .array(lineId)
      .check(z.maxLength(maxBankLines, `A bank file can have up to ${maxBankLines} payments.`)),
  }),
  maxBodyBytes: 5 * 1024 * 1024,
  response: z.object({
    /** The last four digits of the account. */
    accountEnding: z.string(),
    /**
     * The last four digits in the user's previous bank file if they've never used this account. Null
     * otherwise.
     */
    otherAccount: z.nullable(z.string()),
    /** In the same order as in the request. */
    lines: z.array(
      z.object({
        state: z.enum(["new", "recorded", "set-aside"]),
        /** Null if the line is new or set aside, or if the user can't access the payment. */
        receiptNumber: z.nullable(z.number()),
        reason: z.nullable(z.string()),
      }),
    ),
  }),
});
export type CheckedBankLine = z.output<(typeof checkBankLines)["response"]>["lines"][number];

/** The earlier record for a line of a bank file: a payment, a bank deposit, or a payer's report. */
export const recordedMatch = z.object({
  kind: z.enum(["payment", "bank-deposit", "report"]),
  id: z.number(),
  /** Such as `recorded on Nov 28, 2026 by Lena Landlord, receipt 12`. */
  description: z.string(),
});
export type RecordedMatch = z.infer<typeof recordedMatch>;

export const maxLinesToCompare = 200;

export const findRecordedLines = endpoint({
  method: "POST",
  path: "/api/bank-lines/recorded",
  action: "payments.record",
  summary: "Find the payments, reports, and bank deposits that lines of a bank file are for; saves nothing",
  body: z.object({
    lines: z
      .array(
        z.object({
          /** Null if the tenant isn't known. Bank deposits are found without a lease. */
          leaseId: z.nullable(id),
          amountCents: id,
          onDay: day("Please enter the date of the line"),
        }),
      )
      .check(z.maxLength(maxLinesToCompare, `Send up to ${maxLinesToCompare} lines.`)),
  }),
  /** In the order of the request. Null for a line that isn't recorded. */
  response: z.array(z.nullable(recordedMatch)),
});

export const linkBankLine = endpoint({
  method: "POST",
  path: "/api/bank-lines/links",
  action: "payments.record",
  summary: "Link a line of a bank file to a recorded payment or bank deposit, so it isn't recorded again",
  body: z.extend(bankLine, {
    /** The date of the line. Checks and cash not in a bank deposit yet get one with this date. */
    onDay: day("Please enter the date of the line"),
    kind: z.enum(["payment", "bank-deposit"], "kind must be payment or bank-deposit."),
    id,
  }),
  response: z.object({ success: z.literal(true) }),
});

export const setBankLineAside = endpoint({
  method: "POST",
  path: "/api/bank-lines/set-aside",
  action: "payments.record",
  summary: "Set aside a line of a bank file that isn't rent; it won't be suggested again",
  body: z.extend(bankLine, { reason: text(3, "Please enter a reason (at least 3 characters)", 200) }),
  response: z.object({ success: z.literal(true) }),
});

export const restoreBankLine = endpoint({
  method: "POST",
  path: "/api/bank-lines/restore",
  action: "payments.record",
  summary: "Restore a line that was set aside, so it can be recorded",
  body: bankLine,
  response: z.object({ success: z.literal(true) }),
});
