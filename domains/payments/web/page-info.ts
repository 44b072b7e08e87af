import { CreditCard } from "#web/icons.ts";
import { describePages } from "#web/page.ts";
import { paymentsPages } from "./pages.ts";

export const paymentsPageInfo = describePages(paymentsPages, {
  payments: {
    title: "Payments",
    description: "See what's due, pay online or report a payment, and get receipts.",
    tips: [
      {
        text: "“Make Payment” shows your balance and any fees before you confirm.",
        permission: "payments.pay",
      },
      { text: "Open a payment to view, print, or save its receipt." },
      {
        text: "Record checks, cash, and transfers received outside the portal.",
        permission: "payments.record",
      },
    ],
    entry: {
      place: "Main",
      icon: CreditCard,
      searchWords: "rent balance owed due money receipts refunds history statement export",
    },
  },
});
