/** The balance history, entry by entry. */
export const balanceHistoryPath = (leaseId: number) => `/leases/${leaseId}/balance`;
export const statementPath = (leaseId: number) => `/leases/${leaseId}/statement`;
export const reportNames = {
  aged: "Aged receivables",
  "rent-roll": "Rent roll",
  months: "Rent by Month",
} as const;
export type ReportName = keyof typeof reportNames;
export const reportPath = (name: ReportName) => `/reports/${name}`;
export const overdueLeasesPath = "/reports/aged?overdue=yes";
export const companyAgedReportPath = (companyId: number) => `/reports/aged?companyId=${companyId}`;
export const yearReportPath = (year: number) => `/reports/months?year=${year}`;
