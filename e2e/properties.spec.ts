import path from "node:path";
import type { Page } from "@playwright/test";
import { announce, expect, followLink, long, test } from "./support/journey.ts";
import { freshlySignedIn, signedIn } from "./support/people.ts";
import { expectToast } from "./support/toasts.ts";

const photo = path.join(import.meta.dirname, "support/leaking-pipe.jpg");
let houses = 0;
/** A name that no other journey has. */
const newName = () => `Journey House ${process.pid}-${++houses}`;

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

test("NAV-13 NAV-14 NAV-15 PROP-02 PROP-03 PROP-12 PROP-13 APR-15 APR-20 AUN-12 AUN-13 AUN-19 ROLE-08 a landlord adds a property with a unit, changes both and deletes them", async ({
  browser,
}) => {
  const page = await signedIn(browser, "landlord");
  const name = newName();
  await addProperty(page, name, "multi");
  await expect(page.getByLabel("Property name")).toHaveValue("");
  await page.getByRole("link", { name: "Open the property" }).click();
  await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
  await expect(page.getByText("No units yet")).toBeVisible();

  await page.getByRole("main").getByRole("link", { name: "Add Unit" }).first().click();
  await expect(page.getByLabel("Property", { exact: true }).locator("option:checked")).toHaveText(name);
  await addUnit(page, "7B");
  await expectToast(page, "Unit Added", "The unit has been added successfully.");
  await page.getByRole("link", { name: "Open the unit" }).click();
  await expect(page.getByRole("heading", { name: "Unit 7B" })).toBeVisible();
  await expect(page.getByText("$1,250.50 a month")).toBeVisible();

  await page.getByRole("button", { name: "Edit" }).click();
  await page.getByLabel("Status").selectOption("renovation");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expectToast(page, "Unit Updated", "The unit has been updated successfully.");
  await expect(page.getByText("Under Renovation")).toBeVisible();

  await page.getByRole("link", { name, exact: true }).click();
  await expect(page.getByRole("row").filter({ hasText: "7B" })).toContainText("Under Renovation");
  await page.getByRole("button", { name: "Edit" }).click();
  await page.getByLabel("Year built").fill("1911");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expectToast(page, "Property Updated", "The property has been updated successfully.");
  await expect(page.getByText("1911")).toBeVisible();

  await followLink(page, "/properties");
  const card = page.getByRole("listitem").filter({ hasText: name });
  await expect(card).toContainText("1 unit");
  await card.getByRole("button", { name: "View Details" }).click();
  await page.getByRole("button", { name: `More for ${name}` }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expectToast(page, "Property Deleted", "The property has been deleted.");
  await expect(page).toHaveURL("/properties");
  await expect(page.getByRole("listitem").filter({ hasText: "Harborview Center" })).toBeVisible();
  await expect(page.getByText(name)).toHaveCount(0);
});

test(
  "AUN-03 AUN-19 a taken unit number is refused at the field, and a building with tenants cannot be deleted",
  long,
  async ({ browser }) => {
    announce(/status of 409/);
    const page = await signedIn(browser, "landlord");
    await page.goto("/add-unit?propertyId=1");
    await expect(page.getByLabel("Property", { exact: true })).toHaveValue("1");
    await addUnit(page, "101");
    await expect(page.getByText("Unit 101 already exists in this property.")).toBeVisible();
    await followLink(page, "/properties/1");
    await page.getByRole("button", { name: "More for Harborview Center" }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await expect(
      page.getByText(/^Harborview Center cannot be deleted: \d+ leases, \d+ work orders/),
    ).toBeVisible();
  },
);

test(
  "cells of a spreadsheet become units, a taken number is refused at its cell, and the figures of the building count them",
  long,
  async ({ browser }) => {
    announce(/status of 409/);
    const page = await signedIn(browser, "landlord", { permissions: ["clipboard-read", "clipboard-write"] });
    await addProperty(page, newName(), "multi");
    await page.getByRole("link", { name: "add its units" }).click();
    const first = page.getByLabel("Unit number, row 1");
    await first.focus();
    await page.evaluate(() =>
      navigator.clipboard.writeText("401\tOffice Space\t4\t\t1,310\t$3,400.00\n402\tretail\t4\tB\t690\n401"),
    );
    await page.keyboard.press("ControlOrMeta+v");
    await expect(page.getByLabel("Rent a month, row 1")).toHaveValue("$3,400.00");
    await page.getByRole("button", { name: "Save 3 Units" }).click();
    await expect(page.getByText("Unit 401 is listed twice.")).toBeVisible();
    await expect(page.getByLabel("Unit number, row 3")).toBeFocused();
    await page.keyboard.type("3");
    await page.getByRole("button", { name: "Save 3 Units" }).click();
    await expectToast(page, "Units Added", "3 units have been added successfully.");
    await expect(page.getByRole("row", { name: /^4013 / })).toBeVisible();
    await page.getByRole("link", { name: "Total area 2,000 sq ft 3 units" }).click();
    await expect(page.getByRole("table", { name: "Units" }).getByText("1,310 sq ft")).toBeVisible();
    await expect(page.getByRole("table", { name: "Units" }).getByRole("row")).toHaveCount(4);
  },
);

test(
  "DASH-08 a photo of a building is seen by its tenants, and the default picture when it is removed",
  long,
  async ({ browser }) => {
    const page = await signedIn(browser, "landlord");
    const name = newName();
    await addProperty(page, name, "single");
    await page.getByRole("link", { name: "Open the property" }).click();
    const picture = page.getByRole("img", { name: `Photo of ${name}` });
    await expect(page.getByRole("img", { name: "No photo yet" })).toHaveAttribute(
      "src",
      "/buildings/default.webp",
    );
    await page.getByLabel("Photo of the property").setInputFiles(photo);
    await expectToast(page, "Photo Saved", "Everybody in the building can see it now.");
    await expect(picture).toHaveAttribute("src", /^\/api\/properties\/\d+\/photo\?v=/);
    expect(
      await picture.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth > 0)),
    ).toBe(true);
    const tenant = await signedIn(browser, "tenant1");
    await tenant.goto("/dashboard");
    const own = tenant.getByRole("img", { name: "Harborview Center" });
    await expect(own).toHaveAttribute("src", /^\/api\/properties\/1\/photo\?v=/);
    expect(
      await own.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth > 0)),
    ).toBe(true);
    const others = await tenant.request.get(String(await picture.getAttribute("src")));
    expect(others.status()).toBe(404);
    await page.getByRole("button", { name: "Remove Photo" }).click();
    await expect(page.getByRole("img", { name: "No photo yet" })).toBeVisible();
  },
);

