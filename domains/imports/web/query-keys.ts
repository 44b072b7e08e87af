/** The keys of the queries about imports. */
export const importKeys = { all: /^\/api\/imports\b/ } as const;
