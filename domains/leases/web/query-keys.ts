/** The keys of the queries about leases and companies. */
export const leaseKeys = {
  /** Leases, companies, the status of units and properties, and the dashboard's figures. */
  all: /^\/api\/(leases|companies|units|properties|buildings|dashboard)\b/,
} as const;
