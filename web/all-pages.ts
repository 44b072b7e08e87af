import { useLocation } from "wouter";
import { accountsPages } from "#domains/accounts/web/pages.ts";
import { auditPages } from "#domains/audit/web/pages.ts";
import { dashboardPages } from "#domains/dashboard/web/pages.ts";
import { developersPages } from "#domains/developers/web/pages.ts";
import { dispatchPages } from "#domains/dispatch/web/pages.ts";
import { documentsPages } from "#domains/documents/web/pages.ts";
import { expensesPages } from "#domains/expenses/web/pages.ts";
import { exportsPages } from "#domains/exports/web/pages.ts";
import { fieldWorkPages } from "#domains/field-work/web/pages.ts";
import { importsPages } from "#domains/imports/web/pages.ts";
import { leasesPages } from "#domains/leases/web/pages.ts";
import { ledgerPages } from "#domains/ledger/web/pages.ts";
import { monthEndPages } from "#domains/month-end/web/pages.ts";
import { notificationsPages } from "#domains/notifications/web/pages.ts";
import { paymentsPages } from "#domains/payments/web/pages.ts";
import { peoplePages } from "#domains/people/web/pages.ts";
import { propertiesPages } from "#domains/properties/web/pages.ts";
import { recoveriesPages } from "#domains/recoveries/web/pages.ts";
import { reportsPages } from "#domains/reports/web/pages.ts";
import { settingsPages } from "#domains/settings/web/pages.ts";
import { setupPages } from "#domains/setup/web/pages.ts";
import { systemPages } from "#domains/system/web/pages.ts";
import { webhooksPages } from "#domains/webhooks/web/pages.ts";
import { workOrdersPages } from "#domains/work-orders/web/pages.ts";
import type { Page } from "#web/page.ts";
import { lazyPart } from "#web/ui/page/lazy-part.tsx";
import { PageLoadError } from "#web/ui/page/page-boundary.tsx";

/**
 * Every page of the portal. Pages load when they're first opened. A path that none match shows the 404 page.
 */
export const allPages: readonly Page[] = [
  accountsPages,
  setupPages,
  fieldWorkPages,
  dashboardPages,
  workOrdersPages,
  documentsPages,
  paymentsPages,
  propertiesPages,
  leasesPages,
  peoplePages,
  dispatchPages,
  recoveriesPages,
  reportsPages,
  ledgerPages,
  monthEndPages,
  expensesPages,
  importsPages,
  exportsPages,
  settingsPages,
  auditPages,
  notificationsPages,
  webhooksPages,
  systemPages,
  developersPages,
].flatMap((pages) => Object.values<Page>(pages));

const routes = allPages.flatMap((page) => {
  const Component = lazyPart(page.load, PageLoadError);
  return page.patterns.map((pattern) => ({ page, pattern: toRegExp(pattern), Component }));
});

export type PageRoute = (typeof routes)[number];

/** Turns a pattern into a regular expression with the path parameters as groups. */
function toRegExp(pattern: string): RegExp {
  const source = pattern.replace(/\/:(\w+)\?/g, "(?:/(?<$1>[^/]+))?").replace(/:(\w+)/g, "(?<$1>[^/]+)");
  return new RegExp(`^${source}/?$`, "i");
}

/** Returns the page for a path, with the matching pattern and the component, or undefined. */
export const findRoute = (path: string): PageRoute | undefined =>
  routes.find(({ pattern }) => pattern.test(path));

export const useCurrentRoute = () => findRoute(useLocation()[0]);
