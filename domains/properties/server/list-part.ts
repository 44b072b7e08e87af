import { type RawBuilder, sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import type { Input } from "#server/http/route.ts";
import type { listBuildings } from "../choices-contract.ts";

type Paging = NonNullable<Input<typeof listBuildings>["query"]>;

interface Listed {
  columns: RawBuilder<unknown>;
  /** The column of the rows' ids. */
  id: RawBuilder<number>;
  /** `from ... where ...`, all that the filters and the reach leave. */
  rows: RawBuilder<unknown>;
  order: RawBuilder<unknown>;
  /** The rows that stand after the one with this id, in that order. */
  after: (id: number) => RawBuilder<boolean>;
  /** With a search text the total is counted up to here, then it reads `more than 1,000`. */
  countedUpTo?: number | undefined;
  /** The total, where it is kept. */
  total?: RawBuilder<number> | undefined;
  /** From where a page far down the list is read: the rows before it that need not be walked past. */
  far?: (offset: number) => Promise<{ from: RawBuilder<boolean>; before: number } | undefined>;
}

/** From here on a page is far down. */
const farOffset = 2_000;

/**
 * The list as a whole, or the part that `page` or `limit` and `cursor` select, which `X-Total-Count` and `Link` then
 * describe (requirements, "Lists").
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
  const far = offset >= farOffset ? await listed.far?.(offset) : undefined;
  const from = far === undefined ? after : sql`and ${far.from}`;
  // Which rows they are first: what is shown beside them is not read for those that are passed over.
  const { rows } = await sql<Row>`
    with page as materialized (
      select ${listed.id} as id ${listed.rows} ${from} order by ${listed.order}
      limit ${length} offset ${offset - (far?.before ?? 0)}
    )
    ${select} and ${listed.id} in (select id from page) order by ${listed.order}`.execute(db);
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

async function countOf(db: SignedInCtx["db"], { rows, countedUpTo, total }: Listed): Promise<number> {
  if (total !== undefined) {
    const kept = await sql<{ total: number }>`select ${total} as total`.execute(db);
    return kept.rows[0]?.total ?? 0;
  }
  const upTo = countedUpTo === undefined ? sql`` : sql`limit ${countedUpTo + 1}`;
  const counted = await sql<{ total: number }>`
    select count(*) as total from (select 1 ${rows} ${upTo}) found`.execute(db);
  return counted.rows[0]?.total ?? 0;
}

/** A text to be found anywhere in a column, for `ilike`. */
export const anywhere = (text: string): string => `%${text.replace(/[\\%_]/g, "\\$&")}%`;
