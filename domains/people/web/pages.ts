import type { Pages } from "#web/page.ts";

export const peoplePages = {
  approvals: {
    patterns: ["/approvals"],
    access: "people.approve",
    load: () => import("./approvals/approvals-page.tsx"),
  },
  users: {
    patterns: ["/users/:id?"],
    access: "people.edit",
    load: () => import("./directory/users-page.tsx"),
  },
  profile: {
    patterns: ["/profile"],
    access: "profile.read",
    load: () => import("./profile/profile-page.tsx"),
  },
} as const satisfies Pages;
