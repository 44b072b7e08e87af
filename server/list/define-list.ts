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
/** The filter parameters of a query: all but paging, the search text and the order. */
type FilterName<Query> = Exclude<keyof Query, keyof Paging | "q" | "sort">;

interface FilterInput<Query> {
  ctx: SignedInCtx;
  /** The whole query, for the few filters whose meaning depends on another. */
  query: Query;
}

/** An order of the rows, continued by a cursor after a row. */
export interface ListOrder<Row> {
  /** The sort keys: together unique, not null, and all in the same direction. */
  by: readonly Sql[];
  descending?: boolean;
  /** The tables of the sort keys, where these are not in the list's `from`; must match exactly one row each. */
  joins?: Sql;
  /** Further columns of a row, for its cursor. */
  columns?: Sql;
  /** A cursor made of the sort keys instead of the row's id, where these may change between two pages. */
  cursor?: { of: (row: Row) => string; keys: (cursor: string) => Sql };
}

export interface ListDefinition<Query, Row extends { id: number }, Item, Exported extends { id: number }> {
  /** The table, or the tables that scope, filters and order are about, e.g. `work_orders o`. */
  from: Sql;
  /** Joined to the rows of the page only; must match exactly one row each. */
  joins?: Sql;
  columns: Sql | ((ctx: SignedInCtx, query: Query) => Sql);
  id: Sql;
  order: (query: Query) => ListOrder<Row | Exported>;
  /** The tables in which a cursor finds its row, within the access rule; `from` unless rows may leave it between two pages. */
  cursorFrom?: Sql;
  /** The access rule of the domain's access.ts. */
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
  /** Short lists are returned whole unless a page is requested; the others return their newest 100. */
  isWholeByDefault?: boolean;
  csv?: {
    /** The beginning of the file's name. */
    name: string;
    /** Where the file has more columns than the list. */
    columns?: Sql;
    /** Derives the values of the cells from the row, where they are not columns. */
    present?: (row: Row, ctx: SignedInCtx) => Exported;
    /** The column headers, with the cell of each row. */
    cells: Record<string, (row: Exported) => CsvValue>;
  };
}

interface Asked<Query> {
  query: Query;
  request: FastifyRequest;
  reply: FastifyReply;
}

export interface List<Query, Item, Exported> {
  /**
   * The requested page; sets the headers `X-Total-Count` and `Link`.
   * @throws AppError invalid when the page lies beyond `pagedRowsMax`
   */
  response(ctx: SignedInCtx, asked: Asked<Query>): Promise<Item[]>;
  /** The first `limit` rows, for searches and summaries. */
  first(ctx: SignedInCtx, query: Query, limit: number): Promise<Item[]>;
  /** The exact number of rows; figures that link to the filtered list show this number. */
  count(ctx: SignedInCtx, query: Query): Promise<number>;
  /** The number of rows for each value of `key`; values without rows are missing. */
  countBy(ctx: SignedInCtx, query: Query, key: Sql): Promise<Map<string, number>>;
  /** The conditions on `from`, for sums over all rows. */
  conditions(ctx: SignedInCtx, query: Query): Sql;
  /** All rows, for `sendCsv`. */
  table(ctx: SignedInCtx, query: Query): CsvTable<Exported>;
}

/** With a search text the total is counted up to here; beyond, it reads `more than 1,000`. */
const searchCountedUpTo = 1_000;
const newestWithoutPaging = 100;

