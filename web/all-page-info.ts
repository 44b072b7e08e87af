import { auditPageInfo } from "#domains/audit/web/page-info.ts";
import { dashboardPageInfo } from "#domains/dashboard/web/page-info.ts";
import { developersPageInfo } from "#domains/developers/web/page-info.ts";
import { dispatchPageInfo } from "#domains/dispatch/web/page-info.ts";
import { documentsPageInfo } from "#domains/documents/web/page-info.ts";
import { expensesPageInfo } from "#domains/expenses/web/page-info.ts";
import { exportsPageInfo } from "#domains/exports/web/page-info.ts";
import { fieldWorkPageInfo } from "#domains/field-work/web/page-info.ts";
import { importsPageInfo } from "#domains/imports/web/page-info.ts";
import { leasesPageInfo } from "#domains/leases/web/page-info.ts";
import { ledgerPageInfo } from "#domains/ledger/web/page-info.ts";
import { monthEndPageInfo } from "#domains/month-end/web/page-info.ts";
import { notificationsPageInfo } from "#domains/notifications/web/page-info.ts";
import { paymentsPageInfo } from "#domains/payments/web/page-info.ts";
import { peoplePageInfo } from "#domains/people/web/page-info.ts";
import { propertiesPageInfo } from "#domains/properties/web/page-info.ts";
import { recoveriesPageInfo } from "#domains/recoveries/web/page-info.ts";
import { reportsPageInfo } from "#domains/reports/web/page-info.ts";
import { settingsPageInfo } from "#domains/settings/web/page-info.ts";
import { systemPageInfo } from "#domains/system/web/page-info.ts";
import { webhooksPageInfo } from "#domains/webhooks/web/page-info.ts";
import { workOrdersPageInfo } from "#domains/work-orders/web/page-info.ts";

/**
 * The titles, help, and sidebar entries of the pages inside the layout, in sidebar order (NAV-22 to NAV-25).
 */
export const allPageInfo = [
  ...fieldWorkPageInfo,
  ...dashboardPageInfo,
  ...workOrdersPageInfo,
  ...documentsPageInfo,
  ...paymentsPageInfo,
  ...propertiesPageInfo,
  ...leasesPageInfo,
  ...peoplePageInfo,
  ...dispatchPageInfo,
  ...expensesPageInfo,
  ...recoveriesPageInfo,
  ...reportsPageInfo,
  ...ledgerPageInfo,
  ...monthEndPageInfo,
  ...importsPageInfo,
  ...exportsPageInfo,
  ...settingsPageInfo,
  ...auditPageInfo,
  ...notificationsPageInfo,
  ...webhooksPageInfo,
  ...systemPageInfo,
  ...developersPageInfo,
];
