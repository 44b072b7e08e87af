/** The keys of the queries about the system and its jobs. */
export const systemKeys = { all: /^\/api\/system\b/ } as const;
