/** The keys of the queries about the setup. */
export const setupKeys = { progress: ["/api/setup/progress"] } as const;
