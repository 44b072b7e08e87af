import { Readable } from "node:stream";
import { stringify } from "csv-stringify/sync";
import type { FastifyReply, FastifyRequest } from "fastify";
import { audit } from "../audit.ts";
import type { SignedInCtx } from "./context.ts";
import { sent } from "./response.ts";

/** An instant is written in UTC: its heading says so. */
export type CsvValue = string | number | Date | boolean | null;

/** A list as a table for spreadsheets. */
export interface CsvTable<Row> {
  /** Begins the file's name, e.g. `work-orders`. */
  name: string;
  /** Headings in plain words, with what stands beneath them. */
  columns: Record<string, (row: Row) => CsvValue>;
  /** The next `limit` rows after the row `last`, from the first one without it; fewer only at the end. */
  rows: (last: Row | undefined, limit: number) => Promise<readonly Row[]>;
}

/** Read at once: enough to be quick, little enough to hold up nobody. */
const rowsAtOnce = 1_000;

/**
 * Sends all rows of `table` as a file to download (RFC 4180, UTF-8 with a byte-order mark). Each part is a statement of its
 * own that is read when the one before has left, so nothing is held for the size of the list, and a connection that is cut
 * ends the reading. Cells that a spreadsheet would take for a formula get an apostrophe before them.
 */
export async function sendCsv<Row>(
  ctx: SignedInCtx,
  { reply, query }: { reply: FastifyReply; query: unknown },
  table: CsvTable<Row>,
): Promise<typeof sent> {
  const first = await table.rows(undefined, rowsAtOnce);
  await audit(ctx, {
    action: "list.exported",
    subjectType: "list",
    subjectId: table.name,
    details: { filters: query },
  });
  const { time_zone } = await ctx.db.selectFrom("organisation").select("time_zone").executeTakeFirstOrThrow();
  const day = new Intl.DateTimeFormat("en-CA", { timeZone: time_zone }).format(ctx.now);
  await reply
    .type("text/csv; charset=utf-8")
    .header("content-disposition", `attachment; filename="${table.name}-${day}.csv"`)
    .send(Readable.from(partsOf(table, first), { objectMode: false }));
  return sent;
}

async function* partsOf<Row>(table: CsvTable<Row>, first: readonly Row[]): AsyncGenerator<string> {
  const cells = Object.values(table.columns);
  yield `\uFEFF${asText([Object.keys(table.columns)])}`;
  let rows = first;
  while (rows.length > 0) {
    yield asText(rows.map((row) => cells.map((cell) => asCell(cell(row)))));
    if (rows.length < rowsAtOnce) return;
    rows = await table.rows(rows.at(-1), rowsAtOnce);
  }
}

const asText = (records: (string | number | null)[][]): string =>
  stringify(records, { record_delimiter: "windows", escape_formulas: true });

function asCell(value: CsvValue): string | number | null {
  if (value instanceof Date) return value.toISOString().slice(0, 19).replace("T", " ");
  if (typeof value === "boolean") return value ? "yes" : "no";
  // A line break before a formula does not keep every program from running it.
  return typeof value === "string" && value.startsWith("\n") ? `'${value}` : value;
}

/** Rows that are at hand already, for a CsvTable. */
export const rowsAtHand =
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
 * The rows of a list as the list itself reads them, for a CsvTable: the file holds what the list shows, by construction.
 * `list` reads on after the row whose id is the cursor.
 */
export const rowsOf =
  <Query, Row extends { id: number }>(
    list: List<Query & { limit: number; cursor: number | undefined }, Row>,
    input: { query: Query; request: FastifyRequest },
  ): CsvTable<Row>["rows"] =>
  (last, limit) =>
    list({ ...input, query: { ...input.query, limit, cursor: last?.id }, reply: headless });

/** What a list says in headers about its parts is of no use in a file. */
const headless = { header: () => headless } as unknown as FastifyReply;
