import { type CsvError, type Info, parse } from "csv-parse";
import { invalid } from "#shared/errors.ts";
import { foldText } from "#shared/fold-text.ts";
import { maxImportRows } from "../contract.ts";
import type { ImportColumn, ImportKind } from "../import-kinds.ts";

/** A row of the file. The values are keyed by field and undefined where a column is missing. */
export interface FileRow {
  /** The line where the row starts. The header is on line 1, and a quoted value can span several lines. */
  line: number;
  values: Record<string, string>;
  /** Set if the row has more or fewer values than the header. */
  misfitMessage: string | undefined;
}

const delimiters = [",", ";", "\t"] as const;
const maxRowCharacters = 100_000;
const maxHeaderCharacters = 10_000;
const formatNumber = (count: number) => count.toLocaleString("en-US");

/**
 * Yields the rows of a CSV file one by one. Values are separated by commas, semicolons, or tabs, whichever
 * the header uses.
 * @throws AppError invalid with one message if the file is unreadable, for example because of an unknown
 * column or too many rows
 */
export async function* readRows(
  text: AsyncIterable<string>,
  { columns, maxRows = maxImportRows }: ImportKind,
): AsyncGenerator<FileRow> {
  let fields: readonly string[] | undefined;
  let rowCount = 0;
  let lastLine = 0;
  try {
    for await (const { record, info } of readRecords(text)) {
      const line = info.lines - record.reduce((breaks, value) => breaks + countLineBreaks(value), 0);
      lastLine = info.lines;
      if (record.every((value) => value.trim() === "")) continue;
      if (fields === undefined) {
        fields = matchColumns(record, columns);
        continue;
      }
      rowCount += 1;
      if (rowCount > maxRows)
        throw invalid({
          file: `This file has more than ${formatNumber(maxRows)} rows. Split it into smaller files.`,
        });
      yield toRow(record, fields, line);
    }
  } catch (error) {
    throw isCsvError(error) ? invalid({ file: toErrorMessage(error, lastLine) }) : error;
  }
  if (fields === undefined) throw invalid({ file: "This file is empty. Fill in the template." });
  if (rowCount === 0)
    throw invalid({ file: "This file has a header row but no data. Add at least one row." });
}

/** Yields the values of each record with the number of its last line. */
async function* readRecords(text: AsyncIterable<string>): AsyncGenerator<{ record: string[]; info: Info }> {
  const parts = text[Symbol.asyncIterator]();
  const { heading, delimiter } = await readHeader(parts);
  const parser = parse({
    delimiter,
    record_delimiter: "\n",
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: maxRowCharacters,
  });
  const feedParser = async () => {
    const rest: AsyncIterable<string> = { [Symbol.asyncIterator]: () => parts };
    await writeToParser(parser, heading);
    for await (const part of rest) {
      // The consumer of the rows has stopped.
      if (parser.destroyed) return;
      await writeToParser(parser, part);
    }
    parser.end();
  };
  feedParser().catch((error: Error) => parser.destroy(error));
  yield* parser as AsyncIterable<{ record: string[]; info: Info }>;
}

/** Waits while the parser's buffer is full, so that a whole file is never in memory. */
function writeToParser(parser: ReturnType<typeof parse>, part: string): Promise<void> | undefined {
  if (part === "" || parser.destroyed || parser.write(part)) return undefined;
  return new Promise((resolve) => {
    const handleReady = () => {
      parser.off("drain", handleReady);
      parser.off("close", handleReady);
      resolve();
    };
    parser.on("drain", handleReady);
    parser.on("close", handleReady);
  });
}

