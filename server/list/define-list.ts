import type { FastifyReply, FastifyRequest } from "fastify";
import { type RawBuilder, sql } from "kysely";
import { invalid } from "#shared/errors.ts";
import { pagedRowsMax, type paging } from "#shared/http/paging.ts";
import type { AccessScope } from "../http/actor.ts";
import type { SignedInCtx } from "../http/context.ts";
import type { CsvTable, CsvValue } from "../http/csv.ts";

/** A piece of SQL: tables, columns or a condition. */
type Sql = RawBuilder<unknown>;

type Paging = { [Name in Exclude<keyof typeof paging, "cursor">]?: number | undefined } & {
  cursor?: number | string | undefined;
};
/** The filter parameters of a query: everything except paging, the search text and the sort. */
type FilterName<Query> = Exclude<keyof Query, keyof Paging | "q" | "sort">;

interface FilterInput<Query> {
  ctx: SignedInCtx;
  /** The whole query, for the few filters whose meaning depends on another one. */
  query: Query;
}

/** A sort order, continued after a row by a cursor. */
export interface ListSort<Row> {
  /** The sort keys: together unique, not null, and all in the same direction. */
  by: readonly Sql[];
  descending?: boolean;
  /** The tables of the sort keys if they aren't in the list's `from`. Each must match exactly one row. */
  joins?: Sql;
  /** Additional columns of a row, for its cursor. */
  columns?: Sql;
  /** A cursor made of the sort keys instead of the row's id, if they can change between two pages. */
  cursor?: { of: (row: Row) => string; keys: (cursor: string) => Sql };
}

export interface ListDefinition<Query, Row extends { id: number }, Item, Exported extends { id: number }> {
  /** The table, or the tables used by scope, filters and sort, such as `work_orders o`. */
  from: Sql;
  /** Joined to the rows of the page only. Each must match exactly one row. */
  joins?: Sql;
  columns: Sql | ((ctx: SignedInCtx, query: Query) => Sql);
  id: Sql;
  sort: (query: Query) => ListSort<Row | Exported>;
  /**
   * The tables in which a cursor finds its row, within the access rule. Defaults to `from`. Needed if rows
   * can leave `from` between two pages.
   */
  cursorFrom?: Sql;
  /** The access rule from the domain's access.ts. */
  scope: (accessScope: AccessScope, ctx: SignedInCtx) => Sql;
  /** A condition that applies to every query, such as not being deleted. */
  always?: Sql | ((ctx: SignedInCtx) => Sql);
  /** A condition for each filter of the contract. */
  filters: {
    [Name in FilterName<Query>]-?: (value: NonNullable<Query[Name]>, input: FilterInput<Query>) => Sql;
  };
  /** A condition for the search text `q`. */
  search?: (text: string, input: FilterInput<Query>) => Sql;
  present?: (rows: Row[], input: FilterInput<Query>) => Item[] | Promise<Item[]>;
  /** Short lists are returned whole unless a page is requested. The others return their newest 100 rows. */
  isWholeByDefault?: boolean;
  csv?: {
    /** The prefix of the file name. */
    name: string;
    /** Set if the file has more columns than the list. */
    columns?: Sql;
    /** Derives the values of the cells from the row, if they aren't columns. */
    present?: (row: Row, ctx: SignedInCtx) => Exported;
    /** The column headers, each with the function that returns a row's cell. */
    cells: Record<string, (row: Exported) => CsvValue>;
  };
}

interface ListRequest<Query> {
  query: Query;
  request: FastifyRequest;
  reply: FastifyReply;
}

export interface List<Query, Item, Exported> {
  /**
   * Returns the requested page and sets the headers `X-Total-Count` and `Link`.
   * @throws AppError invalid if the page is beyond `pagedRowsMax`
   */
  response(ctx: SignedInCtx, listRequest: ListRequest<Query>): Promise<Item[]>;
  /** Returns the first `limit` rows, for searches and summaries. */
  first(ctx: SignedInCtx, query: Query, limit: number): Promise<Item[]>;
  /** Returns the exact number of rows. Figures that link to the filtered list show this number. */
  count(ctx: SignedInCtx, query: Query): Promise<number>;
  /** Returns the number of rows for each value of `key`. Values without rows are missing. */
  countBy(ctx: SignedInCtx, query: Query, key: Sql): Promise<Map<string, number>>;
  /** Returns the conditions on `from`, for sums over all rows. */
  conditions(ctx: SignedInCtx, query: Query): Sql;
  /** Returns all rows, for `sendCsv`. */
  table(ctx: SignedInCtx, query: Query): CsvTable<Exported>;
}

/** With a search text, the total is counted up to this number. Beyond it, the total is `more than 1,000`. */
const searchCountedUpTo = 1_000;
const newestWithoutPaging = 100;

