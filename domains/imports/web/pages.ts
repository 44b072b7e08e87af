import type { Pages } from "#web/page.ts";

export const importsPages = {
  import: {
    patterns: ["/import/:id?"],
    access: "imports.write",
    load: () => import("./import-page.tsx"),
  },
} as const satisfies Pages;
