import { type CsvError, type Info, parse } from "csv-parse";
import { invalid } from "#shared/errors.ts";
import { importRowsMax } from "../contract.ts";
import type { ImportColumn, ImportKind } from "../import-kinds.ts";

/** One row of the file: the values by the names of their fields; undefined where a column is missing. */
export interface FileRow {
  /** The line on which the row begins; the heading is on line 1, and a quoted value may span several lines. */
  line: number;
  values: Record<string, string>;
  /** Set if the row has more or fewer values than the header. */
  misfit: string | undefined;
}

const delimiters = [",", ";", "\t"] as const;
const rowCharactersMax = 100_000;
const headingCharactersMax = 10_000;
const inEnglish = (count: number) => count.toLocaleString("en-US");

/**
 * The rows of a CSV file, one after the other: separated by commas, semicolons or tabs, whichever its heading uses.
 * @throws AppError invalid with one sentence for what makes the file unreadable, such as an unknown column or too many rows
 */
export async function* rowsOf(
  text: AsyncIterable<string>,
  { columns, rowsMax = importRowsMax }: ImportKind,
): AsyncGenerator<FileRow> {
  let fields: readonly string[] | undefined;
  let count = 0;
  let lastLine = 0;
  try {
    for await (const { record, info } of recordsOf(text)) {
      const line = info.lines - record.reduce((breaks, value) => breaks + breaksIn(value), 0);
      lastLine = info.lines;
      if (record.every((value) => value.trim() === "")) continue;
      if (fields === undefined) {
        fields = fieldsOf(record, columns);
        continue;
      }
      count += 1;
      if (count > rowsMax)
        throw invalid({
          file: `This file has more than ${inEnglish(rowsMax)} rows. Please split it into several files.`,
        });
      yield rowOf(record, fields, line);
    }
  } catch (error) {
    throw isCsvError(error) ? invalid({ file: sentenceOf(error, lastLine) }) : error;
  }
  if (fields === undefined) throw invalid({ file: "This file is empty. Please fill in the template." });
  if (count === 0)
    throw invalid({ file: "This file has a heading, but no rows. Please add at least one row." });
}

/** The values of each record, with the number of its last line. */
async function* recordsOf(text: AsyncIterable<string>): AsyncGenerator<{ record: string[]; info: Info }> {
  const parts = text[Symbol.asyncIterator]();
  const { heading, delimiter } = await beginningOf(parts);
  const parser = parse({
    delimiter,
    record_delimiter: "\n",
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: rowCharactersMax,
  });
  const feed = async () => {
    const rest: AsyncIterable<string> = { [Symbol.asyncIterator]: () => parts };
    await write(parser, heading);
    for await (const part of rest) {
      // The consumer of the rows has stopped.
      if (parser.destroyed) return;
      await write(parser, part);
    }
    parser.end();
  };
  feed().catch((error: Error) => parser.destroy(error));
  yield* parser as AsyncIterable<{ record: string[]; info: Info }>;
}

/** Waits while the parser's buffer is full, so that a file is never in memory as a whole. */
function write(parser: ReturnType<typeof parse>, part: string): Promise<void> | undefined {
  if (part === "" || parser.destroyed || parser.write(part)) return undefined;
  return new Promise((resolve) => {
    const go = () => {
      parser.off("drain", go);
      parser.off("close", go);
      resolve();
    };
    parser.on("drain", go);
    parser.on("close", go);
  });
}

/** The text up to at least the end of the heading, and the separator of its columns. */
async function beginningOf(
  parts: AsyncIterator<string>,
): Promise<{ heading: string; delimiter: (typeof delimiters)[number] }> {
  let heading = "";
  while (!heading.trimStart().includes("\n") && heading.length < headingCharactersMax) {
    const { value, done } = await parts.next();
    if (done === true) break;
    heading += value;
  }
  const [line = ""] = heading.trimStart().slice(0, headingCharactersMax).split("\n", 1);
  const first = line.replace(/"(?:[^"]|"")*"/g, "");
  const counted = delimiters.map((delimiter) => ({ delimiter, count: first.split(delimiter).length }));
  const most = counted.reduce((best, other) => (other.count > best.count ? other : best));
  return { heading, delimiter: most.delimiter };
}

const plain = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
const quoted = (names: readonly string[]) =>
  names
    .slice(0, 3)
    .map((name) => `“${name.slice(0, 30)}”`)
    .join(", ");

/** The field of each column in the header. @throws AppError invalid */
function fieldsOf(heading: readonly string[], columns: readonly ImportColumn[]): string[] {
  const known = new Map(
    columns.flatMap(({ header, field }) => [
      [plain(header), field],
      [plain(field), field],
    ]),
  );
  const names = heading.map((name) => name.trim());
  const unknown = names.filter((name) => !known.has(plain(name)));
  const expected = `The columns are ${columns.map(({ header }) => header).join(", ")}.`;
  if (names.every((name) => !known.has(plain(name))))
    throw invalid({ file: `The first line is not the heading of this kind of file. ${expected}` });
  if (unknown.length > 0)
    throw invalid({
      file: unknown.some((name) => name === "")
        ? `A column has no name in the heading. ${expected}`
        : `There is no column ${quoted(unknown)} in this kind of file. ${expected}`,
    });
  const fields = names.map((name) => known.get(plain(name)) as string);
  const twice = names.filter((_, at) => fields.indexOf(fields[at] as string) !== at);
  if (twice.length > 0) throw invalid({ file: `The column ${quoted(twice)} is in the heading twice.` });
  const missing = columns.filter(({ field, isRequired }) => isRequired && !fields.includes(field));
  if (missing.length > 0)
    throw invalid({
      file: `The column ${quoted(missing.map(({ header }) => header))} is missing. ${expected}`,
    });
  return fields;
}

function rowOf(record: readonly string[], fields: readonly string[], line: number): FileRow {
  const isMisfit =
    record.length < fields.length || record.slice(fields.length).some((value) => value.trim() !== "");
  return {
    line,
    values: Object.fromEntries(fields.map((field, at) => [field, unguarded(record[at] ?? "")])),
    misfit: isMisfit
      ? `This row has ${record.length} values, but the heading has ${fields.length} columns. Is a value with a comma not in quotation marks?`
      : undefined,
  };
}

/** Removes the guard that the portal's own exports add to values that look like formulas. */
const unguarded = (value: string): string => value.replace(/^'(?=[=+\-@\t\r])/, "");

const breaksIn = (value: string): number => value.split("\n").length - 1;

const isCsvError = (error: unknown): error is CsvError =>
  error instanceof Error &&
  typeof (error as { code?: unknown }).code === "string" &&
  /^CSV_|^INVALID_OPENING_QUOTE$/.test((error as unknown as { code: string }).code);

function sentenceOf(error: CsvError, lastLine: number): string {
  const line = inEnglish(lastLine + 1);
  if (error.code === "CSV_QUOTE_NOT_CLOSED")
    return `A quotation mark is opened after line ${inEnglish(lastLine)} and never closed.`;
  if (error.code === "CSV_MAX_RECORD_SIZE")
    return `The row that begins on line ${line} is too long. Is a quotation mark not closed?`;
  return `The row that begins on line ${line} has a quotation mark in the wrong place. Put the value into quotation marks and double those within.`;
}
