import type { Pages } from "#web/page.ts";

export const notificationsPages = {
  notifications: {
    patterns: ["/notifications"],
    access: "notifications.read",
    load: () => import("./notifications-page.tsx"),
  },
  preferences: {
    patterns: ["/profile/notifications"],
    access: "notifications.edit",
    load: () => import("./preferences-page.tsx"),
  },
  outbox: {
    patterns: ["/outbox/:id?"],
    access: "outbox.read",
    load: () => import("./outbox-page.tsx"),
  },
  unsubscribe: {
    patterns: ["/unsubscribe"],
    access: "open",
    load: () => import("./unsubscribe-page.tsx"),
  },
} as const satisfies Pages;
