import type { FileColumn, FileLayout } from "../../contract.ts";
import type { ImportColumn, ImportKind } from "../../import-kind.ts";
import { type Cell, readValue } from "../../read-values.ts";
import type { FileRow } from "../file/file-row.ts";
import { isFormulaWithoutResult } from "../file/read-file.ts";
import { findSkipReason, headingReason } from "./skip-rows.ts";

/** A row of the file with its values by field. They're in the form that `readValue` returns, if they can be read. */
export interface MatchedRow {
  line: number;
  values: Record<string, string>;
  /** The rows below it that add to it, and the values in repeated columns. */
  rowsBelow: { line: number; values: Record<string, string> }[];
  /** Why the row can't be read. */
  problem?: { column: string | null; message: string } | undefined;
}

/** A row of the file that is skipped, with the reason, or that adds to the row above it. */
interface OtherRow {
  at: number;
  reason: string | null;
  above: number | null;
}

/** The context from the rows above, for a type of file with `fieldsOfRowsBelow`. */
export interface RowsAbove {
  /** The property of the row or the heading above. */
  property: string;
  /** The row above, which the next rows can add to. */
  open: MatchedRow | undefined;
}

/** Converts rows of the file by its layout, and lists the rows that are skipped or add to another row. */
export function toRows(
  fileRows: readonly FileRow[],
  layout: FileLayout,
  kind: ImportKind,
  above: RowsAbove,
): { rows: MatchedRow[]; otherRows: OtherRow[] } {
  const rows: MatchedRow[] = [];
  const otherRows: OtherRow[] = [];
  for (const fileRow of fileRows) {
    const reason = findSkipReason(fileRow.cells, layout, kind.columns);
    if (reason !== undefined) {
      if (reason === headingReason)
        above.property = String(fileRow.cells.find((cell) => cell !== "") ?? "").trim();
      otherRows.push({ at: fileRow.line, reason, above: null });
      continue;
    }
    const row = toRow(fileRow, layout, kind);
    const repeatedValues = readRepeatedColumns(fileRow, layout, kind);
    if (kind.fieldsOfRowsBelow === undefined) {
      rows.push(row);
      continue;
    }
    row.values.property = row.values.property || above.property;
    above.property = row.values.property;
    if (above.open !== undefined && isRowBelow(row, above.open, kind.fieldsOfRowsBelow)) {
      above.open.rowsBelow.push({ line: row.line, values: row.values }, ...repeatedValues);
      otherRows.push({ at: row.line, reason: null, above: above.open.line });
      continue;
    }
    if (above.open !== undefined) rows.push(above.open);
    row.rowsBelow.push(...repeatedValues);
    above.open = row;
  }
  return { rows, otherRows };
}

/** Whether all values of a row, except those it can add, are blank or repeat the row above, as in merged cells. */
const isRowBelow = (
  { values, problem }: MatchedRow,
  { values: openValues }: MatchedRow,
  addedFields: readonly string[],
): boolean =>
  problem === undefined &&
  Object.entries(values).every(
    ([field, value]) => addedFields.includes(field) || value === "" || value === openValues[field],
  );

function toRow(
  { line, cells, corrections = {} }: FileRow,
  layout: FileLayout,
  { columns }: ImportKind,
): MatchedRow {
  const values: MatchedRow["values"] = {};
  const problem = findMisfit(cells, layout) ?? findFormulaProblem(cells, layout, columns);
  for (const column of columns) {
    const fileColumn = layout.columns.find(({ field }) => field === column.field);
    const correction = corrections[column.field];
    if (fileColumn === undefined && correction === undefined) continue;
    const cell = correction ?? cells[fileColumn?.index ?? 0] ?? "";
    values[column.field] = readCell(cell, column, fileColumn);
  }
  return { line, values, rowsBelow: [], problem };
}

/**
 * Returns the values in the second and later columns of the same fields, such as `Increase 2 date` and
 * `Increase 2 rent`, as if they were in rows below.
 */
function readRepeatedColumns(
  { line, cells }: FileRow,
  layout: FileLayout,
  { columns, fieldsOfRowsBelow = [] }: ImportKind,
): MatchedRow["rowsBelow"] {
  const repeated: Record<string, string>[] = [];
  for (const column of columns.filter(({ field }) => fieldsOfRowsBelow.includes(field))) {
    const [, ...others] = layout.columns.filter(({ field }) => field === column.field);
    for (const [nth, fileColumn] of others.entries())
      (repeated[nth] ??= {})[column.field] = readCell(cells[fileColumn.index] ?? "", column, fileColumn);
  }
  return repeated
    .filter((values) => Object.values(values).some((value) => value !== ""))
    .map((values) => ({ line, values }));
}

function readCell(cell: Cell, { type }: ImportColumn, fileColumn: FileColumn | undefined): string {
  const format = fileColumn ?? ({ decimalMark: ".", isDayFirst: false } as const);
  const reading = type === undefined ? undefined : readValue(cell, type, format);
  return reading ?? String(cell).trim();
}

const formulaMessage =
  "This formula has an error, or its result isn't stored in the file. Correct it in a spreadsheet program, save the file, and upload it again.";

function findFormulaProblem(
  cells: FileRow["cells"],
  layout: FileLayout,
  columns: readonly ImportColumn[],
): MatchedRow["problem"] {
  for (const { field, header } of columns)
    if (
      layout.columns.some(
        (column) => column.field === field && isFormulaWithoutResult(cells[column.index] ?? ""),
      )
    )
      return { column: header, message: formulaMessage };
  return undefined;
}

function findMisfit(cells: FileRow["cells"], { headerWidth }: FileLayout): MatchedRow["problem"] | undefined {
  const isMisfit =
    headerWidth !== null &&
    (cells.length < headerWidth || cells.slice(headerWidth).some((cell) => String(cell).trim() !== ""));
  return isMisfit
    ? {
        column: null,
        message: `This row has ${cells.length} values, but the header has ${headerWidth} columns. Check for a comma that isn't inside quotation marks.`,
      }
    : undefined;
}
