import { type RawBuilder, sql } from "kysely";
import type { Reach } from "#server/http/actor.ts";
import { ages, oldestAge } from "../ages.ts";
import { categoriesFoundBy } from "../categories.ts";
import { prioritiesFoundBy } from "../priorities.ts";
import type { Status } from "../status.ts";
import { all, filtersOf, idList, type ListQuery, oneOf } from "./list-filters.ts";
import { partsOf } from "./parts.ts";

/** The exact number of orders the filters find, without a search text, as an expression. */
export function totalOf(reach: Reach, query: ListQuery): RawBuilder<number> {
  if (query.age === oldestAge) return olderThanAll(reach, query);
  const facets = keptFacets(reach, query);
  if (query.assignee === "none" && facets !== undefined)
    return sql<number>`(select coalesce(sum(c.count), 0)::bigint from work_order_blocks c
      where ${all([...keptWithin(reach, query.propertyId), oneOf("c.facet", facets)])})`;
  const { assignee, age, unitId, leaseId } = query;
  if ([assignee, age, unitId, leaseId].some((value) => value !== undefined)) return countedAnew(reach, query);
  if (isOfWholeBuildings(reach)) return keptTotal(reach, query);
  const { category, priority, propertyId } = query;
  return category === undefined && priority === undefined && propertyId === undefined
    ? keptOfPerson(reach, query)
    : countedAnew(reach, query);
}

function countedAnew(reach: Reach, query: ListQuery): RawBuilder<number> {
  const conditions = filtersOf(reach, query);
  const parts = partsOf(reach, query).map(
    (part) => sql`(select count(*) from work_orders o where ${all([...conditions, part.all])})`,
  );
  return sql<number>`(${parts.length === 0 ? sql`0` : sql.join(parts, sql` + `)})`;
}

/** Old orders may be many, young ones are a month's: what is not young is old. */
function olderThanAll(reach: Reach, query: ListQuery): RawBuilder<number> {
  if (query.status !== undefined && query.status !== "open" && query.status !== "urgent")
    return sql<number>`0`;
  const { age: _, ...whole } = query;
  const young = ages.filter((age) => age !== oldestAge).map((age) => countedAnew(reach, { ...query, age }));
  return sql<number>`(${totalOf(reach, { ...whole, status: query.status ?? "open" })} - ${sql.join(young, sql` - `)})`;
}

const statusesOf = ({ status }: ListQuery): readonly Status[] | undefined =>
  status === undefined ? undefined : status === "open" ? ["open", "urgent"] : [status];

/** A total of the counts that are kept for each lease and reporter (see `workOrderScope`). */
function keptOfPerson({ userId, leaseIds }: Reach, query: ListQuery): RawBuilder<number> {
  const statuses = statusesOf(query);
  const ofStatus = statuses === undefined ? sql`true` : oneOf("c.status", statuses);
  const leases = sql`(${sql.join(idList(leaseIds))})`;
  const sum = (those: RawBuilder<unknown>) =>
    sql`(select coalesce(sum(c.count), 0) from work_order_lease_counts c where ${those} and ${ofStatus})`;
  return sql<number>`(${sum(sql`c.lease_id in ${leases}`)}
    + ${sum(sql`c.created_by_id = ${userId} and c.lease_id not in ${leases}`)})::bigint`;
}

/** Whether the caller's reach is made of whole buildings, of which counts are kept. */
const isOfWholeBuildings = ({ caller }: Reach): boolean => caller !== "tenant" && caller !== "pending";

/** The rows of kept counts `c` that make up the caller's reach, or the building `propertyId` within it. */
export function keptWithin(reach: Reach, propertyId?: number): RawBuilder<unknown>[] {
  return [
    ...(propertyId === undefined ? [] : [sql`c.property_id = ${propertyId}`]),
    ...(reach.everywhere
      ? propertyId === undefined
        ? [sql`c.property_id = 0`]
        : []
      : [sql`c.property_id in (${sql.join(idList(reach.propertyIds))})`]),
    ...(reach.caller === "maintenance" ? [sql`not c.awaiting_approval`] : []),
  ];
}

/** A total of the counts that are kept for each building, for callers whose reach is made of whole buildings. */
function keptTotal(reach: Reach, query: ListQuery): RawBuilder<number> {
  const { category, priority, propertyId } = query;
  const conditions = keptWithin(reach, propertyId);
  const statuses = statusesOf(query);
  if (statuses !== undefined) conditions.push(oneOf("c.status", statuses));
  if (category !== undefined) conditions.push(oneOf("c.category", categoriesFoundBy(category)));
  if (priority !== undefined) conditions.push(oneOf("c.priority", prioritiesFoundBy(priority)));
  // Rows without category and priority are the sums over all of them.
  if (category === undefined)
    conditions.push(
      priority === undefined ? sql`c.category = '' and c.priority = ''` : sql`c.category <> ''`,
    );
  return sql<number>`(select coalesce(sum(c.count), 0)::bigint from work_order_counts c where ${all(conditions)})`;
}

/**
 * The facets of `work_order_blocks` that together are what `query` finds: with at most one filter beside the building,
 * for callers whose reach is made of whole buildings; undefined for any other list.
 */
export function keptFacets(reach: Reach, query: ListQuery): readonly string[] | undefined {
  const { status, category, priority, assignee, age, unitId, leaseId } = query;
  if (!isOfWholeBuildings(reach)) return undefined;
  if ([age, unitId, leaseId].some((value) => value !== undefined)) return undefined;
  const chosen = [
    ...(status === undefined ? [] : [status === "urgent" ? undefined : [status]]),
    ...(category === undefined ? [] : [categoriesFoundBy(category)]),
    ...(priority === undefined ? [] : [prioritiesFoundBy(priority)]),
    ...(assignee === undefined ? [] : [assignee === "none" ? ["unassigned"] : undefined]),
  ];
  return chosen.length === 0 ? [""] : chosen.length === 1 ? chosen[0] : undefined;
}
