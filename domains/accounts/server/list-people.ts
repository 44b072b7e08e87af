import { type RawBuilder, sql } from "kysely";
import type { Db } from "#server/db/database.ts";
import { fromItsBlock, type KeptList, keptTotal, type Slice } from "#server/db/list-counts.ts";
import { type Found, searchCountedUpTo, searchNewest } from "#server/db/newest-first.ts";
import type { Reach } from "#server/http/actor.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import type { Input } from "#server/http/route.ts";
import type { QueryOf } from "#shared/http/endpoint.ts";
import type { listPeople as listPeopleEndpoint, Person } from "../contract.ts";
import { peopleOfBuildings } from "./access.ts";
import { linkToNext } from "./paging.ts";
import { presentPerson } from "./present.ts";
import { peopleByIds } from "./queries.ts";

const newestWithoutPaging = 100;
/** People within reach, newest first; `X-Total-Count` and `Link` describe the whole (decisions, "Lists"). */
export async function listPeople(
  { db, actor }: SignedInCtx,
  { query, request, reply }: Input<typeof listPeopleEndpoint>,
): Promise<Person[]> {
  const size = query.pageSize ?? query.limit ?? (query.page === undefined ? newestWithoutPaging : 50);
  const slice = {
    // One more than asked for tells whether there is a next part.
    limit: size + 1,
    offset: query.page === undefined ? 0 : (query.page - 1) * size,
    cursor: query.page === undefined ? query.cursor : undefined,
  };
  const kept = keptOf(actor.reach, query);
  const { ids, total } =
    kept === undefined
      ? await findAmongReach(db, actor.reach, query, slice)
      : await findAmongAll(db, kept, query, slice);
  const shown = await peopleByIds(actor.reach, ids.slice(0, size)).execute(db);
  const isCapped = isSearch(query) && total > searchCountedUpTo;
  reply.header("x-total-count", isCapped ? "more than 1,000" : String(total));
  const last = shown.rows.at(-1);
  if (last !== undefined && ids.length > size)
    reply.header("link", linkToNext(request.url, { page: query.page, lastId: last.id }));
  return shown.rows.map(presentPerson);
}

type Query = QueryOf<typeof listPeopleEndpoint>;
const isSearch = ({ q }: Query): boolean => q !== undefined && q !== "";

/** What is kept of the people that the filters find, of all there are. */
function keptOf({ caller }: Reach, query: Query): KeptList | undefined {
  const { role, state, propertyId } = query;
  if (caller !== "admin" || propertyId !== undefined || isSearch(query)) return undefined;
  const facet = [role, state].filter((word) => word !== undefined).join(" ");
  return { list: "people", facets: [facet] };
}

async function findAmongAll(db: Db, kept: KeptList, query: Query, wanted: Slice): Promise<Found> {
  const { limit, offset, cursor } = await fromItsBlock(db, kept, wanted);
  const { rows } = await sql<Found>`
    select ${keptTotal(kept)} as total, array(select u.id from users u where ${filtersOf(query)} and ${before(cursor)}
      order by u.id desc limit ${limit} offset ${offset}) as ids`.execute(db);
  return rows[0] ?? { ids: [], total: 0 };
}

async function findAmongReach(db: Db, reach: Reach, query: Query, slice: Slice): Promise<Found> {
  const within = peopleWithin(reach, query);
  const narrowed = sql`select u.* from users u where ${filtersOf(query)}
    and ${within === undefined ? sql`true` : sql`u.id in (${within})`}`;
  if (isSearch(query)) {
    const pattern = `%${(query.q ?? "").replace(/[\\%_]/g, "\\$&")}%`;
    const hasWords = sql<boolean>`lower(r.full_name || ' ' || r.email) like lower(${pattern})`;
    return searchNewest(db, { records: narrowed, hasWords }, slice);
  }
  const { limit, offset, cursor } = slice;
  const isWhole = query.role === undefined && query.state === undefined && within !== undefined;
  const { rows } = await sql<Found>`
    with found as materialized (${isWhole ? within : sql`select r.id from (${narrowed}) r`})
    select (select count(*) from found) as total,
      array(select u.id from found u where ${before(cursor)} order by u.id desc limit ${limit} offset ${offset}) as ids`.execute(
    db,
  );
  return rows[0] ?? { ids: [], total: 0 };
}

const before = (cursor: number | undefined) => (cursor === undefined ? sql`true` : sql`u.id < ${cursor}`);

function filtersOf({ role, state }: Query): RawBuilder<unknown> {
  const conditions: RawBuilder<unknown>[] = [sql`true`];
  if (role !== undefined) conditions.push(sql`u.role = ${role}`);
  if (state !== undefined) conditions.push(sql`u.state = ${state}`);
  return sql.join(conditions, sql` and `);
}

/** The ids of the people of the caller's buildings, or of the one asked for; undefined for all there are. */
function peopleWithin(
  { caller, propertyIds }: Reach,
  { propertyId }: Query,
): RawBuilder<unknown> | undefined {
  if (propertyId === undefined) return caller === "admin" ? undefined : peopleOfBuildings(propertyIds);
  // Whether somebody known works or rents in a building of others is not the caller's to know.
  const isWithin = caller === "admin" || propertyIds.includes(propertyId);
  return peopleOfBuildings(isWithin ? [propertyId] : []);
}
