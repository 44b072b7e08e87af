import { sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import type { Input } from "#server/http/route.ts";
import type { listPeople as listPeopleEndpoint, Person } from "../contract.ts";
import { personScope } from "./access.ts";
import { presentPerson } from "./present.ts";
import { people } from "./queries.ts";

const newestWithoutPaging = 100;

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
    conditions.push(sql`(u.full_name ilike ${pattern} or u.email ilike ${pattern})`);
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
  const { rows: counted } = await sql<{ total: number }>`
    select count(*) as total from users u where ${personScope(actor.reach)} and ${found}`.execute(db);
  const total = counted[0]?.total ?? 0;
  const cursor =
    query.page === undefined && query.cursor !== undefined ? sql`u.id < ${query.cursor}` : sql`true`;
  const offset = query.page === undefined ? 0 : (query.page - 1) * limit;
  const { rows } = await people(
    actor.reach,
    sql`${found} and ${cursor} order by u.id desc limit ${limit} offset ${offset}`,
  ).execute(db);
  reply.header("x-total-count", String(total));
  const last = rows.at(-1);
  const next = new URL(request.url, "http://localhost");
  if (query.page !== undefined) next.searchParams.set("page", String(query.page + 1));
  else next.searchParams.set("cursor", String(last?.id));
  const hasMore = query.page === undefined ? rows.length === limit : offset + rows.length < total;
  if (last !== undefined && hasMore) reply.header("link", `<${next.pathname}${next.search}>; rel="next"`);
  return rows.map(presentPerson);
}