test(
  "two people change one property: both versions are shown, and nothing is lost",
  long,
  async ({ browser }) => {
    announce(/status of 409/);
    const page = await signedIn(browser, "landlord");
    const name = newName();
    await addProperty(page, name, "multi");
    await page.getByRole("link", { name: "Open the property" }).click();
    await page.getByRole("button", { name: "Edit" }).click();
    await page.getByLabel("City").fill("Olympia");
    const id = Number(new URL(page.url()).pathname.split("/").at(-1));
    const admin = await freshlySignedIn(browser, "admin");
    await admin.goto(`/properties/${id}`);
    await admin.getByRole("button", { name: "Edit" }).click();
    await admin.getByLabel("City").fill("Everett");
    await admin.getByRole("button", { name: "Save Changes" }).click();
    await expectToast(admin, "Property Updated", "The property has been updated successfully.");

    await page.getByRole("button", { name: "Save Changes" }).click();
    await expect(page.getByText(`Alex Morgan changed ${name} in the meantime.`)).toBeVisible();
    const differences = page.getByRole("table", { name: "Where both versions differ" });
    await expect(differences.getByRole("row").nth(1)).toHaveText(/City\s*Everett\s*Olympia/);
    await page.getByRole("button", { name: "Save yours" }).click();
    await expectToast(page, "Property Updated", "The property has been updated successfully.");
    await expect(page.getByText("12 Journey Lane, Olympia, WA 98402")).toBeVisible();
  },
);

