import { type CsvError, type Info, parse } from "csv-parse";
import { removeFormulaGuards } from "#server/http/endpoints/csv.ts";
import { invalid } from "#shared/errors.ts";
import type { FileRow } from "./file-row.ts";

const delimiters = [",", ";", "\t"] as const;
const maxRowCharacters = 100_000;
/** Titles above the header might have no separators. */
const startLines = 20;
const maxStartCharacters = 10_000;
const formatNumber = (count: number) => count.toLocaleString("en-US");

/**
 * Yields the rows of a CSV file that aren't blank, one by one. Values are separated by commas, semicolons, or tabs,
 * whichever its first lines use most.
 * @throws AppError invalid with one message if the file is unreadable
 */
export async function* readCsv(text: AsyncIterable<string>): AsyncGenerator<FileRow> {
  let lastLine = 0;
  try {
    // The parser is ahead of the loop, and an error drops the rows between them.
    const records = readRecords(text, (line) => {
      lastLine = line;
    });
    for await (const { record, info } of records) {
      const line = info.lines - record.reduce((breaks, value) => breaks + countLineBreaks(value), 0);
      if (record.some((value) => value.trim() !== "")) yield { line, cells: record.map(removeFormulaGuards) };
    }
  } catch (error) {
    throw isCsvError(error) ? invalid({ file: toErrorMessage(error, lastLine) }) : error;
  }
}

/** Yields the values of each record with the number of its last line. */
async function* readRecords(
  text: AsyncIterable<string>,
  onRecord: (lastLine: number) => void,
): AsyncGenerator<{ record: string[]; info: Info }> {
  const parts = text[Symbol.asyncIterator]();
  const { start, delimiter } = await readStart(parts);
  const parser = parse({
    delimiter,
    record_delimiter: "\n",
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: maxRowCharacters,
    on_record: (record, { lines }) => {
      onRecord(lines);
      return record;
    },
  });
  const feedParser = async () => {
    const rest: AsyncIterable<string> = { [Symbol.asyncIterator]: () => parts };
    await writeToParser(parser, start);
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

/** Returns the first lines of the text, and the column separator: the one they use most. */
async function readStart(
  parts: AsyncIterator<string>,
): Promise<{ start: string; delimiter: (typeof delimiters)[number] }> {
  let start = "";
  let lineCount = 0;
  while (lineCount < startLines && start.length < maxStartCharacters) {
    const { value, done } = await parts.next();
    if (done === true) break;
    start += value;
    lineCount += countLineBreaks(value);
  }
  const lines = start
    .slice(0, maxStartCharacters)
    .replace(/"(?:[^"]|"")*"/g, "")
    .split("\n");
  const counts = delimiters.map((delimiter) => ({
    delimiter,
    count: lines.reduce((count, line) => count + line.split(delimiter).length, 0),
  }));
  const bestDelimiter = counts.reduce((best, other) => (other.count > best.count ? other : best));
  return { start, delimiter: bestDelimiter.delimiter };
}

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
