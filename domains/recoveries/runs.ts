import { formatAmount } from "#shared/format/money.ts";
import type { Reconciliation, ReconciliationRun } from "./reconciliation-contract.ts";

/** Returns the statements in effect: the last run that wasn't reversed. */
export const findRunInEffect = ({ runs }: Pick<Reconciliation, "runs">): ReconciliationRun | undefined =>
  runs.find(({ reversal }) => reversal === null);

/** Whether a job is still filing the documents of the run. */
export const isFiling = ({ filed, statements, reversal }: ReconciliationRun): boolean =>
  reversal === null && filed < statements;

/** `1 charge of $6,000.00 and 2 credits of $900.00` */
export function describeTrueUps({
  charges,
  chargedCents,
  credits,
  creditedCents,
}: Reconciliation["toIssue"]): string {
  const parts = [
    ...(charges === 0
      ? []
      : [`${charges} ${charges === 1 ? "charge" : "charges"} of ${formatAmount(chargedCents)}`]),
    ...(credits === 0
      ? []
      : [`${credits} ${credits === 1 ? "credit" : "credits"} of ${formatAmount(creditedCents)}`]),
  ];
  return parts.length === 0 ? "no charges or credits" : parts.join(" and ");
}
