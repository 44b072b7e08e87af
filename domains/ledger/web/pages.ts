import type { Pages } from "#web/page.ts";

export const ledgerPages = {
  posting: {
    patterns: ["/posting"],
    access: "ledger.post",
    load: () => import("./posting/posting-page.tsx"),
  },
  balanceHistory: {
    patterns: ["/leases/:id/balance"],
    access: "ledger.read",
    load: () => import("./statements/balance-explanation-page.tsx"),
  },
  statement: {
    patterns: ["/leases/:id/statement"],
    access: "ledger.read",
    load: () => import("./statements/statement-page.tsx"),
  },
} as const satisfies Pages;
