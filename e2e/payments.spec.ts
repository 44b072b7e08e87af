import type { Page } from "@playwright/test";
import { expect, runId, test } from "./support/journey.ts";
import { openPageAs } from "./support/people.ts";

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const tab = (page: Page, name: string) => page.getByRole("tab", { name, exact: true });

test("NAV-12 PAY-01 PAY-02 PAY-03 PAY-04 PAY-12 PAY-30 a tenant can go from the summary to the form and the payment details and back, and continue after a reload", async ({
  browser,
}) => {
  const page = await openPageAs(browser, "tenant1");
  await page.goto("/dashboard");
  await page.getByRole("link", { name: "Payments", exact: true }).click();
  await expect(page.getByRole("region", { name: "Current Balance" })).toContainText("$");
  await expect(tab(page, "Payment Details")).toHaveCount(0);

  await button(page, "Make a Payment").click();
  await button(page, "Cancel").click();
  await expect(page).toHaveURL("/payments");
  await tab(page, "Make Payment").click();
  await page.getByLabel("Amount", { exact: true }).fill("21.5");
  await page.getByLabel("Description").fill(`Rent ${runId}`);
  const created = page.waitForResponse("**/api/create-payment-intent");
  await button(page, "Continue to Payment").click();
  const { paymentIntentId } = await (await created).json();

  const information = page.getByRole("region", { name: "Payment Information" });
  await expect(information).toContainText("$21.50");
  await expect(information).toContainText(`Rent ${runId}`);
  await button(page, "Back").click();
  await expect(page.getByLabel("Amount", { exact: true })).toHaveValue("21.5");
  await tab(page, "Payment Details").click();
  await expect(information).toBeVisible();

  const resumed = page.waitForResponse("**/api/create-payment-intent");
  await page.reload();
  expect((await (await resumed).json()).paymentIntentId).toBe(paymentIntentId);
  await expect(information).toContainText("$21.50");
  await expect(tab(page, "Payment Details")).toHaveAttribute("aria-selected", "true");
});
