import { type RawBuilder, sql } from "kysely";
import type { Reach } from "#server/http/actor.ts";
import type { QueryOf } from "#shared/http/endpoint.ts";
import { type Age, ageDays } from "../ages.ts";
import { categoriesFoundBy } from "../categories.ts";
import type { listWorkOrders } from "../contract.ts";
import { prioritiesFoundBy } from "../priorities.ts";

export type ListQuery = QueryOf<typeof listWorkOrders>;

/** What the caller asks for, as conditions on `work_orders o`; the reach and the search text come on top. */
export function filtersOf(reach: Reach, query: ListQuery): RawBuilder<unknown>[] {
  const conditions: RawBuilder<unknown>[] = [sql`o.deleted_at is null`];
  if (query.status !== undefined) {
    conditions.push(sql`o.board_column = ${query.status === "urgent" ? "open" : query.status}`);
    if (query.status === "urgent") conditions.push(sql`o.status = 'urgent'`);
  }
  if (query.category !== undefined) conditions.push(oneOf("o.category", categoriesFoundBy(query.category)));
  if (query.priority !== undefined) conditions.push(oneOf("o.priority", prioritiesFoundBy(query.priority)));
  if (query.age !== undefined)
    conditions.push(...(isOpen(query) ? [asIndexed, isOfAge(query.age)] : [sql`false`]));
  if (query.propertyId !== undefined) conditions.push(sql`o.property_id = ${query.propertyId}`);
  if (query.unitId !== undefined) conditions.push(sql`o.unit_id = ${query.unitId}`);
  if (query.leaseId !== undefined) conditions.push(sql`o.lease_id = ${query.leaseId}`);
  if (query.assignee === "none") {
    conditions.push(sql`o.assignee_id is null`);
    if (query.status === "open") conditions.push(asIndexed);
  }
  if (query.assignee !== undefined && query.assignee !== "none")
    conditions.push(sql`o.assignee_id = ${query.assignee === "me" ? reach.userId : query.assignee}`);
  return conditions;
}

/** Whether the query may find open orders, which alone have an age. */
const isOpen = ({ status }: ListQuery): boolean =>
  status === undefined || status === "open" || status === "urgent";

/** As the indexes of open orders have it: a plan made before does not know that a value which is put in says the same. */
const asIndexed = sql`o.board_column = 'open'`;

/** Whether the open order `o` is of that age. */
export function isOfAge(age: Age): RawBuilder<unknown> {
  const { from, under } = ageDays[age];
  const ago = (days: number) => sql`now() - ${sql.lit(`${days} days`)}::interval`;
  return all([
    ...(under === null ? [] : [sql`o.created_at > ${ago(under)}`]),
    ...(from === null ? [] : [sql`o.created_at <= ${ago(from)}`]),
  ]);
}

/** Each value has a place of its own, so that a plan made before knows how many there are. */
export const oneOf = (column: string, values: readonly string[]): RawBuilder<unknown> =>
  sql`${sql.ref(column)} in (${sql.join(values)})`;

export const all = (conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  sql.join(conditions, sql` and `);

/**
 * A list of ids with a place for each, filled up to the next power of two with an id nobody has. PostgreSQL keeps one plan
 * for all lists of a length, so there should be few lengths.
 */
export const idList = (ids: readonly number[]): number[] => {
  const length = 2 ** Math.ceil(Math.log2(Math.max(ids.length, 1)));
  return [...ids, ...Array<number>(length - ids.length).fill(-1)];
};
