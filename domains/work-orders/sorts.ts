import { priorities } from "./priorities.ts";
import type { Status } from "./status.ts";

/** The orders of the list, the first by default. */
export const orderSorts = [
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
export type OrderSort = (typeof orderSorts)[number];

export const orderSortLabels = {
  newest: "Newest first",
  oldest: "Oldest first",
  highest: "Highest priority first",
  lowest: "Lowest priority first",
  "to-do-first": "To do first",
  "done-first": "Done first",
  "due-first": "Due soonest first",
  "due-last": "Due latest first",
  "building-a-z": "Building, A to Z",
  "building-z-a": "Building, Z to A",
  "assignee-a-z": "Assigned to, A to Z",
  "assignee-z-a": "Assigned to, Z to A",
} as const satisfies Record<OrderSort, string>;

/** The ranks as the table has them, from 1: what is most pressing comes last. */
const byRank: Record<"priority" | "status", readonly string[]> = {
  priority: priorities,
  status: ["cancelled", "completed", "in_progress", "scheduled", "open", "urgent"] satisfies Status[],
};
export const rankOf = (key: keyof typeof byRank, value: string): number => byRank[key].indexOf(value) + 1;
