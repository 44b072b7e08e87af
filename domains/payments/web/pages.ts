import type { Pages } from "#web/page.ts";

export const paymentsPages = {
  payments: {
    patterns: ["/payments"],
    access: "payments.list",
    load: () => import("./payments-page.tsx"),
  },
  checkout: {
    patterns: ["/checkout"],
    access: "open",
    load: () => import("./checkout/checkout-page.tsx"),
  },
  paymentSuccess: {
    patterns: ["/payment-success"],
    access: "open",
    load: () => import("./checkout/payment-success-page.tsx"),
  },
} as const satisfies Pages;