test("changes by others appear on an open page without a reload", long, async ({ browser }) => {
  const page = await signedIn(browser, "landlord");
  const name = newName();
  await addProperty(page, name, "single");
  await page.getByRole("link", { name: "Open the property" }).click();
  await expect(page.getByRole("row").nth(1)).toContainText("Vacant");
  const admin = await freshlySignedIn(browser, "admin");
  await admin.goto(new URL(page.url()).pathname);
  await admin.getByRole("link", { name: "1", exact: true }).click();
  await admin.getByRole("button", { name: "Edit" }).click();
  await admin.getByLabel("Status").selectOption("reserved");
  await admin.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByRole("row").nth(1)).toContainText("Reserved");
});

test(
  "PROP-08 PROP-09 the search filters with every key, and its address opens the same list",
  long,
  async ({ browser }) => {
    const page = await signedIn(browser, "landlord");
    await page.goto("/properties");
    const cards = page.getByRole("list", { name: "Properties" }).getByRole("listitem");
    await expect(cards.filter({ hasText: "Harborview Center" })).toBeVisible();
    await page.getByLabel("Search properties").fill("canal");
    await expect(cards).toHaveCount(1);
    await expect(page).toHaveURL("/properties?q=canal");
    await page.getByRole("tab", { name: "Multi-Unit" }).click();
    await expect(page.getByText("No properties found")).toBeVisible();
    await page.reload();
    await expect(page.getByLabel("Search properties")).toHaveValue("canal");
    await expect(page.getByText("No properties found")).toBeVisible();
  },
);

test(
  "NAV-24 ROLE-12 ROLE-15 PROP-15 APR-18 AUN-16 a tenant and a technician do not have the section, and see Access Denied",
  long,
  async ({ browser }) => {
    for (const person of ["tenant1", "technician"] as const) {
      const page = await signedIn(browser, person);
      await page.goto("/dashboard");
      for (const address of ["/properties", "/add-property", "/add-unit", "/properties/1", "/units/3"]) {
        await followLink(page, address);
        await expect(page.getByRole("heading", { name: "Access Denied" }), address).toBeVisible();
      }
      await expect(page.getByRole("link", { name: "Add Property" })).toHaveCount(0);
      await page.getByRole("link", { name: "Return to Dashboard" }).click();
      await expect(page).toHaveURL(/\/(dashboard|work-orders)$/);
    }
  },
);

test("a technician names the unit of a fault, and its tenant sees the order", long, async ({ browser }) => {
  const page = await signedIn(browser, "technician");
  await page.goto("/work-orders/new");
  const title = `Valve leaks ${process.pid}`;
  await page.getByLabel("Title").fill(title);
  await page.getByLabel("Description").fill("The valve behind the counter leaks slowly.");
  await page.getByLabel("Category", { exact: true }).selectOption("Plumbing");
  await page.getByLabel("Priority").selectOption("low");
  await page.getByLabel("Building").selectOption("1");
  await page.getByLabel("Unit").selectOption({ label: "Unit 101" });
  await page.getByLabel("Location").fill("Behind the counter");
  await page.getByRole("button", { name: "Submit Work Order" }).click();
  await expectToast(page, "Work Order Created", "Your work order has been submitted successfully.");
  const tenant = await signedIn(browser, "tenant1");
  await tenant.goto(`/work-orders?q=${encodeURIComponent("Valve leaks")}`);
  await expect(tenant.getByRole("row").filter({ hasText: title })).toBeVisible();
});
