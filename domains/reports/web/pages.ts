import type { Pages } from "#web/page.ts";

export const reportsPages = {
  reports: {
    patterns: ["/reports/:report?"],
    access: "reports.read",
    load: () => import("./reports-page.tsx"),
  },
} as const satisfies Pages;
