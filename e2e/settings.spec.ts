import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { parse } from "csv-parse/sync";
import { announce, expect, followLink, long, test } from "./support/journey.ts";
import { freshlySignedIn, signedIn } from "./support/people.ts";
import { expectToast } from "./support/toasts.ts";

// Both tests change what everybody sees, so they run one after the other.
test.describe.configure({ mode: "serial" });

const saveChanges = (page: Page) => page.getByRole("button", { name: "Save Changes" });
const entry = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text }).first();

/** The rows of the exported file. */
async function exported(page: Page): Promise<{ name: string; rows: Record<string, string>[] }> {
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: /^Export .* as CSV$/ }).click();
  const file = await download;
  const text = await readFile(await file.path(), "utf8");
  return { name: file.suggestedFilename(), rows: parse(text, { bom: true, columns: true }) };
}

test("NAV-25 NAV-28 an administrator changes the settings; they apply for everybody, and the audit log has old and new values", async ({
  browser,
}) => {
  const page = await signedIn(browser, "admin");
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
  await expect(page.getByText("The card fee is from 0 to 3.5%, in steps of 0.01")).toBeVisible();
  await page.getByLabel("Card fee").fill("3.2");
  await expect(page.getByText("$1,032.00")).toBeVisible();
  await page.getByLabel("Utilities").fill("0.9");
  await expect(page.getByText("Total: 0.1% is missing")).toBeVisible();
  await page.getByLabel("Common areas").fill("6.8");

  // Leaving by mistake loses nothing.
  await section.getByRole("link", { name: "Work Orders" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Work Orders" })).toBeVisible();
  await page.goBack();
  await expect(page.getByText("What you typed before was kept.")).toBeVisible();
  await saveChanges(page).click();
  await expectToast(page, "Settings Saved", "The new settings are in effect.");
  await expect(page.getByText("You have unsaved changes")).toBeHidden();

  const tenant = await signedIn(browser, "tenant1");
  await tenant.goto("/dashboard");
  await tenant.getByRole("button", { name: "Help" }).click();
  await expect(tenant.getByRole("link", { name: "desk@harbor.example" })).toBeVisible();

  await section.getByRole("link", { name: "Audit log" }).click();
  await entry(page, "changed the settings").getByRole("button").click();
  const details = page.getByRole("dialog", { name: "Alex Morgan" });
  await expect(details.getByRole("row").filter({ hasText: "Support email" })).toHaveText(
    `Support email${before}desk@harbor.example`,
  );
  await expect(details.getByRole("row").filter({ hasText: "Card fee" })).toHaveText("Card fee3.5%3.2%");
  await details.getByRole("button", { name: "History of this record" }).click();
  await expect(page).toHaveURL("/audit?kind=settings&id=organisation");

  const { name, rows } = await exported(page);
  expect(name).toMatch(/^audit-log-\d{4}-\d\d-\d\d\.csv$/);
  expect(rows[0]).toMatchObject({ Who: "Alex Morgan", What: "Changed the settings" });
  expect(rows[0]?.Changes).toContain("Card fee: 3.5% → 3.2%");

  await followLink(page, "/settings");
  await page.getByLabel("Support email").fill(before);
  await page.getByLabel("Card fee").fill("3.5");
  await page.getByLabel("Utilities").fill("1");
  await page.getByLabel("Common areas").fill("6.7");
  await saveChanges(page).click();
  await expectToast(page, "Settings Saved", "The new settings are in effect.");
});

test(
  "two administrators change the settings at once: the second sees both versions and keeps their own change",
  long,
  async ({ browser }) => {
    announce(/status of 409/);
    const first = await signedIn(browser, "admin");
    const second = await freshlySignedIn(browser, "admin");
    await first.goto("/settings");
    await second.goto("/settings");
    await first.getByLabel("City").fill("Tacoma");
    await second.getByLabel("City").fill("Everett");
    await saveChanges(first).click();
    await expectToast(first, "Settings Saved", "The new settings are in effect.");
    await saveChanges(second).click();
    await expect(second.getByText("Alex Morgan changed the settings in the meantime.")).toBeVisible();
    await expect(second.getByRole("row").filter({ hasText: "City" })).toHaveText("CityTacomaEverett");
    await second.getByRole("button", { name: "Save yours" }).click();
    await expectToast(second, "Settings Saved", "The new settings are in effect.");
    await first.reload();
    await expect(first.getByLabel("City")).toHaveValue("Everett");
  },
);

test(
  "the time zone of a building is found by typing, and the units of a building are offered or not",
  long,
  async ({ browser }) => {
    const page = await signedIn(browser, "admin");
    await page.goto("/settings");
    await page.getByRole("button", { name: "Change Cascade Square" }).click();
    const dialog = page.getByRole("dialog", { name: "Settings of Cascade Square" });
    await dialog.getByLabel("Time zone").fill("denver");
    await dialog.getByLabel("Time zone").press("Enter");
    await expect(dialog.getByLabel("Time zone")).toHaveValue("Denver, America");
    await dialog.getByLabel("Its own card fee").check();
    await dialog.getByLabel("Card fee in percent").fill("0");
    await saveChanges(page).last().click();
    await expect(dialog).toBeHidden();
    const row = page.getByRole("row").filter({ hasText: "Cascade Square" });
    await expect(row).toContainText("America/Denver");
    await expect(row).toContainText("0.0%");
    await row.getByRole("button").click();
    await dialog.getByLabel("Its own card fee").uncheck();
    await dialog.getByLabel("Time zone").fill("los angeles");
    await page.getByRole("option", { name: /^Los Angeles/ }).click();
    await saveChanges(page).last().click();
    await expect(row).toContainText("As the organization");
  },
);

test("a landlord exports their own work orders with the filters on the screen, and no others", async ({
  browser,
}) => {
  const page = await signedIn(browser, "landlord");
  await page.goto("/work-orders?category=Plumbing");
  await expect(page.getByRole("row").nth(1)).toBeVisible();
  const { name, rows } = await exported(page);
  expect(name).toMatch(/^work-orders-\d{4}-\d\d-\d\d\.csv$/);
  expect(rows.length).toBeGreaterThan(0);
  expect(new Set(rows.map(({ Category }) => Category))).toEqual(new Set(["Plumbing"]));
  expect(rows.map(({ Building }) => Building)).not.toContain("Cascade Square");
});

for (const path of ["/settings", "/audit"])
  test(`NAV-28 ROLE-15 ${path} is for administrators only`, async ({ browser }) => {
    const page = await signedIn(browser, "landlord");
    await page.goto(path);
    await expect(page.getByRole("heading", { name: "Access Denied" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Settings", exact: true })).toHaveCount(0);
  });

test("an administrator sets the logo, which stands on the page to sign in and in the sidebar, and removes it", async ({
  browser,
}) => {
  const page = await signedIn(browser, "admin");
  await page.goto("/settings");
  await page.getByLabel("Logo of the organization").setInputFiles("e2e/support/leaking-pipe.jpg");
  await expectToast(page, "Logo Saved", "Pages, emails and PDFs show it from now on.");
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
  await expectToast(page, "Logo Removed", "The portal's own logo is shown instead.");
  await expect(logo).toHaveCount(0);
});
