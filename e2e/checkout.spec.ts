import type { Page } from "@playwright/test";
import { expect, followLink, runId, test } from "./support/journey.ts";
import { openPageAs } from "./support/people.ts";
import { expectToast } from "./support/toasts.ts";

const checkout = (description: string, dollars: number) =>
  `/checkout?amount=${dollars}&description=${encodeURIComponent(`${description} ${runId}`)}`;
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });
const receipt = (page: Page) => page.getByRole("region", { name: /^Receipt No\. \d+$/ });
const amount = (page: Page, name: string) =>
  page.locator("dt").filter({ hasText: name }).locator("xpath=following-sibling::dd");

async function pay(page: Page, number: string): Promise<void> {
  const use = button(page, `Use ${number}`);
  if (!(await use.isVisible())) await page.getByText("Test numbers", { exact: true }).click();
  await use.click();
  await button(page, "Pay Now").click();
}

test("a tenant paying by card sees the fee before paying, then the receipt and the history", async ({
  browser,
}) => {
  const page = await openPageAs(browser, "tenant1");
  await page.goto("/payments?tab=make-payment");
  await page.getByRole("radio", { name: /^Pay another amount/ }).check();
  await page.getByLabel("Amount", { exact: true }).fill("40");
  await page.getByLabel("Description").fill(`By card ${runId}`);
  await button(page, "Continue to Payment").click();
  await expect(page.getByText("Test mode: no money moves")).toBeVisible();
  await expect(amount(page, "Card processing fee (3.5%)")).toHaveText("$1.40");
  await expect(amount(page, "Total")).toHaveText("$41.40");
  await pay(page, "4242 4242 4242 4242");
  await expectToast(page, "Payment Successful", "Your payment has been processed successfully.");
  await expectToast(page, "Receipt Sent", "A receipt has been sent to your email.");
  await expect(receipt(page).getByText("$41.40")).toBeVisible();
  await button(page, "Back to Summary").click();
  const row = page.getByRole("row").filter({ hasText: `By card ${runId}` });
  await expect(row).toContainText("$40.00");
  await expect(row).toContainText("Completed");
});

test("declined cards show the reason, and a valid card then pays exactly once", async ({ browser }) => {
  const page = await openPageAs(browser, "tenant1");
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
  const payments = await page.request.get(`/api/payments?q=${encodeURIComponent(`Second try ${runId}`)}`);
  expect(await payments.json()).toHaveLength(1);
});

test("a bank debit has no fee, is processing at first, and completes when it clears", async ({ browser }) => {
  const page = await openPageAs(browser, "tenant2");
  await page.goto(checkout("From the bank", 14));
  await page.getByText("Bank account", { exact: true }).click();
  await expect(amount(page, "Total")).toHaveText("$14.00");
  await pay(page, "000123456789");
  const panel = page.getByRole("status", { name: "Your bank payment is processing" });
  await expect(panel).toContainText(`$14.00 for From the bank ${runId}`);
  await expect(panel).toContainText(
    "Payment status is unknown. Please check your account for charges. Bank payments take up to five business days. You'll find yours under Being processed.",
  );
  await expect(page.getByRole("alert")).toHaveCount(0);
  await expect(button(page, "Pay Now")).toHaveCount(0);
  await followLink(page, "/payments");
  const processing = page.getByRole("region", { name: "Being processed" });
  await expect(processing.getByText(`From the bank ${runId}`)).toBeVisible();
  const row = page.getByRole("row").filter({ hasText: `From the bank ${runId}` });
  // The debit clears after a few seconds, and the page shows that without a reload.
  await expect(row).toContainText("Completed", { timeout: 50_000 });
  await expect(processing.getByText(`From the bank ${runId}`)).toBeHidden();
});
