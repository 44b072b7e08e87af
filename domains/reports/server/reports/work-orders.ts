import { workOrderPath } from "#domains/work-orders/paths.ts";
import { statusLabel } from "#domains/work-orders/status.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { workOrderNumber } from "#shared/format/ids.ts";
import { workOrderGroups } from "../../reports.ts";
import { defineReport, formatCount, type ReportRow, sumOf } from "../define-report.ts";
import { resolvePeriod } from "../period.ts";
import { type PeriodWorkOrder, readPeriodWorkOrders, summarizeWorkOrders } from "./period-work-orders.ts";

type WorkOrderRow = {
  number: string;
  title: string;
  place: string;
  category: string;
  status: string;
  assignee: string;
  opened: string;
  completed: string | null;
  age: number | null;
  time: number | null;
};

/**
 * The work orders that were opened or completed in a period, or weren't finished at its end, with their age and
 * the time recorded on them.
 */
export const workOrdersReport = defineReport<WorkOrderRow>({
  columns: {
    number: { header: "ID", type: "text", relativeWidth: 9, phoneSlot: "line" },
    title: { header: "Issue", type: "text", relativeWidth: 26, phoneSlot: "title" },
    place: { header: "Location", type: "text", relativeWidth: 18 },
    category: { header: "Category", type: "text", relativeWidth: 11 },
    status: { header: "Status", type: "text", relativeWidth: 11, phoneSlot: "figure" },
    assignee: { header: "Assigned to", type: "text", relativeWidth: 15 },
    opened: { header: "Opened", type: "date", relativeWidth: 12 },
    completed: { header: "Completed", type: "date", relativeWidth: 12 },
    age: { header: "Age in days", type: "number", relativeWidth: 8 },
    time: { header: "Hours", type: "hours", relativeWidth: 8, total: "sum" },
  },
  async read(ctx, query) {
    const { from, to } = await resolvePeriod(ctx, query);
    const orders = await readPeriodWorkOrders(ctx, { ...query, from, to });
    const names = [...new Set(orders.map(getGroupKey))];
    const rows = orders.map(
      (order): ReportRow<WorkOrderRow> => ({
        group: names.indexOf(getGroupKey(order)),
        href: workOrderPath(order.id),
        cells: {
          number: workOrderNumber(order.id),
          title: order.title,
          place: [order.property, ...(order.unit === null ? [] : [order.unit])].join(" · "),
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
    const unfinished = orders.filter(({ isUnfinished }) => isUnfinished);
    return {
      summary: `${formatCalendarDay(from)} to ${formatCalendarDay(to)}. ${summarizeWorkOrders(orders)}.`,
      rows,
      ...(query.by === undefined && { groupedBy: "Property" }),
      groups: names.map((key, id) => {
        const groupOrders = orders.filter((order) => getGroupKey(order) === key);
        return { id, name: groupOrders[0]?.groupName ?? "", note: summarizeWorkOrders(groupOrders) };
      }),
      totalLabel: `Total of ${formatCount(orders.length, "work order", "work orders")}`,
      figures: [
        { label: "Opened", value: orders.filter(({ isOpened }) => isOpened).length.toLocaleString("en-US") },
        {
          label: "Completed",
          value: completed.length.toLocaleString("en-US"),
          note: `after ${describeAge(completed)} on average`,
        },
        {
          label: "Not finished",
          value: unfinished.length.toLocaleString("en-US"),
          note: `${describeAge(unfinished)} old on average`,
        },
        {
          label: "Hours",
          value: (sumOf(rows, "time") / 60).toFixed(1),
          note: "recorded on these work orders",
        },
      ],
      chart: {
        title: "Age of unfinished work orders, in days",
        bars: (
          [
            [0, 7],
            [8, 30],
            [31, 90],
            [91, Infinity],
          ] as const
        ).map(([min, max]) => {
          const size = unfinished.filter(({ age }) => age !== null && age >= min && age <= max).length;
          const label = max === Infinity ? "Over 90" : `${min}–${max}`;
          return { label, size, value: String(size), ...(min > 30 && { tone: "danger" as const }) };
        }),
      },
      ...(query.by !== undefined && { filters: [workOrderGroups[query.by]] }),
      note: "Work orders opened or completed in the period, or not finished at its end. Not finished: every status but Completed and Cancelled. Age is the days from report to completion, or to the end of the period. A cancelled work order has none.",
    };
  },
});

const getGroupKey = ({ groupId, groupName }: PeriodWorkOrder): string =>
  `${groupId ?? ""}/${groupName ?? ""}`;

const describeAge = (orders: readonly PeriodWorkOrder[]): string =>
  formatCount(
    orders.length === 0
      ? 0
      : Math.round(orders.reduce((sum, { age }) => sum + (age ?? 0), 0) / orders.length),
    "day",
    "days",
  );
