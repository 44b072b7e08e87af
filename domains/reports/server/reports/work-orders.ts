import { type RawBuilder, sql } from "kysely";
import { workOrderPath } from "#domains/work-orders/paths.ts";
import { workOrderScope } from "#domains/work-orders/server/access.ts";
import { minutesSpent } from "#domains/work-orders/server/work-columns.ts";
import { statusLabel } from "#domains/work-orders/status.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { workOrderNumber } from "#shared/format/ids.ts";
import type { ReportFilters } from "../../contract.ts";
import { workOrderGroups } from "../../reports.ts";
import { count, defineReport, maxRows, type ReportRow, sumOf } from "../define-report.ts";
import { resolvePeriod } from "../period.ts";

type Row = {
  number: string;
  title: string;
  place: string;
  category: string;
  status: string;
  assignee: string;
  opened: string;
  completed: string | null;
  age: number;
  time: number | null;
};

interface OrderRow extends Omit<Row, "number"> {
  id: number;
  groupId: number | null;
  groupName: string | null;
  isOpened: boolean;
  isCompleted: boolean;
  isOpen: boolean;
}

/** By property, category, or person: its id and its name, of work order `o` at property `p`. */
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
 * The work orders that were opened or completed in a period, or were still open at its end, with their age and
 * the time recorded on them.
 */
export const workOrdersReport = defineReport<Row>({
  columns: {
    number: { header: "ID", type: "text", share: 9, phoneSlot: "line" },
    title: { header: "Issue", type: "text", share: 26, phoneSlot: "title" },
    place: { header: "Location", type: "text", share: 18 },
    category: { header: "Category", type: "text", share: 11 },
    status: { header: "Status", type: "text", share: 11, phoneSlot: "figure" },
    assignee: { header: "Assigned to", type: "text", share: 15 },
    opened: { header: "Opened", type: "date", share: 12 },
    completed: { header: "Completed", type: "date", share: 12 },
    age: { header: "Age in days", type: "number", share: 8 },
    time: { header: "Hours", type: "hours", share: 8, total: "sum" },
  },
  async read(ctx, query) {
    const { from, to } = await resolvePeriod(ctx, query);
    const [groupId, groupName] = groupColumns[query.by ?? "property"];
    const dayOf = (instant: RawBuilder<unknown>) => sql`(${instant} at time zone p.time_zone)::date`;
    const isIn = (instant: RawBuilder<unknown>) =>
      sql`${dayOf(instant)} between ${from}::date and ${to}::date`;
    const isOpen = sql`(o.status not in ('completed', 'cancelled') or ${dayOf(sql`o.completed_at`)} > ${to}::date)`;
    const { rows: orders } = await sql<OrderRow>`
      select o.id, o.title, o.category, o.status, coalesce(a.full_name, '') as assignee,
        p.name || coalesce((select ' · ' || u.unit_number from units u where u.id = o.unit_id), '') as place,
        ${dayOf(sql`o.created_at`)} as opened, ${dayOf(sql`o.completed_at`)} as completed,
        coalesce(${dayOf(sql`o.completed_at`)}, least(${dayOf(sql`${ctx.now}::timestamptz`)}, ${to}::date))
          - ${dayOf(sql`o.created_at`)} as age,
        ${minutesSpent} as time, ${groupId} as "groupId", ${groupName} as "groupName",
        ${isIn(sql`o.created_at`)} as "isOpened", coalesce(${isIn(sql`o.completed_at`)}, false) as "isCompleted", ${isOpen} as "isOpen"
      from work_orders o join properties p on p.id = o.property_id left join users a on a.id = o.assignee_id
      where o.deleted_at is null and ${workOrderScope(ctx.actor.accessScope, "read")}
        and o.created_at < (${to}::date + 2) and ${dayOf(sql`o.created_at`)} <= ${to}::date
        and (${isIn(sql`o.created_at`)} or ${isIn(sql`o.completed_at`)} or ${isOpen})
        and ${query.propertyId === undefined ? sql`true` : sql`o.property_id = ${query.propertyId}`}
      order by fold_text(${groupName}), ${groupId}, o.created_at, o.id limit ${maxRows + 1}`.execute(ctx.db);
    const names = [...new Set(orders.map(getGroupKey))];
    const rows = orders.map(
      (order): ReportRow<Row> => ({
        group: names.indexOf(getGroupKey(order)),
        href: workOrderPath(order.id),
        cells: {
          number: workOrderNumber(order.id),
          title: order.title,
          place: order.place,
          category: order.category,
          status: statusLabel(order.status),
          assignee: order.assignee,
          opened: order.opened,
          completed: order.completed,
          age: order.age,
          time: order.time,
        },
      }),
    );
    const completed = orders.filter(({ isCompleted }) => isCompleted);
    const open = orders.filter((order) => order.isOpen);
    return {
      summary: `${formatCalendarDay(from)} to ${formatCalendarDay(to)}. ${summarize(orders)}.`,
      rows,
      ...(query.by === undefined && { groupedBy: "Property" }),
      groups: names.map((key, id) => {
        const its = orders.filter((order) => getGroupKey(order) === key);
        return { id, name: its[0]?.groupName ?? "", note: summarize(its) };
      }),
      totalLabel: `Total of ${count(orders.length, "work order", "work orders")}`,
      figures: [
        { label: "Opened", value: orders.filter(({ isOpened }) => isOpened).length.toLocaleString("en-US") },
        {
          label: "Completed",
          value: completed.length.toLocaleString("en-US"),
          note: `after ${describeAge(completed)} on average`,
        },
        {
          label: "Still open",
          value: open.length.toLocaleString("en-US"),
          note: `open for ${describeAge(open)} on average`,
        },
        {
          label: "Hours",
          value: (sumOf(rows, "time") / 60).toFixed(1),
          note: "recorded on these work orders",
        },
      ],
      chart: {
        title: "Age of what is still open, in days",
        bars: (
          [
            [0, 7],
            [8, 30],
            [31, 90],
            [91, Infinity],
          ] as const
        ).map(([min, max]) => {
          const size = open.filter(({ age }) => age >= min && age <= max).length;
          const label = max === Infinity ? "Over 90" : `${min}–${max}`;
          return { label, size, value: String(size), ...(min > 30 && { look: "bad" as const }) };
        }),
      },
      ...(query.by !== undefined && { filters: [workOrderGroups[query.by]] }),
      note: "Work orders opened or completed in the period, or still open at its end. Age is the days from report to completion, or to the end of the period.",
    };
  },
});

const getGroupKey = ({ groupId, groupName }: OrderRow): string => `${groupId ?? ""}/${groupName ?? ""}`;

const summarize = (orders: readonly OrderRow[]): string => {
  const countWith = (key: "isOpened" | "isCompleted" | "isOpen") =>
    orders.filter((order) => order[key]).length;
  return `${countWith("isOpened")} opened, ${countWith("isCompleted")} completed, ${countWith("isOpen")} open`;
};

const describeAge = (orders: readonly OrderRow[]): string =>
  count(
    orders.length === 0 ? 0 : Math.round(orders.reduce((sum, { age }) => sum + age, 0) / orders.length),
    "day",
    "days",
  );
