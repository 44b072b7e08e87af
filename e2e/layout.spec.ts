import type { Page } from "@playwright/test";
import { expect, test } from "./support/journey.ts";
import { openPageAs, people } from "./support/people.ts";
import { createWorkOrder } from "./support/work-orders.ts";

const sidebar = (page: Page) => page.getByRole("complementary", { name: "Sidebar" });
const entries = (page: Page) => page.getByRole("navigation", { name: "Main" }).getByRole("link");

test("NAV-09 NAV-10 NAV-20 NAV-21 URLs work in any letter case, with or without a trailing slash", async ({
  browser,
}) => {
  const page = await openPageAs(browser, "landlord");
  for (const path of ["/work-orders", "/Work-Orders", "/WORK-ORDERS/", "/work-orders/"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1, name: "Work Orders" })).toBeVisible();
    await expect(sidebar(page)).toBeVisible();
    await expect(page.getByRole("link", { name: "Work Orders", exact: true })).toHaveAttribute(
      "aria-current",
      "page",
    );
  }
  await page.goto("/Dashboard/");
  await expect(page.getByRole("heading", { level: 1, name: /Linda Harcourt/ })).toBeVisible();
});

test("NAV-01 NAV-02 public pages have no sidebar and no top bar", async ({ page }) => {
  for (const [path, title] of [
    ["/login", "Sign in"],
    ["/Register/", "Create New Account"],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
    await expect(sidebar(page)).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Search" })).toHaveCount(0);
  }
});

const mainPages = ["Dashboard", "Work Orders", "Documents", "Payments"];
const managementPages = [
  "Approvals",
  "Properties",
  "Add Property",
  "Add Unit",
  "Leases",
  "Companies",
  "Dispatch rules",
  "Bills",
  "Reports",
  "Import",
];
const adminPages = [
  "Manage Users",
  "Charge Posting",
  "Settings",
  "Audit log",
  "Outbox",
  "Webhooks",
  "System",
];
for (const { person, pages, role } of [
  { person: "tenant1", pages: mainPages, role: "Tenant" },
  { person: "admin", pages: [...mainPages, ...managementPages, ...adminPages], role: "Admin" },
] as const)
  test(`ROLE-01 ROLE-11 ROLE-12 ROLE-13 NAV-22 NAV-23 NAV-26 NAV-27 the sidebar shows ${person} their role, name, and pages`, async ({
    browser,
  }) => {
    const page = await openPageAs(browser, person);
    await page.goto("/work-orders");
    await expect(sidebar(page).getByText("Property Management Portal")).toBeVisible();
    await expect(entries(page)).toHaveCount(pages.length);
    for (const [index, name] of pages.entries()) await expect(entries(page).nth(index)).toContainText(name);
    const userMenu = page.getByRole("button", { name: `User menu of ${people[person].fullName}` });
    await expect(userMenu).toContainText(people[person].fullName);
    await expect(userMenu).toContainText(role);
    await expect(page.getByRole("button", { name: "Logout" })).toBeVisible();
    for (const name of pages) {
      const link = sidebar(page).getByRole("link", { name, exact: true });
      await link.click();
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(link).toHaveAttribute("aria-current", "page");
    }
  });

test("a panel stays below its button when the window is resized, as when a tablet is rotated", async ({
  browser,
}) => {
  const page = await openPageAs(browser, "landlord", { viewport: { width: 1280, height: 800 } });
  await page.goto("/work-orders");
  const button = page.getByRole("button", { name: "More filters" });
  await button.click();
  const panel = page.getByRole("dialog", { name: "More filters" });
  await expect(panel).toBeVisible();
  await page.setViewportSize({ width: 800, height: 1280 });
  await expect(sidebar(page)).toBeHidden();
  await expect
    .poll(async () => {
      const [buttonBox, panelBox] = [await button.boundingBox(), await panel.boundingBox()];
      return (panelBox?.y ?? 0) - (buttonBox?.y ?? 0) - (buttonBox?.height ?? 0);
    })
    .toBe(6);
});

test("an administrator's sidebar shows its last entry at a height of 900 px", async ({ browser }) => {
  const page = await openPageAs(browser, "admin", { viewport: { width: 1440, height: 900 } });
  await page.goto("/profile");
  await expect(entries(page).last()).toHaveText("System");
  await expect(entries(page).last()).toBeInViewport({ ratio: 1 });
});

test("at a width of 1024 px, a report with few columns shows its last column", async ({ browser }) => {
  const page = await openPageAs(browser, "landlord", { viewport: { width: 1024, height: 768 } });
  await page.goto("/reports/months");
  await expect(page.getByRole("row").nth(1)).toBeVisible();
  await expect(page.locator("thead th").last()).toBeInViewport({ ratio: 1 });
});

test("at a width of 1024 px, a report with many columns scrolls sideways and keeps its first column in view", async ({
  browser,
}) => {
  const page = await openPageAs(browser, "landlord", { viewport: { width: 1024, height: 768 } });
  await page.goto("/reports/rent-roll");
  const headers = page.locator("thead th");
  await headers.last().scrollIntoViewIfNeeded();
  await expect(headers.last()).toHaveText("Balance");
  await expect(headers.last()).toBeInViewport({ ratio: 0.99 });
  await expect(headers.first()).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1024);
});

