import { parseDollars } from "#shared/format/dollars.ts";
import { roundHalfUp } from "#shared/fraction.ts";
import type { BudgetRow } from "../../budget-contract.ts";

/** The amounts of the grid: a row of 12 months for each category. Null if an amount can't be read. */
export type Cells = readonly (readonly (number | null)[])[];

export interface CellPosition {
  row: number;
  month: number;
}

export const toCells = (rows: readonly BudgetRow[]): Cells => rows.map(({ cents }) => cents);

export const setCell = (cells: Cells, { row, month }: CellPosition, cents: number | null): Cells =>
  cells.map((months, index) =>
    index === row ? months.map((amount, at) => (at === month ? cents : amount)) : months,
  );

/** Parses a typed or pasted amount: `1,250`, `$1,250.00`, `(50)`, or `-`. An empty text means no cost. */
export function parseAmount(text: string): number | null {
  const trimmed = text.replace(/\s/g, "");
  if (trimmed === "" || trimmed === "-" || trimmed === "–") return 0;
  const negative = /^\((.*)\)$/.exec(trimmed)?.[1];
  return parseDollars(negative === undefined ? trimmed : `-${negative}`) ?? null;
}

/**
 * Writes the cells of a spreadsheet into the grid, starting at a position. Cells outside the grid are left
 * out.
 */
export function pasteCells(cells: Cells, { row, month }: CellPosition, text: string): Cells {
  const pasted = text
    .replace(/(\r\n?|\n)$/, "")
    .split(/\r\n?|\n/)
    .map((line) => line.split("\t"));
  return cells.map((months, index) =>
    months.map((amount, at) => {
      const cellText = pasted[index - row]?.[at - month];
      return cellText === undefined ? amount : parseAmount(cellText);
    }),
  );
}

/** Returns the amount changed by hundredths of a percent. Half a cent is rounded up. */
export const changeByPercent = (cents: number, basisPoints: number): number =>
  roundHalfUp({ numerator: BigInt(cents) * BigInt(10_000 + basisPoints), denominator: 10_000n });

export const sumAmounts = (amounts: readonly (number | null)[]): number =>
  amounts.reduce<number>((sum, amount) => sum + (amount ?? 0), 0);
