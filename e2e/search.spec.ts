import { expect, followLink, long, test } from "./support/journey.ts";
import { report } from "./support/orders.ts";
import { freshlySignedIn, signedIn } from "./support/people.ts";

test(
  "NAV-29 NAV-31 with the keyboard alone: an order is found, opened, and comes first the next time; then a form, and its help",
  long,
  async ({ browser }) => {
    const page = await signedIn(browser, "landlord");
    const { id, number, title } = await report(page, "Chandelier flickers", { propertyId: 1 });
    const search = page.getByRole("combobox", { name: "Search" });
    const atDashboard = () => expect(page.getByRole("heading", { level: 1 })).toBeVisible();

    await page.goto("/dashboard");
    await atDashboard();
    await page.keyboard.press("/");
    await expect(search).toBeFocused();
    await page.keyboard.type(title.toLowerCase());
    await expect(page.getByRole("option").first()).toContainText(title);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(`/work-orders/${id}`);
    await expect(page.getByRole("dialog", { name: `Work Order ${number}` })).toBeVisible();

    await followLink(page, "/dashboard");
    await atDashboard();
    await page.keyboard.press("Control+k");
    const recent = page.getByRole("group", { name: "Recent" }).getByRole("option");
    await expect(recent.first()).toContainText(title);
    await expect(recent.first()).toHaveAttribute("aria-selected", "true");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(`/work-orders/${id}`);

    await followLink(page, "/dashboard");
    await atDashboard();
    await page.keyboard.press("/");
    await expect(search).toBeFocused();
    // Enter is pressed before the response arrives.
    await page.keyboard.type("new lease");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL("/leases/new");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.getByRole("main").focus();
    await page.keyboard.press("?");
    const help = page.getByRole("dialog", { name: "Help" });
    await expect(help.getByRole("heading", { name: "New lease" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(help).toBeHidden();
  },
);

test(
  "NAV-31 a lease by its company, the company itself, a report and the dark theme are a few letters away",
  long,
  async ({ browser }) => {
    const page = await signedIn(browser, "landlord");
    const search = page.getByRole("combobox", { name: "Search" });
    await page.goto("/leases");
    const lease = page.getByRole("table", { name: "Leases" }).getByRole("link").first();
    const company = (await lease.textContent()) ?? "";

    await page.keyboard.press("Control+k");
    await search.fill(company);
    const found = page.getByRole("group", { name: "Leases" }).getByRole("option");
    await expect(found.first()).toContainText(company);
    await found.first().click();
    await expect(page).toHaveURL(/\/leases\/\d+$/);
    await expect(page.getByRole("heading", { level: 1 })).toContainText(company);

    await page.keyboard.press("Control+k");
    await search.fill(company);
    await page.getByRole("group", { name: "Companies" }).getByRole("option").first().click();
    await expect(page).toHaveURL(/\/companies\/\d+$/);
    await expect(page.getByRole("heading", { level: 1 })).toContainText(company);

    await page.keyboard.press("Control+k");
    await search.fill("aged");
    await expect(page.getByRole("option").first()).toContainText("Aged receivables");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL("/reports/aged");
    await expect(page.getByRole("heading", { level: 1, name: "Reports" })).toBeVisible();

    await page.keyboard.press("Control+k");
    await search.fill("dark");
    await page.keyboard.press("Enter");
    await expect(page.locator("html")).toHaveClass(/dark/);
    await expect(search).toBeHidden();
  },
);

test("NAV-31 what is typed before the palette has loaded is kept", long, async ({ browser }) => {
  const page = await freshlySignedIn(browser, "landlord");
  let arrive: () => void = () => undefined;
  const typed = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route("**/assets/search-palette-*.js", async (route) => {
    await typed;
    await route.continue();
  });
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  const asked = page.waitForRequest("**/assets/search-palette-*.js");
  await page.keyboard.press("Control+k");
  await asked;
  await page.keyboard.type("new? lease!");
  await page.keyboard.press("Backspace");
  arrive();
  const search = page.getByRole("combobox", { name: "Search" });
  await expect(search).toBeFocused();
  await expect(search).toHaveValue("new? lease");
  await page.keyboard.type("s");
  await expect(search).toHaveValue("new? leases");
  await page.keyboard.press("Escape");
  await page.keyboard.press("/");
  await expect(search).toHaveValue("");
});

test("NAV-31 records opened by one person are not shown to the next one at the same machine", async ({
  browser,
}) => {
  const page = await freshlySignedIn(browser, "landlord");
  await page.goto("/properties/1");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.keyboard.press("/");
  await expect(page.getByRole("group", { name: "Recent" }).getByRole("option")).toHaveCount(1);
  await page.keyboard.type("sign out");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/login");
  expect(await page.evaluate(() => localStorage.getItem("recent"))).toBeNull();
});
