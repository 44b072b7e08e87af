/** The balance history, entry by entry. */
export const balanceHistoryPath = (leaseId: number) => `/leases/${leaseId}/balance`;
export const statementPath = (leaseId: number) => `/leases/${leaseId}/statement`;
export const reportPath = (name: "aged" | "rent-roll" | "months") => `/reports/${name}`;
export const overdueLeasesPath = "/reports/aged?overdue=yes";
export const companyAgedReportPath = (companyId: number) => `/reports/aged?companyId=${companyId}`;
export const yearReportPath = (year: number) => `/reports/months?year=${year}`;
