import type { Alongside } from "#server/http/session.ts";
import { boardColumns } from "../status.ts";

const inColumn = {
  open: "status in ('open', 'urgent')",
  in_progress: "status = 'in_progress'",
  scheduled: "status = 'scheduled'",
  completed: "status = 'completed'",
} as const satisfies Record<(typeof boardColumns)[number], string>;

const buildingSums =
  "c.category = '' and c.priority = '' and not (c.awaiting_approval and caller.caller = 'maintenance')";

/**
 * How many orders within reach stand in each of `boardColumns`, in that order, as a `number[]`: from the kept counts, in
 * the statement that reads the session, a handful of rows for any caller at any number of orders. The reach is that of
 * `workOrderScope`, which the totals of the lists follow too; a test holds both together for every caller. Of the four
 * parts only the caller's own are read.
 */
export const columnFigures: Alongside = {
  expression: `(
    select array[${boardColumns
      .map((column) => `coalesce(sum(count) filter (where ${inColumn[column]}), 0)`)
      .join(", ")}]::bigint[]
    from (
      select c.status, c.count from work_order_counts c
      where caller.everywhere and c.property_id = 0 and ${buildingSums}
      union all
      select c.status, c.count from work_order_counts c
      where caller.caller in ('landlord', 'maintenance') and not caller.everywhere
        and c.property_id = any(caller.property_ids) and ${buildingSums}
      union all
      select c.status, c.count from work_order_lease_counts c
      where caller.caller = 'tenant' and c.lease_id = any(caller.lease_ids)
      union all
      select c.status, c.count from work_order_lease_counts c
      where caller.caller in ('tenant', 'pending') and c.created_by_id = caller.user_id
        and c.lease_id <> all(caller.lease_ids)
    ) mine)`,
};
