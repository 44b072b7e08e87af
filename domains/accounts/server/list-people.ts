import { sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import type { Input } from "#server/http/route.ts";
import type { listPeople as listPeopleEndpoint, Person } from "../contract.ts";
import { personScope } from "./access.ts";
import { linkToNext } from "./paging.ts";
import { presentPerson } from "./present.ts";
import { people } from "./queries.ts";

const newestWithoutPaging = 100;
/** With a search text more than these are not counted (decisions, "Lists"). */
const countedUpTo = 1_000;

/** People within reach, newest first; `X-Total-Count` and `Link` describe the whole (decisions, "Lists"). */
export async function listPeople(
  { db, actor }: SignedInCtx,
  { query, request, reply }: Input<typeof listPeopleEndpoint>,
): Promise<Person[]> {
  const limit = query.pageSize ?? query.limit ?? (query.page === undefined ? newestWithoutPaging : 50);
  const conditions = [sql`true`];
  if (query.role !== undefined) conditions.push(sql`u.role = ${query.role}`);
  if (query.state !== undefined) conditions.push(sql`u.state = ${query.state}`);
  if (query.q !== undefined && query.q !== "") {
    const pattern = `%${query.q.replace(/[\\%_]/g, "\\$&")}%`;
    conditions.push(sql`lower(u.full_name || ' ' || u.email) like lower(${pattern})`);
  }
  if (query.propertyId !== undefined) {
    const { caller, propertyIds } = actor.reach;
    // Whether somebody known works or rents in a building of others is not theirs to know.
    const isWithin = caller === "admin" || propertyIds.includes(query.propertyId);
    conditions.push(
      personScope({ ...actor.reach, caller: "landlord", propertyIds: isWithin ? [query.propertyId] : [] }),
    );
  }
  const found = sql`(${sql.join(conditions, sql` and `)})`;
  const isSearch = query.q !== undefined && query.q !== "";
  const { rows: counted } = await sql<{ total: number }>`
    select count(*) as total from (select 1 from users u where ${personScope(actor.reach)} and ${found}
      ${isSearch ? sql`limit ${sql.lit(countedUpTo + 1)}` : sql``}) counted`.execute(db);
  const total = counted[0]?.total ?? 0;
  const cursor =
    query.page === undefined && query.cursor !== undefined ? sql`u.id < ${query.cursor}` : sql`true`;
  const offset = query.page === undefined ? 0 : (query.page - 1) * limit;
  // One more than asked for tells whether there is a next part.
  const { rows } = await people(
    actor.reach,
    sql`${found} and ${cursor} order by u.id desc limit ${limit + 1} offset ${offset}`,
  ).execute(db);
  const shown = rows.slice(0, limit);
  reply.header("x-total-count", isSearch && total > countedUpTo ? "more than 1,000" : String(total));
  const last = shown.at(-1);
  if (last !== undefined && rows.length > limit)
    reply.header("link", linkToNext(request.url, { page: query.page, lastId: last.id }));
  return shown.map(presentPerson);
}
