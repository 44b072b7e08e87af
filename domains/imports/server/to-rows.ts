import type { FileLayout } from "../contract.ts";
import type { ImportKind } from "../import-kind.ts";
import { readValue } from "../read-values.ts";
import type { FileRow } from "./file-row.ts";
import { isFormulaWithoutResult } from "./read-file.ts";
import { findSkipReason } from "./skip-rows.ts";

/** A row of the file with its values by field. They're in the form that `readValue` returns, if they can be read. */
export interface MatchedRow {
  line: number;
  values: Record<string, string>;
  /** Why the row can't be read. */
  problem?: { column: string | null; message: string } | undefined;
}

/** Converts rows of the file by its layout, and names those that aren't imported. */
export function toRows(
  fileRows: readonly FileRow[],
  layout: FileLayout,
  { columns }: ImportKind,
): { rows: MatchedRow[]; skippedRows: { at: number; reason: string }[] } {
  const rows: MatchedRow[] = [];
  const skippedRows: { at: number; reason: string }[] = [];
  for (const { line, cells } of fileRows) {
    const reason = findSkipReason(cells, layout, columns);
    if (reason !== undefined) {
      skippedRows.push({ at: line, reason });
      continue;
    }
    const values: MatchedRow["values"] = {};
    let problem = findMisfit(cells, layout);
    for (const fileColumn of layout.columns) {
      const column = columns.find(({ field }) => field === fileColumn.field);
      if (column === undefined) continue;
      const cell = cells[fileColumn.index] ?? "";
      const reading = column.type === undefined ? undefined : readValue(cell, column.type, fileColumn);
      values[column.field] = reading ?? String(cell);
      if (isFormulaWithoutResult(cell)) problem ??= { column: column.header, message: formulaMessage };
    }
    rows.push({ line, values, problem });
  }
  return { rows, skippedRows };
}

const formulaMessage =
  "This is a formula whose result isn't stored in the file. Open the file in a spreadsheet program, save it, and upload it again.";

function findMisfit(
  cells: FileRow["cells"],
  { columns, hasFullRows }: FileLayout,
): MatchedRow["problem"] | undefined {
  const isMisfit =
    hasFullRows &&
    (cells.length < columns.length || cells.slice(columns.length).some((cell) => String(cell).trim() !== ""));
  return isMisfit
    ? {
        column: null,
        message: `This row has ${cells.length} values, but the header has ${columns.length} columns. Check for a comma that isn't inside quotation marks.`,
      }
    : undefined;
}
