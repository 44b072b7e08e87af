import { foldText } from "#shared/fold-text.ts";
import { getHeaderNames } from "../../header-names.ts";
import type { ImportColumn } from "../../import-kind.ts";
import { isValue } from "../columns/column-evidence.ts";
import type { FileRow } from "./file-row.ts";

/** How many rows at the start of a file are searched for its header. */
export const maxRowsAboveHeader = 40;

/** Headers are compared regardless of case, spaces, and punctuation. */
export const normalizeName = (name: string): string => foldText(name).replace(/[^\p{L}\p{N}]/gu, "");

/** The last column of a download of rows that aren't imported. It's ignored when the corrected file is imported. */
export const reasonHeader = "Not imported because";

interface Header {
  firstLine: number;
  lastLine: number;
  names: string[];
  /** The names in the last line alone. */
  lastLineNames: string[];
}

/**
 * Finds the header below any title lines: the row, or the two rows, with the most names of known columns. Without a
 * known name, it's the first row that has several texts and no values.
 */
export function findHeader(rows: readonly FileRow[], columns: readonly ImportColumn[]): Header {
  const knownNames = new Set(columns.flatMap(listNames));
  const countKnown = ({ names, lastLineNames }: Header) =>
    new Set(
      names
        .flatMap((name, index) => [name, lastLineNames[index] ?? ""])
        .map(normalizeName)
        .filter((name) => knownNames.has(name)),
    ).size;
  const candidates = rows.slice(0, maxRowsAboveHeader).flatMap((row, index) => {
    if (row.cells.some(isValue)) return [];
    const next = rows[index + 1];
    const pair = next === undefined || next.cells.some(isValue) || isTitle(row) ? [] : [toHeader(row, next)];
    return [toHeader(row, row), ...pair];
  });
  const best = candidates.reduce<Header | undefined>(
    (found, candidate) =>
      found === undefined || countKnown(candidate) > countKnown(found) ? candidate : found,
    undefined,
  );
  const [firstRow = { line: 1, cells: [] }] = rows;
  if (best !== undefined && countKnown(best) > 0) return best;
  const width = Math.max(...rows.map(({ cells }) => cells.length));
  return (
    candidates.find(({ names }) => names.filter((name) => name !== "").length > width / 2) ??
    toHeader(firstRow, firstRow)
  );
}

/** Whether a row has only one text, starting in the first column, as the title of a report does. */
const isTitle = ({ cells: [first, ...rest] }: FileRow): boolean =>
  first !== "" && rest.every((cell) => cell === "" || cell === first);

/** Returns the header that the user selected. */
export function readHeader(
  rows: readonly FileRow[],
  firstLine: number,
  lastLine: number,
): Header | undefined {
  const first = rows.find(({ line }) => line === firstLine);
  const last = rows.find(({ line }) => line === lastLine);
  return first === undefined || last === undefined ? undefined : toHeader(first, last);
}

/** Returns all names of a column, normalized for comparison. */
export const listNames = ({ header, field, formerHeaders = [], otherNames = [] }: ImportColumn): string[] =>
  [header, field, ...formerHeaders, ...otherNames].map(normalizeName);

const toHeader = (first: FileRow, last: FileRow): Header => ({
  lastLineNames: getHeaderNames(last.cells, undefined),
  firstLine: first.line,
  lastLine: last.line,
  names: getHeaderNames(first.cells, first.line === last.line ? undefined : last.cells),
});
