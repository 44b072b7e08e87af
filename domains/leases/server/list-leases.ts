import { type RawBuilder, sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import type { Input } from "#server/http/route.ts";
import type { QueryOf } from "#shared/http/endpoint.ts";
import type { LeaseRow, listLeases as listLeasesEndpoint } from "../contract.ts";
import { endingWithinDays } from "../states.ts";
import { leaseScope } from "./access.ts";
import { describePart, partOf } from "./list-part.ts";
import { todayAt } from "./queries.ts";
import { companyHasWords, unitNumberBegins } from "./search-text.ts";

/** With a search text the total is counted up to here. */
const countedUpTo = 1_000;

type Query = QueryOf<typeof listLeasesEndpoint>;

/** Leases within reach, newest first (decisions, "Lists"). */
export async function listLeases(
  ctx: SignedInCtx,
  { query, request, reply }: Input<typeof listLeasesEndpoint>,
): Promise<LeaseRow[]> {
  const { db, actor } = ctx;
  const { limit, offset, cursor } = partOf(query);
  const isSearch = query.q !== undefined && query.q !== "";
  const found = sql`${leaseScope(actor.reach)} and ${filtersOf(ctx, query)}`;
  const counted = isSearch
    ? sql`select count(*) from (select from leases l where ${found} limit ${sql.lit(countedUpTo + 1)}) hits`
    : sql`select count(*) from leases l where ${found}`;
  const { rows } = await sql<LeaseRow & { total: number }>`
    with page as (
      select l.id from leases l where ${found} and ${cursor === undefined ? sql`true` : sql`l.id < ${cursor}`}
      order by l.id desc limit ${limit} offset ${offset}
    )
    select l.id, l.state, json_build_object('id', c.id, 'name', c.name) as company,
      json_build_object('id', p.id, 'name', p.name) as property,
      (select coalesce(json_agg(json_build_object('id', u.id, 'unitNumber', u.unit_number) order by u.unit_number collate "C", u.id), '[]')
        from lease_units lu join units u on u.id = lu.unit_id where lu.lease_id = l.id) as units,
      l.from_on as "from", l.to_on as "to", l.version, (${counted}) as total
    from page join leases l on l.id = page.id
    join companies c on c.id = l.company_id join properties p on p.id = l.property_id
    order by l.id desc`.execute(db);
  const total = rows[0]?.total ?? (offset === 0 && cursor === undefined ? 0 : await countOf(db, counted));
  describePart({ request, reply }, query, rows, { count: total, isCapped: isSearch && total > countedUpTo });
  return rows;
}

async function countOf(db: SignedInCtx["db"], counted: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ total: number }>`select (${counted}) as total`.execute(db);
  return rows[0]?.total ?? 0;
}

function filtersOf(ctx: SignedInCtx, query: Query): RawBuilder<unknown> {
  const { propertyId, unitId, companyId, state, q } = query;
  const conditions: RawBuilder<unknown>[] = [sql`true`];
  if (propertyId !== undefined) conditions.push(sql`l.property_id = ${propertyId}`);
  if (companyId !== undefined) conditions.push(sql`l.company_id = ${companyId}`);
  if (state === "ending") conditions.push(isEnding(ctx));
  else if (state !== undefined) conditions.push(sql`l.state = ${state}`);
  if (unitId !== undefined)
    conditions.push(sql`l.id in (select lu.lease_id from lease_units lu where lu.unit_id = ${unitId})`);
  if (q !== undefined && q !== "")
    conditions.push(sql`l.id in (
      select hit.id from leases hit join companies c on c.id = hit.company_id where ${companyHasWords(q)}
      union select lu.lease_id from units u join lease_units lu on lu.unit_id = u.id where ${unitNumberBegins(q)})`);
  return sql.join(conditions, sql` and `);
}

/** Running leases whose last day is today or within the days after it, by the day at the property. */
const isEnding = (
  ctx: SignedInCtx,
): RawBuilder<unknown> => sql`(l.state in ('active', 'notice') and l.to_on is not null
  and exists (select from properties p where p.id = l.property_id
    and l.to_on between ${todayAt(ctx)} and ${todayAt(ctx)} + ${sql.lit(endingWithinDays)}))`;
