import { Readable } from "node:stream";
import { stringify } from "csv-stringify/sync";
import type { FastifyReply, FastifyRequest } from "fastify";
import { audit } from "../audit.ts";
import type { SignedInCtx } from "./context.ts";
import { sent } from "./response.ts";

/** A cell. Dates are written in UTC, and the column header says so. */
export type CsvValue = string | number | Date | boolean | null;

/** A list as a table for spreadsheets. */
export interface CsvTable<Row> {
  /** The prefix of the file name, such as `work-orders`. */
  name: string;
  /** The column headers, each with the function that returns a row's cell. */
  columns: Record<string, (row: Row) => CsvValue>;
  /**
   * Returns the next `limit` rows after the row `last`, or the first ones without it. Returns fewer only at
   * the end.
   */
  rows: (last: Row | undefined, limit: number) => Promise<readonly Row[]>;
}

/** Rows per statement: enough to be fast, few enough not to delay other requests. */
const batchSize = 1_000;

/**
 * Sends all rows of `table` as a download (RFC 4180, UTF-8 with a byte-order mark). Each part is a separate
 * statement that runs once the previous part has been sent, so memory doesn't grow with the list, and a
 * closed connection stops the reading. A cell that a spreadsheet would interpret as a formula is prefixed
 * with an apostrophe.
 */
export async function sendCsv<Row>(
  ctx: SignedInCtx,
  { reply, query }: { reply: FastifyReply; query: unknown },
  table: CsvTable<Row>,
): Promise<typeof sent> {
  const first = await table.rows(undefined, batchSize);
  await audit(ctx, {
    action: "list.exported",
    subjectType: "list",
    subjectId: table.name,
    details: { filters: query },
  });
  const { time_zone } = await ctx.db.selectFrom("organization").select("time_zone").executeTakeFirstOrThrow();
  const day = new Intl.DateTimeFormat("en-CA", { timeZone: time_zone }).format(ctx.now);
  await reply
    .type("text/csv; charset=utf-8")
    .header("content-disposition", `attachment; filename="${table.name}-${day}.csv"`)
    .send(Readable.from(generateParts(table, first), { objectMode: false }));
  return sent;
}

async function* generateParts<Row>(table: CsvTable<Row>, first: readonly Row[]): AsyncGenerator<string> {
  const cells = Object.values(table.columns);
  yield `\uFEFF${toCsv([Object.keys(table.columns)])}`;
  let rows = first;
  while (rows.length > 0) {
    yield toCsv(rows.map((row) => cells.map((cell) => toCell(cell(row)))));
    if (rows.length < batchSize) return;
    rows = await table.rows(rows.at(-1), batchSize);
  }
}

/** The library quotes line breaks automatically only as long as no `record_delimiter` is set. */
const toCsv = (records: (string | number | null)[][]): string =>
  stringify(records, { record_delimiter: "windows", quoted_match: /[\r\n]/, escape_formulas: true });

function toCell(value: CsvValue): string | number | null {
  if (value instanceof Date) return value.toISOString().slice(0, 19).replace("T", " ");
  if (typeof value === "boolean") return value ? "yes" : "no";
  // Some programs run a formula that follows a line break.
  return typeof value === "string" && value.startsWith("\n") ? `'${value}` : value;
}

/** Provides the rows of a CsvTable from an array in memory. */
export const rowsFromArray =
  <Row>(rows: readonly Row[]): CsvTable<Row>["rows"] =>
  (last, limit) => {
    const first = last === undefined ? 0 : rows.indexOf(last) + 1;
    return Promise.resolve(rows.slice(first, first + limit));
  };

type List<Query, Row> = (input: {
  query: Query;
  request: FastifyRequest;
  reply: FastifyReply;
}) => Promise<Row[]>;

/**
 * Provides the rows of a CsvTable from the list itself, so that the file always contains what the list shows.
 * `list` continues after the row whose id is the cursor.
 */
export const rowsFromList =
  <Query, Row extends { id: number }>(
    list: List<Query & { limit: number; cursor: number | undefined }, Row>,
    input: { query: Query; request: FastifyRequest },
  ): CsvTable<Row>["rows"] =>
  (last, limit) =>
    list({ ...input, query: { ...input.query, limit, cursor: last?.id }, reply: headless });

/** Discards the paging headers of a list, which don't apply to a file. */
const headless = { header: () => headless } as unknown as FastifyReply;
