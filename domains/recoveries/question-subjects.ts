import type { RecoveryStatement } from "./reconciliation-contract.ts";

/**
 * Returns the lines of a pool's share that a question can be about: its categories, and its steps with an amount. The
 * other steps are spans of dates.
 */
export const listSubjects = ({ parts }: Pick<RecoveryStatement["pools"][number], "parts">): string[] => [
  ...new Set(
    parts.flatMap(({ categories, steps }) => [
      ...categories.map(({ name }) => name),
      ...steps.filter(({ label, cents }) => label !== "Amount" && cents !== null).map(({ label }) => label),
    ]),
  ),
];
