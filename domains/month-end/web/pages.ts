import type { Pages } from "#web/page.ts";

export const monthEndPages = {
  monthEnd: {
    patterns: ["/month-end"],
    access: "ledger.read-months",
    load: () => import("./month-end-page.tsx"),
  },
  journalAccounts: {
    patterns: ["/settings/journal-accounts"],
    access: "settings.edit",
    load: () => import("./journal-accounts-page.tsx"),
  },
  months: {
    patterns: ["/properties/:id/months"],
    access: "ledger.read-months",
    load: () => import("./months-page.tsx"),
  },
  month: {
    patterns: ["/properties/:id/months/:month"],
    access: "ledger.read-months",
    load: () => import("./month-page.tsx"),
  },
  ownerStatement: {
    patterns: ["/properties/:id/months/:month/owner-statement"],
    access: "reports.read",
    load: () => import("./owner-statements/owner-statement-page.tsx"),
  },
} as const satisfies Pages;