/**
 * Defines a list once for its pages, its total and its CSV file: access rule, filters, search, sort and
 * columns.
 */
export function defineList<
  Query extends Paging & { q?: string | undefined },
  Row extends { id: number },
  Item = Row,
  Exported extends { id: number } = Row,
>(definition: ListDefinition<Query, Row, Item, Exported>): List<Query, Item, Exported> {
  const { from, joins = sql``, id, cursorFrom = from, csv } = definition;

  function conditions(ctx: SignedInCtx, query: Query): Sql {
    const input = { ctx, query };
    const narrowing = Object.entries(
      definition.filters as Record<string, (value: unknown, i: typeof input) => Sql>,
    )
      .filter(([name]) => query[name as keyof Query] !== undefined)
      .map(([name, filter]) => filter(query[name as keyof Query], input));
    if (isSearch(query)) narrowing.push(definition.search?.(query.q ?? "", input) ?? sql`true`);
    return sql.join([inScope(ctx), ...narrowing], sql` and `);
  }

  function inScope(ctx: SignedInCtx): Sql {
    const { always = sql`true`, scope } = definition;
    return sql`${typeof always === "function" ? always(ctx) : always} and ${scope(ctx.actor.accessScope, ctx)}`;
  }

  /** Returns the condition for the rows after the cursor, in the list's sort order. */
  function after(ctx: SignedInCtx, query: Query, cursor: number | string | undefined): Sql {
    if (cursor === undefined) return sql``;
    const { by, descending, cursor: keyCursor } = definition.sort(query);
    const keys = sql.join(by);
    const row =
      keyCursor !== undefined
        ? keyCursor.keys(String(cursor))
        : by.length === 1 && by[0] === id
          ? sql`${cursor}`
          : sql`(select ${keys} from ${cursorFrom} where ${id} = ${cursor} and ${definition.scope(ctx.actor.accessScope, ctx)})`;
    return sql`and (${keys}) ${descending ? sql`<` : sql`>`} ${row}`;
  }

  const getCursor = (query: Query, row: Row | Exported): string =>
    definition.sort(query).cursor?.of(row) ?? String(row.id);

  const orderBy = (query: Query): Sql => {
    const { by, descending } = definition.sort(query);
    return sql`order by ${sql.join(by.map((key) => (descending ? sql`${key} desc` : key)))}`;
  };

  const getColumns = (ctx: SignedInCtx, query: Query): Sql =>
    typeof definition.columns === "function" ? definition.columns(ctx, query) : definition.columns;

  /**
   * Returns the ids of all matches of a search, unless there are too many to count. Without them PostgreSQL,
   * which can't know how rare a word is, might scan the whole list for the newest few matches.
   */
  async function findIfFewMatches(ctx: SignedInCtx, query: Query): Promise<number[] | undefined> {
    if (!isSearch(query)) return undefined;
    const { rows } = await sql<{ id: number }>`
      select ${id} as id from ${from} where ${conditions(ctx, query)} limit ${searchCountedUpTo + 1}`.execute(
      ctx.db,
    );
    return rows.length > searchCountedUpTo ? undefined : rows.map((row) => row.id);
  }

  /**
   * Returns the condition for the rows of a part: `condition` itself, unless their ids must be found first.
   * Then rows that the page number skips aren't joined, and if the sort needs joins, only ids are sorted.
   * After a cursor with several keys, PostgreSQL expects hardly any row in the last group, such as the
   * finished work orders, and would join all of that group before it sorts.
   */
  function within(ctx: SignedInCtx, query: Query, condition: Sql, { limit, offset, cursor }: Part): Sql {
    const { by, joins: orderJoins } = definition.sort(query);
    if (offset === 0 && orderJoins === undefined && (cursor === undefined || by.length === 1))
      return condition;
    return sql`${inScope(ctx)} and ${id} in (
      select ${id} from ${from} ${orderJoins ?? sql``} where ${condition} ${orderBy(query)} limit ${limit} offset ${offset})`;
  }

  /** Returns the statement for a part of the rows that meet `condition`. */
  function partOfRows<Selected>(
    ctx: SignedInCtx,
    query: Query,
    condition: Sql,
    part: Part,
    columns = getColumns(ctx, query),
  ) {
    const order = definition.sort(query);
    return sql<Selected>`
      select ${order.columns === undefined ? columns : sql`${columns}, ${order.columns}`}
      from ${from} ${joins} ${order.joins ?? sql``}
      where ${within(ctx, query, condition, part)} ${orderBy(query)} limit ${part.limit}`;
  }

  async function select(ctx: SignedInCtx, query: Query, part: Part, hits?: number[]): Promise<Row[]> {
    const scoped =
      hits === undefined ? conditions(ctx, query) : sql`${inScope(ctx)} and ${id} = any(${hits}::bigint[])`;
    const condition = sql`${scoped} ${after(ctx, query, part.cursor)}`;
    const { rows } = await partOfRows<Row>(ctx, query, condition, part).execute(ctx.db);
    return rows;
  }

  async function countRows(ctx: SignedInCtx, query: Query): Promise<number> {
    const { rows } = await sql<{ total: number }>`
      select count(*) as total from ${from} where ${conditions(ctx, query)}`.execute(ctx.db);
    return rows[0]?.total ?? 0;
  }

  const present = async (ctx: SignedInCtx, query: Query, rows: Row[]): Promise<Item[]> =>
    definition.present === undefined ? (rows as unknown as Item[]) : definition.present(rows, { ctx, query });

  return {
    async response(ctx, { query, request, reply }) {
      if (definition.isWholeByDefault === true && !isPaged(query))
        return present(ctx, query, await select(ctx, query, { limit: null, offset: 0, cursor: undefined }));
      const part = toPart(query);
      const hits = await findIfFewMatches(ctx, query);
      // One extra row shows whether there is a next page.
      const rows = await select(ctx, query, { ...part, limit: part.limit + 1 }, hits);
      const total =
        hits?.length ??
        (isSearch(query) ? "more than 1,000" : (wholeLength(part, rows) ?? (await countRows(ctx, query))));
      const pageRows = rows.slice(0, part.limit);
      reply.header("x-total-count", String(total));
      const last = pageRows.at(-1);
      if (last !== undefined && rows.length > part.limit)
        reply.header(
          "link",
          `<${nextPart(request.url, query, part.limit, getCursor(query, last))}>; rel="next"`,
        );
      return present(ctx, query, pageRows);
    },
    async first(ctx, query, limit) {
      const part = { limit, offset: 0, cursor: undefined };
      return present(ctx, query, await select(ctx, query, part, await findIfFewMatches(ctx, query)));
    },
    count: (ctx, query) => countRows(ctx, query),
    async countBy(ctx, query, key) {
      const { rows } = await sql<{ key: string; total: number }>`
        select ${key} as key, count(*) as total from ${from} where ${conditions(ctx, query)} group by 1`.execute(
        ctx.db,
      );
      return new Map(rows.map(({ key: value, total }) => [value, total]));
    },
    conditions,
    table(ctx, query) {
      if (csv === undefined) throw new Error("This list has no CSV file.");
      return {
        name: csv.name,
        columns: csv.cells,
        async rows(last, limit) {
          const cursor = last && getCursor(query, last);
          const condition = sql`${conditions(ctx, query)} ${after(ctx, query, cursor)}`;
          const part = { limit, offset: 0, cursor };
          const { rows } = await partOfRows<Row & Exported>(ctx, query, condition, part, csv.columns).execute(
            ctx.db,
          );
          const { present: exported } = csv;
          return exported === undefined ? rows : rows.map((row) => exported(row, ctx));
        },
      };
    },
  };
}

