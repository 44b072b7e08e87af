/** The keys of the queries about charges and payments. */
export const ledgerKeys = {
  /** All queries for amounts from the ledger. */
  amounts:
    /^\/api\/(leases|companies|reports|payments|manual-payment-confirmations|dashboard|properties\/\d+\/overview)\b/,
  postingRuns: ["/api/posting-runs"],
} as const;