/** A list: its access rule, filters, search, order and columns, defined once for its pages, its total and its CSV file. */
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

  /** The rows after the cursor, in the list's order, as a condition. */
  function after(ctx: SignedInCtx, query: Query, cursor: number | string | undefined): Sql {
    if (cursor === undefined) return sql``;
    const { by, descending, cursor: ofKeys } = definition.order(query);
    const keys = sql.join(by);
    const row =
      ofKeys !== undefined
        ? ofKeys.keys(String(cursor))
        : by.length === 1 && by[0] === id
          ? sql`${cursor}`
          : sql`(select ${keys} from ${cursorFrom} where ${id} = ${cursor} and ${definition.scope(ctx.actor.accessScope, ctx)})`;
    return sql`and (${keys}) ${descending ? sql`<` : sql`>`} ${row}`;
  }

  const cursorOf = (query: Query, row: Row | Exported): string =>
    definition.order(query).cursor?.of(row) ?? String(row.id);

  const orderBy = (query: Query): Sql => {
    const { by, descending } = definition.order(query);
    return sql`order by ${sql.join(by.map((key) => (descending ? sql`${key} desc` : key)))}`;
  };

  const columnsOf = (ctx: SignedInCtx, query: Query): Sql =>
    typeof definition.columns === "function" ? definition.columns(ctx, query) : definition.columns;

  /**
   * The ids of all hits of a search, unless there are more than are counted. Otherwise PostgreSQL, which cannot know how rare
   * a word is, might scan the whole list for the newest few hits.
   */
  async function fewHits(ctx: SignedInCtx, query: Query): Promise<number[] | undefined> {
    if (!isSearch(query)) return undefined;
    const { rows } = await sql<{ id: number }>`
      select ${id} as id from ${from} where ${conditions(ctx, query)} limit ${searchCountedUpTo + 1}`.execute(
      ctx.db,
    );
    return rows.length > searchCountedUpTo ? undefined : rows.map((row) => row.id);
  }

  /**
   * The condition for the rows of a part: `found`, unless their ids have to be found first. Then rows that the page number skips
   * are not joined, and where names order the rows, ids alone are sorted. After a cursor of several keys PostgreSQL expects hardly
   * any row in the last group, such as the finished orders, and would join all of that group before it sorts.
   */
  function within(ctx: SignedInCtx, query: Query, found: Sql, { limit, offset, cursor }: Part): Sql {
    const { by, joins: orderJoins } = definition.order(query);
    if (offset === 0 && orderJoins === undefined && (cursor === undefined || by.length === 1)) return found;
    return sql`${inScope(ctx)} and ${id} in (
      select ${id} from ${from} ${orderJoins ?? sql``} where ${found} ${orderBy(query)} limit ${limit} offset ${offset})`;
  }

  /** The statement for a part of the rows that meet `found`. */
  function partOfRows<Selected>(
    ctx: SignedInCtx,
    query: Query,
    found: Sql,
    part: Part,
    columns = columnsOf(ctx, query),
  ) {
    const order = definition.order(query);
    return sql<Selected>`
      select ${order.columns === undefined ? columns : sql`${columns}, ${order.columns}`}
      from ${from} ${joins} ${order.joins ?? sql``}
      where ${within(ctx, query, found, part)} ${orderBy(query)} limit ${part.limit}`;
  }

  async function select(ctx: SignedInCtx, query: Query, part: Part, hits?: number[]): Promise<Row[]> {
    const among =
      hits === undefined ? conditions(ctx, query) : sql`${inScope(ctx)} and ${id} = any(${hits}::bigint[])`;
    const found = sql`${among} ${after(ctx, query, part.cursor)}`;
    const { rows } = await partOfRows<Row>(ctx, query, found, part).execute(ctx.db);
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
      const part = partOf(query);
      const hits = await fewHits(ctx, query);
      // One extra row tells whether there is a next page.
      const found = await select(ctx, query, { ...part, limit: part.limit + 1 }, hits);
      const total =
        hits?.length ??
        (isSearch(query) ? "more than 1,000" : (wholeLength(part, found) ?? (await countRows(ctx, query))));
      const shown = found.slice(0, part.limit);
      reply.header("x-total-count", String(total));
      const last = shown.at(-1);
      if (last !== undefined && found.length > part.limit)
        reply.header(
          "link",
          `<${nextPart(request.url, query, part.limit, cursorOf(query, last))}>; rel="next"`,
        );
      return present(ctx, query, shown);
    },
    async first(ctx, query, limit) {
      const part = { limit, offset: 0, cursor: undefined };
      return present(ctx, query, await select(ctx, query, part, await fewHits(ctx, query)));
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
          const cursor = last && cursorOf(query, last);
          const found = sql`${conditions(ctx, query)} ${after(ctx, query, cursor)}`;
          const part = { limit, offset: 0, cursor };
          const { rows } = await partOfRows<Row & Exported>(ctx, query, found, part, csv.columns).execute(
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
  /** Null for all. */
  limit: number | null;
  offset: number;
  cursor: number | string | undefined;
}

/** The length of a list whose last row has been read from its beginning on, so that it need not be counted. */
const wholeLength = (
  { cursor, offset, limit }: Part & { limit: number },
  found: unknown[],
): number | undefined =>
  cursor === undefined && found.length <= limit && (offset === 0 || found.length > 0)
    ? offset + found.length
    : undefined;

const isSearch = ({ q }: { q?: string | undefined }): boolean => q !== undefined && q !== "";

const isPaged = ({ page, pageSize, limit, cursor }: Paging): boolean =>
  [page, pageSize, limit, cursor].some((value) => value !== undefined);

/** `limit` rows after the first `offset`, or after the row `cursor`. @throws AppError invalid */
function partOf({ page, pageSize, limit, cursor }: Paging): Part & { limit: number } {
  const size = pageSize ?? limit ?? (page === undefined ? newestWithoutPaging : 50);
  if (page === undefined) return { limit: size, offset: 0, cursor };
  if (page * size > pagedRowsMax)
    throw invalid({
      page: `Pages go up to ${Math.floor(pagedRowsMax / size).toLocaleString("en-US")}. Please narrow the list with a filter or a search.`,
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