test("the sidebar collapses to icons and stays collapsed after a reload", async ({ browser }) => {
  const page = await openPageAs(browser, "landlord");
  await page.goto("/work-orders");
  await page.getByRole("button", { name: "Collapse sidebar" }).click();
  await expect.poll(async () => (await sidebar(page).boundingBox())?.width).toBeLessThan(80);
  await page.reload();
  await expect(page.getByRole("button", { name: "Expand sidebar" })).toBeVisible();
  await page.getByRole("link", { name: "Dashboard" }).click();
  await expect(page).toHaveURL("/dashboard");
});

test("NAV-29 NAV-31 the bell updates live, and its entries open their work orders", async ({ browser }) => {
  const landlord = await openPageAs(browser, "landlord");
  const tenant = await openPageAs(browser, "tenant2");
  await tenant.goto("/dashboard");
  const { id, number } = await createWorkOrder(tenant, "Ringing");
  await expect(tenant.getByRole("heading", { level: 1 })).toBeVisible();
  const response = await landlord.request.post(`/api/work-orders/${id}/comments`, {
    data: { text: "We'll come tomorrow." },
  });
  expect(response.status()).toBe(201);
  const bell = tenant.getByRole("button", { name: /^Notifications/ });
  await expect(bell).toHaveAccessibleName(/unread/);
  await bell.click();
  const panel = tenant.getByRole("dialog", { name: "Notifications" });
  await panel.getByRole("link").filter({ hasText: number }).first().click();
  await expect(tenant).toHaveURL(`/work-orders/${id}`);
  await expect(tenant.getByRole("dialog", { name: `Work Order ${number}` })).toBeVisible();
  await tenant.keyboard.press("Escape");
  await expect(tenant).toHaveURL("/work-orders");
  await bell.click();
  await expect(panel).toBeVisible();
  await tenant.keyboard.press("Escape");
  await expect(panel).toBeHidden();
  await expect(bell).toBeFocused();
});

test("with only the keyboard, users can skip to the content, open a row's work order, and return to the row", async ({
  browser,
}) => {
  const page = await openPageAs(browser, "technician");
  const { number, title } = await createWorkOrder(page, "Keyboard row", { propertyId: 1 });
  await page.goto(`/work-orders?q=${title}`);
  const row = page.getByRole("row").filter({ hasText: title });
  await expect(row).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
  await expect(async () => {
    await page.keyboard.press("Tab");
    await expect(row).toBeFocused({ timeout: 50 });
  }).toPass();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: `Work Order ${number}` });
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(row).toBeFocused();
});

test.describe("on a small screen", () => {
  test("NAV-30 a button opens and closes the sidebar and disappears on a large screen", async ({
    browser,
  }) => {
    const page = await openPageAs(browser, "landlord", { viewport: { width: 390, height: 844 } });
    await page.goto("/dashboard");
    const toggle = page.getByRole("button", { name: "Open sidebar" });
    await expect(sidebar(page)).toBeHidden();
    await toggle.click();
    await expect(sidebar(page)).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(sidebar(page)).toBeHidden();
    await toggle.click();
    await page.getByRole("link", { name: "Work Orders", exact: true }).click();
    await expect(page).toHaveURL("/work-orders");
    await expect(sidebar(page)).toBeHidden();
    await page.setViewportSize({ width: 1280, height: 800 });
    await expect(sidebar(page)).toBeVisible();
    await expect(toggle).toBeHidden();
  });

  test("on a phone, the tabs are at the bottom in portrait and in a rail on the left in landscape", async ({
    browser,
  }) => {
    const page = await openPageAs(browser, "landlord", { viewport: { width: 390, height: 844 } });
    await page.goto("/work-orders");
    const tabs = page.getByRole("navigation", { name: "Shortcuts" });
    const topBar = page.getByRole("banner");
    await expect.poll(() => tabs.boundingBox()).toEqual({ x: 0, y: 784, width: 390, height: 60 });
    await page.setViewportSize({ width: 844, height: 390 });
    await expect.poll(() => tabs.boundingBox()).toEqual({ x: 0, y: 0, width: 56, height: 390 });
    expect(await topBar.boundingBox()).toMatchObject({ x: 56, height: 44 });
    await tabs.getByRole("link", { name: "Home" }).click();
    await expect(page).toHaveURL("/dashboard");
    // Zoomed in to 400%, a window has room for neither.
    await page.setViewportSize({ width: 320, height: 256 });
    await expect(tabs).toBeHidden();
    await expect(page.getByRole("button", { name: "Open sidebar" })).toBeVisible();
  });
});

test("robots.txt excludes search engines", async ({ page }) => {
  const response = await page.request.get("/robots.txt");
  expect(response.headers()["content-type"]).toContain("text/plain");
  expect(await response.text()).toBe("User-agent: *\nDisallow: /\n");
});

test("NAV-31 a two-digit count next to the bell fits on one line", async ({ browser }) => {
  const page = await openPageAs(browser, "landlord");
  await page.goto("/dashboard");
  const count = page
    .getByRole("button", { name: /^Notifications, \d\d\+? unread$/ })
    .locator("span[aria-hidden]");
  expect((await count.boundingBox())?.height).toBeLessThanOrEqual(18);
});
