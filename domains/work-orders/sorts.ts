import { priorities } from "./priorities.ts";
import type { Status } from "./status.ts";

/** Sort options of the list. The first one is the default. */
export const workOrderSorts = [
  "newest",
  "oldest",
  "highest",
  "lowest",
  "to-do-first",
  "done-first",
  "due-first",
  "due-last",
  "building-a-z",
  "building-z-a",
  "assignee-a-z",
  "assignee-z-a",
] as const;
export type WorkOrderSort = (typeof workOrderSorts)[number];

export const workOrderSortLabels = {
  newest: "Newest first",
  oldest: "Oldest first",
  highest: "Highest priority first",
  lowest: "Lowest priority first",
  "to-do-first": "Open first",
  "done-first": "Completed first",
  "due-first": "Earliest due date first",
  "due-last": "Latest due date first",
  "building-a-z": "Property, A to Z",
  "building-z-a": "Property, Z to A",
  "assignee-a-z": "Assigned to, A to Z",
  "assignee-z-a": "Assigned to, Z to A",
} as const satisfies Record<WorkOrderSort, string>;

/** Ranks as stored in the table, starting at 1. The most pressing value has the highest rank. */
const ranks: Record<"priority" | "status", readonly string[]> = {
  priority: priorities,
  status: ["cancelled", "completed", "in_progress", "scheduled", "open", "urgent"] satisfies Status[],
};
export const getRank = (key: keyof typeof ranks, value: string): number => ranks[key].indexOf(value) + 1;
