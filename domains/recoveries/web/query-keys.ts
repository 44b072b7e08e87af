/** The keys of the queries about reconciliations, their statements, and questions about them. */
export const reconciliationKeys = {
  all: /^\/api\/(reconciliations|properties\/\d+\/reconciliations|leases\/\d+\/recovery-statements|recovery-questions)\b/,
} as const;
