/** The keys of the queries about leases and companies. */
export const leaseKeys = {
  /** Leases, companies, the places with their status, and the dashboard's figures. */
  all: /^\/api\/(leases|companies|units|properties|buildings|dashboard)\b/,
} as const;
