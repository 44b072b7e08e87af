import { type RawBuilder, sql } from "kysely";
import type { Reach } from "#server/http/actor.ts";
import { categoriesFoundBy } from "../categories.ts";
import { all, filtersOf, idList, type ListQuery, oneOf } from "./list-filters.ts";
import { partsOf } from "./parts.ts";

/** Whether every filter of `query` is one the kept counts know. */
const isCounted = (reach: Reach, query: ListQuery): boolean =>
  reach.caller !== "tenant" && reach.caller !== "pending" && query.assignee === undefined;

/** The exact number of orders the filters find, without a search text, as an expression. */
export function totalOf(reach: Reach, query: ListQuery): RawBuilder<number> {
  if (isCounted(reach, query))
    return countedTotal(reach, {
      ...(query.status === undefined
        ? {}
        : { statuses: query.status === "open" ? ["open", "urgent"] : [query.status] }),
      ...(query.category === undefined ? {} : { categories: categoriesFoundBy(query.category) }),
      ...(query.priority === undefined ? {} : { priority: query.priority }),
      ...(query.propertyId === undefined ? {} : { propertyId: query.propertyId }),
    });
  const conditions = filtersOf(reach, query);
  const parts = partsOf(reach, query).map(
    (part) => sql`(select count(*) from work_orders o where ${all([...conditions, part.all])})`,
  );
  return sql<number>`(${parts.length === 0 ? sql`0` : sql.join(parts, sql` + `)})`;
}

/** The rows of kept counts that make up the caller's reach. */
function keptWithin(reach: Reach): RawBuilder<unknown>[] {
  return [
    reach.everywhere
      ? sql`c.property_id = 0`
      : sql`c.property_id in (${sql.join(idList(reach.propertyIds))})`,
    ...(reach.caller === "maintenance" ? [sql`not c.awaiting_approval`] : []),
  ];
}

/** A total of kept counts, for callers whose reach is made of whole buildings. */
function countedTotal(
  reach: Reach,
  filter: {
    statuses?: readonly string[];
    categories?: readonly string[];
    priority?: string;
    propertyId?: number;
  },
): RawBuilder<number> {
  const { propertyId } = filter;
  const conditions =
    propertyId === undefined
      ? keptWithin(reach)
      : [
          sql`c.property_id = ${propertyId}`,
          ...keptWithin(
            reach.everywhere ? { ...reach, everywhere: false, propertyIds: [propertyId] } : reach,
          ),
        ];
  if (filter.statuses !== undefined) conditions.push(oneOf("c.status", filter.statuses));
  if (filter.categories !== undefined) conditions.push(oneOf("c.category", filter.categories));
  if (filter.priority !== undefined) conditions.push(sql`c.priority = ${filter.priority}`);
  // Rows without category and priority are the sums over all of them.
  if (filter.categories === undefined)
    conditions.push(
      filter.priority === undefined ? sql`c.category = '' and c.priority = ''` : sql`c.category <> ''`,
    );
  return sql<number>`(select coalesce(sum(c.count), 0)::bigint from work_order_counts c where ${all(conditions)})`;
}
