import type { Pages } from "#web/page.ts";

export const webhooksPages = {
  webhooks: {
    patterns: ["/webhooks"],
    access: "webhooks.read",
    load: () => import("./webhooks-page.tsx"),
  },
  webhook: {
    patterns: ["/webhooks/:id"],
    access: "webhooks.read",
    load: () => import("./webhook-page.tsx"),
  },
} as const satisfies Pages;
