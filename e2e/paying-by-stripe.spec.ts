import type { Browser, Page } from "@playwright/test";
import { type StripeStandIn, startStripe } from "../test/stripe-stand-in.ts";
import { expect, followLink, openBrowser, test } from "./support/journey.ts";
import { addressOf, type RunningPortal, startPortal, stopPortal } from "./support/portals.ts";
import { type Confirmation, standInForStripe } from "./support/stripe-js.ts";
import { expectToast } from "./support/toasts.ts";

let stripe: StripeStandIn;
let portal: RunningPortal | undefined;

test.beforeAll(async () => {
  // Loading the demo data takes its time on a busy machine.
  test.setTimeout(180_000);
  stripe = await startStripe();
  portal = await startPortal("stripe", stripe.environment);
});
test.afterAll(async () => {
  if (portal !== undefined) await stopPortal(portal);
  await stripe.close();
});

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const total = (page: Page) =>
  page.locator("dt").filter({ hasText: "Total" }).locator("xpath=following-sibling::dd");

/** A tenant at the checkout, with everything that this page sends to the portal. */
async function checkout(
  browser: Browser,
  address: string,
  confirm: (id: string, confirmation: Confirmation) => unknown,
): Promise<{ page: Page; toPortal: string[] }> {
  const page = await openBrowser(browser, { baseURL: addressOf("stripe") });
  const toPortal: string[] = [];
  page.on("request", (request) => {
    if (request.url().startsWith(addressOf("stripe"))) toPortal.push(request.postData() ?? "");
  });
  await standInForStripe(page, confirm);
  await page.goto(address);
  await button(page, "Sign In").click();
  await page.getByRole("button", { name: /^Tenant 1/ }).click();
  await expect(button(page, "Pay Now")).toBeVisible();
  await expect(page.getByLabel("Stripe card number")).toBeVisible();
  return { page, toPortal };
}

test("a card is confirmed with Stripe alone; the portal asks Stripe, and credits what was received", async ({
  browser,
}) => {
  const confirmations: Confirmation[] = [];
  const { page, toPortal } = await checkout(
    browser,
    "/checkout?amount=20&description=By%20Stripe",
    (id, confirmation) => {
      confirmations.push(confirmation);
      if (confirmations.length === 1)
        return { error: { type: "card_error", message: "Your card has insufficient funds." } };
      stripe.succeed(id);
      return { paymentIntent: { status: "succeeded" } };
    },
  );
  await expect(total(page)).toHaveText("$20.70");
  await page.getByLabel("Stripe card number").fill("4242424242424242");
  await button(page, "Pay Now").click();
  await expect(page.locator("form").getByRole("alert")).toHaveText("Your card has insufficient funds.");
  await button(page, "Pay Now").click();
  await expectToast(page, "Payment Successful", "Your payment has been processed successfully.");
  const receipt = page.getByRole("region", { name: /^Receipt No\. \d+$/ });
  await expect(receipt.getByText("$20.70")).toBeVisible();

  expect(confirmations[1]).toMatchObject({
    key: stripe.environment["STRIPE_PUBLISHABLE_KEY"],
    redirect: "if_required",
    confirmParams: {
      return_url: `${addressOf("stripe")}/payment-success`,
      payment_method_data: {
        billing_details: { email: "tenant1@demo.example", address: { country: "US" } },
      },
    },
  });
  expect(toPortal.filter((body) => body.includes("4242"))).toEqual([]);
  const found = await page.request.get("/api/payments?q=By%20Stripe");
  expect(await found.json()).toMatchObject([{ amountCents: 2_000, feeCents: 70, status: "completed" }]);
});

test("a bank account costs no fee, at Stripe as well, and is under way for days", async ({ browser }) => {
  let asked = 0;
  const { page } = await checkout(browser, "/checkout?amount=21&description=By%20bank", (id) => {
    asked = stripe.objects.intent(id).amount;
    stripe.process(id);
    return { paymentIntent: { status: "processing" } };
  });
  await expect(total(page)).toHaveText("$21.74");
  await button(page, "Stripe bank account").click();
  await expect(total(page)).toHaveText("$21.00");
  await button(page, "Pay Now").click();
  await expect(page.getByRole("status", { name: "Your bank payment is on its way" })).toContainText(
    "$21.00 for By bank",
  );
  expect(asked).toBe(2_100);
  await followLink(page, "/payments");
  await expect(page.getByRole("region", { name: "Being processed" }).getByText("By bank")).toBeVisible();
});
