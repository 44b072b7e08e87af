import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { parse } from "csv-parse/sync";
import { expect, followLink, test } from "./support/journey.ts";
import { openPageAs } from "./support/people.ts";
import { expectToast } from "./support/toasts.ts";

// Two of these journeys change the settings everyone sees, so they run one after the other.
test.describe.configure({ mode: "serial" });

const saveChanges = (page: Page) => page.getByRole("button", { name: "Save Changes" });
const findRow = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text }).first();

/** Exports the list and returns the file's name and rows. */
async function exportCsv(page: Page): Promise<{ name: string; rows: Record<string, string>[] }> {
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: /^Export .* as CSV$/ }).click();
  const file = await download;
  const text = await readFile(await file.path(), "utf8");
  return { name: file.suggestedFilename(), rows: parse(text, { bom: true, columns: true }) };
}

test("NAV-25 NAV-28 an administrator changes the settings, which apply to everyone, and the audit log has the old and new values", async ({
  browser,
}) => {
  const page = await openPageAs(browser, "admin");
  await page.goto("/dashboard");
  const section = page.getByRole("navigation", { name: "Main" });
  await expect(section.getByRole("heading", { name: "Admin" })).toBeVisible();
  await section.getByRole("link", { name: "Settings" }).click();
  await expect(page).toHaveURL("/settings");

  const support = page.getByLabel("Support email");
  const before = await support.inputValue();
  await support.fill("desk@harbor.example");
  await page.getByLabel("Card fee").fill("3.51");
  await saveChanges(page).click();
  await expect(page.getByText("Card fee must be 0 to 3.5%, in increments of 0.01")).toBeVisible();
  await page.getByLabel("Card fee").fill("3.2");
  await expect(page.getByText("$1,032.00")).toBeVisible();
  await page.getByLabel("Utilities").fill("0.9");
  await expect(page.getByText("Total: 0.1% short")).toBeVisible();
  await page.getByLabel("CAM").fill("6.8");

  // Leaving the page by mistake loses nothing.
  await section.getByRole("link", { name: "Work Orders" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Work Orders" })).toBeVisible();
  await page.goBack();
  await expect(page.getByText("We saved your draft.")).toBeVisible();
  await saveChanges(page).click();
  await expectToast(page, "Settings Saved", "The new settings are in effect.");
  await expect(page.getByText("You have unsaved changes")).toBeHidden();

  const tenant = await openPageAs(browser, "tenant1");
  await tenant.goto("/dashboard");
  await tenant.getByRole("button", { name: "Help" }).click();
  await expect(tenant.getByRole("link", { name: "desk@harbor.example" })).toBeVisible();

  await section.getByRole("link", { name: "Audit log" }).click();
  await findRow(page, "changed the settings").getByRole("button").click();
  const details = page.getByRole("dialog", { name: "Alex Morgan" });
  await expect(details.getByRole("row").filter({ hasText: "Support email" })).toHaveText(
    `Support email${before}desk@harbor.example`,
  );
  await expect(details.getByRole("row").filter({ hasText: "Card fee" })).toHaveText("Card fee3.5%3.2%");
  await details.getByRole("button", { name: "History of this record" }).click();
  await expect(page).toHaveURL("/audit?kind=settings&id=organization");

  const { name, rows } = await exportCsv(page);
  expect(name).toMatch(/^audit-log-\d{4}-\d\d-\d\d\.csv$/);
  expect(rows[0]).toMatchObject({ Who: "Alex Morgan", What: "Changed the settings" });
  expect(rows[0]?.Changes).toContain("Card fee: 3.5% → 3.2%");

  await followLink(page, "/settings");
  await page.getByLabel("Support email").fill(before);
  await page.getByLabel("Card fee").fill("3.5");
  await page.getByLabel("Utilities").fill("1");
  await page.getByLabel("CAM").fill("6.7");
  await saveChanges(page).click();
  await expectToast(page, "Settings Saved", "The new settings are in effect.");
});

test("a landlord exports only their own work orders, with the current filters", async ({ browser }) => {
  const page = await openPageAs(browser, "landlord");
  await page.goto("/work-orders?category=Plumbing");
  await expect(page.getByRole("row").nth(1)).toBeVisible();
  const { name, rows } = await exportCsv(page);
  expect(name).toMatch(/^work-orders-\d{4}-\d\d-\d\d\.csv$/);
  expect(rows.length).toBeGreaterThan(0);
  expect(new Set(rows.map(({ Category }) => Category))).toEqual(new Set(["Plumbing"]));
  expect(rows.map(({ Property }) => Property)).not.toContain("Cascade Square");
});

for (const path of ["/settings", "/audit"])
  test(`NAV-28 ROLE-15 only administrators can open ${path}`, async ({ browser }) => {
    const page = await openPageAs(browser, "landlord");
    await page.goto(path);
    await expect(page.getByRole("heading", { name: "Access Denied" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Settings", exact: true })).toHaveCount(0);
  });

test("an administrator can add a logo, which appears on the sign-in page and in the sidebar, and remove it", async ({
  browser,
}) => {
  const page = await openPageAs(browser, "admin");
  await page.goto("/settings");
  await page.getByLabel("Organization logo").setInputFiles("e2e/support/leaking-pipe.jpg");
  await expectToast(page, "Logo Saved", "It now appears on pages, emails, and PDFs.");
  const logo = page.getByRole("complementary", { name: "Sidebar" }).locator("img");
  await expect(logo).toHaveJSProperty("complete", true);
  const signedOut = await (await browser.newContext()).newPage();
  await signedOut.goto(new URL("/login", page.url()).href);
  await expect(signedOut.locator("header img")).toHaveJSProperty("complete", true);
  expect(
    await signedOut.locator("header img").evaluate((image: HTMLImageElement) => image.naturalWidth),
  ).toBeGreaterThan(0);
  await signedOut.context().close();
  await page.getByRole("button", { name: "Remove Logo" }).click();
  await expectToast(page, "Logo Removed", "The default logo is shown instead.");
  await expect(logo).toHaveCount(0);
});
