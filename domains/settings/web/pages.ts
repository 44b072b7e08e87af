import type { Pages } from "#web/page.ts";

export const settingsPages = {
  settings: {
    patterns: ["/settings"],
    access: "settings.read",
    load: () => import("./settings-page.tsx"),
  },
} as const satisfies Pages;
