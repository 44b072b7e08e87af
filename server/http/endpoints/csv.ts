import { Readable } from "node:stream";
import { stringify } from "csv-stringify/sync";
import type { FastifyReply } from "fastify";
import { audit } from "#server/audit.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { sent } from "./response.ts";

/** A cell's value. Dates are written in UTC, and the column header says so. */
export type CsvValue = string | number | Date | boolean | null;

/** A list as a table for spreadsheets. */
export interface CsvTable<Row> {
  /** The prefix of the file name, such as `work-orders`. */
  name: string;
  /** Its name in the audit log, if that is different. */
  auditName?: string;
  /** The full file name, for a file about one record. The default is `name` with today's date. */
  fileName?: string;
  /** The column headers, each with the function that returns a row's cell. */
  columns: Record<string, (row: Row) => CsvValue>;
  /** The column headers, if several columns have the same one. The keys of `columns` set the order. */
  headers?: readonly string[];
  /** Reads the rows in batches, each after the previous one has been sent. */
  rows: () => AsyncIterable<readonly Row[]>;
}

/**
 * Sends all rows of `table` as a download (RFC 4180, UTF-8 with a byte-order mark). Memory use doesn't grow
 * with the list, and a closed connection stops the reading. Cells that a spreadsheet would run as formulas
 * are prefixed with an apostrophe. Plain numbers aren't, even negative ones.
 */
export async function sendCsv<Row>(
  ctx: SignedInCtx,
  { reply, query }: { reply: FastifyReply; query: unknown },
  table: CsvTable<Row>,
): Promise<typeof sent> {
  const parts = generateParts(table);
  // Reads the first rows before the response starts, so that a failure still has its status.
  const { value: firstPart } = await parts.next();
  await audit(ctx, {
    action: "list.exported",
    subjectType: "list",
    subjectId: table.auditName ?? table.name,
    details: { filters: query },
  });
  const { time_zone } = await ctx.db.selectFrom("organization").select("time_zone").executeTakeFirstOrThrow();
  const day = new Intl.DateTimeFormat("en-CA", { timeZone: time_zone }).format(ctx.now);
  await reply
    .type("text/csv; charset=utf-8")
    .header("content-disposition", `attachment; filename="${table.fileName ?? `${table.name}-${day}.csv`}"`)
    .send(Readable.from(prependPart(firstPart ?? "", parts), { objectMode: false }));
  return sent;
}

async function* generateParts<Row>(table: CsvTable<Row>): AsyncGenerator<string, undefined> {
  const cellGetters = Object.values(table.columns);
  let header = `\uFEFF${toCsv([(table.headers ?? Object.keys(table.columns)).map(toCell)])}`;
  for await (const rows of table.rows()) {
    yield header + toCsv(rows.map((row) => cellGetters.map((getValue) => toCell(getValue(row)))));
    header = "";
  }
  if (header !== "") yield header;
}

async function* prependPart(first: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  yield first;
  yield* rest;
}

/** The library quotes line breaks automatically only as long as no `record_delimiter` is set. */
export const toCsv = (records: (string | number | null)[][]): string =>
  stringify(records, { record_delimiter: "windows", quoted_match: /[\r\n]/ });

const plainNumber = /^-?\d+(\.\d+)?$/;

/** Formats a value as a cell that no spreadsheet runs as a formula. */
export function toCell(value: CsvValue): string | number | null {
  if (value instanceof Date) return value.toISOString().slice(0, 19).replace("T", " ");
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value !== "string" || plainNumber.test(value)) return value;
  // Some programs run a formula that follows a tab or a line break.
  const text = /^[=+\-@＝＋－＠\t\r\n]/.test(value) ? `'${value}` : value;
  // Some programs also divide cells at semicolons or tabs.
  return text.replace(/([;\t]"*)(?=[=+\-@＝＋－＠])/g, "$1'");
}

/** Returns the text that `toCell` protected. Text that people and other programs protected is recognized, too. */
export const removeFormulaGuards = (cell: string): string =>
  cell.replace(/^'(?=[=+\-@＝＋－＠\t\r\n])/, "").replace(/([;\t]"*)'(?=[=+\-@＝＋－＠])/g, "$1");

/** Returns a CsvTable's `rows` function for rows that are already in memory. */
export const rowsFromArray = <Row>(rows: readonly Row[]): CsvTable<Row>["rows"] =>
  async function* () {
    yield await Promise.resolve(rows);
  };
