import type { Page } from "@playwright/test";
import { button, heading, press, type Screen } from "./screen-parts.ts";

const checkout = "/checkout?amount=2500&description=November%20rent";
const field = (name: string) => (page: Page) => page.getByLabel(name, { exact: true });
const payWith = (number: string) => async (page: Page) => {
  await press(`Use ${number}`)(page);
  await press("Pay Now")(page);
};

/** Paying online, checkout, and the provider's return page. None of them pays. */
export const screensOfPaying: readonly Screen[] = [
  { name: "paying-checkout", as: "tenant1", path: checkout, ready: button("Pay Now") },
  {
    name: "paying-by-bank",
    as: "tenant1",
    path: checkout,
    open: (page) => page.getByText("Bank account", { exact: true }).click(),
    ready: field("Account number"),
  },
  {
    name: "paying-refused",
    as: "tenant1",
    path: checkout,
    open: press("Pay Now"),
    ready: (page) => page.getByText(/^This is not a test card/),
  },
  {
    name: "paying-declined",
    as: "tenant1",
    path: checkout,
    open: payWith("4000 0000 0000 0002"),
    ready: (page) => page.locator("form").getByRole("alert"),
  },
  { name: "paying-amount-asked", as: "tenant1", path: "/checkout", ready: field("Amount") },
  { name: "paying-signed-out", as: null, path: checkout, ready: button("Sign In") },
  {
    name: "paying-nothing-named",
    as: "tenant1",
    path: "/payment-success",
    ready: heading("Payment Issue"),
  },
  {
    name: "paying-not-recorded",
    as: "tenant1",
    path: "/payment-success?payment_intent=pi_sandbox_unknown",
    ready: heading("Payment Issue"),
  },
];
