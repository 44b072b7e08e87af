import { type RawBuilder, sql } from "kysely";
import type { Slice } from "#server/db/list-counts.ts";
import { type Found, searchCountedUpTo } from "#server/db/newest-first.ts";
import type { Reach } from "#server/http/actor.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import type { ListQuery } from "./list-parts.ts";
import { newestByBits } from "./search-by-bits.ts";
import { type Asked, asTsquery, searchQuery, type Within, withinReach, withReach } from "./search-query.ts";

/** More buildings than this are too many words for the index to go through. */
const buildingsInIndexMax = 8;
const blockIds = 2_048;
const earlyBlocks = 16;
/** So many hits there are a thousand within some ninety blocks more; rarer ones are few enough to be collected from all of them. */
const goesOnFrom = 150;
const collectedMax = searchCountedUpTo + 1;

/** The documents of the slice that the search text finds, within reach and filters, and how many there are. */
export async function searchDocuments(
  ctx: SignedInCtx,
  query: ListQuery & { q: string },
  slice: Slice,
): Promise<Found> {
  const asked = await searchQuery(ctx.db, query);
  if (asked === undefined) return { ids: [], total: 0 };
  return findNewest(ctx, query, asked, slice, collectedMax);
}

/** The newest ones that the search text finds, without their number; with `besidesTitles` none if only titles can have its words. */
export async function newestFound(
  ctx: SignedInCtx,
  query: ListQuery & { q: string },
  limit: number,
  options: { besidesTitles?: boolean } = {},
): Promise<number[]> {
  const asked = await searchQuery(ctx.db, query, options);
  if (asked === undefined) return [];
  return (await findNewest(ctx, query, asked, { ...newest, limit }, limit)).ids;
}

const newest = { offset: 0, cursor: undefined };

/** Else all hits there are would be asked whether they are within reach. */
const hasNoBuilding = ({ caller, everywhere, propertyIds }: Reach): boolean =>
  (caller === "landlord" || caller === "maintenance") && !everywhere && propertyIds.length === 0;

/** The hits of the slice, and how many there are: counted to `counted` at least. */
async function findNewest(
  ctx: SignedInCtx,
  query: ListQuery,
  said: Asked,
  slice: Slice,
  counted: number,
): Promise<Found> {
  const { reach } = ctx.actor;
  if (hasNoBuilding(reach)) return { ids: [], total: 0 };
  const within = withinReach(reach, query);
  const asked = withReach(said, reach, buildingsInIndexMax);
  const byBits = await newestByBits(ctx, said, within, counted);
  const { ids, total } =
    typeof byBits === "object" ? byBits : await byIndex(ctx, asked, within, counted, byBits);
  const { limit, offset, cursor } = slice;
  const areAll = ids.length === total && total < collectedMax;
  if (!areAll && (cursor !== undefined || offset + limit > ids.length))
    return { ids: (await inBlocks(ctx, asked, within, slice)).ids, total };
  return {
    ids: ids.filter((id) => cursor === undefined || id < cursor).slice(offset, offset + limit),
    total,
  };
}

/** The newest hits, and how many there are; of more than `collectedMax` only as many as were come by in order. */
async function byIndex(
  ctx: SignedInCtx,
  asked: Asked,
  within: Within,
  limit: number,
  common: "rare" | "unknown",
): Promise<Found> {
  if (common === "rare") {
    const all = await collect(ctx, asked, within);
    if (all.length < collectedMax) return { ids: all, total: all.length };
  }
  const { ids, last } = await inBlocks(ctx, asked, within, { ...newest, limit }, earlyBlocks);
  if (ids.length === limit || last < earlyBlocks) return { ids, total: ids.length };
  if (ids.length >= goesOnFrom) {
    const cursor = (last - earlyBlocks + 1) * blockIds;
    const rest = await inBlocks(ctx, asked, within, { limit: limit - ids.length, offset: 0, cursor });
    return { ids: [...ids, ...rest.ids], total: ids.length + rest.ids.length };
  }
  const collected = await collect(ctx, asked, within);
  return { ids: collected.length < collectedMax ? collected : ids, total: collected.length };
}

/** All hits, newest first, or `collectedMax` of them. As one condition, the index looks at the documents of the rarest part. */
async function collect({ db }: SignedInCtx, asked: Asked, within: Within): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    ${within(documentsWith([sql`(select ${asTsquery(asked)}::tsquery)`]))} limit ${sql.lit(collectedMax)}`.execute(
    db,
  );
  return rows.map(({ id }) => id).sort((a, b) => b - a);
}

/** The queries are unknown to the planner, which would else make another plan for very common words. */
const documentsWith = (queries: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  sql`select w.* from document_words w where ${sql.join(
    queries.map((query) => sql`w.words @@ ${query}`),
    sql` and `,
  )}`;

/**
 * Block of ids by block from the newest on, of `blocksMax` at most: one, one, two, four and then eight at once, as those that
 * have too few hits for the whole need are quick to read together. Each part of `asked` is a condition of its own beside the
 * marks of the blocks: the index then goes from one hit to the next in all of them together, where as one it would look at
 * every document of a block.
 */
async function inBlocks(
  { db }: SignedInCtx,
  asked: Asked,
  within: Within,
  { limit, offset, cursor }: Slice,
  blocksMax?: number,
): Promise<{ ids: number[]; last: number }> {
  const first =
    cursor === undefined ? sql`last.block` : sql`least(last.block, ${cursor}::bigint / ${sql.lit(blockIds)})`;
  const before = cursor === undefined ? sql`true` : sql`hits.id < ${cursor}`;
  const parts = asked.map((part) => sql`(select ${asTsquery([part])}::tsquery)`);
  const { rows } = await sql<{ ids: number[]; last: number }>`
    with last as materialized (select coalesce(max(id) / ${sql.lit(blockIds)}, 0) as block from document_words),
    steps as materialized (
      select case when place > 8 then 2 + ceil(place / 8.0) else ceil(log(2.0, place)) end as step, string_agg('#' || blocks.block, ' | ')::tsquery as marks
      from last cross join lateral generate_series(${first}, 0, -1)
        with ordinality blocks (block, place)
      where ${blocksMax === undefined ? sql`true` : sql`place <= ${sql.lit(blocksMax)}`}
      group by step order by step)
    select last.block as last, array(
      select hits.id from steps cross join lateral (
        ${within(documentsWith([sql`steps.marks`, ...parts]))} order by d.id desc) hits
      where ${before} limit ${sql.lit(limit)} offset ${sql.lit(offset)}) as ids
    from last`.execute(db);
  return rows[0] ?? { ids: [], last: 0 };
}
