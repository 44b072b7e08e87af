import type { Page } from "@playwright/test";
import { button, heading, press, type Screen } from "./screen.ts";

const checkout = "/checkout?amount=2500&description=November%20rent";
const field = (name: string) => (page: Page) => page.getByLabel(name, { exact: true });
const payWith = (number: string) => async (page: Page) => {
  await page.getByText("Test numbers", { exact: true }).click();
  await press(`Use ${number}`)(page);
  await press("Pay Now")(page);
};

/** Online payments, checkout, and the provider's return page. No screen completes a payment. */
export const checkoutScreens: readonly Screen[] = [
  { name: "checkout", person: "tenant1", path: checkout, ready: button("Pay Now") },
  {
    name: "checkout-bank-account",
    person: "tenant1",
    path: checkout,
    open: (page) => page.getByText("Bank account", { exact: true }).click(),
    ready: field("Account number"),
  },
  {
    name: "checkout-invalid",
    person: "tenant1",
    path: checkout,
    open: press("Pay Now"),
    ready: (page) => page.getByText(/^Enter a test card number/),
  },
  {
    name: "checkout-declined",
    person: "tenant1",
    path: checkout,
    open: payWith("4000 0000 0000 0002"),
    ready: (page) => page.locator("form").getByRole("alert"),
  },
  { name: "checkout-amount", person: "tenant1", path: "/checkout", ready: field("Amount") },
  { name: "checkout-signed-out", person: null, path: checkout, ready: button("Sign In") },
  {
    name: "payment-success-without-payment",
    person: "tenant1",
    path: "/payment-success",
    ready: heading("Payment Issue"),
  },
  {
    name: "payment-success-not-recorded",
    person: "tenant1",
    path: "/payment-success?payment_intent=pi_sandbox_unknown",
    ready: heading("Payment Issue"),
  },
];
