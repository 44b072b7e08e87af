import { call } from "#web/api-client.ts";
import { maxBankDepositPayments } from "../../bank-deposits-contract.ts";
import type { BankLine } from "../../bank-lines-contract.ts";
import { matchPayments } from "../../payment-matches-contract.ts";
import type { ReadPayment } from "../../payment-rows.ts";
import { findMatches } from "../bank-files/recorded-matches.ts";
import { createEmptyLine, isEmptyLine, type PaymentLine, toLine } from "./payment-lines.ts";

/** The lines of the grid in its form. */
export interface GridLines {
  read: () => PaymentLine[];
  write: (lines: PaymentLine[]) => void;
}

export interface PaymentToAdd extends ReadPayment {
  bankLine?: BankLine;
  /** Defaults to the method of the line above. */
  method?: PaymentLine["method"];
}

export const readFilledLines = (grid: GridLines): PaymentLine[] =>
  grid.read().filter((line) => !isEmptyLine(line));

/** Returns how many more payments the grid can hold. */
export const countFreeLines = (grid: GridLines): number =>
  maxBankDepositPayments - readFilledLines(grid).length;

/**
 * Adds payments from a spreadsheet or a bank file to the grid, each with the tenant found for it. `hasDates`
 * says whether the source has dates. Lines of a bank file that seem to be recorded already say so.
 */
export async function addPayments(
  grid: GridLines,
  payments: readonly PaymentToAdd[],
  { hasDates }: { hasDates: boolean },
): Promise<void> {
  if (payments.length === 0) return;
  const matches = await call(matchPayments, {
    body: { payments: payments.map(({ text, amountCents }) => ({ text: text.slice(0, 500), amountCents })) },
  });
  const emptyLine = createEmptyLine(grid.read().at(-1) ?? { onDay: "", method: "check" });
  const newLines = payments.flatMap(({ bankLine, method, ...payment }, index): PaymentLine[] => {
    const match = matches[index];
    if (match === undefined) return [];
    const lineToFill = method === undefined ? emptyLine : { ...emptyLine, method };
    const line = toLine(payment, match, { emptyLine: lineToFill, hasDates });
    return [bankLine === undefined ? line : { ...line, bankLine }];
  });
  const recordedMatches = await findMatches(newLines);
  const checkedLines = newLines.map((line, index) => ({ ...line, match: recordedMatches[index] ?? null }));
  grid.write([...readFilledLines(grid), ...checkedLines, emptyLine].slice(0, maxBankDepositPayments));
}
