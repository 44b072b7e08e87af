import type { Page } from "@playwright/test";
import { announce, expect, followLink, long, test } from "./support/journey.ts";
import { signedIn } from "./support/people.ts";
import { expectError, expectToast } from "./support/toasts.ts";

const mark = `${process.pid.toString(36)}${Math.random().toString(36).slice(2, 6)}`;

const checkout = (what: string, dollars: number) =>
  `/checkout?amount=${dollars}&description=${encodeURIComponent(`${what} ${mark}`)}`;
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });
const receipt = (page: Page) => page.getByRole("region", { name: /^Receipt No\. \d+$/ });
const sum = (page: Page, name: string) =>
  page.locator("dt").filter({ hasText: name }).locator("xpath=following-sibling::dd");

async function pay(page: Page, number: string): Promise<void> {
  await button(page, `Use ${number}`).click();
  await button(page, "Pay Now").click();
}

test("a tenant pays by card on the payments page: the fee is shown before, the receipt and the history after", async ({
  browser,
}) => {
  const page = await signedIn(browser, "tenant1");
  await page.goto("/payments?tab=make-payment");
  await page.getByRole("radio", { name: /^Pay something else/ }).check();
  await page.getByLabel("Amount", { exact: true }).fill("40");
  await page.getByLabel("Description").fill(`By card ${mark}`);
  await button(page, "Continue to Payment").click();
  await expect(page.getByText("Test mode: no money moves")).toBeVisible();
  await expect(sum(page, "Card processing fee (3.5%)")).toHaveText("$1.40");
  await expect(sum(page, "Total")).toHaveText("$41.40");
  await pay(page, "4242 4242 4242 4242");
  await expectToast(page, "Payment Successful", "Your payment has been processed successfully.");
  await expectToast(page, "Receipt Sent", "A receipt has been sent to your email.");
  await expect(receipt(page).getByText("$41.40")).toBeVisible();
  await button(page, "Back to Summary").click();
  const row = page.getByRole("row").filter({ hasText: `By card ${mark}` });
  await expect(row).toContainText("$40.00");
  await expect(row).toContainText("Completed");
});

test(
  "a card that is declined or lacks funds shows why; another card then pays, once",
  long,
  async ({ browser }) => {
    const page = await signedIn(browser, "tenant1");
    await page.goto(checkout("Second try", 12));
    await pay(page, "4000 0000 0000 0002");
    await expect(page.getByRole("alert").filter({ hasText: "declined" })).toBeVisible();
    await expect(page.locator("[data-toast-viewport] > li[data-variant=destructive]")).toContainText(
      "Payment Failed",
    );
    await pay(page, "4000 0000 0000 9995");
    await expect(page.getByRole("alert").filter({ hasText: "insufficient funds" })).toBeVisible();
    await pay(page, "4242 4242 4242 4242");
    await expect(receipt(page)).toBeVisible();
    const found = await page.request.get(`/api/payments?q=${encodeURIComponent(`Second try ${mark}`)}`);
    expect(await found.json()).toHaveLength(1);
  },
);

test(
  "a card that asks for an extra step pays when the step is approved, and not when it is refused",
  long,
  async ({ browser }) => {
    const page = await signedIn(browser, "tenant1");
    await page.goto(checkout("Extra step", 13));
    const dialog = page.getByRole("dialog", { name: "Confirm this payment" });
    await pay(page, "4000 0025 0000 3155");
    await dialog.getByRole("button", { name: "Refuse" }).click();
    await expect(page.locator("form").getByRole("alert")).toBeVisible();
    await expect(button(page, "Pay Now")).toBeEnabled();
    await pay(page, "4000 0025 0000 3155");
    await dialog.getByRole("button", { name: "Approve" }).click();
    await expect(receipt(page)).toBeVisible();
  },
);

