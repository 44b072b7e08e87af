import type { ReportName } from "./reports.ts";

export const reportPath = (name: ReportName) => `/reports/${name}`;
export const overdueLeasesPath = "/reports/aged?overdue=yes";
export const companyAgedReportPath = (companyId: number) => `/reports/aged?companyId=${companyId}`;
export const yearReportPath = (year: number) => `/reports/months?year=${year}`;
