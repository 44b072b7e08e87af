import type { Page } from "@playwright/test";
import { button, firstRow, heading, openFirstRow, press, type Screen } from "./screen-parts.ts";

const goOn = press("Continue to Payment");
const choose = (name: RegExp) => (page: Page) => page.getByRole("radio", { name }).check();

/** What is owed and was paid, and paying. */
export const screensOfPayments: readonly Screen[] = [
  { name: "payments-tenant", as: "tenant1", path: "/payments", ready: firstRow },
  { name: "payments-landlord", as: "landlord", path: "/payments", ready: firstRow },
  { name: "payments-admin", as: "admin", path: "/payments", ready: firstRow },
  {
    name: "payments-none-match",
    as: "landlord",
    path: "/payments?q=nobody%20has%20this&status=returned",
    ready: (page) => page.getByText("No payments match"),
  },
  {
    name: "payment-of-a-lease",
    as: "landlord",
    path: "/payments?status=completed",
    open: openFirstRow,
    ready: (page) => page.getByRole("button", { name: "Print Receipt" }),
  },
  {
    name: "payment-given-back",
    as: "landlord",
    path: "/payments?status=completed",
    open: async (page) => {
      await openFirstRow(page);
      await press("Refund")(page);
    },
    ready: (page) => page.getByRole("dialog", { name: "Refund" }).getByLabel("Reason"),
  },
  {
    name: "payment-recorded",
    as: "landlord",
    path: "/payments",
    open: press("Record Payment"),
    ready: (page) => page.getByRole("dialog", { name: "Record Payment" }).getByRole("combobox"),
  },
  {
    name: "payments-technician",
    as: "technician",
    path: "/payments",
    ready: (page) => page.getByText("No payment history available"),
  },
  {
    name: "payments-nothing-to-pay",
    as: "technician",
    path: "/payments?tab=make-payment",
    ready: (page) => page.getByText("There is nothing to pay here"),
  },
  {
    name: "payment-form",
    as: "tenant1",
    path: "/payments?tab=make-payment",
    open: choose(/^Pay selected charges/),
    ready: (page) => page.getByRole("group", { name: "Charges to pay" }),
  },
  {
    name: "payment-form-refused",
    as: "landlord",
    path: "/payments?tab=make-payment",
    open: async (page) => {
      await page.getByLabel("Amount").fill("0.49");
      await goOn(page);
    },
    ready: (page) => page.getByText("Amount must be at least $0.50"),
  },
  {
    name: "payment-details",
    as: "tenant1",
    path: "/payments?tab=make-payment",
    open: goOn,
    ready: button("Pay Now"),
  },
  {
    name: "payment-by-hand",
    as: "tenant1",
    path: "/payments?tab=make-payment",
    open: async (page) => {
      await goOn(page);
      await choose(/^Confirm Manual Payment/)(page);
      await page.getByRole("button", { name: "Submit Confirmation" }).waitFor();
    },
    ready: heading("Other ways to pay"),
  },
];
