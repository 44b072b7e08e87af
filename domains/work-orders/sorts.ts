import { type Priority, priorities } from "./priorities.ts";

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
  "property-a-z",
  "property-z-a",
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
  "property-a-z": "Property, A to Z",
  "property-z-a": "Property, Z to A",
  "assignee-a-z": "Assigned to, A to Z",
  "assignee-z-a": "Assigned to, Z to A",
} as const satisfies Record<WorkOrderSort, string>;

/** Returns a priority's rank as stored in the table, from 1 for low to 4 for urgent. */
export const getPriorityRank = (priority: Priority): number => priorities.indexOf(priority) + 1;
