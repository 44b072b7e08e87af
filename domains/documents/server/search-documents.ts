import { type RawBuilder, sql } from "kysely";
import type { Slice } from "#server/db/list-counts.ts";
import { type Found, searchCountedUpTo } from "#server/db/newest-first.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { documentScope } from "./access.ts";
import { filtersOf, type ListQuery } from "./list-parts.ts";
import { searchQuery } from "./search-query.ts";

const blockIds = 2_048;
const earlyBlocks = 16;
/** So many hits there are a thousand within some ninety blocks more; rarer ones are few enough to be collected from all of them. */
const goesOnFrom = 150;
const collectedMax = searchCountedUpTo + 1;

/** The documents of the slice that the search text finds, within reach and filters, and how many there are (decision 025). */
export async function searchDocuments(
  ctx: SignedInCtx,
  query: ListQuery & { q: string },
  slice: Slice,
): Promise<Found> {
  const asked = await searchQuery(ctx.db, ctx.actor.reach, query);
  if (asked === undefined) return { ids: [], total: 0 };
  const hits = hitsOf(ctx, query, asked);
  const newest = { limit: collectedMax, offset: 0, cursor: undefined };
  const early = await inBlocks(ctx, hits, newest, earlyBlocks);
  const isAll = early.ids.length < collectedMax && early.last < earlyBlocks;
  const isKnown = isAll || early.ids.length === collectedMax;
  const found = isKnown ? early.ids : await further(ctx, hits, early);
  if (found.length < collectedMax) return { ids: cut(found, slice), total: found.length };
  const isEarly = slice.cursor === undefined && slice.offset + slice.limit <= early.ids.length;
  return {
    ids: isEarly ? cut(early.ids, slice) : (await inBlocks(ctx, hits, slice)).ids,
    total: collectedMax,
  };
}

/** The hits, newest first, when they are not too many to be put in order here; else some of them. */
async function further(
  ctx: SignedInCtx,
  hits: Hits,
  { ids, last }: { ids: number[]; last: number },
): Promise<number[]> {
  if (ids.length >= goesOnFrom) {
    const cursor = (last - earlyBlocks + 1) * blockIds;
    const rest = await inBlocks(ctx, hits, { limit: collectedMax - ids.length, offset: 0, cursor });
    return [...ids, ...rest.ids];
  }
  return collect(ctx, hits);
}

/** All hits, newest first, or `collectedMax` of them. */
async function collect({ db }: SignedInCtx, hits: Hits): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`${hits()} limit ${sql.lit(collectedMax)}`.execute(db);
  return rows.map(({ id }) => id).sort((a, b) => b - a);
}

/** The newest ones that the search text finds, without their number; with `besidesTitles` none if only titles can have its words. */
export async function newestFound(
  ctx: SignedInCtx,
  query: ListQuery & { q: string },
  limit: number,
  options: { besidesTitles?: boolean } = {},
): Promise<number[]> {
  const asked = await searchQuery(ctx.db, ctx.actor.reach, query, options);
  if (asked === undefined) return [];
  const slice = { limit, offset: 0, cursor: undefined };
  const hits = hitsOf(ctx, query, asked);
  const early = await inBlocks(ctx, hits, slice, earlyBlocks);
  if (early.ids.length === limit || early.last < earlyBlocks) return early.ids;
  const all = await collect(ctx, hits);
  return all.length < collectedMax ? cut(all, slice) : (await inBlocks(ctx, hits, slice)).ids;
}

type Hits = (marks?: RawBuilder<unknown>) => RawBuilder<unknown>;

/**
 * A select of ids: what the index of words finds, each asked whether it is within reach and filters. With `marks` of blocks
 * each part of `asked` is a condition of its own: the index then goes from one hit to the next in all of them together, where
 * as one it would look at every document of a block. Without, as one, it looks at those of the rarest part.
 */
const hitsOf =
  ({ actor }: SignedInCtx, query: ListQuery, asked: readonly string[]): Hits =>
  (marks) => {
    const parts = marks === undefined ? [asked.join(" & ")] : asked;
    // Unknown to the planner, which would else make another plan for very common words.
    const conditions = [
      ...(marks === undefined ? [] : [marks]),
      ...parts.map((part) => sql`(select ${part}::tsquery)`),
    ].map((part) => sql`w.words @@ ${part}`);
    return sql`
    select d.id from (select * from document_words w where ${sql.join(conditions, sql` and `)} offset 0) d
    where ${sql.join([documentScope(actor.reach), ...filtersOf(query)], sql` and `)}`;
  };

/**
 * Block of ids by block from the newest on, of `blocksMax` at most: one, one, two, four and then eight at once, as those that
 * have too few hits for the whole need are quick to read together.
 */
async function inBlocks(
  { db }: SignedInCtx,
  hits: Hits,
  { limit, offset, cursor }: Slice,
  blocksMax?: number,
): Promise<{ ids: number[]; last: number }> {
  const first =
    cursor === undefined ? sql`last.block` : sql`least(last.block, ${cursor}::bigint / ${sql.lit(blockIds)})`;
  const before = cursor === undefined ? sql`true` : sql`hits.id < ${cursor}`;
  const { rows } = await sql<{ ids: number[]; last: number }>`
    with last as materialized (select coalesce(max(id) / ${sql.lit(blockIds)}, 0) as block from document_words),
    steps as materialized (
      select case when place > 8 then 2 + ceil(place / 8.0) else ceil(log(2.0, place)) end as step, string_agg('#' || blocks.block, ' | ')::tsquery as marks
      from last cross join lateral generate_series(${first}, 0, -1)
        with ordinality blocks (block, place)
      where ${blocksMax === undefined ? sql`true` : sql`place <= ${sql.lit(blocksMax)}`}
      group by step order by step)
    select last.block as last, array(
      select hits.id from steps cross join lateral (${hits(sql`steps.marks`)} order by d.id desc) hits
      where ${before} limit ${sql.lit(limit)} offset ${sql.lit(offset)}) as ids
    from last`.execute(db);
  return rows[0] ?? { ids: [], last: 0 };
}

const cut = (newestFirst: readonly number[], { limit, offset, cursor }: Slice): number[] =>
  newestFirst.filter((id) => cursor === undefined || id < cursor).slice(offset, offset + limit);
