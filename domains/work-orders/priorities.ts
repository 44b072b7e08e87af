/** WO-35, WO-64. */
export const priorities = ["low", "medium", "high", "urgent"] as const;
export type Priority = (typeof priorities)[number];

export const priorityLabels = {
  low: "Low",
  medium: "Medium",
  high: "High",
  urgent: "Urgent",
} as const satisfies Record<Priority, string>;

/** The values of the list's filter: a single priority, or `pressing`, which is high and urgent. */
export const filterPriorities = [...priorities, "pressing"] as const;
export type PriorityFilter = (typeof filterPriorities)[number];

export const priorityFilterLabels = {
  ...priorityLabels,
  pressing: "High or urgent",
} as const satisfies Record<PriorityFilter, string>;

/** The priorities a filter value finds. */
export const prioritiesFoundBy = (filter: PriorityFilter): readonly Priority[] =>
  filter === "pressing" ? ["high", "urgent"] : [filter];
