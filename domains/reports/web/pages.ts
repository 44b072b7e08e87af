import type { Pages } from "#web/page.ts";

export const reportsPages = {
  savedReports: {
    patterns: ["/reports/saved/:id?"],
    access: "reports.save",
    load: () => import("./saved-reports-page.tsx"),
  },
  reports: {
    patterns: ["/reports/:report?"],
    access: "reports.read",
    load: () => import("./reports-page.tsx"),
  },
} as const satisfies Pages;
