import { priorities } from "./priorities.ts";
import type { Status } from "./status.ts";

/** The orders of the list, the first by default. */
export const orderSorts = ["newest", "oldest", "highest", "lowest", "to-do-first", "done-first"] as const;
export type OrderSort = (typeof orderSorts)[number];

export const orderSortLabels = {
  newest: "Newest first",
  oldest: "Oldest first",
  highest: "Highest priority first",
  lowest: "Lowest priority first",
  "to-do-first": "To do first",
  "done-first": "Done first",
} as const satisfies Record<OrderSort, string>;

/** From the lowest to the highest. */
export const prioritiesByRank: readonly string[] = priorities;

/** From what is done to what has to be done first. */
export const statusesByRank: readonly string[] = [
  "cancelled",
  "completed",
  "in_progress",
  "scheduled",
  "open",
  "urgent",
] satisfies Status[];
