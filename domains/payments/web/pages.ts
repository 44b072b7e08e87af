import type { Pages } from "#web/page.ts";

export const paymentsPages = {
  payments: {
    patterns: ["/payments"],
    access: "payments.list",
    load: () => import("./payments-page.tsx"),
  },
  recordPayments: {
    patterns: ["/payments/record"],
    access: "payments.record",
    load: () => import("./bank-deposits/record-payments-page.tsx"),
  },
  bankDeposits: {
    patterns: ["/payments/bank-deposits"],
    access: "payments.record",
    load: () => import("./bank-deposits/bank-deposits-page.tsx"),
  },
  bankDeposit: {
    patterns: ["/payments/bank-deposits/:id"],
    access: "payments.record",
    load: () => import("./bank-deposits/bank-deposit-page.tsx"),
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
