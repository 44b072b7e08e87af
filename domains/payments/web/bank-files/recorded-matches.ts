import { call } from "#web/api-client.ts";
import { findRecordedLines, type RecordedMatch } from "../../bank-lines-contract.ts";
import type { BankDepositForm, PaymentLine } from "../bank-deposits/payment-lines.ts";

/** Returns the earlier record for each line read from a bank file. Null for new lines and for all others. */
export async function findMatches(
  paymentLines: readonly PaymentLine[],
): Promise<readonly (RecordedMatch | null)[]> {
  const lines = paymentLines.flatMap(
    ({ bankLine, isDifferentPayment, leaseId, amountCents, onDay }, index) =>
      bankLine === undefined || isDifferentPayment === true || amountCents === null || onDay === ""
        ? []
        : [{ index, leaseId, amountCents, onDay }],
  );
  if (lines.length === 0) return paymentLines.map(() => null);
  const found = await call(findRecordedLines, {
    body: { lines: lines.map(({ index: _, ...line }) => line) },
  });
  const matches = new Map(lines.map(({ index }, at) => [index, found[at] ?? null]));
  return paymentLines.map((_, index) => matches.get(index) ?? null);
}

/** Shows on each line of a bank file in the form whether it's already recorded. Recording checks it again. */
export async function showMatches({ getValues, setValue }: BankDepositForm): Promise<void> {
  const lines = getValues("payments");
  const matches = await findMatches(lines).catch(() => []);
  for (const [index, match] of matches.entries()) {
    const { bankLine } = lines[index] ?? {};
    // The user can remove a line while it's checked.
    if (bankLine !== undefined && getValues(`payments.${index}.bankLine`) === bankLine)
      setValue(`payments.${index}.match`, match);
  }
}
