import { formatCalendarDay, formatMonth } from "#shared/format/dates.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import type { Cell, ColumnType, ReportColumn, ReportRow } from "./contract.ts";

/** Formats a value for screens and paper. An unknown value and an amount of zero are a dash. */
export function formatCell(type: ColumnType, value: Cell): string {
  if (value === null || value === "") return "–";
  if (typeof value === "number") {
    if (type === "money") return value === 0 ? "–" : formatCents(toCents(value));
    if (type === "percent") return `${value.toLocaleString("en-US")}%`;
    if (type === "rate") return formatCents(toCents(value));
    return type === "hours" ? (value / 60).toFixed(2) : value.toLocaleString("en-US");
  }
  if (type === "date") return formatCalendarDay(value);
  return type === "month" ? formatMonth(value) : value;
}

export const isNumeric = (type: ColumnType): boolean =>
  ["money", "rate", "number", "percent", "hours"].includes(type);

/** Returns the columns for screens and paper, each with the columns shown as notes in its cells. */
export const getPaperColumns = (columns: readonly ReportColumn[]) =>
  columns
    .filter(({ noteInColumn, isSpreadsheetOnly }) => noteInColumn === null && !isSpreadsheetOnly)
    .map((column) => ({
      ...column,
      notes: columns.filter(({ noteInColumn }) => noteInColumn === column.key),
    }));

type PaperColumn = ReturnType<typeof getPaperColumns>[number];

/** The text of each of a cell's notes, such as `overdue $250.00`. Empty and zero notes are left out. */
export const formatNotes = ({ notes }: PaperColumn, cells: ReportRow["cells"]): string[] =>
  notes
    .filter(({ key }) => (cells[key] ?? "") !== "" && cells[key] !== 0)
    .map(({ key, type, noteLabel }) => `${noteLabel ?? ""} ${formatCell(type, cells[key] ?? null)}`.trim());
