import type { Page } from "@playwright/test";
import { expect, runId, test } from "./support/journey.ts";
import { openPageAs } from "./support/people.ts";

test("a landlord records ten checks as one bank deposit using only the keyboard and opens a receipt and the deposit", async ({
  browser,
}) => {
  // Thirty fields are filled in by keyboard.
  test.slow();
  const page = await openPageAs(browser, "landlord");
  const companies = await findCompanies(page);
  await page.goto("/payments");
  await page.getByRole("link", { name: "Record Several" }).click();
  await page.getByLabel("Deposit slip").fill("145");
  await page.getByLabel("Tenant, line 1").click();
  for (let line = 1; line <= 10; line += 1) {
    const tenant = page.getByLabel(`Tenant, line ${line}`, { exact: true });
    await expect(tenant).toBeFocused();
    const company = companies[line % companies.length] ?? "";
    await page.keyboard.type(company);
    await expect(page.getByRole("listbox").getByRole("option").first()).toContainText(company);
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.type(`${9 + line}`);
    await page.keyboard.press("Tab");
    await page.keyboard.type(`${runId}-${line}`);
    await page.keyboard.press("Enter");
  }
  await expect(page.getByText("$145.00 of $145.00")).toBeVisible();
  await page.getByRole("button", { name: "Record 10 Payments, $145.00" }).click();
  await expect(page.getByRole("heading", { name: "10 payments recorded, $145.00" })).toBeVisible();
  await page
    .getByRole("link", { name: /^Receipt \d+$/ })
    .first()
    .click();
  await expect(page.getByRole("dialog", { name: "Payment" })).toContainText(`${runId}-1`);
  await page
    .getByRole("dialog")
    .getByRole("link", { name: /^bank deposit of/ })
    .click();
  const table = page.getByRole("table", { name: "Payments of this bank deposit" });
  await expect(table.getByRole("row")).toHaveCount(12);
  await expect(table.getByRole("row").last()).toContainText("$145.00");
});

/** The companies with active leases at the landlord's properties. */
async function findCompanies(page: Page): Promise<string[]> {
  const response = await page.request.get("/api/leases?state=current&limit=50");
  const leases = (await response.json()) as { company: { name: string } }[];
  return [...new Set(leases.map(({ company }) => company.name))];
}
