import type { ComponentType } from "react";
import { readSavedSession } from "#web/session/saved-session.ts";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { PageLoadError } from "#web/ui/page-boundary.tsx";

/**
 * `public`: for visitors without a session, without the layout. Signed-in users are redirected to the
 * dashboard. These pages have no query client, so they use `useResponse` and `call`.
 * `open`: for everyone, without the layout. `protected`: requires a session, inside the layout.
 */
export type Access = "public" | "open" | "protected";

export interface Page {
  /**
   * wouter patterns: `:id`, an optional `:id?`, `*` for the rest, and `.*` for any continuation (NAV-04,
   * NAV-05). Letter case and a trailing slash don't matter.
   */
  patterns: readonly string[];
  access: Access;
  load: () => Promise<{ default: ComponentType }>;
}

/**
 * Every page of the portal. Pages load when they're first opened. A path without a pattern shows the 404
 * page.
 */
const table = [
  {
    patterns: ["/login"],
    access: "public",
    load: () => import("#domains/accounts/web/sign-in/login-page.tsx"),
  },
  {
    patterns: ["/register"],
    access: "public",
    load: () => import("#domains/setup/web/register-page.tsx"),
  },
  {
    patterns: ["/setup"],
    access: "open",
    load: () => import("#domains/setup/web/setup-page.tsx"),
  },
  {
    patterns: ["/confirm-address"],
    access: "open",
    load: () => import("#domains/accounts/web/sign-in/confirm-address-page.tsx"),
  },
  {
    patterns: ["/forgot-password"],
    access: "open",
    load: () => import("#domains/accounts/web/passwords/forgot-password-page.tsx"),
  },
  {
    patterns: ["/verify-otp.*"],
    access: "open",
    load: () => import("#domains/accounts/web/sign-in/verify-otp-page.tsx"),
  },
  {
    patterns: ["/reset-password.*"],
    access: "open",
    load: () => import("#domains/accounts/web/passwords/reset-password-page.tsx"),
  },
  {
    patterns: ["/direct-login"],
    access: "open",
    load: () => import("#domains/accounts/web/sign-in/direct-login-page.tsx"),
  },
  {
    patterns: ["/", "/dashboard", "/start"],
    access: "protected",
    load: () => import("#domains/dashboard/web/dashboard-page.tsx"),
  },
  {
    patterns: ["/my-day/:id?"],
    access: "protected",
    load: () => import("#domains/field-work/web/my-day/my-day-page.tsx"),
  },
  {
    patterns: ["/work-orders/:id?", "/work-orders/:id/edit", "/work-orders/:id/delete"],
    access: "protected",
    load: () => import("#domains/work-orders/web/work-orders-page.tsx"),
  },
  {
    patterns: ["/dispatch"],
    access: "protected",
    load: () => import("#domains/dispatch/web/dispatch-page.tsx"),
  },
  {
    patterns: ["/properties"],
    access: "protected",
    load: () => import("#domains/properties/web/property-list/properties-page.tsx"),
  },
  {
    patterns: ["/properties/:id"],
    access: "protected",
    load: () => import("#domains/properties/web/property/property-page.tsx"),
  },
  {
    patterns: ["/properties/:id/add-units"],
    access: "protected",
    load: () => import("#domains/properties/web/units/add-units-page.tsx"),
  },
  {
    patterns: ["/add-property"],
    access: "protected",
    load: () => import("#domains/properties/web/property/add-property-page.tsx"),
  },
  {
    patterns: ["/add-unit"],
    access: "protected",
    load: () => import("#domains/properties/web/unit/add-unit-page.tsx"),
  },
  {
    patterns: ["/units"],
    access: "protected",
    load: () => import("#domains/properties/web/units/units-page.tsx"),
  },
  {
    patterns: ["/units/:id"],
    access: "protected",
    load: () => import("#domains/properties/web/unit/unit-page.tsx"),
  },
  {
    patterns: ["/import/:id?"],
    access: "protected",
    load: () => import("#domains/imports/web/import-page.tsx"),
  },
  {
    patterns: ["/leases"],
    access: "protected",
    load: () => import("#domains/leases/web/lease/leases-page.tsx"),
  },
  {
    patterns: ["/companies"],
    access: "protected",
    load: () => import("#domains/leases/web/companies/companies-page.tsx"),
  },
  {
    patterns: ["/companies/:id"],
    access: "protected",
    load: () => import("#domains/leases/web/companies/company-page.tsx"),
  },
  {
    patterns: ["/leases/new"],
    access: "protected",
    load: () => import("#domains/leases/web/lease/new-lease-page.tsx"),
  },
  {
    patterns: ["/leases/:id"],
    access: "protected",
    load: () => import("#domains/leases/web/lease/lease-page.tsx"),
  },
  {
    patterns: ["/leases/:id/balance"],
    access: "protected",
    load: () => import("#domains/ledger/web/statements/balance-explanation-page.tsx"),
  },
  {
    patterns: ["/leases/:id/statement"],
    access: "protected",
    load: () => import("#domains/ledger/web/statements/statement-page.tsx"),
  },
  {
    patterns: ["/documents"],
    access: "protected",
    load: () => import("#domains/documents/web/list/documents-page.tsx"),
  },
  {
    patterns: ["/documents/:id"],
    access: "protected",
    load: () => import("#domains/documents/web/document-page/document-page.tsx"),
  },
  {
    patterns: ["/payments"],
    access: "protected",
    load: () => import("#domains/payments/web/payments-page.tsx"),
  },
  {
    patterns: ["/approvals"],
    access: "protected",
    load: () => import("#domains/people/web/approvals/approvals-page.tsx"),
  },
  {
    patterns: ["/audit"],
    access: "protected",
    load: () => import("#domains/audit/web/audit-page.tsx"),
  },
  {
    patterns: ["/audit/work-orders/:id"],
    access: "protected",
    load: () => import("#domains/work-orders/web/deleted-work-order-page.tsx"),
  },
  {
    patterns: ["/reports/:report?"],
    access: "protected",
    load: () => import("#domains/ledger/web/reports/reports-page.tsx"),
  },
  {
    patterns: ["/checkout"],
    access: "open",
    load: () => import("#domains/payments/web/checkout/checkout-page.tsx"),
  },
  {
    patterns: ["/payment-success"],
    access: "open",
    load: () => import("#domains/payments/web/checkout/payment-success-page.tsx"),
  },
  {
    patterns: ["/posting"],
    access: "protected",
    load: () => import("#domains/ledger/web/posting/posting-page.tsx"),
  },
  {
    patterns: ["/settings"],
    access: "protected",
    load: () => import("#domains/settings/web/settings-page.tsx"),
  },
  {
    patterns: ["/users/:id?"],
    access: "protected",
    load: () => import("#domains/people/web/directory/users-page.tsx"),
  },
  {
    patterns: ["/profile"],
    access: "protected",
    load: () => import("#domains/people/web/profile/profile-page.tsx"),
  },
  {
    patterns: ["/developers"],
    access: "protected",
    load: () => import("#domains/developers/web/developers-page.tsx"),
  },
  {
    patterns: ["/notifications"],
    access: "protected",
    load: () => import("#domains/notifications/web/notifications-page.tsx"),
  },
  {
    patterns: ["/profile/notifications"],
    access: "protected",
    load: () => import("#domains/notifications/web/preferences-page.tsx"),
  },
  {
    patterns: ["/unsubscribe"],
    access: "open",
    load: () => import("#domains/notifications/web/unsubscribe-page.tsx"),
  },
  {
    patterns: ["/system"],
    access: "protected",
    load: () => import("#domains/system/web/system-page.tsx"),
  },
  {
    patterns: ["/webhooks"],
    access: "protected",
    load: () => import("#domains/webhooks/web/webhooks-page.tsx"),
  },
  {
    patterns: ["/webhooks/:id"],
    access: "protected",
    load: () => import("#domains/webhooks/web/webhook-page.tsx"),
  },
  {
    patterns: ["/outbox/:id?"],
    access: "protected",
    load: () => import("#domains/notifications/web/outbox-page.tsx"),
  },
] as const satisfies readonly Page[];

