import { type RawBuilder, sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import { workOrderScope } from "./access.ts";
import { all, filtersOf, type ListQuery } from "./list-filters.ts";
import type { Slice } from "./list-page.ts";
import { asTsquery, readSearch } from "./search-words.ts";

/** Up to so many hits are collected and put in order, as many as are counted; a word that finds more is common. */
const collectedMax = 1_000;
/** A common word is looked for among so many of the newest orders first. */
const newestLookedAt = 100_000;

interface Found {
  ids: number[];
  /** Exact up to 1,000; above that only known to be more. */
  total: number;
}

/** The orders of the slice that the search text finds, within reach and filters, and how many there are. */
export async function searchOrders(
  ctx: SignedInCtx,
  query: ListQuery & { q: string },
  slice: Slice,
): Promise<Found> {
  const searched = readSearch(query.q);
  if ("number" in searched) return collect(ctx, query, slice, sql`o.id = ${searched.number}`);
  const { words } = searched;
  if (words.length === 0) return { ids: [], total: 0 };
  const found = await inOrder(ctx, query, slice, matching(words, [words.at(-1) ?? ""]));
  if (found.total > 0 || words.length === 1) return found;
  // A word that no order has may be the beginning of one: `leak tap` finds the leaking tap.
  const unfinished = await wordsNobodyHas(ctx, words.slice(0, -1));
  if (unfinished.length === 0) return found;
  return inOrder(ctx, query, slice, matching(words, [...unfinished, words.at(-1) ?? ""]));
}

const matching = (words: readonly string[], unfinished: readonly string[]) =>
  sql`o.words @@ ${asTsquery(words, unfinished)}::tsquery`;

/** Those of `words` that no order within reach has. */
async function wordsNobodyHas({ db, actor }: SignedInCtx, words: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    select word from unnest(${words}::text[]) word
    where not exists (select from work_orders o where o.deleted_at is null and ${workOrderScope(actor.reach, "read")}
      and o.words @@ quote_literal(word)::tsquery)`.execute(db);
  return rows.map(({ word }) => word);
}

async function inOrder(
  ctx: SignedInCtx,
  query: ListQuery,
  slice: Slice,
  match: RawBuilder<unknown>,
): Promise<Found> {
  const found = await collect(ctx, query, slice, match);
  if (found.total <= collectedMax) return found;
  const ids = await lookThroughNewest(ctx, query, slice, match);
  if (ids.length === slice.limit) return { ids, total: found.total };
  return { ids: await sortAll(ctx, query, slice, match), total: found.total };
}

/** Collects the hits in any order, as an index gives them, and orders them unless they are too many. */
async function collect(
  { db, actor }: SignedInCtx,
  query: ListQuery,
  slice: Slice,
  match: RawBuilder<unknown>,
): Promise<Found> {
  const conditions = all([...filtersOf(actor.reach, query), workOrderScope(actor.reach, "read"), match]);
  const { rows } = await sql<Found>`
    with hits as materialized (select o.id from work_orders o where ${conditions} limit ${sql.lit(collectedMax + 1)}),
         counted as (select count(*) as total from hits)
    select total, array(select id from hits where total <= ${sql.lit(collectedMax)} and ${after(slice)} ${inSlice(slice)}) as ids
    from counted`.execute(db);
  return rows[0] ?? { ids: [], total: 0 };
}

/** Reads from the first order on until the slice is full: for a word that many orders have, after a few hundred. */
async function lookThroughNewest(
  { db, actor }: SignedInCtx,
  query: ListQuery,
  slice: Slice,
  match: RawBuilder<unknown>,
): Promise<number[]> {
  const conditions = all([...filtersOf(actor.reach, query), workOrderScope(actor.reach, "read")]);
  const order = slice.isAscending ? sql`order by o.id` : sql`order by o.id desc`;
  const { rows } = await sql<{ id: number }>`
    select o.id from (
      select o.id, o.words from work_orders o where ${conditions} and ${after(slice)} ${order} limit ${sql.lit(newestLookedAt)}
    ) o where ${match} ${order} limit ${slice.limit} offset ${slice.offset}`.execute(db);
  return rows.map(({ id }) => id);
}

async function sortAll(
  { db, actor }: SignedInCtx,
  query: ListQuery,
  slice: Slice,
  match: RawBuilder<unknown>,
): Promise<number[]> {
  const conditions = all([...filtersOf(actor.reach, query), workOrderScope(actor.reach, "read"), match]);
  const { rows } = await sql<{ id: number }>`
    with hits as materialized (select o.id from work_orders o where ${conditions})
    select id from hits where ${after(slice)} ${inSlice(slice)}`.execute(db);
  return rows.map(({ id }) => id);
}

const after = ({ cursor, isAscending }: Slice): RawBuilder<unknown> =>
  cursor === undefined ? sql`true` : isAscending ? sql`id > ${cursor}` : sql`id < ${cursor}`;

const inSlice = ({ isAscending, limit, offset }: Slice): RawBuilder<unknown> =>
  sql`order by ${isAscending ? sql`id` : sql`id desc`} limit ${limit} offset ${offset}`;
