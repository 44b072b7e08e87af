import { type RawBuilder, sql } from "kysely";
import type { Reach } from "#server/http/actor.ts";
import { all, filtersOf, idList, type ListQuery } from "./list-filters.ts";
import { type Part, partsOf } from "./parts.ts";

/** A stretch of the list: `limit` orders after the first `offset`, or after the order `cursor`. */
export interface Slice {
  isAscending: boolean;
  offset: number;
  limit: number;
  cursor: number | undefined;
}

/** Merging reads the slice and all before it once for each building; beyond this many rows it reads past the others' instead. */
const mergedRowsMax = 5_000;
/** About so many orders of a building are read past for one that such a filter finds, which its index does not know. */
const readPast = { category: 6, priority: 4 };
/** Page sizes the pages use: written into the statement, so that its plan is made for them. */
const usualLimits = [20, 25, 50, 100];

/** The same rows, counted from the other end when that is nearer. */
export function nearerEnd(slice: Slice, total: number): Slice {
  const fromOtherEnd = total - slice.offset - slice.limit;
  if (fromOtherEnd >= slice.offset) return slice;
  return {
    ...slice,
    isAscending: !slice.isAscending,
    offset: Math.max(fromOtherEnd, 0),
    limit: Math.max(0, slice.limit + Math.min(fromOtherEnd, 0)),
  };
}

/** A select of the `id`s in the slice, from indexes alone. */
export function idsOf(reach: Reach, query: ListQuery, slice: Slice): RawBuilder<unknown> {
  const { isAscending, offset, limit, cursor } = slice;
  const conditions = filtersOf(reach, query);
  if (cursor !== undefined) conditions.push(isAscending ? sql`o.id > ${cursor}` : sql`o.id < ${cursor}`);
  const order = isAscending ? sql`order by id` : sql`order by id desc`;
  const parts = partsOf(reach, query);
  const [only] = parts;
  const end = sql`${order} limit ${number(limit, slice)} offset ${offset === 0 ? sql`0` : sql`${offset}`}`;
  if (parts.length === 1 && only !== undefined && !isMerged(only, query, slice))
    return sql`select o.id from work_orders o where ${all([...conditions, only.all])} ${end}`;
  const upTo = sql`${order} limit ${number(limit + offset, slice)}`;
  const ids = parts.map((part) => {
    if (part.of === undefined || !isMerged(part, query, slice))
      return sql`(select o.id from work_orders o where ${all([...conditions, part.all])} ${upTo})`;
    const mine = sql`o.${sql.ref(part.of.column)} = part`;
    return sql`(select found.id from (values ${places(part.of.ids)}) places (part) cross join lateral (
      select o.id from work_orders o where ${all([...conditions, mine, part.of.and])} ${upTo}) found)`;
  });
  return sql`select id from (${sql.join(ids, sql` union all `)}) parts ${end}`;
}

const places = (ids: readonly number[]): RawBuilder<unknown> =>
  sql.join(idList(ids).map((id) => sql`(${id}::bigint)`));

const isMerged = ({ of }: Part, { category, priority }: ListQuery, { offset, limit }: Slice): boolean =>
  of !== undefined &&
  of.ids.length *
    (offset + limit) *
    (category === undefined ? 1 : readPast.category) *
    (priority === undefined ? 1 : readPast.priority) <=
    mergedRowsMax;

const number = (value: number, { offset, limit }: Slice): RawBuilder<unknown> =>
  offset === 0 && usualLimits.includes(limit) ? sql.lit(value) : sql`${value}`;
