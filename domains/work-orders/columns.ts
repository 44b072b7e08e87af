/** Columns a user can add to the list's seven default columns. */
export const optionalColumns = ["building", "assignee", "priority", "due", "age"] as const;
