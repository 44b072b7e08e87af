/** The columns that a user may add to the seven of the list. */
export const ownColumns = ["building", "assignee", "priority", "due", "age"] as const;