test("a bank debit costs no fee, is being processed, and is paid once it has cleared", async ({
  browser,
}) => {
  const page = await signedIn(browser, "tenant2");
  await page.goto(checkout("From the bank", 14));
  await page.getByText("Bank account", { exact: true }).click();
  await expect(sum(page, "Total")).toHaveText("$14.00");
  await pay(page, "000123456789");
  const panel = page.getByRole("status", { name: "Your bank payment is on its way" });
  await expect(panel).toContainText(`$14.00 for From the bank ${mark}`);
  await expect(panel).toContainText(
    "Payment status is unknown. Please check your account for charges. Bank payments take up to five business days; see Being processed.",
  );
  await expect(page.getByRole("alert")).toHaveCount(0);
  await expect(button(page, "Pay Now")).toHaveCount(0);
  await followLink(page, "/payments");
  const underWay = page.getByRole("region", { name: "Being processed" });
  await expect(underWay.getByText(`From the bank ${mark}`)).toBeVisible();
  const row = page.getByRole("row").filter({ hasText: `From the bank ${mark}` });
  // It clears after some seconds, and the page shows that without a reload.
  await expect(row).toContainText("Completed", { timeout: 50_000 });
  await expect(underWay.getByText(`From the bank ${mark}`)).toBeHidden();
});

test("a number that is not on the list is not sent", long, async ({ browser }) => {
  const page = await signedIn(browser, "tenant1");
  const sent: string[] = [];
  page.on("request", (request) => sent.push(request.postData() ?? ""));
  await page.goto(checkout("No test card", 15));
  await page.getByLabel("Card number").fill("4111 1111 1111 1111");
  await page.getByLabel("Expiry date").fill("12/34");
  await page.getByLabel("Security code").fill("123");
  await button(page, "Pay Now").click();
  await expect(page.getByText(/^This is not a test card/)).toBeVisible();
  expect(sent.filter((body) => body.includes("4111"))).toEqual([]);
});

test(
  "checkout asks a visitor to sign in, returns, and drops a payment that was made",
  long,
  async ({ page }) => {
    await page.goto(checkout("A visitor", 16));
    await expect(page.getByText("Please sign in to pay.")).toBeVisible();
    await button(page, "Sign In").click();
    await button(page, /^Tenant 1/).click();
    await expect(button(page, "Pay Now")).toBeVisible();
    const kept = () =>
      page.evaluate(() => JSON.parse(localStorage.getItem("paymentDetails") ?? "null") as unknown);
    expect(await kept()).toEqual({ amount: 16, description: `A visitor ${mark}`, unitId: null });
    await pay(page, "4242 4242 4242 4242");
    await expect(receipt(page)).toBeVisible();
    expect(await kept()).toBeNull();
  },
);

test(
  "the provider's return page records the payment once, and says when there is none",
  long,
  async ({ browser }) => {
    const page = await signedIn(browser, "tenant1");
    const begun = await page.request.post("/api/create-payment-intent", {
      data: { amount: 17, description: `Led back ${mark}` },
    });
    const { paymentIntentId, clientSecret } = (await begun.json()) as Record<string, string>;
    const paid = await page.request.post(`/api/sandbox/payment-intents/${paymentIntentId}/confirm`, {
      data: { clientSecret, method: "card", cardNumber: "4242424242424242", expiry: "12/34", cvc: "123" },
    });
    expect(await paid.json()).toEqual({ status: "succeeded", error: null });
    for (const time of ["first", "again"]) {
      await page.goto(
        `/payment-success?payment_intent=${paymentIntentId}&redirect_status=succeeded&time=${time}`,
      );
      await expect(page.getByRole("heading", { name: "Payment Successful" })).toBeVisible();
      await expect(receipt(page).getByText("$17.00").first()).toBeVisible();
    }
    const found = await page.request.get(`/api/payments?q=${encodeURIComponent(`Led back ${mark}`)}`);
    expect(await found.json()).toHaveLength(1);
    await button(page, "Return to Payments").click();
    await expect(page).toHaveURL(/\/payments$/);

    announce(/404/);
    await page.goto("/payment-success?payment_intent=pi_sandbox_unknown");
    await expect(page.getByRole("heading", { name: "Payment Issue" })).toBeVisible();
    await expectError(
      page,
      "Error Recording Payment",
      "Your payment may have been processed, but we couldn't record it in our system.",
    );
    await page.goto("/payment-success");
    await expectError(page, "Payment Information Missing", "We couldn't find your payment information.");
  },
);
