import type { Page } from "@playwright/test";
import { expect, runId, test } from "./support/journey.ts";
import { openPageAs } from "./support/people.ts";
import { expectToast } from "./support/toasts.ts";

test("a landlord records a payment, waives a late fee, and reverses the payment, and the tenant sees each entry with its reason", async ({
  browser,
}) => {
  const tenant = await openPageAs(browser, "tenant2");
  const [lease] = (await (await tenant.request.get("/api/leases")).json()) as { id: number }[];
  const ledger = `/leases/${lease?.id ?? 0}?tab=ledger`;
  const page = await openPageAs(browser, "landlord");
  await page.goto(ledger);
  const dialog = page.getByRole("dialog");
  const findRow = (target: Page, text: string) =>
    target
      .getByRole("table", { name: "Ledger" })
      .getByRole("row")
      .filter({ has: target.getByText(text, { exact: true }) });
  const row = (text: string) => findRow(page, text);
  const balance = async () =>
    (await page
      .getByText("Balance", { exact: true })
      .first()
      .locator("xpath=following-sibling::dd")
      .textContent()) ?? "";
  const record = async (entry: string) => {
    await page.getByRole("button", { name: "Record..." }).click();
    await page.getByRole("menuitem", { name: entry, exact: true }).click();
  };
  const selectAction = async (text: string, action: string) => {
    await row(text).getByRole("button", { name: "Actions for" }).click();
    await page.getByRole("menuitem", { name: action }).click();
  };
  await expect(page.getByRole("button", { name: "Record..." })).toBeVisible();
  const before = await balance();

  await record("Payment");
  await dialog.getByLabel("Amount").fill("10");
  await dialog.getByLabel("Reference").fill(runId);
  await dialog.getByRole("button", { name: "Record $10.00 for" }).click();
  await expectToast(page, "Payment Recorded", "The lease ledger has been updated.");
  await expect(row(`Payment by check, ${runId}`)).toContainText("-$10.00");

  await record("Charge");
  await dialog.getByLabel("Description").fill(`Late fee ${runId}`);
  await dialog.getByLabel("Type").selectOption({ label: "Late fee" });
  await dialog.getByLabel("Amount").fill("35");
  await dialog.getByRole("button", { name: "Charge $35.00 to" }).click();
  await selectAction(`Late fee ${runId}`, "Waive");
  await expect(dialog.getByLabel("Amount")).toHaveValue("35.00");
  await dialog.getByRole("button", { name: "Waive $35.00 for" }).click();
  await expect(dialog.getByText("Please enter a reason (at least 3 characters)")).toBeVisible();
  await dialog.getByLabel("Reason").fill("It was the bank's delay.");
  await dialog.getByRole("button", { name: "Waive $35.00 for" }).click();
  await expect(row(`Waived: Late fee ${runId}`)).toContainText("-$35.00");

  await selectAction(`Payment by check, ${runId}`, "Reverse");
  await dialog.getByLabel("Reason").fill("The check bounced.");
  await expect(dialog.getByText(before, { exact: true })).toBeVisible();
  await dialog.getByRole("button", { name: "Reverse $10.00 for" }).click();
  await expect(row(`Reversed: Payment by check, ${runId}`)).toContainText("$10.00");
  expect(await balance()).toBe(before);

  await tenant.goto(ledger);
  await expect(findRow(tenant, `Reversed: Payment by check, ${runId}`)).toContainText("The check bounced.");
  await expect(findRow(tenant, `Waived: Late fee ${runId}`)).toContainText("It was the bank's delay.");
  await expect(tenant.getByText(before, { exact: true }).first()).toBeVisible();
  await expect(tenant.getByRole("button", { name: "Record..." })).toBeHidden();
});
