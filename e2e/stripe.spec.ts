import type { Browser, Page } from "@playwright/test";
import { type FakeStripe, startFakeStripe } from "#test/fakes/fake-stripe.ts";
import { type Confirmation, fakeStripe } from "./support/fake-stripe.ts";
import { expect, followLink, openBrowser, test } from "./support/journey.ts";
import { getPortalUrl, type RunningPortal, startPortal, stopPortal } from "./support/portals.ts";
import { expectToast } from "./support/toasts.ts";

let stripe: FakeStripe;
let portal: RunningPortal | undefined;

test.beforeAll(async () => {
  // The demo data takes a while to load on a busy machine.
  test.setTimeout(180_000);
  stripe = await startFakeStripe();
  portal = await startPortal("stripe", stripe.environment);
});
test.afterAll(async () => {
  if (portal !== undefined) await stopPortal(portal);
  await stripe.close();
});

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const total = (page: Page) =>
  page.locator("dt").filter({ hasText: "Total" }).locator("xpath=following-sibling::dd");

/** Opens checkout as a tenant. Also returns everything the page sends to the portal. */
async function openCheckout(
  browser: Browser,
  path: string,
  confirm: (id: string, confirmation: Confirmation) => unknown,
): Promise<{ page: Page; portalRequests: string[] }> {
  const page = await openBrowser(browser, { baseURL: getPortalUrl("stripe") });
  const portalRequests: string[] = [];
  page.on("request", (request) => {
    if (request.url().startsWith(getPortalUrl("stripe"))) portalRequests.push(request.postData() ?? "");
  });
  await fakeStripe(page, confirm);
  await page.goto(path);
  await button(page, "Sign In").click();
  await page.getByRole("button", { name: /^Tenant 1/ }).click();
  await expect(button(page, "Pay Now")).toBeVisible();
  await expect(page.getByLabel("Stripe card number")).toBeVisible();
  return { page, portalRequests };
}

test("a card number goes only to Stripe, and the portal credits the amount Stripe received", async ({
  browser,
}) => {
  const confirmations: Confirmation[] = [];
  const { page, portalRequests } = await openCheckout(
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
      return_url: `${getPortalUrl("stripe")}/payment-success`,
      payment_method_data: {
        billing_details: { email: "tenant1@demo.example", address: { country: "US" } },
      },
    },
  });
  expect(portalRequests.filter((body) => body.includes("4242"))).toEqual([]);
  const payments = await page.request.get("/api/payments?q=By%20Stripe");
  expect(await payments.json()).toMatchObject([{ amountCents: 2_000, feeCents: 70, status: "completed" }]);
});

test("a bank payment through Stripe has no fee and is processing at first", async ({ browser }) => {
  let requestedAmount = 0;
  const { page } = await openCheckout(browser, "/checkout?amount=21&description=By%20bank", (id) => {
    requestedAmount = stripe.objects.getIntent(id).amount;
    stripe.process(id);
    return { paymentIntent: { status: "processing" } };
  });
  await expect(total(page)).toHaveText("$21.74");
  await button(page, "Stripe bank account").click();
  await expect(total(page)).toHaveText("$21.00");
  await button(page, "Pay Now").click();
  await expect(page.getByRole("status", { name: "Your bank payment is processing" })).toContainText(
    "$21.00 for By bank",
  );
  expect(requestedAmount).toBe(2_100);
  await followLink(page, "/payments");
  await expect(page.getByRole("region", { name: "Being processed" }).getByText("By bank")).toBeVisible();
});
