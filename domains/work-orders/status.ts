import { lookUp } from "#shared/look-up.ts";

/** Work order statuses, for server and web client (WO-04 to WO-07, WO-34; requirements, "`in-progress`"). */
export const statuses = ["open", "in_progress", "scheduled", "completed", "urgent", "cancelled"] as const;
export type Status = (typeof statuses)[number];

/** Statuses of work orders that still need work. */
export const unfinishedStatuses: readonly string[] = ["urgent", "open", "scheduled", "in_progress"];

export const statusLabels = {
  open: "Open",
  in_progress: "In Progress",
  scheduled: "Scheduled",
  completed: "Completed",
  urgent: "Urgent",
  cancelled: "Cancelled",
} as const satisfies Record<Status, string>;

/** Returns the label of a status. Unknown values are returned unchanged (WO-05). */
export const statusLabel = (status: string): string => lookUp(statusLabels, status) ?? status;

/**
 * `in-progress` and `in_progress` are the same status. Both are accepted everywhere, and responses use the
 * latter.
 */
export const readStatus = (value: string): string => (value === "in-progress" ? "in_progress" : value);

/**
 * Board columns in order (WO-22). Urgent cards appear in Open. Cancelled work orders appear only in the
 * table.
 */
export const boardColumns = ["open", "in_progress", "scheduled", "completed"] as const;
export type BoardColumn = (typeof boardColumns)[number];

/** Filter options in order (WO-12). `open` includes urgent work orders. */
export const filterStatuses = [
  "open",
  "in_progress",
  "completed",
  "scheduled",
] as const satisfies readonly BoardColumn[];

/** The edit form's option values (WO-34). */
export const editStatuses = ["open", "in-progress", "completed", "cancelled"] as const;

/** The number of days a tenant can reopen their completed work order (ROLE-18). */
export const reopenDays = 7;

/**
 * Whether a tenant can change the status of their own work order. They can cancel it while it's open or
 * urgent, and reopen it within seven days after its completion was recorded. Staff can set any status
 * (WO-07).
 */
export function canTenantSetStatus(from: Status, to: Status, completedAt: Date | null, now: Date): boolean {
  if (to === "cancelled") return from === "open" || from === "urgent";
  if (to === "open" && from === "completed" && completedAt !== null)
    return now.getTime() - completedAt.getTime() <= reopenDays * 24 * 60 * 60 * 1000;
  return false;
}
