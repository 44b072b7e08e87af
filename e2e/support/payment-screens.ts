import type { Page } from "@playwright/test";
import { button, firstRow, heading, openFirstRow, press, type Screen } from "./screen.ts";

const continueToPayment = press("Continue to Payment");
const select = (name: RegExp) => (page: Page) => page.getByRole("radio", { name }).check();

/** Balances, payment history, and the payment form. */
export const paymentScreens: readonly Screen[] = [
  { name: "payments-tenant", person: "tenant1", path: "/payments", ready: firstRow },
  { name: "payments-landlord", person: "landlord", path: "/payments", ready: firstRow },
  { name: "payments-admin", person: "admin", path: "/payments", ready: firstRow },
  {
    name: "payments-nothing-found",
    person: "landlord",
    path: "/payments?q=unicorn&status=returned",
    ready: (page) => page.getByText("No payments match"),
  },
  {
    name: "payment-details-staff",
    person: "landlord",
    path: "/payments?status=completed",
    open: openFirstRow,
    ready: (page) => page.getByRole("button", { name: "Print Receipt" }),
  },
  {
    name: "payment-refund",
    person: "landlord",
    path: "/payments?status=completed",
    open: async (page) => {
      await openFirstRow(page);
      await press("Refund")(page);
    },
    ready: (page) => page.getByRole("dialog", { name: "Refund" }).getByLabel("Reason"),
  },
  {
    name: "payment-record",
    person: "landlord",
    path: "/payments",
    open: press("Record Payment"),
    ready: (page) => page.getByRole("dialog", { name: "Record Payment" }).getByLabel("Lease"),
  },
  {
    name: "payments-technician",
    person: "technician",
    path: "/payments",
    ready: (page) => page.getByText("No payment history available"),
  },
  {
    name: "payments-nothing-to-pay",
    person: "technician",
    path: "/payments?tab=make-payment",
    ready: (page) => page.getByText("Nothing to pay here"),
  },
  {
    name: "payment-form",
    person: "tenant1",
    path: "/payments?tab=make-payment",
    open: select(/^Pay selected charges/),
    ready: (page) => page.getByRole("group", { name: "Charges to pay" }),
  },
  {
    name: "payment-form-invalid",
    person: "landlord",
    path: "/payments?tab=make-payment",
    open: async (page) => {
      await page.getByLabel("Amount", { exact: true }).fill("0.49");
      await continueToPayment(page);
    },
    ready: (page) => page.getByText("Amount must be at least $0.50"),
  },
  {
    name: "payment-details",
    person: "tenant1",
    path: "/payments?tab=make-payment",
    open: continueToPayment,
    ready: button("Pay Now"),
  },
  {
    name: "payment-manual",
    person: "tenant1",
    path: "/payments?tab=make-payment",
    open: async (page) => {
      await continueToPayment(page);
      await select(/^Confirm Manual Payment/)(page);
      await page.getByRole("button", { name: "Submit Confirmation" }).waitFor();
    },
    ready: heading("Other ways to pay"),
  },
];
