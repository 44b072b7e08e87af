import type { Pages } from "#web/page.ts";

export const developersPages = {
  developers: {
    patterns: ["/developers"],
    access: "session.read",
    load: () => import("./developers-page.tsx"),
  },
} as const satisfies Pages;
