/** The keys of the queries about setup. */
export const setupKeys = { progress: ["/api/setup/progress"] } as const;
