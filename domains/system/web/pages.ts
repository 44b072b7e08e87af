import type { Pages } from "#web/page.ts";

export const systemPages = {
  system: {
    patterns: ["/system"],
    access: "system.read",
    load: () => import("./system-page.tsx"),
  },
} as const satisfies Pages;
