import { type RawBuilder, sql } from "kysely";
import { workOrderScope } from "#domains/work-orders/server/access.ts";
import { minutesSpent } from "#domains/work-orders/server/work-columns.ts";
import type { Status } from "#domains/work-orders/status.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import type { Day } from "#shared/calendar.ts";
import type { ReportFilters } from "../../contract.ts";
import { maxRows } from "../define-report.ts";

export interface PeriodWorkOrder {
  id: number;
  title: string;
  property: string;
  unit: string | null;
  category: string;
  status: Status;
  assignee: string;
  opened: Day;
  completed: Day | null;
  /** The days until its completion or the end of the period. Null if it was cancelled. */
  age: number | null;
  /** The recorded minutes. */
  time: number | null;
  groupId: number | null;
  groupName: string | null;
  isOpened: boolean;
  isCompleted: boolean;
  /** Whether it was neither completed nor cancelled at the end of the period. */
  isUnfinished: boolean;
}

/** The id and the name of the group of work order `o` at property `p`, by grouping. */
const groupColumns: Record<
  NonNullable<ReportFilters["by"]> | "property",
  [RawBuilder<unknown>, RawBuilder<unknown>]
> = {
  property: [sql`p.id`, sql`p.name`],
  category: [sql`null::bigint`, sql`o.category`],
  person: [
    sql`o.assignee_id`,
    sql`coalesce((select u.full_name from users u where u.id = o.assignee_id), 'Unassigned')`,
  ],
};

/**
 * Reads the work orders that were opened or completed in a period, or weren't finished at its end, by group.
 * Reads one row more than a report can have.
 */
export async function readPeriodWorkOrders(
  ctx: SignedInCtx,
  { from, to, by, propertyId }: { from: Day; to: Day } & Pick<ReportFilters, "by" | "propertyId">,
): Promise<PeriodWorkOrder[]> {
  const [groupId, groupName] = groupColumns[by ?? "property"];
  const toPropertyDay = (instant: RawBuilder<unknown>) => sql`(${instant} at time zone p.time_zone)::date`;
  const isInPeriod = (instant: RawBuilder<unknown>) =>
    sql`${toPropertyDay(instant)} between ${from}::date and ${to}::date`;
  const isUnfinished = sql`(o.status not in ('completed', 'cancelled') or ${toPropertyDay(sql`o.completed_at`)} > ${to}::date)`;
  const { rows } = await sql<PeriodWorkOrder>`
    select o.id, o.title, o.category, o.status, coalesce(a.full_name, '') as assignee, p.name as property,
      (select u.unit_number from units u where u.id = o.unit_id) as unit,
      ${toPropertyDay(sql`o.created_at`)} as opened, ${toPropertyDay(sql`o.completed_at`)} as completed,
      case when o.status <> 'cancelled' then coalesce(${toPropertyDay(sql`o.completed_at`)},
        least(${toPropertyDay(sql`${ctx.now}::timestamptz`)}, ${to}::date)) - ${toPropertyDay(sql`o.created_at`)} end as age,
      ${minutesSpent} as time, ${groupId} as "groupId", ${groupName} as "groupName",
      ${isInPeriod(sql`o.created_at`)} as "isOpened", coalesce(${isInPeriod(sql`o.completed_at`)}, false) as "isCompleted", ${isUnfinished} as "isUnfinished"
    from work_orders o join properties p on p.id = o.property_id left join users a on a.id = o.assignee_id
    where o.deleted_at is null and ${workOrderScope(ctx.actor.accessScope, "read")}
      and o.created_at < (${to}::date + 2) and ${toPropertyDay(sql`o.created_at`)} <= ${to}::date
      and (${isInPeriod(sql`o.created_at`)} or ${isInPeriod(sql`o.completed_at`)} or ${isUnfinished})
      and ${propertyId === undefined ? sql`true` : sql`o.property_id = ${propertyId}`}
    order by fold_text(${groupName}), ${groupId}, o.created_at, o.id limit ${maxRows + 1}`.execute(ctx.db);
  return rows;
}

/** `4 opened, 3 completed, 5 not finished`. */
export const summarizeWorkOrders = (orders: readonly PeriodWorkOrder[]): string => {
  const countWith = (key: "isOpened" | "isCompleted" | "isUnfinished") =>
    orders.filter((order) => order[key]).length;
  return `${countWith("isOpened")} opened, ${countWith("isCompleted")} completed, ${countWith("isUnfinished")} not finished`;
};
