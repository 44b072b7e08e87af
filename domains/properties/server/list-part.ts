import { type RawBuilder, sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import type { Input } from "#server/http/route.ts";
import type { listBuildings } from "../contract.ts";

type Paging = NonNullable<Input<typeof listBuildings>["query"]>;

interface Listed {
  columns: RawBuilder<unknown>;
  /** `from ... where ...`, all that the filters and the reach leave. */
  rows: RawBuilder<unknown>;
  order: RawBuilder<unknown>;
  /** The rows that stand after the one with this id, in that order. */
  after: (id: number) => RawBuilder<boolean>;
  /** With a search text the total is counted up to here, then it reads `more than 1,000`. */
  countedUpTo?: number | undefined;
}

/**
 * The list as a whole, or the part that `page` or `limit` and `cursor` select, which `X-Total-Count` and `Link` then
 * describe (decisions, "Lists").
 */
export async function readPart<Row extends { id: number }>(
  { db }: SignedInCtx,
  listed: Listed,
  { query, request, reply }: Pick<Input<typeof listBuildings>, "request" | "reply"> & { query: Paging },
): Promise<Row[]> {
  const { page, pageSize, limit, cursor } = query;
  const isWhole = page === undefined && pageSize === undefined && limit === undefined && cursor === undefined;
  const select = sql<Row>`select ${listed.columns} ${listed.rows}`;
  if (isWhole) return (await sql<Row>`${select} order by ${listed.order}`.execute(db)).rows;

  const length = pageSize ?? limit ?? (page === undefined ? 100 : 50);
  const offset = page === undefined ? 0 : (page - 1) * length;
  const after = page === undefined && cursor !== undefined ? sql`and ${listed.after(cursor)}` : sql``;
  const { rows } = await sql<Row>`
    ${select} ${after} order by ${listed.order} limit ${length} offset ${offset}`.execute(db);
  const total = await countOf(db, listed);
  const { countedUpTo = Number.POSITIVE_INFINITY } = listed;
  const isMore = total > countedUpTo;
  reply.header("x-total-count", isMore ? `more than ${countedUpTo.toLocaleString("en-US")}` : String(total));
  const last = rows.at(-1);
  const hasNext = rows.length === length && (page === undefined || isMore || offset + length < total);
  if (last !== undefined && hasNext) {
    const next = new URL(request.url, "http://localhost");
    if (page !== undefined) next.searchParams.set("page", String(page + 1));
    else next.searchParams.set("cursor", String(last.id));
    reply.header("link", `<${next.pathname}${next.search}>; rel="next"`);
  }
  return rows;
}

async function countOf(db: SignedInCtx["db"], { rows, countedUpTo }: Listed): Promise<number> {
  const upTo = countedUpTo === undefined ? sql`` : sql`limit ${countedUpTo + 1}`;
  const counted = await sql<{ total: number }>`
    select count(*) as total from (select 1 ${rows} ${upTo}) found`.execute(db);
  return counted.rows[0]?.total ?? 0;
}

/** A text to be found anywhere in a column, for `ilike`. */
export const anywhere = (text: string): string => `%${text.replace(/[\\%_]/g, "\\$&")}%`;
