import type { SignedInCtx } from "#server/http/context.ts";
import { removeFormulaGuards } from "#server/http/endpoints/csv.ts";
import { getSender } from "#server/http/requests/sender.ts";
import { formulaWithoutResult, readXlsx } from "#server/integrations/xlsx/read-xlsx.ts";
import { getXlsxColumn } from "#server/integrations/xlsx/write-xlsx.ts";
import { AppError } from "#shared/errors.ts";
import type { Cell } from "../../read-values.ts";
import type { FileRow } from "./file-row.ts";
import { readCsv } from "./read-csv.ts";
import { decodeText } from "./read-text.ts";

/** A file whose rows are read while it arrives. */
export interface ReadableFile {
  rows: AsyncIterable<FileRow>;
  /** Whether it's a CSV file, in which every row has all columns. */
  isCsv: boolean;
  /** Starting at 0. */
  hiddenColumns: readonly number[];
  /** Notes for the user on how the file is read. */
  notes: string[];
}

const zipSignature = Buffer.from([0x50, 0x4b, 0x03, 0x04]);

/**
 * Reads a CSV file as it arrives, or a spreadsheet once it has arrived.
 * @throws AppError unsupported_type for other files; invalid for unreadable ones
 */
export async function readFile(ctx: SignedInCtx, content: AsyncIterable<Buffer>): Promise<ReadableFile> {
  const parts = content[Symbol.asyncIterator]();
  let start = Buffer.alloc(0);
  while (start.length < zipSignature.length) {
    const { value, done } = await parts.next();
    if (done === true) break;
    start = Buffer.concat([start, value]);
  }
  if (start.subarray(0, 1024).includes("%PDF-"))
    throw new AppError("unsupported_type", "This is a PDF. Choose a CSV or XLSX file.");
  const all = prepend(start, { [Symbol.asyncIterator]: () => parts });
  if (start.subarray(0, zipSignature.length).equals(zipSignature)) return readSpreadsheet(ctx, all);
  return { rows: readCsv(decodeText(all)), isCsv: true, hiddenColumns: [], notes: [] };
}

async function* prepend(start: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  if (start.length > 0) yield start;
  yield* rest;
}

async function readSpreadsheet(ctx: SignedInCtx, content: AsyncIterable<Buffer>): Promise<ReadableFile> {
  const chunks: Buffer[] = [];
  for await (const chunk of content) chunks.push(chunk);
  const { sheet, sheetCount, hiddenColumns, mergedCells, rows } = await readXlsx(
    Buffer.concat(chunks),
    getSender(ctx),
  ).catch(() => {
    throw new AppError(
      "unsupported_type",
      "This file can't be read as a spreadsheet. Save it as XLSX or as CSV UTF-8, and upload it again.",
    );
  });
  const notes = [
    ...(sheetCount > 1 ? [`Only the sheet “${sheet}” is read. The file has ${sheetCount} sheets.`] : []),
    ...(mergedCells > 0
      ? [
          "The file has merged cells. A text or date applies to every row of its area, and an amount only to the first.",
        ]
      : []),
    ...(hiddenColumns.length > 0
      ? [`The file has hidden columns: ${hiddenColumns.map(getXlsxColumn).join(", ")}. They're shown here.`]
      : []),
  ];
  return { rows: readLines(Buffer.from(rows)), isCsv: false, hiddenColumns, notes };
}

/** Parses one line of JSON at a time, so that other requests aren't blocked by a large file. */
async function* readLines(lines: Buffer): AsyncGenerator<FileRow> {
  let from = 0;
  while (from < lines.length) {
    const end = lines.indexOf(10, from);
    const to = end === -1 ? lines.length : end;
    const [line, cells] = JSON.parse(lines.toString("utf8", from, to)) as [number, Cell[]];
    // A file downloaded from the portal can be corrected in a spreadsheet program and saved as XLSX.
    yield { line, cells: cells.map((cell) => (typeof cell === "string" ? removeFormulaGuards(cell) : cell)) };
    from = to + 1;
  }
}

/** Whether a cell has a formula whose result the file doesn't have. */
export const isFormulaWithoutResult = (cell: Cell): boolean => cell === formulaWithoutResult;
