import type { Pages } from "#web/page.ts";

export const dispatchPages = {
  dispatch: {
    patterns: ["/dispatch"],
    access: "dispatch.read",
    load: () => import("./dispatch-page.tsx"),
  },
} as const satisfies Pages;
