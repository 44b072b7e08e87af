import type { Action } from "#shared/permissions.ts";

/** The filters of all reports. */
export const reportFilterNames = [
  "propertyId",
  "period",
  "on",
  "from",
  "to",
  "year",
  "overdue",
  "by",
  "sort",
  "q",
  "companyId",
] as const;
export type ReportFilterName = (typeof reportFilterNames)[number];

interface ReportFacts {
  title: string;
  topic: "Leasing" | "Money" | "Operations";
  /** Its filters, in display order. */
  filters: readonly ReportFilterName[];
  /** The action it requires in addition to `reports.read`. */
  action?: Action;
}

/** The reports, in display order. */
export const reports = {
  "rent-roll": {
    title: "Rent roll",
    topic: "Leasing",
    filters: ["propertyId", "period", "on", "q", "companyId"],
  },
  expirations: { title: "Lease expirations", topic: "Leasing", filters: ["propertyId", "period", "on"] },
  aged: {
    title: "Aged receivables",
    topic: "Money",
    filters: ["propertyId", "period", "on", "overdue", "sort", "q", "companyId"],
  },
  months: { title: "Charges and collections", topic: "Money", filters: ["propertyId", "year"] },
  payments: { title: "Payments received", topic: "Money", filters: ["propertyId", "period", "from", "to"] },
  deposits: {
    title: "Deposits held",
    topic: "Money",
    filters: ["propertyId", "period", "on", "q", "companyId"],
  },
  budget: {
    title: "Budget and actual",
    topic: "Money",
    filters: ["propertyId", "period", "on"],
    action: "expenses.read",
  },
  "expenses-per-sq-ft": {
    title: "Expenses per square foot",
    topic: "Money",
    filters: ["propertyId", "year"],
    action: "expenses.read",
  },
  recovery: {
    title: "Recovery ratio",
    topic: "Money",
    filters: ["propertyId", "year"],
    action: "recoveries.reconcile",
  },
  "cam-history": {
    title: "CAM history",
    topic: "Money",
    filters: ["propertyId", "q", "companyId"],
    action: "recoveries.reconcile",
  },
  "work-orders": {
    title: "Work orders",
    topic: "Operations",
    filters: ["propertyId", "period", "from", "to", "by"],
  },
  documents: { title: "Documents expiring", topic: "Operations", filters: ["propertyId", "to"] },
  audit: {
    title: "Audit",
    topic: "Operations",
    filters: ["propertyId", "period", "from", "to"],
    action: "audit.read",
  },
} as const satisfies Record<string, ReportFacts>;
export type ReportName = keyof typeof reports;

export const reportNames = Object.keys(reports) as [ReportName, ...ReportName[]];
export const getReportFacts = (name: ReportName): ReportFacts => reports[name];
export const getReportAction = (name: ReportName): Action => getReportFacts(name).action ?? "reports.read";

/**
 * Periods that move with today's date. An as-of report uses the last date of its period. Weeks start on
 * Monday.
 */
export const periodLabels = {
  "last-week": "Last week",
  "last-month": "Last month",
  "last-quarter": "Last quarter",
  "last-year": "Last year",
} as const;
export type ReportPeriod = keyof typeof periodLabels;

/** How the work orders report is grouped. By property is the default. */
export const workOrderGroups = { category: "By category", person: "By person" } as const;
export const agedSortLabels = {
  balance: "Highest balance first",
  company: "By company",
  newest: "Newest lease first",
} as const;
export type AgedReportSort = keyof typeof agedSortLabels;
