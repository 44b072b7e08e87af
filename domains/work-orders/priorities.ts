/** WO-35, WO-64. */
export const priorities = ["low", "medium", "high", "urgent"] as const;
export type Priority = (typeof priorities)[number];

export const priorityLabels = {
  low: "Low",
  medium: "Medium",
  high: "High",
  urgent: "Urgent",
} as const satisfies Record<Priority, string>;

/** What the list may be narrowed to: one priority, or those that press. */
export const filterPriorities = [...priorities, "pressing"] as const;
export type PriorityFilter = (typeof filterPriorities)[number];

export const priorityFilterLabels = {
  ...priorityLabels,
  pressing: "High or urgent",
} as const satisfies Record<PriorityFilter, string>;

/** What a filter value finds. */
export const prioritiesFoundBy = (filter: PriorityFilter): readonly Priority[] =>
  filter === "pressing" ? ["high", "urgent"] : [filter];
