import type { ReportDocument } from "#domains/reports/contract.ts";

/** Returns the overdue cents in the totals of the aged receivables. */
export const sumOverdue = (totals: ReportDocument["totals"]): number =>
  ["upTo30", "upTo60", "upTo90", "over90"].reduce((sum, key) => sum + Number(totals?.cells[key] ?? 0), 0);
