import type { Pages } from "#web/page.ts";

export const exportsPages = {
  dataExport: {
    patterns: ["/settings/export"],
    access: "exports.read",
    load: () => import("./data-export-page.tsx"),
  },
} as const satisfies Pages;
