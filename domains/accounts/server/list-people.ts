import { type RawBuilder, sql } from "kysely";
import type { Db } from "#server/db/database.ts";
import { fromItsBlock, type KeptList, keptTotal, type Slice } from "#server/db/list-counts.ts";
import { type Found, searchCountedUpTo, searchNewest } from "#server/db/newest-first.ts";
import type { Reach } from "#server/http/actor.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import type { Input } from "#server/http/route.ts";
import type { QueryOf } from "#shared/http/endpoint.ts";
import { roles } from "#shared/roles.ts";
import { type listPeople as listPeopleEndpoint, type Person, personStates } from "../people-contract.ts";
import { isOfBuildings, peopleOfBuildings } from "./access.ts";
import { linkToNext } from "./paging.ts";
import { presentPerson } from "./present.ts";
import { peopleByIds } from "./queries.ts";

const newestWithoutPaging = 100;
/** People within reach, newest first; `X-Total-Count` and `Link` describe the whole (requirements, "Lists"). */
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
  return { list: "people", facets: [facetOf({ role, state })] };
}

async function findAmongAll(db: Db, kept: KeptList, query: Query, wanted: Slice): Promise<Found> {
  const { limit, offset, cursor } = await fromItsBlock(db, kept, wanted);
  const { rows } = await sql<Found>`
    select ${keptTotal(kept)} as total, array(select u.id from users u where ${filtersOf(query)} and ${before(cursor)}
      order by u.id desc limit ${limit} offset ${offset}) as ids`.execute(db);
  return rows[0] ?? { ids: [], total: 0 };
}

async function findAmongReach(db: Db, reach: Reach, query: Query, slice: Slice): Promise<Found> {
  const within = buildingsOf(reach, query);
  const filters = filtersOf(query);
  if (isSearch(query)) {
    const pattern = `%${(query.q ?? "").replace(/[\\%_]/g, "\\$&")}%`;
    const hasWords = sql<boolean>`lower(r.full_name || ' ' || r.email) like lower(${pattern})`;
    const everywhere = sql`select u.* from users u where ${filters}`;
    if (within === undefined) return searchNewest(db, { records: everywhere, hasWords }, slice);
    const records = sql`${everywhere} and u.id in (${peopleOfBuildings(within)})`;
    const among = { everywhere, isOne: isOfBuildings("r", within) };
    return searchNewest(db, { records, hasWords, among }, slice);
  }
  const { limit, offset, cursor } = slice;
  const { rows } = await sql<Found>`
    with people as materialized (${within === undefined ? sql`select u.id from users u` : peopleOfBuildings(within)}),
    found as materialized (select u.id from people u where ${await isOneOf(db, query)})
    select (select count(*) from found) as total,
      array(select u.id from found u where ${before(cursor)} order by u.id desc limit ${limit} offset ${offset}) as ids`.execute(
    db,
  );
  return rows[0] ?? { ids: [], total: 0 };
}

/** So many are held in memory, to look up in them whether somebody is one. */
const heldMax = 60_000;

/**
 * Whether a person of whom only the id is known, `u`, is found by the filters. By those who are, or by those who are not,
 * whichever are few among all people.
 */
async function isOneOf(db: Db, { role, state }: Query): Promise<RawBuilder<unknown>> {
  if (role === undefined && state === undefined) return sql`true`;
  const { rows } = await sql<{ found: number; all: number }>`
    select ${keptTotal({ list: "people", facets: [facetOf({ role, state })] })} as found, ${keptTotal({ list: "people" })} as all`.execute(
    db,
  );
  const { found, all } = rows[0] ?? { found: 0, all: 0 };
  const those = (conditions: RawBuilder<unknown>) => sql`select f.id from users f where ${conditions}`;
  if (Math.min(found, all - found) > heldMax)
    return sql`exists (${those(filtersOf({ role, state }, "f"))} and f.id = u.id)`;
  // With its second half it is no join, for which the database would look up each of them.
  if (found <= all - found) return sql`(u.id in (${those(filtersOf({ role, state }, "f"))}) or false)`;
  const others = [
    ...(role === undefined ? [] : [those(sql`f.role = any(${except(roles, role)})`)]),
    ...(state === undefined ? [] : [those(sql`f.state = any(${except(personStates, state)})`)]),
  ];
  return sql`u.id not in (${sql.join(others, sql` union all `)})`;
}

const except = <Word>(words: readonly Word[], one: Word): Word[] => words.filter((word) => word !== one);

const before = (cursor: number | undefined) => (cursor === undefined ? sql`true` : sql`u.id < ${cursor}`);

function filtersOf({ role, state }: Pick<Query, "role" | "state">, person = "u"): RawBuilder<unknown> {
  const conditions: RawBuilder<unknown>[] = [sql`true`];
  if (role !== undefined) conditions.push(sql`${sql.ref(`${person}.role`)} = ${role}`);
  if (state !== undefined) conditions.push(sql`${sql.ref(`${person}.state`)} = ${state}`);
  return sql.join(conditions, sql` and `);
}

const facetOf = ({ role, state }: Pick<Query, "role" | "state">): string =>
  [role, state].filter((word) => word !== undefined).join(" ");

/** The buildings whose people are asked for: the caller's, or the one that is named; undefined for all people there are. */
function buildingsOf({ caller, propertyIds }: Reach, { propertyId }: Query): readonly number[] | undefined {
  if (propertyId === undefined) return caller === "admin" ? undefined : propertyIds;
  // Whether somebody known works or rents in a building of others is not the caller's to know.
  return caller === "admin" || propertyIds.includes(propertyId) ? [propertyId] : [];
}
