import * as z from "zod/mini";
import { optionFor } from "#shared/format/option-for.ts";
import { unitAsTyped } from "../unit-as-typed.ts";
import { unitsAtOnceMax } from "../unit-facts.ts";
import { unitTypeLabels } from "../unit-types.ts";
import { emptyUnit } from "./unit-fields.tsx";

/** The columns, in the order in which cells are pasted. */
export const gridColumns = [
  { name: "unitNumber", label: "Unit number" },
  { name: "type", label: "Type" },
  { name: "floor", label: "Floor" },
  { name: "suite", label: "Suite" },
  { name: "rentableSqft", label: "Rentable sq ft" },
  { name: "rent", label: "Rent a month" },
] as const;
export type GridField = (typeof gridColumns)[number]["name"];
export type GridRow = Record<GridField, string>;

const typeAtFirst = "office";

/** A row has the type of the one above it, until another is chosen. */
export const emptyRow = (above?: GridRow): GridRow => ({
  unitNumber: "",
  type: above?.type ?? typeAtFirst,
  floor: "",
  suite: "",
  rentableSqft: "",
  rent: "",
});

export const isEmptyRow = ({ type: _, ...typed }: GridRow): boolean =>
  Object.values(typed).every((value) => value.trim() === "");

/** Each row by the rules of a unit that is typed alone. */
export const unitGrid = z.object({
  units: z.array(
    z.pipe(
      z.transform((row: GridRow) => ({ ...emptyUnit, propertyId: "1", ...row })),
      z.pipe(
        unitAsTyped,
        z.transform(({ propertyId: _, ...unit }) => unit),
      ),
    ),
  ),
});

export interface GridPlace {
  row: number;
  field: GridField;
}

/**
 * The grid after cells of a spreadsheet were pasted at a place: to the right and down, with rows added as needed, and without
 * a line of headings. `leftOut` is the number of lines that exceed the most units at once.
 */
export function withPasted(
  rows: readonly GridRow[],
  { row, field }: GridPlace,
  text: string,
): { rows: GridRow[]; leftOut: number } {
  const first = gridColumns.findIndex(({ name }) => name === field);
  const lines = text
    .replace(/(\r\n?|\n)$/, "")
    .split(/\r\n?|\n/)
    .map((line) => line.split("\t").map((cell) => cell.trim()));
  const isHeading = lines[0]?.[0]?.toLowerCase() === gridColumns[first]?.label.toLowerCase();
  const values = isHeading ? lines.slice(1) : lines;
  const after = [...rows];
  for (const [at, cells] of values.slice(0, unitsAtOnceMax - row).entries()) {
    const written = after[row + at] ?? emptyRow(after.at(-1));
    const columns = gridColumns.slice(first, first + cells.length);
    const typed = columns.map(({ name }, column) => [name, asTyped(name, cells[column] ?? "")]);
    after[row + at] = { ...written, ...(Object.fromEntries(typed) as Partial<GridRow>) };
  }
  return { rows: after, leftOut: Math.max(0, row + values.length - unitsAtOnceMax) };
}

/** A type may be written by its label. */
const asTyped = (field: GridField, cell: string) =>
  field === "type" ? (optionFor(cell, unitTypeLabels) ?? cell) : cell;
