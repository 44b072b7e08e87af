import { type RawBuilder, sql } from "kysely";
import type { ListSort } from "#server/list/define-list.ts";
import type { WorkOrderSort } from "../../sorts.ts";

/** The id of work order `o`, by which the list is sorted by default. */
export const idColumn = sql`o.id`;

/** Sorts by a rank, such as the priority, and then by newest first, or by oldest first if ascending. */
const byRank = (key: RawBuilder<unknown>): ListSort => ({ by: [key, idColumn], usesPageNumbers: true });

/**
 * Sorts by displayed name, ignoring case. People with the same name stay separate. Work orders without a name
 * come last, sorted as `missingName`.
 */
const byName = (
  joins: RawBuilder<unknown>,
  {
    tableId,
    name,
    missingName,
  }: { tableId: RawBuilder<unknown>; name: RawBuilder<unknown>; missingName: string },
): ListSort => ({
  joins,
  by: [
    sql`(coalesce(fold_text(${name}), ${sql.lit(missingName)}) collate "C")`,
    sql`coalesce(${tableId}, 0)`,
    idColumn,
  ],
  usesPageNumbers: true,
});

/** The highest code point, which sorts after every name. */
const maxSortName = "\u{10FFFF}";

const byProperty = byName(sql`join properties p on p.id = o.property_id`, {
  tableId: sql`p.id`,
  name: sql`p.name`,
  missingName: "",
});
const byAssignee = (missingName: string) =>
  byName(sql`left join users a on a.id = o.assignee_id`, {
    tableId: sql`a.id`,
    name: sql`a.full_name`,
    missingName,
  });

const byPriority = byRank(sql`o.priority_rank`);
const byStatus = byRank(sql`o.status_rank`);
export const workOrderListSorts: Record<WorkOrderSort, ListSort> = {
  newest: { by: [idColumn], descending: true },
  oldest: { by: [idColumn] },
  highest: { ...byPriority, descending: true },
  lowest: byPriority,
  "to-do-first": { ...byStatus, descending: true },
  "done-first": byStatus,
  // Finished work orders and those without a due date come last in both orders.
  "due-first": byRank(sql`o.due_rank`),
  "due-last": {
    ...byRank(sql`(case o.due_rank when 'infinity' then '-infinity' else o.due_rank end)`),
    descending: true,
  },
  "property-a-z": byProperty,
  "property-z-a": { ...byProperty, descending: true },
  "assignee-a-z": byAssignee(maxSortName),
  "assignee-z-a": { ...byAssignee(""), descending: true },
};
