import { formatPlanned } from "#shared/format/dates.ts";
import { wallTimeAt } from "#shared/wall-time.ts";
import { unfinishedStatuses } from "./status.ts";

/** The values of the list's filter by due time; days are those of the order's building. */
export const dueFilters = ["overdue", "today", "week", "none"] as const;
export type DueFilter = (typeof dueFilters)[number];

export const dueFilterLabels = {
  overdue: "Overdue",
  today: "Due today",
  week: "Due within 7 days",
  none: "No due time",
} as const satisfies Record<DueFilter, string>;

interface DueOrder {
  status: string;
  /** An instant, or null when the order may take as long as it takes. */
  dueAt: string | null;
  /** The zone of its building. */
  timeZone: string;
}

/** Whether unfinished work is past its due time. */
export const isOverdue = ({ status, dueAt }: DueOrder, now: Date): boolean =>
  dueAt !== null && unfinishedStatuses.includes(status) && new Date(dueAt) < now;

/** `Due Tue, Dec 1, 5:00 PM`, `Due today, 5:00 PM` or `Overdue since Tue, Dec 1, 5:00 PM`; null without a due time. */
export function dueText(order: DueOrder, now: Date): string | null {
  const { dueAt, timeZone } = order;
  if (dueAt === null) return null;
  const moment = formatPlanned(dueAt, timeZone);
  if (isOverdue(order, now)) return `Overdue since ${moment}`;
  const isToday = wallTimeAt(dueAt, timeZone).day === wallTimeAt(now, timeZone).day;
  return isToday ? `Due today, ${moment.split(", ").at(-1)}` : `Due ${moment}`;
}
