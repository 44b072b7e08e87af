import type { Pages } from "#web/page.ts";

export const fieldWorkPages = {
  myDay: {
    patterns: ["/my-day/:id?"],
    access: "work-orders.read-my-day",
    load: () => import("./my-day/my-day-page.tsx"),
  },
} as const satisfies Pages;

/** Used by the layout of every page, because a technician's work orders are saved from all of them. */
export const loadMyDayCache = () => import("./my-day/cache-my-day.ts");
