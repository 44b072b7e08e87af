/** The statuses of a work order, for server and web client (WO-04 to WO-07, WO-34; requirements, "`in-progress`"). */
export const statuses = ["open", "in_progress", "scheduled", "completed", "urgent", "cancelled"] as const;
export type Status = (typeof statuses)[number];

/** The statuses of orders that still have to be worked on. */
export const unfinishedStatuses: readonly string[] = ["urgent", "open", "scheduled", "in_progress"];

export const statusLabels = {
  open: "Open",
  in_progress: "In Progress",
  scheduled: "Scheduled",
  completed: "Completed",
  urgent: "Urgent",
  cancelled: "Cancelled",
} as const satisfies Record<Status, string>;

/** An unknown value is shown as it is (WO-05). */
export const statusLabel = (status: string): string => statusLabels[status as Status] ?? status;

/** `in-progress` and `in_progress` are one status: both are accepted everywhere, responses use the latter. */
export const readStatus = (value: string): string => (value === "in-progress" ? "in_progress" : value);

/** The board's columns in their order (WO-22). Urgent cards are in Open, cancelled ones only in the table. */
export const boardColumns = ["open", "in_progress", "scheduled", "completed"] as const;
export type BoardColumn = (typeof boardColumns)[number];

/** The filter's options in their order (WO-12); `open` also finds urgent orders. */
export const filterStatuses = [
  "open",
  "in_progress",
  "completed",
  "scheduled",
] as const satisfies readonly BoardColumn[];

/** The edit form's option values (WO-34). */
export const editStatuses = ["open", "in-progress", "completed", "cancelled"] as const;

/** How long a tenant may reopen their own completed order (ROLE-18). */
export const reopenDays = 7;

/**
 * Whether a tenant may move their own order: cancel it while it is open (or urgent), reopen it within seven days after its
 * completion became known. Staff may move any order to any status (WO-07).
 */
export function tenantMayMove(from: Status, to: Status, completedAt: Date | null, now: Date): boolean {
  if (to === "cancelled") return from === "open" || from === "urgent";
  if (to === "open" && from === "completed" && completedAt !== null)
    return now.getTime() - completedAt.getTime() <= reopenDays * 24 * 60 * 60 * 1000;
  return false;
}
