/** The balance history, entry by entry. */
export const balanceHistoryPath = (leaseId: number) => `/leases/${leaseId}/balance`;
export const statementPath = (leaseId: number) => `/leases/${leaseId}/statement`;