interface Part {
  /** Null for all rows. */
  limit: number | null;
  offset: number;
  cursor: number | string | undefined;
}

/**
 * Returns the length of a list that was read from the start to its last row, so that it needn't be counted.
 */
const wholeLength = (
  { cursor, offset, limit }: Part & { limit: number },
  rows: unknown[],
): number | undefined =>
  cursor === undefined && rows.length <= limit && (offset === 0 || rows.length > 0)
    ? offset + rows.length
    : undefined;

const isSearch = ({ q }: { q?: string | undefined }): boolean => q !== undefined && q !== "";

const isPaged = ({ page, pageSize, limit, cursor }: Paging): boolean =>
  [page, pageSize, limit, cursor].some((value) => value !== undefined);

/**
 * Returns the part with `limit` rows after the first `offset` rows, or after the row `cursor`.
 * @throws AppError invalid
 */
function toPart({ page, pageSize, limit, cursor }: Paging): Part & { limit: number } {
  const size = pageSize ?? limit ?? (page === undefined ? newestWithoutPaging : 50);
  if (page === undefined) return { limit: size, offset: 0, cursor };
  if (page * size > pagedRowsMax)
    throw invalid({
      page: `Pages only go up to ${Math.floor(pagedRowsMax / size).toLocaleString("en-US")}. Use a filter or search to narrow the list.`,
    });
  return { limit: size, offset: (page - 1) * size, cursor: undefined };
}

function nextPart(url: string, { page }: Paging, limit: number, cursor: string): string {
  const next = new URL(url, "http://localhost");
  if (page !== undefined) next.searchParams.set("page", String(page + 1));
  else {
    next.searchParams.set("limit", String(limit));
    next.searchParams.set("cursor", cursor);
  }
  return `${next.pathname}${next.search}`;
}
