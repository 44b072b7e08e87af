import type { Page } from "@playwright/test";
import { expect, followLink, runId, test } from "./support/journey.ts";
import { openPageAs } from "./support/people.ts";
import { expectToast } from "./support/toasts.ts";

async function addProperty(page: Page, name: string, type: "single" | "multi"): Promise<void> {
  await page.goto("/add-property");
  await page.getByLabel("Property name").fill(name);
  await page.getByLabel("Property type").selectOption(type);
  await page.getByLabel("Address").fill("12 Journey Lane");
  await page.getByLabel("City").fill("Tacoma");
  await page.getByLabel("State").selectOption("WA");
  await page.getByLabel("ZIP code").fill("98402");
  await page.getByRole("button", { name: "Save Property" }).click();
  await expectToast(page, "Property Added", "The property has been added successfully.");
}

async function addUnit(page: Page, number: string): Promise<void> {
  await page.getByLabel("Unit number").fill(number);
  await page.getByLabel("Unit type").selectOption("office");
  await page.getByLabel("Rent").fill("1250.50");
  await page.getByRole("button", { name: "Save Unit" }).click();
}

test("NAV-13 NAV-14 NAV-15 PROP-02 PROP-03 PROP-12 PROP-13 APR-15 APR-20 AUN-12 AUN-13 AUN-19 ROLE-08 a landlord adds a property with a unit, edits both, and deletes them", async ({
  browser,
}) => {
  const page = await openPageAs(browser, "landlord");
  const name = `Journey House ${runId}`;
  await addProperty(page, name, "multi");
  await expect(page.getByLabel("Property name")).toHaveValue("");
  await page.getByRole("link", { name: "Open the property" }).click();
  await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
  // Readable on the photo, which is dark in both themes.
  await expect(page.getByRole("heading", { level: 1 }).locator("+ div")).toHaveCSS(
    "color",
    "rgb(255, 255, 255)",
  );
  await expect(page.getByText("No units yet", { exact: true })).toBeVisible();

  await page.getByRole("main").getByRole("link", { name: "Add Unit" }).first().click();
  await expect(page.getByLabel("Property", { exact: true }).locator("option:checked")).toHaveText(name);
  await addUnit(page, "7B");
  await expectToast(page, "Unit Added", "The unit has been added successfully.");
  await page.getByRole("link", { name: "Open the unit" }).click();
  await expect(page.getByRole("heading", { name: "Unit 7B" })).toBeVisible();
  await expect(page.getByText("$1,250.50 per month")).toBeVisible();

  await page.getByRole("button", { name: "Edit" }).click();
  await page.getByLabel("Status").selectOption("renovation");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expectToast(page, "Unit Updated", "The unit has been updated successfully.");
  await expect(page.getByText("Under Renovation")).toBeVisible();

  await page.getByRole("link", { name, exact: true }).click();
  await expect(page.getByRole("row").filter({ hasText: "7B" }).last()).toContainText("Under Renovation");
  await page.getByRole("button", { name: "Edit" }).click();
  await page.getByLabel("Year built").fill("1911");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expectToast(page, "Property Updated", "The property has been updated successfully.");
  await expect(page.getByText("1911")).toBeVisible();

  await followLink(page, "/properties");
  const card = page.getByRole("listitem").filter({ hasText: name });
  await expect(card).toContainText("1 unit");
  await card.getByRole("button", { name: "View Details" }).click();
  await page.getByRole("button", { name: `More actions for ${name}` }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expectToast(page, "Property Deleted", "The property has been deleted.");
  await expect(page).toHaveURL("/properties");
  await expect(page.getByRole("listitem").filter({ hasText: "Harborview Center" })).toBeVisible();
  await expect(page.getByText(name)).toHaveCount(0);
});