export const pages = table.map((page: Page) => ({ ...page, Component: lazyPart(page.load, PageLoadError) }));

export const loadLayout = () => import("#web/layout/app-layout.tsx");
export const loadMyDayCache = () => import("#domains/field-work/web/my-day/cache-my-day.ts");
export const loadQueryProvider = () => import("#web/query-provider.tsx");

/** Loads all parts of a page in parallel instead of one after another as each one renders. */
export function fetchParts({ load, access }: Page): void {
  const parts: Promise<unknown>[] = [load()];
  if (access === "protected") parts.push(loadLayout());
  if (access !== "public") parts.push(loadQueryProvider());
  // Offline, a technician's pages wait for the work orders saved on the device.
  if (access === "protected" && readSavedSession()?.role === "maintenance") parts.push(loadMyDayCache());
  // The component that renders the part reports the failure.
  Promise.all(parts).catch(() => undefined);
}

const pageAt = (address: string) => pages.find(({ patterns }) => patterns.includes(address));

/** Preloads the dashboard, which is usually opened next. */
export function fetchDashboard(): void {
  const dashboard = pageAt("/dashboard");
  if (dashboard !== undefined) fetchParts(dashboard);
}

/** Preloads the sign-in page, so that signing out works even offline (AUTH-16). */
export function fetchLogin(): void {
  const login = pageAt("/login");
  if (login !== undefined) fetchParts(login);
}
