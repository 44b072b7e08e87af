/** WO-35, WO-64. */
export const priorities = ["low", "medium", "high", "urgent"] as const;
export type Priority = (typeof priorities)[number];

export const priorityLabels = {
  low: "Low",
  medium: "Medium",
  high: "High",
  urgent: "Urgent",
} as const satisfies Record<Priority, string>;

/** Filter values: a priority, or `pressing` for high and urgent. */
export const filterPriorities = [...priorities, "pressing"] as const;
export type PriorityFilter = (typeof filterPriorities)[number];

export const priorityFilterLabels = {
  ...priorityLabels,
  pressing: "High or urgent",
} as const satisfies Record<PriorityFilter, string>;

/** The priorities a filter value matches. */
export const matchingPriorities = (filter: PriorityFilter): readonly Priority[] =>
  filter === "pressing" ? ["high", "urgent"] : [filter];
