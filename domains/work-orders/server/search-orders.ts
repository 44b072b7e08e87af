import { type RawBuilder, sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import { workOrderScope } from "./access.ts";
import { all, filtersOf, type ListQuery } from "./list-filters.ts";
import type { Slice } from "./list-page.ts";
import { asTsquery, readSearch, type SoughtWord, sought } from "./search-words.ts";
import {
  everWritten,
  pairConditions,
  pairConditionsInBlock,
  readPairs,
  type SoughtPairs,
} from "./word-pairs.ts";

/** Up to so many hits are counted and put in order here; a text that finds more is common. */
const countedMax = 1_000;
/** Of 16,384 ids each; hits that are too rare to be a thousand there are few enough to be collected. */
const earlyBlocks = 12;
const newest = { isAscending: false, offset: 0, cursor: undefined };

interface Found {
  ids: number[];
  /** Exact up to 1,000; above that only known to be more. */
  total: number;
}

/** How to come to the hits: selects of ids. */
interface Way {
  /** The newest hits in the last blocks of ids, without going on: of common words there are enough. */
  early?: (limit: number) => RawBuilder<unknown>;
  /** Whether `early` does go on. */
  isEarlyAll?: boolean;
  /** Some hits, in any order. */
  some(limit: number): RawBuilder<unknown>;
  inOrder(slice: Slice): RawBuilder<unknown>;
}

/** The orders of the slice that the search text finds, within reach and filters, and how many there are. */
export async function searchOrders(
  ctx: SignedInCtx,
  query: ListQuery & { q: string },
  slice: Slice,
): Promise<Found> {
  const searched = readSearch(query.q);
  if ("number" in searched) return find(ctx, slice, plainly(ctx, query, sql`o.id = ${searched.number}`));
  return searchWords(ctx, query, slice, searched.words);
}

/** The newest orders within reach with the words, also where these are a number; how many more there are is not asked. */
export async function newestWithWords(
  ctx: SignedInCtx,
  words: readonly string[],
  limit: number,
): Promise<number[]> {
  return (await searchWords(ctx, {}, { ...newest, limit }, words, limit)).ids;
}

/** The total of `enough` hits or more is not counted, when that is given. */
async function searchWords(
  ctx: SignedInCtx,
  query: ListQuery,
  slice: Slice,
  words: readonly string[],
  enough?: number,
): Promise<Found> {
  const last = words.slice(-1);
  const found = await findWords(ctx, query, slice, sought(words, last), enough);
  if (found.total > 0 || words.length < 2) return found;
  // A word that no order has may be the beginning of one: `leak tap` finds the leaking tap.
  const unfinished = await wordsNobodyHas(ctx, words.slice(0, -1));
  return unfinished.length === 0
    ? found
    : findWords(ctx, query, slice, sought(words, [...unfinished, ...last]), enough);
}

/** Those of `words` that no order within reach has. */
async function wordsNobodyHas(ctx: SignedInCtx, words: readonly string[]): Promise<string[]> {
  const written = await everWritten(ctx.db, words);
  if (written.length === 0) return [...words];
  const { rows } = await sql<{ had: (boolean | null)[] }>`${
    isShort(ctx, {}) ? hadInList(ctx, written) : await hadAnywhere(ctx, written)
  }`.execute(ctx.db);
  const had = written.filter((_, place) => rows[0]?.had[place] === true);
  return words.filter((word) => !had.includes(word));
}

/** One look through a short list tells of every word. */
function hadInList(ctx: SignedInCtx, words: readonly string[]): RawBuilder<unknown> {
  const had = words.map((word) => sql`bool_or(o.words @@ ${asTsquery([{ word, goesOn: false }])}::tsquery)`);
  return sql`select array[${sql.join(had)}] as had from ${orders([reachOf(ctx)])}`;
}

async function hadAnywhere(ctx: SignedInCtx, words: readonly string[]): Promise<RawBuilder<unknown>> {
  const ways = await Promise.all(words.map((word) => wayTo(ctx, {}, [{ word, goesOn: false }])));
  const had = ways.map((way) => (way === undefined ? sql`false` : sql`exists (${way.some(1)})`));
  return sql`select array[${sql.join(had)}] as had`;
}

async function findWords(
  ctx: SignedInCtx,
  query: ListQuery,
  slice: Slice,
  words: readonly SoughtWord[],
  enough?: number,
): Promise<Found> {
  const way = words.length === 0 ? undefined : await wayTo(ctx, query, words);
  return way === undefined ? { ids: [], total: 0 } : find(ctx, slice, way, enough);
}

/** Undefined when there is nothing to find: somebody must have written a word at some time. */
async function wayTo(
  ctx: SignedInCtx,
  query: ListQuery,
  words: readonly SoughtWord[],
): Promise<Way | undefined> {
  const match = sql`o.words @@ ${asTsquery(words)}::tsquery`;
  const pairs = await readPairs(ctx.db, ctx.actor.reach, query, words);
  if (pairs?.words.some(({ length }) => length === 0)) return undefined;
  if (isShort(ctx, query)) return fromList(ctx, query, match);
  return pairs === undefined ? plainly(ctx, query, match) : byPairs(ctx, query, match, pairs);
}

async function find({ db }: SignedInCtx, slice: Slice, way: Way, enough = countedMax + 1): Promise<Found> {
  const early = way.early === undefined ? [] : await ids(db, way.early(enough));
  const isKnown = early.length === enough || way.isEarlyAll === true;
  const some = isKnown ? early : await ids(db, way.some(countedMax + 1));
  const total = some.length;
  if (total <= countedMax) return { ids: cut(some, slice), total };
  const isEarly =
    !slice.isAscending && slice.cursor === undefined && slice.offset + slice.limit <= early.length;
  return { ids: isEarly ? cut(early, slice) : await ids(db, way.inOrder(slice)), total };
}

const cut = (found: readonly number[], { isAscending, cursor, offset, limit }: Slice): number[] =>
  found
    .filter((id) => cursor === undefined || (isAscending ? id > cursor : id < cursor))
    .sort((a, b) => (isAscending ? a - b : b - a))
    .slice(offset, offset + limit);

async function ids(db: SignedInCtx["db"], select: RawBuilder<unknown>): Promise<number[]> {
  const { rows } = await sql<{ ids: number[] }>`select array(${select}) as ids`.execute(db);
  return rows[0]?.ids ?? [];
}

/** Whether filters and reach leave few orders, whatever is searched for: those of a tenant, a lease or a unit. */
const isShort = ({ actor: { reach } }: SignedInCtx, { leaseId, unitId }: ListQuery): boolean =>
  reach.caller === "tenant" || reach.caller === "pending" || leaseId !== undefined || unitId !== undefined;

/** Reads a short list from end to end. */
function fromList(ctx: SignedInCtx, query: ListQuery, match: RawBuilder<unknown>): Way {
  const hits = sql`from ${orders([...filtersOf(ctx.actor.reach, query), reachOf(ctx)])} where ${match}`;
  return {
    some: (limit) => sql`select o.id ${hits} limit ${sql.lit(limit)}`,
    inOrder: (slice) => sql`select o.id ${hits} and ${after(slice)} ${inSlice(slice)}`,
  };
}

/** By a number, or by the beginning of very many words, which are common taken together. */
function plainly(ctx: SignedInCtx, query: ListQuery, match: RawBuilder<unknown>): Way {
  const hits = sql`from work_orders o where ${all([...filtersOf(ctx.actor.reach, query), reachOf(ctx), match])}`;
  return {
    some: (limit) => sql`select o.id ${hits} limit ${sql.lit(limit)}`,
    inOrder: (slice) => sql`select o.id ${hits} and ${after(slice)} ${inSlice(slice)}`,
  };
}

/** By the pairs of words; common ones block of ids by block of ids from the beginning of the list. */
function byPairs(ctx: SignedInCtx, query: ListQuery, match: RawBuilder<unknown>, pairs: SoughtPairs): Way {
  const conditions = all([...filtersOf(ctx.actor.reach, query), reachOf(ctx), match]);
  const inBlocks = (blocks: RawBuilder<unknown>, slice: Slice) => sql`
    select hits.id from (select hashtext('#' || block) as hash from ${blocks} block) blocks
    cross join lateral (
      select o.id from ${orders(pairConditionsInBlock(pairs))} where ${conditions} and ${after(slice)}
      order by o.id ${slice.isAscending ? sql`asc` : sql`desc`}
    ) hits limit ${sql.lit(slice.limit)} offset ${sql.lit(slice.offset)}`;
  const inOrder = (slice: Slice) => inBlocks(blocksOf(slice), slice);
  const newestOnes = (limit: number) => inOrder({ ...newest, limit });
  // One word needs no pair but that with the block.
  if (pairs.words.length === 1) return { early: newestOnes, isEarlyAll: true, some: newestOnes, inOrder };
  return {
    early: (limit) =>
      inBlocks(sql`generate_series(${lastBlock}, greatest(0, ${lastBlock} - ${earlyBlocks - 1}), -1)`, {
        ...newest,
        limit,
      }),
    some: (limit) =>
      sql`select o.id from ${orders(pairConditions(pairs))} where ${conditions} limit ${sql.lit(limit)}`,
    inOrder,
  };
}

function blocksOf({ isAscending, cursor }: Slice): RawBuilder<unknown> {
  const from = cursor === undefined ? undefined : sql`${cursor}::bigint >> 14`;
  return isAscending
    ? sql`generate_series(${from ?? sql`0`}, ${lastBlock})`
    : sql`generate_series(least(${from ?? lastBlock}, ${lastBlock}), 0, -1)`;
}

const lastBlock = sql`(select max(id) >> 14 from work_orders)`;

/** The orders under the conditions, read before any other condition is looked at. */
const orders = (conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  sql`(select o.* from work_orders o where ${all([sql`o.deleted_at is null`, ...conditions])} offset 0) o`;

const reachOf = ({ actor }: SignedInCtx): RawBuilder<unknown> => workOrderScope(actor.reach, "read");

const after = ({ cursor, isAscending }: Slice): RawBuilder<unknown> =>
  cursor === undefined ? sql`true` : isAscending ? sql`o.id > ${cursor}` : sql`o.id < ${cursor}`;

const inSlice = ({ isAscending, limit, offset }: Slice): RawBuilder<unknown> =>
  sql`order by ${isAscending ? sql`o.id` : sql`o.id desc`} limit ${sql.lit(limit)} offset ${sql.lit(offset)}`;
