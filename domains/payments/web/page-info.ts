import { CreditCard, Landmark } from "#web/icons.ts";
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
        text: "Select payments to download their receipts as one PDF.",
        permission: "payments.record",
      },
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
  recordPayments: {
    title: "Record Several Payments",
    description:
      "Record a stack of checks or the payments of a bank file together, as one bank deposit. All are recorded or none.",
    tips: [
      { text: "Press Enter to go to the next line. The amount due is filled in when you select the tenant." },
      { text: "Paste rows from a spreadsheet. Each one gets a tenant by name, unit, or amount due." },
      { text: "Enter the total of your deposit slip to see what is left." },
    ],
    entry: {
      place: "Search",
      icon: CreditCard,
      searchWords: "checks batch several deposit slip bank receipts",
    },
  },
  bankDeposits: {
    title: "Bank Deposits",
    description: "Checks and other payments taken to the bank together. Open a bank deposit to print it.",
    entry: { place: "Search", icon: Landmark, searchWords: "checks batch deposit slip receipts" },
  },
  bankDeposit: {
    title: "Bank deposit",
    description: "The payments of one bank deposit, with their receipts and total.",
  },
});
