import type { ReportName } from "./reports.ts";

export const reportsPath = "/reports";
export const reportPath = (name: ReportName) => `/reports/${name}`;
export const overdueLeasesPath = "/reports/aged?overdue=yes";
export const companyAgedReportPath = (companyId: number) => `/reports/aged?companyId=${companyId}`;
export const companyCamHistoryPath = (companyId: number) => `/reports/cam-history?companyId=${companyId}`;
export const yearReportPath = (year: number) => `/reports/months?year=${year}`;

/** The user's saved reports, and the ones that others share with them or send to them. */
export const savedReportsPath = "/reports/saved";
/** Opens the report with its filters. */
export const savedReportPath = (id: number) => `${savedReportsPath}/${id}`;
