/** The keys of the queries about reconciliations. */
export const reconciliationKeys = {
  all: /^\/api\/properties\/\d+\/reconciliations\b/,
} as const;
