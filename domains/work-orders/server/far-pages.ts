import { sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import { all, type ListQuery, oneOf } from "./list-filters.ts";
import type { Slice } from "./list-page.ts";
import { keptFacets, keptWithin } from "./totals.ts";

/** The number of ids in a block of `work_order_blocks`. */
const blockIds = 2 ** 14;

/**
 * The slice as seen from the beginning of the block it begins in, so that a page in the middle of a million orders reads
 * one block at most. Null past the end of the list; undefined when the filters are not among the kept ones, which only
 * shorter lists have.
 */
export async function fromItsBlock(
  { db, actor }: SignedInCtx,
  query: ListQuery,
  slice: Slice,
): Promise<Slice | null | undefined> {
  const facets = keptFacets(actor.reach, query);
  if (facets === undefined) return undefined;
  const order = slice.isAscending ? sql`asc` : sql`desc`;
  const { rows } = await sql<{ block: number; before: number }>`
    select block, (through - count)::bigint as before from (
      select c.block, sum(c.count) as count, sum(sum(c.count)) over (order by c.block ${order}) as through
      from work_order_blocks c where ${all([...keptWithin(actor.reach, query.propertyId), oneOf("c.facet", facets)])}
      group by c.block
    ) blocks where through > ${slice.offset} order by block ${order} limit 1`.execute(db);
  const [place] = rows;
  if (place === undefined) return null;
  return {
    ...slice,
    offset: slice.offset - place.before,
    cursor: slice.isAscending ? place.block * blockIds - 1 : (place.block + 1) * blockIds,
  };
}
