import { roundHalfUp } from "#shared/fraction.ts";
import type { Cells } from "#web/ui/forms/amount-cells.ts";
import type { BudgetRow } from "../../budget-contract.ts";

/** Returns a row of 12 months for each category. */
export const toCells = (rows: readonly BudgetRow[]): Cells => rows.map(({ cents }) => cents);

/** Returns the amount changed by hundredths of a percent. Half a cent is rounded up. */
export const changeByPercent = (cents: number, basisPoints: number): number =>
  roundHalfUp({ numerator: BigInt(cents) * BigInt(10_000 + basisPoints), denominator: 10_000n });
