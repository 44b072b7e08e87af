import type { Pages } from "#web/page.ts";

export const recoveriesPages = {
  recoveries: {
    patterns: ["/recoveries"],
    access: "recoveries.reconcile",
    load: () => import("./reconciliation/recoveries-page.tsx"),
  },
  recoveryTerms: {
    patterns: ["/leases/:id/recovery-terms"],
    access: "recoveries.read-terms",
    load: () => import("./terms/recovery-terms-page.tsx"),
  },
  reconciliation: {
    patterns: ["/properties/:id/reconciliations/:year"],
    access: "recoveries.reconcile",
    load: () => import("./reconciliation/reconciliation-page.tsx"),
  },
  recoveryStatement: {
    patterns: ["/properties/:id/reconciliations/:year/leases/:leaseId"],
    access: "recoveries.reconcile",
    load: () => import("./reconciliation/statement-page.tsx"),
  },
  leaseStatement: {
    patterns: ["/leases/:id/operating-expenses/:year"],
    access: "recoveries.read-statements",
    load: () => import("./statement/lease-statement-page.tsx"),
  },
  estimates: {
    patterns: ["/properties/:id/estimates/:year"],
    access: "recoveries.reconcile",
    load: () => import("./estimates/estimates-page.tsx"),
  },
} as const satisfies Pages;
