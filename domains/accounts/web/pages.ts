import type { Pages } from "#web/page.ts";

export const accountsPages = {
  login: {
    patterns: ["/login"],
    access: "public",
    load: () => import("./sign-in/login-page.tsx"),
  },
  workAccount: {
    patterns: ["/work-account"],
    access: "open",
    load: () => import("./sign-in/work-account-page.tsx"),
  },
  confirmAddress: {
    patterns: ["/confirm-address"],
    access: "open",
    load: () => import("./sign-in/confirm-address-page.tsx"),
  },
  forgotPassword: {
    patterns: ["/forgot-password"],
    access: "open",
    load: () => import("./passwords/forgot-password-page.tsx"),
  },
  verifyOtp: {
    patterns: ["/verify-otp.*"],
    access: "open",
    load: () => import("./sign-in/verify-otp-page.tsx"),
  },
  resetPassword: {
    patterns: ["/reset-password.*"],
    access: "open",
    load: () => import("./passwords/reset-password-page.tsx"),
  },
  directLogin: {
    patterns: ["/direct-login"],
    access: "open",
    load: () => import("./sign-in/direct-login-page.tsx"),
  },
} as const satisfies Pages;
