import type { Page } from "@playwright/test";
import { readFileText } from "../server/integrations/file-text/file-text.ts";
import { expect, followLink, test } from "./support/journey.ts";
import { openPageAs } from "./support/people.ts";

/** Returns the text of the printed page. */
async function print(page: Page): Promise<string> {
  const pdf = await page.pdf({ format: "Letter" });
  return (await readFileText(new Uint8Array(pdf))).replaceAll(/\s+/g, " ");
}

function expectText(text: string, { includes, excludes }: { includes: string[]; excludes: string[] }): void {
  for (const part of includes) expect(text).toContain(part);
  for (const part of excludes) expect(text).not.toContain(part);
}

test("PAY-50 only the open receipt is printed", async ({ browser }) => {
  const page = await openPageAs(browser, "tenant1");
  await page.goto("/payments");
  await page.getByRole("button", { name: /^View/ }).first().click();
  await expect(page.getByRole("dialog").getByText("Total paid")).toBeVisible();
  expectText(await print(page), {
    includes: ["Payment receipt", "Harbor Lane Coffee", "Applied to", "Base rent", "Total paid"],
    excludes: ["Payment history", "Current Balance", "Print Receipt"],
  });
});

test("WO-53 an open work order is printed without its controls or the list behind it", async ({
  browser,
}) => {
  const page = await openPageAs(browser, "landlord");
  await page.goto("/work-orders");
  await page
    .getByRole("button", { name: /^View #WO/ })
    .last()
    .click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText(/^Work order created/)).toBeVisible();
  expectText(await print(page), {
    includes: ["Work Order #WO-", "Description", "Reported", "Activity Log", "Work order created"],
    excludes: ["All Statuses", "New Work Order", "Write a comment", "Change status"],
  });
});

test("statements and reports are printed without controls and navigation", async ({ browser }) => {
  const page = await openPageAs(browser, "landlord");
  await page.goto("/leases/1/statement");
  await expect(page.getByText("Closing balance")).toBeVisible();
  expectText(await print(page), {
    includes: ["Statement of account", "Opening balance", "Closing balance"],
    excludes: ["Dashboard", "CSV"],
  });
  await followLink(page, "/reports");
  await expect(page.getByText(/^Total of \d+ leases$/)).toBeVisible();
  expectText(await print(page), {
    includes: ["Aged receivables", "Not due yet", "Balance", "Total of"],
    excludes: ["Dashboard", "Newest lease first", "Export"],
  });
  await page.goto("/reports/rent-roll");
  await expect(page.getByText(/^Total of \d+ leases$/)).toBeVisible();
  expectText(await print(page), {
    includes: ["Rent roll", "All properties", "Monthly rent", "Next rent", "lease 2,800", "Total of"],
    excludes: ["Dashboard", "Search company or unit", "Export"],
  });
});
