import { foldText } from "#shared/fold-text.ts";
import type { FileLayout } from "../../contract.ts";
import type { ImportColumn } from "../../import-kind.ts";
import type { Cell } from "../../read-values.ts";
import { reasonHeader } from "../file/find-header.ts";

const totalPattern = /^(?:grand |sub-?)?(?:totals?|sums?|averages?)\b|\b(?:sub-?)?totals?:?$/;
/** A count in place of the word “total”: `18 Units`, `94.4% Occupied`. */
const countPattern =
  /^\d[\d,]*\s(?:units?|suites?|spaces?|tenants?|leases?)$|^\d+(?:\.\d+)?%\s(?:occupied|leased|vacant)$/;
const isTotalText = (text: string) => totalPattern.test(text) || countPattern.test(text);
/** The reason for skipping a row with a single value. */
export const headingReason = "A heading or note";
const minMatchedColumns = 3;

/**
 * Returns why a row isn't imported: a total, the header repeated on the next page, a heading, or a note. Undefined for
 * a row with data.
 */
export function findSkipReason(
  cells: readonly Cell[],
  { columns: fileColumns, isTemplate }: Pick<FileLayout, "columns" | "isTemplate">,
  columns: readonly ImportColumn[],
): string | undefined {
  if (isTemplate) return undefined;
  const texts = cells.map((cell, index) =>
    fileColumns[index]?.name === reasonHeader ? "" : foldText(String(cell).trim()),
  );
  const filledTexts = texts.filter((text) => text !== "");
  const matchedColumns = fileColumns.filter(({ field }) => field !== null);
  const isHeader = (text: string, index: number) => {
    const name = foldText(fileColumns[index]?.name ?? "");
    return text === name || (text !== "" && name.split(" ").includes(text));
  };
  if (filledTexts.length > 1 && texts.every((text, index) => text === "" || isHeader(text, index)))
    return "A repeated header";
  const filledCount = matchedColumns.filter(({ index }) => (texts[index] ?? "") !== "").length;
  const getType = (field: string | null) => columns.find((column) => column.field === field)?.type;
  const hasOtherText = matchedColumns.some(({ index, field }) => {
    const text = texts[index] ?? "";
    const isText = getType(field) === undefined || getType(field) === "day";
    return isText && text !== "" && !isTotalText(text);
  });
  // A company can be named Total, but then most of its row is filled, also with other texts or dates.
  const isMissing = (text: string) =>
    text === "" || (isTotalText(text) && (!hasOtherText || filledCount * 2 <= matchedColumns.length));
  const isMissingRequired = columns.some(
    ({ field, isRequired }) =>
      isRequired &&
      matchedColumns.some((column) => column.field === field && isMissing(texts[column.index] ?? "")),
  );
  if (filledTexts.some(isTotalText) && isMissingRequired) return "A total";
  // A single amount or date belongs to the row above, or needs a row of its own.
  const hasTypedValue = matchedColumns.some(
    ({ index, field }) => (texts[index] ?? "") !== "" && getType(field) !== undefined,
  );
  const isHeading = new Set(filledTexts).size === 1 && !hasTypedValue;
  if (isHeading && matchedColumns.length >= minMatchedColumns) return headingReason;
  return undefined;
}
