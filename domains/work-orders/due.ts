import { formatPlanned } from "#shared/format/dates.ts";
import { toWallTime } from "#shared/wall-time.ts";
import { unfinishedStatuses } from "./status.ts";

/** Due date filter values. Days are in the property's time zone. */
export const dueFilters = ["overdue", "today", "week", "none"] as const;
export type DueFilter = (typeof dueFilters)[number];

export const dueFilterLabels = {
  overdue: "Overdue",
  today: "Due today",
  week: "Due within 7 days",
  none: "No due date",
} as const satisfies Record<DueFilter, string>;

interface WorkOrderDueDate {
  status: string;
  /** An instant, or null without a due date. */
  dueAt: string | null;
  /** The property's time zone. */
  timeZone: string;
}

/** Whether unfinished work is past its due date. */
export const isOverdue = ({ status, dueAt }: WorkOrderDueDate, now: Date): boolean =>
  dueAt !== null && unfinishedStatuses.includes(status) && new Date(dueAt) < now;

/**
 * `Due Tue, Dec 1, 5:00 PM`, `Due today, 5:00 PM`, or `Overdue since Tue, Dec 1, 5:00 PM`. Null without a due
 * date.
 */
export function describeDueDate(order: WorkOrderDueDate, now: Date): string | null {
  const { dueAt, timeZone } = order;
  if (dueAt === null) return null;
  const moment = formatPlanned(dueAt, timeZone);
  if (isOverdue(order, now)) return `Overdue since ${moment}`;
  const isToday = toWallTime(dueAt, timeZone).day === toWallTime(now, timeZone).day;
  return isToday ? `Due today, ${moment.split(", ").at(-1)}` : `Due ${moment}`;
}
