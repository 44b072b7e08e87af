import type { ReportDocument } from "#domains/reports/contract.ts";

/** Returns the overdue cents in the totals of the aged receivables. */
export const sumOverdue = (totals: ReportDocument["totals"]): number =>
  ["days1To30", "days31To60", "days61To90", "over90"].reduce(
    (sum, key) => sum + Number(totals?.cells[key] ?? 0),
    0,
  );
