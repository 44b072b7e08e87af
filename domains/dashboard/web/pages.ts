import type { Pages } from "#web/page.ts";

export const dashboardPages = {
  dashboard: {
    patterns: ["/dashboard", "/", "/start"],
    access: "dashboard.read",
    load: () => import("./dashboard-page.tsx"),
  },
} as const satisfies Pages;