/** Returns the text up to at least the end of the header, and the column separator. */
async function readHeader(
  parts: AsyncIterator<string>,
): Promise<{ heading: string; delimiter: (typeof delimiters)[number] }> {
  let headerText = "";
  while (!headerText.trimStart().includes("\n") && headerText.length < maxHeaderCharacters) {
    const { value, done } = await parts.next();
    if (done === true) break;
    headerText += value;
  }
  const [line = ""] = headerText.trimStart().slice(0, maxHeaderCharacters).split("\n", 1);
  const unquotedLine = line.replace(/"(?:[^"]|"")*"/g, "");
  const counts = delimiters.map((delimiter) => ({ delimiter, count: unquotedLine.split(delimiter).length }));
  const bestDelimiter = counts.reduce((best, other) => (other.count > best.count ? other : best));
  return { heading: headerText, delimiter: bestDelimiter.delimiter };
}

const normalizeName = (name: string) => foldText(name).replace(/[^\p{L}\p{N}]/gu, "");
const quoteNames = (names: readonly string[]) =>
  names
    .slice(0, 3)
    .map((name) => `“${name.slice(0, 30)}”`)
    .join(", ");

/** Returns the field of each column in the header. @throws AppError invalid */
function matchColumns(header: readonly string[], columns: readonly ImportColumn[]): string[] {
  const fieldsByName = new Map(
    columns.flatMap(({ header, formerHeaders = [], field }) =>
      [header, field, ...formerHeaders].map((name) => [normalizeName(name), field]),
    ),
  );
  const names = header.map((name) => name.trim());
  const unknownNames = names.filter((name) => !fieldsByName.has(normalizeName(name)));
  const expectedColumnsText = `Expected columns: ${columns.map(({ header }) => header).join(", ")}.`;
  if (names.every((name) => !fieldsByName.has(normalizeName(name))))
    throw invalid({ file: `The header row doesn't match this type of import. ${expectedColumnsText}` });
  if (unknownNames.length > 0)
    throw invalid({
      file: unknownNames.some((name) => name === "")
        ? `A column in the header row has no name. ${expectedColumnsText}`
        : `Unrecognized column ${quoteNames(unknownNames)}. ${expectedColumnsText}`,
    });
  const fields = names.map((name) => fieldsByName.get(normalizeName(name)) as string);
  const duplicates = names.filter((_, index) => fields.indexOf(fields[index] as string) !== index);
  if (duplicates.length > 0)
    throw invalid({ file: `Column ${quoteNames(duplicates)} appears more than once in the header row.` });
  const missingColumns = columns.filter(({ field, isRequired }) => isRequired && !fields.includes(field));
  if (missingColumns.length > 0)
    throw invalid({
      file: `Column ${quoteNames(missingColumns.map(({ header }) => header))} is missing. ${expectedColumnsText}`,
    });
  return fields;
}

function toRow(record: readonly string[], fields: readonly string[], line: number): FileRow {
  const isMisfit =
    record.length < fields.length || record.slice(fields.length).some((value) => value.trim() !== "");
  return {
    line,
    values: Object.fromEntries(
      fields.map((field, index) => [field, removeFormulaGuard(record[index] ?? "")]),
    ),
    misfitMessage: isMisfit
      ? `This row has ${record.length} values, but the header has ${fields.length} columns. Check for a comma that isn't inside quotation marks.`
      : undefined,
  };
}

/** Removes the guard that the portal's exports add to values that look like formulas. */
const removeFormulaGuard = (value: string): string => value.replace(/^'(?=[=+\-@\t\r])/, "");

const countLineBreaks = (value: string): number => value.split("\n").length - 1;

const isCsvError = (error: unknown): error is CsvError =>
  error instanceof Error &&
  typeof (error as { code?: unknown }).code === "string" &&
  /^CSV_|^INVALID_OPENING_QUOTE$/.test((error as unknown as { code: string }).code);

function toErrorMessage(error: CsvError, lastLine: number): string {
  const line = formatNumber(lastLine + 1);
  if (error.code === "CSV_QUOTE_NOT_CLOSED")
    return `A quotation mark opened after line ${formatNumber(lastLine)} is never closed.`;
  if (error.code === "CSV_MAX_RECORD_SIZE")
    return `The row starting on line ${line} is too long. Check for a missing closing quotation mark.`;
  return `The row starting on line ${line} has a misplaced quotation mark. Wrap the value in quotation marks and double any inside it.`;
}
