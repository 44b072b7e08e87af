import type { FastifyReply, FastifyRequest } from "fastify";
import { type RawBuilder, sql } from "kysely";
import { invalid } from "#shared/errors.ts";
import { formatTotal, maxPagedRows, type paging } from "#shared/http/paging.ts";
import type { SignedInCtx } from "../http/context.ts";
import type { CsvTable, CsvValue } from "../http/endpoints/csv.ts";
import type { AccessScope } from "../http/requests/actor.ts";

/** A piece of SQL: tables, columns or a condition. */
type Sql = RawBuilder<unknown>;

type Paging = { [Name in keyof typeof paging]?: number };
/** The filter parameters of a query: everything except paging, the search text and the sort. */
type FilterName<Query> = Exclude<keyof Query, keyof Paging | "q" | "sort">;

interface FilterInput<Query> {
  ctx: SignedInCtx;
  /** The whole query, for the few filters whose meaning depends on another filter. */
  query: Query;
}

export interface ListSort {
  /** The sort keys: together unique, not null, and all in the same direction. */
  by: readonly Sql[];
  descending?: boolean;
  /** The tables of the sort keys if they aren't in the list's `from`. Each must match exactly one row. */
  joins?: Sql;
  /**
   * Set if rows can move or leave the list between two pages, so a cursor can't continue after them. The link
   * to the next page then has a page number and ends with the numbered pages.
   */
  usesPageNumbers?: boolean;
}

