import type { Page } from "@playwright/test";
import { expectAccessible } from "./support/accessibility.ts";
import { expect, followLink, openBrowser, test } from "./support/journey.ts";
import { getPortalUrl } from "./support/portals.ts";
import { expectToast } from "./support/toasts.ts";

const password = "Quiet-Harbor-22";

/** Selects a CSV file with these lines, and checks it. */
async function checkFile(page: Page, kind: string, lines: readonly string[]): Promise<void> {
  await followLink(page, "/import");
  await page.getByRole("tab", { name: kind }).click();
  await page.getByLabel("CSV or XLSX file").setInputFiles({
    name: `${kind.toLowerCase()}.csv`,
    mimeType: "text/csv",
    buffer: Buffer.from(lines.join("\r\n")),
  });
  await page.getByRole("button", { name: "Check File" }).click();
  await expect(page).toHaveURL(/\/import\/\d+$/);
}

test.describe("an empty portal", () => {
  test.use({ baseURL: getPortalUrl("empty") });

  test("LOG-18 REG-20 a new portal is set up from the printed link and filled by imports, and a tenant reports a problem", async ({
    page,
    browser,
  }) => {
    test.slow();
    await page.goto("/login");
    await expect(page.getByRole("button", { name: "Sign In" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Admin", exact: true })).toHaveCount(0);
    const setupPath = process.env.E2E_SETUP_PATH ?? "";
    expect(setupPath).toContain("/register?setup=");

    await test.step("the organization and its administrator are added, and a reload keeps the step", async () => {
      await page.goto(setupPath);
      await expectAccessible(page);
      await expect(page.getByLabel("Time zone")).toHaveValue(/UTC/);
      await page.getByLabel("Organization name").fill("Castle Homes");
      await page.getByLabel("Card fee (%)").fill("2.5");
      await page.getByRole("button", { name: "Continue" }).click();
      await page.getByLabel("Full name").fill("Robin Castle");
      await page.reload();
      await expect(page.getByLabel("Full name")).toHaveValue("Robin Castle");
      await page.getByLabel("Email").fill("robin@castle.example");
      await page.getByLabel("Password", { exact: true }).fill(password);
      await expectAccessible(page);
      await page.getByRole("button", { name: "Create Account" }).click();
      await expect(page).toHaveURL("/setup");
    });

    await test.step("the used link shows a message to others, and the administrator can continue the setup", async () => {
      const other = await openBrowser(browser, { baseURL: getPortalUrl("empty") });
      await other.goto(setupPath);
      await expect(other.getByText("This link has already been used")).toBeVisible();
      await expectAccessible(other);
      await page.goto(setupPath);
      await expect(page).toHaveURL("/setup");
    });

    await test.step("the first property is added with a range of units", async () => {
      await page.getByLabel("Property name").fill("Castle Tower");
      await page.getByLabel("Property type").selectOption("multi");
      await page.getByLabel("Address").fill("1 Tower Road");
      await page.getByLabel("City").fill("Denver");
      await page.getByLabel("State").selectOption("CO");
      await expect(page.getByLabel("Time zone")).toHaveValue("Mountain Time (Denver)");
      await page.getByLabel("ZIP code").fill("80014");
      await page.getByLabel("Units", { exact: true }).fill("101-110");
      await expect(page.getByText("10 units, from 101 to 110")).toBeVisible();
      await expectAccessible(page);
      await page.getByRole("button", { name: "Save Property" }).click();
      await expect(page.getByRole("heading", { name: "Castle Homes is set up" })).toBeVisible();
      await expect(page.getByText("Castle Tower was added with 10 units")).toBeVisible();
      await expectAccessible(page);
    });

    await test.step("properties and units are imported from a template, after an attempt with errors", async () => {
      await page.getByRole("link", { name: /Import from a spreadsheet/ }).click();
      await expect(page).toHaveURL("/import");
      const template = page.waitForEvent("download");
      await page.getByRole("link", { name: "Download Template" }).click();
      expect((await template).suggestedFilename()).toBe("rent-roll.csv");

      const header = "Name,Address,City,State,ZIP,Type";
      const validLine = "Mill House,1 Mill Road,Denver,CO,80014,multi";
      await checkFile(page, "Properties", [
        header,
        validLine,
        "Hill House,2 Hill Road,Denver,Nowhere,80014,multi",
      ]);
      await expect(page.getByText("1 of 2 properties has errors. Nothing has been imported.")).toBeVisible();
      const row = page.getByRole("row").filter({ hasText: "Please select a US state, DC, or territory" });
      await expect(row.getByRole("cell").nth(0)).toContainText("3");
      await expect(row.getByRole("cell").nth(1)).toContainText("State");
      await expectAccessible(page);

      await checkFile(page, "Properties", [header, validLine]);
      await page.getByRole("button", { name: "Import 1 property" }).click();
      await expect(page.getByText("1 property imported.")).toBeVisible();
      await page.getByRole("link", { name: "Import units" }).click();
      await expect(page.getByRole("tab", { name: "Units" })).toHaveAttribute("aria-selected", "true");

      const units = Array.from({ length: 120 }, (_, index) => `Mill House,M${index + 1},office,2500.00`);
      await checkFile(page, "Units", ["Property,Unit number,Type,Rent", ...units]);
      await expect(page.getByText("All 120 units are valid.")).toBeVisible();
      await page.getByRole("button", { name: "Import 120 units" }).click();
      await expect(page.getByText("120 units imported.")).toBeVisible();
      await expectAccessible(page);
      await followLink(page, "/import");
      await expect(page.getByRole("row").filter({ hasText: "units.csv" })).toContainText("Imported");
    });

    await test.step("people are imported, and one of them registers with the link and reports a problem", async () => {
      await checkFile(page, "People", [
        "Email,Role,Property,Unit",
        "tess@tenants.example,tenant,Mill House,M7",
      ]);
      await page.getByRole("button", { name: "Import 1 person" }).click();
      await expect(page.getByText("1 person imported.")).toBeVisible();
      await followLink(page, "/outbox");
      await page.getByRole("row").filter({ hasText: "tess@tenants.example" }).getByRole("button").click();
      const email = page.getByRole("dialog");
      await email.getByRole("tab", { name: "Plain text" }).click();
      await expect(email).toContainText("/register?invitation=");
      const link = /\/register\?invitation=[\w.-]+/.exec((await email.textContent()) ?? "")?.[0] ?? "";

      const tenant = await openBrowser(browser, { baseURL: getPortalUrl("empty") });
      await tenant.goto(link);
      await tenant.getByLabel("Full name").fill("Tess Tenant");
      await tenant.getByLabel("Password", { exact: true }).fill(password);
      await tenant.getByRole("button", { name: "Create Account" }).click();
      await expect(tenant).toHaveURL("/dashboard");
      await followLink(tenant, "/work-orders/new");
      await tenant.getByLabel("Title").fill("The tap drips");
      await tenant.getByLabel("Category", { exact: true }).selectOption("Plumbing");
      await tenant.getByLabel("Location").fill("Kitchen");
      await tenant.getByLabel("Priority", { exact: true }).selectOption("high");
      await tenant.getByLabel("Description").fill("It drips day and night.");
      await tenant.getByRole("button", { name: "Submit Work Order" }).click();
      await expectToast(tenant, "Work Order Created", "Your work order has been submitted successfully.");

      await followLink(page, "/work-orders");
      await expect(page.getByRole("row").filter({ hasText: "The tap drips" })).toBeVisible();
    });
  });
});
