/** Separate from the permission table, so that the sign-in page can load the roles alone. */
export const roles = ["admin", "landlord", "maintenance", "tenant"] as const;
export type Role = (typeof roles)[number];
