import { parseDollars } from "#shared/format/dollars.ts";

/** The amounts of a grid in cents, by row and column. Null if an amount can't be read. */
export type Cells = readonly (readonly (number | null)[])[];

export interface CellPosition {
  row: number;
  column: number;
}

export const setCell = (cells: Cells, { row, column }: CellPosition, cents: number | null): Cells =>
  cells.map((amounts, index) =>
    index === row ? amounts.map((amount, at) => (at === column ? cents : amount)) : amounts,
  );

/** Parses a typed or pasted amount: `1,250`, `$1,250.00`, `(50)`, or `-`. An empty text means zero. */
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
export function pasteCells(cells: Cells, { row, column }: CellPosition, text: string): Cells {
  const pasted = text
    .replace(/(\r\n?|\n)$/, "")
    .split(/\r\n?|\n/)
    .map((line) => line.split("\t"));
  return cells.map((amounts, index) =>
    amounts.map((amount, at) => {
      const cellText = pasted[index - row]?.[at - column];
      return cellText === undefined ? amount : parseAmount(cellText);
    }),
  );
}

export const sumAmounts = (amounts: readonly (number | null)[]): number =>
  amounts.reduce<number>((sum, amount) => sum + (amount ?? 0), 0);
