import type { Pages } from "#web/page.ts";

export const setupPages = {
  register: {
    patterns: ["/register"],
    access: "public",
    load: () => import("./register-page.tsx"),
  },
  setup: {
    patterns: ["/setup"],
    access: "open",
    load: () => import("./setup-page.tsx"),
  },
} as const satisfies Pages;
