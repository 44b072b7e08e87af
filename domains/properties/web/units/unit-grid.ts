import * as z from "zod/mini";
import { findOption } from "#shared/format/find-option.ts";
import { maxUnitsPerRequest } from "../../unit-fields.ts";
import { unitInput } from "../../unit-input.ts";
import { unitTypeLabels } from "../../unit-types.ts";
import { emptyUnit } from "../unit/unit-fields.tsx";

/** The columns, in the order in which cells are pasted. */
export const gridColumns = [
  { name: "unitNumber", label: "Unit number" },
  { name: "type", label: "Type" },
  { name: "floor", label: "Floor" },
  { name: "suite", label: "Suite" },
  { name: "rentableSqft", label: "Rentable sq ft" },
  { name: "rent", label: "Monthly rent" },
] as const;
export type GridField = (typeof gridColumns)[number]["name"];
export type GridRow = Record<GridField, string>;

const defaultType = "office";

/** A new row starts with the type of the row above it. */
export const createEmptyRow = (previousRow?: GridRow): GridRow => ({
  unitNumber: "",
  type: previousRow?.type ?? defaultType,
  floor: "",
  suite: "",
  rentableSqft: "",
  rent: "",
});

export const isEmptyRow = ({ type: _, ...typedFields }: GridRow): boolean =>
  Object.values(typedFields).every((value) => value.trim() === "");

/** Each row is validated like a unit that is added individually. */
export const unitGrid = z.object({
  units: z.array(
    z.pipe(
      z.transform((row: GridRow) => ({ ...emptyUnit, propertyId: "1", ...row })),
      z.pipe(
        unitInput,
        z.transform(({ propertyId: _, ...unit }) => unit),
      ),
    ),
  ),
});

export interface GridPosition {
  row: number;
  field: GridField;
}

/**
 * Pastes spreadsheet cells into the grid. They fill the cells to the right and below, rows are added as needed,
 * and a heading line is skipped. `omittedRowCount` is the number of lines beyond the maximum number of units.
 */
export function pasteCells(
  rows: readonly GridRow[],
  { row, field }: GridPosition,
  text: string,
): { rows: GridRow[]; omittedRowCount: number } {
  const firstColumn = gridColumns.findIndex(({ name }) => name === field);
  const lines = text
    .replace(/(\r\n?|\n)$/, "")
    .split(/\r\n?|\n/)
    .map((line) => line.split("\t").map((cell) => cell.trim()));
  const isHeading = lines[0]?.[0]?.toLowerCase() === gridColumns[firstColumn]?.label.toLowerCase();
  const pastedLines = isHeading ? lines.slice(1) : lines;
  const newRows = [...rows];
  for (const [offset, cells] of pastedLines.slice(0, maxUnitsPerRequest - row).entries()) {
    const existingRow = newRows[row + offset] ?? createEmptyRow(newRows.at(-1));
    const columns = gridColumns.slice(firstColumn, firstColumn + cells.length);
    const typedCells = columns.map(({ name }, column) => [name, parseCell(name, cells[column] ?? "")]);
    newRows[row + offset] = { ...existingRow, ...(Object.fromEntries(typedCells) as Partial<GridRow>) };
  }
  return { rows: newRows, omittedRowCount: Math.max(0, row + pastedLines.length - maxUnitsPerRequest) };
}

/** Converts a type's label to its value. */
const parseCell = (field: GridField, cell: string) =>
  field === "type" ? (findOption(cell, unitTypeLabels) ?? cell) : cell;
