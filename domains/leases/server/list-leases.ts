import { type RawBuilder, sql } from "kysely";
import type { Db } from "#server/db/database.ts";
import { fromItsBlock, type KeptList, keptTotal, type Slice } from "#server/db/list-counts.ts";
import type { Reach } from "#server/http/actor.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { describePart, partOf } from "#server/http/list-part.ts";
import type { Input } from "#server/http/route.ts";
import type { QueryOf } from "#shared/http/endpoint.ts";
import type { LeaseRow, listLeases as listLeasesEndpoint } from "../contract.ts";
import { endingWithinDays } from "../states.ts";
import { leaseScope } from "./access.ts";
import { todayAt } from "./queries.ts";
import { type LeaseWords, leaseWords, searchCountedUpTo } from "./search-text.ts";

type Query = QueryOf<typeof listLeasesEndpoint>;

/** Leases within reach, newest first; totals are kept where the filters allow it (requirements, "Lists"). */
export async function listLeases(
  ctx: SignedInCtx,
  { query, request, reply }: Input<typeof listLeasesEndpoint>,
): Promise<LeaseRow[]> {
  const { db, actor } = ctx;
  const { q = "", ...filters } = query;
  const kept = keptOf(actor.reach, filters);
  const among = await countOf(db, kept === undefined ? undefined : keptTotal(kept));
  const found = sql.join([leaseScope(actor.reach), ...filtersOf(ctx, filters)], sql` and `);
  const { ids, total } =
    q !== ""
      ? await findSearched(db, found, await leaseWords(db, q, among), partOf(query))
      : kept !== undefined && among !== undefined
        ? { ids: idsOf(found, await fromItsBlock(db, kept, partOf(query))), total: among }
        : { ids: idsOf(found, partOf(query)), total: (await countOf(db, countOfAll(found))) ?? 0 };
  const rows = await readRows(ctx, ids);
  const isCapped = q !== "" && total > searchCountedUpTo;
  describePart({ request, reply }, query, rows, { count: total, isCapped });
  return rows;
}

const idsOf = (found: RawBuilder<unknown>, slice: Slice): RawBuilder<unknown> => sql`
  select l.id from leases l where ${found} and ${before(slice)}
  order by l.id desc limit ${slice.limit} offset ${slice.offset}`;

/** The search is made once, for the page and for the total. */
async function findSearched(db: Db, found: RawBuilder<unknown>, words: LeaseWords, slice: Slice) {
  const collected = Math.max(searchCountedUpTo + 1, slice.offset + slice.limit);
  const all = await searchNewest(db, found, words, { limit: collected, offset: 0, cursor: undefined });
  const ids =
    slice.cursor === undefined
      ? all.slice(slice.offset, slice.offset + slice.limit)
      : await searchNewest(db, found, words, slice);
  return { ids: sql`select unnest(${ids}::bigint[]) as id`, total: all.length };
}

/** Where many leases have the words, enough of them are met among so many of the newest. */
const newestLookedAt = 10_000;

async function searchNewest(
  db: Db,
  found: RawBuilder<unknown>,
  { has, hasEach }: LeaseWords,
  slice: Slice,
): Promise<number[]> {
  if (hasEach !== undefined) {
    const newest = sql`select l.* from leases l where ${found} and ${before(slice)} order by l.id desc limit ${sql.lit(newestLookedAt)}`;
    const { rows } = await sql<{ ids: number[] }>`
      select array(select l.id from (${newest}) l where ${hasEach} order by l.id desc limit ${slice.limit}) as ids`.execute(
      db,
    );
    const ids = rows[0]?.ids ?? [];
    if (ids.length === slice.limit) return ids;
  }
  const { rows } = await sql<{ ids: number[] }>`
    select array(${idsOf(sql`${found} and ${has}`, slice)}) as ids`.execute(db);
  return rows[0]?.ids ?? [];
}

const before = ({ cursor }: Slice) => (cursor === undefined ? sql`true` : sql`l.id < ${cursor}`);

async function readRows({ db }: SignedInCtx, ids: RawBuilder<unknown>): Promise<LeaseRow[]> {
  const { rows } = await sql<LeaseRow>`
    with page as materialized (${ids})
    select l.id, l.state, json_build_object('id', c.id, 'name', c.name) as company,
      json_build_object('id', p.id, 'name', p.name) as property,
      (select coalesce(json_agg(json_build_object('id', u.id, 'unitNumber', u.unit_number) order by u.unit_number collate "C", u.id), '[]')
        from lease_units lu join units u on u.id = lu.unit_id where lu.lease_id = l.id) as units,
      l.from_on as "from", l.to_on as "to", l.version
    from page join leases l on l.id = page.id
    join companies c on c.id = l.company_id join properties p on p.id = l.property_id
    order by l.id desc`.execute(db);
  return rows;
}

async function countOf(db: Db, total: RawBuilder<number> | undefined): Promise<number | undefined> {
  if (total === undefined) return undefined;
  const { rows } = await sql<{ total: number }>`select ${total} as total`.execute(db);
  return rows[0]?.total ?? 0;
}

const countOfAll = (found: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`(select count(*) from leases l where ${found})`;

type Filters = Omit<Query, "q">;

/** The counts that are kept of what the filters find, for callers whose reach is made of whole buildings. */
function keptOf({ caller, propertyIds }: Reach, filters: Filters): KeptList | undefined {
  const { propertyId, unitId, companyId, state } = filters;
  if (unitId !== undefined || companyId !== undefined || state === "ending") return undefined;
  if (caller !== "admin" && caller !== "landlord") return undefined;
  const chosen = propertyId === undefined ? undefined : [propertyId];
  const places =
    caller === "admin" ? chosen : propertyIds.filter((id) => propertyId === undefined || id === propertyId);
  return { list: "leases", places, facets: state && [state] };
}

function filtersOf(
  ctx: SignedInCtx,
  { propertyId, unitId, companyId, state }: Filters,
): RawBuilder<unknown>[] {
  return [
    ...(propertyId === undefined ? [] : [sql`l.property_id = ${propertyId}`]),
    ...(companyId === undefined ? [] : [sql`l.company_id = ${companyId}`]),
    ...(state === undefined ? [] : [state === "ending" ? isEnding(ctx) : sql`l.state = ${state}`]),
    ...(unitId === undefined
      ? []
      : [sql`l.id in (select lu.lease_id from lease_units lu where lu.unit_id = ${unitId})`]),
  ];
}

/**
 * Running leases whose last day is today or within the days after it, by the day at the property. Everywhere on earth it is
 * within a day of the day in UTC, so the property is asked only for last days at the edges.
 */
function isEnding(ctx: SignedInCtx): RawBuilder<unknown> {
  const day = ctx.now.toISOString().slice(0, 10);
  const days = sql.lit(endingWithinDays);
  return sql`(l.state in ('active', 'notice') and l.to_on between ${day}::date - 1 and ${day}::date + 1 + ${days}
    and (l.to_on between ${day}::date + 1 and ${day}::date - 1 + ${days}
      or exists (select from properties p where p.id = l.property_id
        and l.to_on between ${todayAt(ctx)} and ${todayAt(ctx)} + ${days})))`;
}
