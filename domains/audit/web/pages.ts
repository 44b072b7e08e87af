import type { Pages } from "#web/page.ts";

export const auditPages = {
  audit: {
    patterns: ["/audit"],
    access: "audit.read",
    load: () => import("./audit-page.tsx"),
  },
} as const satisfies Pages;
