import type { ReportName } from "../reports.ts";
import type { Report } from "./define-report.ts";
import { agedReceivables } from "./reports/aged-receivables.ts";
import { auditReport } from "./reports/audit.ts";
import { budgetAndActual } from "./reports/budget-and-actual.ts";
import { camHistory } from "./reports/cam-history.ts";
import { chargesAndCollections } from "./reports/charges-and-collections.ts";
import { depositsHeld } from "./reports/deposits-held.ts";
import { documentsExpiring } from "./reports/documents-expiring.ts";
import { expensesPerSquareFoot } from "./reports/expenses-per-square-foot.ts";
import { leaseExpirations } from "./reports/lease-expirations.ts";
import { paymentsReceived } from "./reports/payments-received.ts";
import { recoveryRatio } from "./reports/recovery-ratio.ts";
import { rentRoll } from "./reports/rent-roll.ts";
import { workOrdersReport } from "./reports/work-orders.ts";

/** Every report with its definition. */
export const allReports = {
  "rent-roll": rentRoll,
  expirations: leaseExpirations,
  aged: agedReceivables,
  months: chargesAndCollections,
  payments: paymentsReceived,
  deposits: depositsHeld,
  budget: budgetAndActual,
  "expenses-per-sq-ft": expensesPerSquareFoot,
  recovery: recoveryRatio,
  "cam-history": camHistory,
  "work-orders": workOrdersReport,
  documents: documentsExpiring,
  audit: auditReport,
} satisfies Record<ReportName, Report>;