export interface ListDefinition<Query, Row extends { id: number }, Item, Exported extends { id: number }> {
  /** The tables used by the scope, filters, and sort, such as `work_orders o`. */
  from: Sql;
  /** The tables joined only to the rows of the page. Each must match exactly one row. */
  joins?: Sql;
  columns: Sql | ((ctx: SignedInCtx, query: Query) => Sql);
  id: Sql;
  sort: (query: Query) => ListSort;
  /**
   * The tables in which a cursor finds its row, within the access rule. Defaults to `from`. Set if rows can
   * leave `from` between two pages.
   */
  cursorFrom?: Sql;
  /** The access rule from the domain's access.ts. */
  scope: (accessScope: AccessScope, ctx: SignedInCtx) => Sql;
  /** A condition that applies to every query, such as not being deleted. */
  baseCondition?: Sql | ((ctx: SignedInCtx) => Sql);
  /** A condition for each filter of the contract. */
  filters: {
    [Name in FilterName<Query>]-?: (value: NonNullable<Query[Name]>, input: FilterInput<Query>) => Sql;
  };
  /** A condition for the search text `q`. */
  search?: (text: string, input: FilterInput<Query>) => Sql;
  present?: (rows: Row[], input: FilterInput<Query>) => Item[] | Promise<Item[]>;
  /** Set for short lists, which return all rows unless a page is requested. Others return the first 100. */
  returnsAllByDefault?: boolean;
  csv?: {
    /** The prefix of the file name. */
    name: string;
    /** Set if the file has more columns than the list. */
    columns?: Sql;
    /** Computes cell values that aren't columns. */
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
   * @throws AppError invalid if the page is beyond `maxPagedRows`
   */
  readPage(ctx: SignedInCtx, listRequest: ListRequest<Query>): Promise<Item[]>;
  /** Returns the first `limit` rows, for searches and summaries. */
  first(ctx: SignedInCtx, query: Query, limit: number): Promise<Item[]>;
  /** Returns the exact number of rows, for figures that link to the filtered list. */
  count(ctx: SignedInCtx, query: Query): Promise<number>;
  /** Returns the number of rows for each value of `key`. Values without rows are missing. */
  countBy(ctx: SignedInCtx, query: Query, key: Sql): Promise<Map<string, number>>;
  /** Returns the conditions on `from`, for sums over all rows. */
  conditions(ctx: SignedInCtx, query: Query): Sql;
  /** Returns all rows, for `sendCsv`. */
  toCsvTable(ctx: SignedInCtx, query: Query): CsvTable<Exported>;
}

/** A search with up to this many matches reads their ids first, and then a page of rows. */
const maxPrefetchedMatches = 1_000;
/** The number of CSV rows read per statement. Enough to be fast, and few enough not to delay other requests. */
const csvBatchSize = 1_000;
const defaultRowCount = 100;

/**
 * Defines the access rule, filters, search, sort, and columns of a list once for its pages, its total, and
 * its CSV file.
 */
export function defineList<
  Query extends Paging & { q?: string },
  Row extends { id: number },
  Item = Row,
  Exported extends { id: number } = Row,
>(definition: ListDefinition<Query, Row, Item, Exported>): List<Query, Item, Exported> {
  const { from, joins = sql``, id, cursorFrom = from, csv } = definition;

  function conditions(ctx: SignedInCtx, query: Query): Sql {
    const input = { ctx, query };
    const filterConditions = Object.entries(
      definition.filters as Record<string, (value: unknown, i: typeof input) => Sql>,
    )
      .filter(([name]) => query[name as keyof Query] !== undefined)
      .map(([name, filter]) => filter(query[name as keyof Query], input));
    if (isSearch(query)) filterConditions.push(definition.search?.(query.q ?? "", input) ?? sql`true`);
    return sql.join([getScopeCondition(ctx), ...filterConditions], sql` and `);
  }

  function getScopeCondition(ctx: SignedInCtx): Sql {
    const { baseCondition = sql`true`, scope } = definition;
    return sql`${typeof baseCondition === "function" ? baseCondition(ctx) : baseCondition} and ${scope(ctx.actor.accessScope, ctx)}`;
  }

  /** Returns the condition for the rows after the cursor, in the list's sort order. */
  function getCursorCondition(
    ctx: SignedInCtx,
    { by, descending }: ListSort,
    cursor: number | undefined,
  ): Sql {
    if (cursor === undefined) return sql``;
    const keys = sql.join(by);
    const row =
      by.length === 1 && by[0] === id
        ? sql`${cursor}`
        : sql`(select ${keys} from ${cursorFrom} where ${id} = ${cursor} and ${definition.scope(ctx.actor.accessScope, ctx)})`;
    return sql`and (${keys}) ${descending ? sql`<` : sql`>`} ${row}`;
  }

  const getColumns = (ctx: SignedInCtx, query: Query): Sql =>
    typeof definition.columns === "function" ? definition.columns(ctx, query) : definition.columns;

  /**
   * Counts the matches of a search up to `max`, and returns their ids unless there are many. PostgreSQL can't
   * know how rare a word is. Without the ids, it might scan the whole list for the newest few matches.
   */
  async function findMatches(
    ctx: SignedInCtx,
    query: Query,
    max: number,
  ): Promise<SearchMatches | undefined> {
    if (!isSearch(query)) return undefined;
    const { rows } = await sql<SearchMatches>`
      select count(*) as total, case when count(*) <= ${maxPrefetchedMatches} then coalesce(json_agg(match.id), '[]') end as ids
      from (select ${id} as id from ${from} where ${conditions(ctx, query)} limit ${max + 1}) match`.execute(
      ctx.db,
    );
    return rows[0];
  }

  /**
   * Returns the condition for the rows of a part: `condition` itself, or the ids of the rows if finding these
   * first is faster. That way, rows skipped by a page number aren't joined, and a sort that needs joins sorts
   * only ids. It also helps with a cursor of several keys: PostgreSQL expects few rows with the same first
   * key, such as the payments of one day, and would join all of them before sorting.
   */
  function getPartCondition(ctx: SignedInCtx, sort: ListSort, condition: Sql, part: ListPart): Sql {
    const { by, joins: sortJoins } = sort;
    if (part.offset === 0 && sortJoins === undefined && (part.cursor === undefined || by.length === 1))
      return condition;
    return sql`${getScopeCondition(ctx)} and ${id} in (${selectIdsOfPart(sort, condition, part)})`;
  }

  const selectIdsOfPart = (sort: ListSort, condition: Sql, { limit, offset }: ListPart) =>
    sql<{
      id: number;
    }>`select ${id} as id from ${from} ${sort.joins ?? sql``} where ${condition} ${orderBy(sort)} limit ${limit} offset ${offset}`;

  /** Selects a part of the rows that meet `condition`. */
  async function selectPart<Selected>(
    ctx: SignedInCtx,
    {
      query,
      sort = definition.sort(query),
      condition = conditions(ctx, query),
      part,
      columns = getColumns(ctx, query),
    }: { query: Query; sort?: ListSort; condition?: Sql; part: ListPart; columns?: Sql },
  ): Promise<Selected[]> {
    const remainingCondition = sql`${condition} ${getCursorCondition(ctx, sort, part.cursor)}`;
    const { rows } = await sql<Selected>`
      select ${columns} from ${from} ${joins} ${sort.joins ?? sql``}
      where ${getPartCondition(ctx, sort, remainingCondition, part)} ${orderBy(sort)} limit ${part.limit}`.execute(
      ctx.db,
    );
    return rows;
  }

  const getIdsCondition = (ctx: SignedInCtx, ids: readonly number[]): Sql =>
    sql`${getScopeCondition(ctx)} and ${id} = any(${ids}::bigint[])`;

  const selectRows = (
    ctx: SignedInCtx,
    query: Query,
    part: ListPart,
    matches?: SearchMatches,
  ): Promise<Row[]> =>
    selectPart<Row>(ctx, {
      query,
      part,
      ...(matches?.ids != null && { condition: getIdsCondition(ctx, matches.ids) }),
    });

  async function countRows(ctx: SignedInCtx, fromClause: Sql): Promise<number> {
    const { rows } = await sql<{ total: number }>`select count(*) as total ${fromClause}`.execute(ctx.db);
    return rows[0]?.total ?? 0;
  }

  /**
   * Reads all rows of a CSV file. If the sort uses page numbers, the ids are read first, so that a row that
   * moves while the file is sent appears only once. A list too long for that is sorted newest first.
   */
  async function* readAll(ctx: SignedInCtx, query: Query, columns: Sql | undefined) {
    const wholeList = { limit: maxPagedRows + 1, offset: 0, cursor: undefined };
    let sort = definition.sort(query);
    if (sort.usesPageNumbers === true) {
      const { rows: idRows } = await selectIdsOfPart(sort, conditions(ctx, query), wholeList).execute(ctx.db);
      for (let index = 0; index < idRows.length && idRows.length <= maxPagedRows; index += csvBatchSize) {
        const ids = idRows.slice(index, index + csvBatchSize).map((row) => row.id);
        const condition = sql`${conditions(ctx, query)} and ${id} = any(${ids}::bigint[])`;
        yield await selectPart<Row & Exported>(ctx, { query, condition, part: wholeList, columns });
      }
      if (idRows.length <= maxPagedRows) return;
      sort = { by: [id], descending: true };
    }
    for (let cursor: number | undefined, hasMore = true; hasMore; ) {
      const part = { limit: csvBatchSize, offset: 0, cursor };
      const rows = await selectPart<Row & Exported>(ctx, { query, sort, part, columns });
      yield rows;
      cursor = rows.at(-1)?.id;
      hasMore = rows.length === csvBatchSize;
    }
  }

  const present = async (ctx: SignedInCtx, query: Query, rows: Row[]): Promise<Item[]> =>
    definition.present === undefined ? (rows as unknown as Item[]) : definition.present(rows, { ctx, query });

  return {
    async readPage(ctx, { query, request, reply }) {
      if (definition.returnsAllByDefault === true && !isPaged(query))
        return present(
          ctx,
          query,
          await selectRows(ctx, query, { limit: null, offset: 0, cursor: undefined }),
        );
      const sort = definition.sort(query);
      const part = toPart(query, sort);
      const matches = await findMatches(ctx, query, maxPagedRows);
      // One extra row shows whether there is a next page.
      const rows = await selectRows(ctx, query, { ...part, limit: part.limit + 1 }, matches);
      const total =
        matches?.total ??
        getCompleteLength(part, rows) ??
        (await countRows(
          ctx,
          sql`from (select from ${from} where ${conditions(ctx, query)} limit ${maxPagedRows + 1}) counted`,
        ));
      reply.header("x-total-count", total > maxPagedRows ? formatTotal(total) : String(total));
      const pageRows = rows.slice(0, part.limit);
      const lastRow = pageRows.at(-1);
      const nextParameters =
        lastRow === undefined || rows.length <= part.limit
          ? undefined
          : getNextParameters(query, sort, part, lastRow.id);
      if (nextParameters !== undefined)
        reply.header("link", `<${withParameters(request.url, nextParameters)}>; rel="next"`);
      return present(ctx, query, pageRows);
    },
    async first(ctx, query, limit) {
      const part = { limit, offset: 0, cursor: undefined };
      return present(
        ctx,
        query,
        await selectRows(ctx, query, part, await findMatches(ctx, query, maxPrefetchedMatches)),
      );
    },
    count: (ctx, query) => countRows(ctx, sql`from ${from} where ${conditions(ctx, query)}`),
    async countBy(ctx, query, key) {
      const { rows } = await sql<{ key: string; total: number }>`
        select ${key} as key, count(*) as total from ${from} where ${conditions(ctx, query)} group by 1`.execute(
        ctx.db,
      );
      return new Map(rows.map(({ key: value, total }) => [value, total]));
    },
    conditions,
    toCsvTable(ctx, query) {
      if (csv === undefined) throw new Error("This list has no CSV file.");
      return {
        name: csv.name,
        columns: csv.cells,
        async *rows() {
          const { present: presentRow } = csv;
          for await (const rows of readAll(ctx, query, csv.columns))
            yield presentRow === undefined ? rows : rows.map((row) => presentRow(row, ctx));
        },
      };
    },
  };
}

interface SearchMatches {
  total: number;
  /** Null if there are more than `maxPrefetchedMatches`. */
  ids: number[] | null;
}

interface ListPart {
  /** Null for all rows. */
  limit: number | null;
  offset: number;
  cursor: number | undefined;
}

/**
 * Returns the length of the list if `rows` reach its end, so that it needn't be counted.
 */
const getCompleteLength = (
  { cursor, offset, limit }: ListPart & { limit: number },
  rows: unknown[],
): number | undefined =>
  cursor === undefined && rows.length <= limit && (offset === 0 || rows.length > 0)
    ? offset + rows.length
    : undefined;

const isSearch = ({ q }: { q?: string }): boolean => q !== undefined && q !== "";

const isPaged = ({ page, pageSize, limit, cursor }: Paging): boolean =>
  [page, pageSize, limit, cursor].some((value) => value !== undefined);

const orderBy = ({ by, descending }: ListSort): Sql =>
  sql`order by ${sql.join(by.map((key) => (descending ? sql`${key} desc` : key)))}`;

/**
 * Returns the part with `limit` rows after the first `offset` rows, or after the row `cursor`.
 * @throws AppError invalid
 */
function toPart(
  { page, pageSize, limit, cursor }: Paging,
  { usesPageNumbers = false }: ListSort,
): ListPart & { limit: number } {
  const size = pageSize ?? limit ?? (page === undefined ? defaultRowCount : 50);
  if (page === undefined) {
    if (usesPageNumbers && cursor !== undefined)
      throw invalid({ cursor: "A list in this order has no cursor. Use page instead." });
    return { limit: size, offset: 0, cursor };
  }
  if (page * size > maxPagedRows)
    throw invalid({
      page: `Pages only go up to ${Math.floor(maxPagedRows / size).toLocaleString("en-US")}. Use a filter or search to narrow the list.`,
    });
  return { limit: size, offset: (page - 1) * size, cursor: undefined };
}

/** Returns the parameters of the next part. Undefined after the last numbered page. */
function getNextParameters(
  { page }: Paging,
  { usesPageNumbers = false }: ListSort,
  { limit, offset }: { limit: number; offset: number },
  lastId: number,
): Record<string, number> | undefined {
  if (page === undefined && !usesPageNumbers) return { limit, cursor: lastId };
  if (offset + 2 * limit > maxPagedRows) return undefined;
  return page === undefined ? { limit, page: 2 } : { page: page + 1 };
}

function withParameters(url: string, parameters: Record<string, number>): string {
  const nextUrl = new URL(url, "http://localhost");
  for (const [name, value] of Object.entries(parameters)) nextUrl.searchParams.set(name, String(value));
  return `${nextUrl.pathname}${nextUrl.search}`;
}
