import type { Page } from "@playwright/test";
import { expect, test } from "./support/journey.ts";
import { signedIn } from "./support/people.ts";
import { expectToast } from "./support/toasts.ts";

const mark = `${process.pid.toString(36)}${Math.random().toString(36).slice(2, 6)}`;

test("a landlord records a payment, waives a late fee and reverses the payment; the tenant sees each entry, with its reason", async ({
  browser,
}) => {
  const tenant = await signedIn(browser, "tenant2");
  const [lease] = (await (await tenant.request.get("/api/leases")).json()) as { id: number }[];
  const ledger = `/leases/${lease?.id ?? 0}?tab=ledger`;
  const page = await signedIn(browser, "landlord");
  await page.goto(ledger);
  const dialog = page.getByRole("dialog");
  const rowOf = (on: Page, words: string) =>
    on
      .getByRole("table", { name: "Ledger" })
      .getByRole("row")
      .filter({ has: on.getByText(words, { exact: true }) });
  const row = (words: string) => rowOf(page, words);
  const balance = async () =>
    (await page
      .getByText("Balance", { exact: true })
      .first()
      .locator("xpath=following-sibling::dd")
      .textContent()) ?? "";
  const record = async (what: string) => {
    await page.getByRole("button", { name: "Record..." }).click();
    await page.getByRole("menuitem", { name: what, exact: true }).click();
  };
  const act = async (words: string, action: string) => {
    await row(words).getByRole("button", { name: "Actions for" }).click();
    await page.getByRole("menuitem", { name: action }).click();
  };
  await expect(page.getByRole("button", { name: "Record..." })).toBeVisible();
  const before = await balance();

  await record("Payment");
  await dialog.getByLabel("Amount").fill("10");
  await dialog.getByLabel("Reference").fill(mark);
  await dialog.getByRole("button", { name: "Record Payment" }).click();
  await expectToast(page, "Payment recorded", "The ledger of the lease has been updated.");
  await expect(row(`Payment by check, ${mark}`)).toContainText("-$10.00");

  await record("Charge");
  await dialog.getByLabel("What for").fill(`Late fee ${mark}`);
  await dialog.getByLabel("Kind").selectOption({ label: "Late fee" });
  await dialog.getByLabel("Amount").fill("35");
  await dialog.getByRole("button", { name: "Add Charge" }).click();
  await act(`Late fee ${mark}`, "Waive");
  await expect(dialog.getByLabel("Amount")).toHaveValue("35.00");
  await dialog.getByRole("button", { name: "Waive Charge" }).click();
  await expect(dialog.getByText("Please give the reason, in 3 characters or more")).toBeVisible();
  await dialog.getByLabel("Reason").fill("It was the bank's delay.");
  await dialog.getByRole("button", { name: "Waive Charge" }).click();
  await expect(row(`Waived: Late fee ${mark}`)).toContainText("-$35.00");

  await act(`Payment by check, ${mark}`, "Reverse");
  await dialog.getByLabel("Reason").fill("The check bounced.");
  await expect(dialog.getByText(before, { exact: true })).toBeVisible();
  await dialog.getByRole("button", { name: "Reverse Entry" }).click();
  await expect(row(`Reversed: Payment by check, ${mark}`)).toContainText("$10.00");
  expect(await balance()).toBe(before);

  await tenant.goto(ledger);
  await expect(rowOf(tenant, `Reversed: Payment by check, ${mark}`)).toContainText("The check bounced.");
  await expect(rowOf(tenant, `Waived: Late fee ${mark}`)).toContainText("It was the bank's delay.");
  await expect(tenant.getByText(before, { exact: true }).first()).toBeVisible();
  await expect(tenant.getByRole("button", { name: "Record..." })).toBeHidden();
});
