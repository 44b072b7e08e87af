/** The keys of the queries about data exports. */
export const exportKeys = { all: /^\/api\/exports\b/ } as const;
