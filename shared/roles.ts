/** Kept apart from what each may do: the sign-in page knows the roles, and has no use for the table. */
export const roles = ["admin", "landlord", "maintenance", "tenant"] as const;
export type Role = (typeof roles)[number];
