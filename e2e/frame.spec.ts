import type { Page } from "@playwright/test";
import { expect, long, test } from "./support/journey.ts";
import { report } from "./support/orders.ts";
import { type PersonName, people, signedIn } from "./support/people.ts";

const sidebar = (page: Page) => page.getByRole("complementary", { name: "Sidebar" });
const entries = (page: Page) => page.getByRole("navigation", { name: "Main" }).getByRole("link");

test("NAV-09 NAV-10 NAV-20 NAV-21 addresses work in any letter case and with or without a trailing slash", async ({
  browser,
}) => {
  const page = await signedIn(browser, "landlord");
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

test("NAV-01 NAV-02 the public pages have neither sidebar nor top bar", async ({ page }) => {
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

test(
  "NAV-16 NF-01 NF-02 any other address is the 404 page, inside the layout for those who are signed in",
  long,
  async ({ page, browser }) => {
    for (const path of ["/nowhere", "/work-orders/1/2/3", "/users/../nothing"]) {
      await page.goto(path);
      await expect(page.getByText("404 Page Not Found")).toBeVisible();
      await expect(sidebar(page)).toHaveCount(0);
    }
    const landlord = await signedIn(browser, "landlord");
    await landlord.goto("/nowhere");
    await expect(landlord.getByText("404 Page Not Found")).toBeVisible();
    await expect(sidebar(landlord)).toBeVisible();
    await landlord.getByRole("link", { name: "Go to the dashboard" }).click();
    await expect(landlord).toHaveURL("/dashboard");
  },
);

const everybodys = ["Dashboard", "Work Orders", "Documents", "Payments"];
const management = [
  "Approvals",
  "Properties",
  "Add Property",
  "Add Unit",
  "Leases",
  "Companies",
  "Dispatch rules",
  "Reports",
  "Import",
];
const administration = ["Manage Users", "Posting", "Settings", "Audit log", "Outbox", "Webhooks", "System"];
const offered: Record<
  Exclude<PersonName, "tenant2" | "landlord2" | "hannah">,
  { links: string[]; role: string }
> = {
  tenant1: { links: everybodys, role: "Tenant" },
  technician: { links: ["My Day", ...everybodys], role: "Maintenance Staff" },
  landlord: { links: [...everybodys, ...management], role: "Landlord" },
  admin: { links: [...everybodys, ...management, ...administration], role: "Admin" },
};
for (const [person, { links, role }] of Object.entries(offered) as [
  keyof typeof offered,
  { links: string[]; role: string },
][])
  test(
    `ROLE-01 ROLE-11 ROLE-12 ROLE-13 NAV-22 NAV-23 NAV-26 NAV-27 the sidebar of ${person} has the entries of the role, and names the signed-in user`,
    person === "tenant1" || person === "admin" ? {} : long,
    async ({ browser }) => {
      const page = await signedIn(browser, person);
      await page.goto("/work-orders");
      await expect(sidebar(page).getByText("Property Management Portal")).toBeVisible();
      await expect(entries(page)).toHaveCount(links.length);
      for (const [at, name] of links.entries()) await expect(entries(page).nth(at)).toContainText(name);
      const footer = page.getByRole("button", { name: `User menu of ${people[person].fullName}` });
      await expect(footer).toContainText(people[person].fullName.slice(0, 1));
      await expect(footer).toContainText(people[person].fullName);
      await expect(footer).toContainText(role);
      await expect(page.getByRole("button", { name: "Logout" })).toBeVisible();
      for (const name of links) {
        const link = sidebar(page).getByRole("link", { name, exact: true });
        await link.click();
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        await expect(link).toHaveAttribute("aria-current", "page");
      }
    },
  );

test("ROLE-15 a page the role does not have is denied, with a link back", long, async ({ browser }) => {
  const page = await signedIn(browser, "tenant1");
  for (const path of ["/approvals", "/outbox"]) {
    await page.goto(path);
    await expect(page.getByText("Access Denied")).toBeVisible();
  }
  await page.getByRole("link", { name: "Return to Dashboard" }).click();
  await expect(page).toHaveURL("/dashboard");
});

test("a panel stays below its button when the window changes, as when a tablet is rotated", async ({
  browser,
}) => {
  const page = await signedIn(browser, "landlord", { viewport: { width: 1280, height: 800 } });
  await page.goto("/work-orders");
  const button = page.getByRole("button", { name: "More filters" });
  await button.click();
  const panel = page.getByRole("dialog", { name: "More filters" });
  await expect(panel).toBeVisible();
  await page.setViewportSize({ width: 800, height: 1280 });
  await expect(sidebar(page)).toBeHidden();
  await expect
    .poll(async () => {
      const [from, to] = [await button.boundingBox(), await panel.boundingBox()];
      return (to?.y ?? 0) - (from?.y ?? 0) - (from?.height ?? 0);
    })
    .toBe(6);
});

test("at 900 px height the sidebar of an administrator shows its last entry", async ({ browser }) => {
  const page = await signedIn(browser, "admin", { viewport: { width: 1440, height: 900 } });
  await page.goto("/profile");
  await expect(entries(page).last()).toHaveText("System");
  await expect(entries(page).last()).toBeInViewport({ ratio: 1 });
});

for (const report of ["aged", "rent-roll", "months"])
  test(`at 1024 px the report ${report} shows its last column`, async ({ browser }) => {
    const page = await signedIn(browser, "landlord", { viewport: { width: 1024, height: 768 } });
    await page.goto(`/reports/${report}`);
    await expect(page.getByRole("row").nth(1)).toBeVisible();
    await expect(page.getByRole("columnheader").last()).toBeInViewport({ ratio: 1 });
  });

test("the sidebar collapses to icons and stays so", async ({ browser }) => {
  const page = await signedIn(browser, "landlord");
  await page.goto("/work-orders");
  await page.getByRole("button", { name: "Collapse sidebar" }).click();
  await expect.poll(async () => (await sidebar(page).boundingBox())?.width).toBeLessThan(80);
  await page.reload();
  await expect(page.getByRole("button", { name: "Expand sidebar" })).toBeVisible();
  await page.getByRole("link", { name: "Dashboard" }).click();
  await expect(page).toHaveURL("/dashboard");
});

test(
  "NAV-29 NAV-31 the search finds a work order by its words and by its number, with the keyboard alone",
  long,
  async ({ browser }) => {
    const page = await signedIn(browser, "landlord");
    const { id, number, title } = await report(page, "Findable boiler", { propertyId: 1 });
    await page.goto("/dashboard");
    for (const [key, words] of [
      ["/", title],
      ["Control+k", number],
    ] as const) {
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await page.keyboard.press(key);
      await expect(page.getByRole("combobox", { name: "Search" })).toBeFocused();
      await page.keyboard.type(words);
      await expect(page.getByRole("option").first()).toContainText(title);
      await page.keyboard.press("Enter");
      await expect(page).toHaveURL(`/work-orders/${id}`);
      await expect(page.getByRole("dialog", { name: `Work Order ${number}` })).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(page).toHaveURL("/work-orders");
    }
  },
);

test(
  "NAV-31 the search says when it finds nothing, finds pages, and closes with Escape",
  long,
  async ({ browser }) => {
    const page = await signedIn(browser, "tenant1");
    await page.goto("/work-orders");
    const search = page.getByRole("button", { name: "Search" }).first();
    await search.click();
    await page.getByRole("combobox", { name: "Search" }).fill("qwzzxvj");
    await expect(page.getByText("Nothing found for “qwzzxvj”.")).toBeVisible();
    await page.getByRole("combobox", { name: "Search" }).fill("dash");
    await page.getByRole("option", { name: "Dashboard" }).click();
    await expect(page).toHaveURL("/dashboard");
    await search.click();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("combobox", { name: "Search" })).toBeHidden();
    await expect(search).toBeFocused();
  },
);

test("NAV-29 NAV-31 the bell counts live, links to the order and marks it as read", async ({ browser }) => {
  const landlord = await signedIn(browser, "landlord");
  const tenant = await signedIn(browser, "tenant2");
  await tenant.goto("/dashboard");
  const { id, number } = await report(tenant, "Ringing");
  await expect(tenant.getByRole("heading", { level: 1 })).toBeVisible();
  const response = await landlord.request.post(`/api/work-orders/${id}/comments`, {
    data: { text: "We come tomorrow." },
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

test("NAV-29 NAV-31 the help says what the page is for, and returns the focus", long, async ({ browser }) => {
  const page = await signedIn(browser, "landlord");
  await page.goto("/approvals");
  const help = page.getByRole("button", { name: "Help" });
  await help.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Help" });
  await expect(dialog.getByRole("heading", { name: "Approvals" })).toBeVisible();
  await expect(dialog.getByRole("heading", { name: "Keyboard shortcuts" })).toBeVisible();
  await expect(dialog.getByRole("heading", { name: "Support" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(help).toBeFocused();
  await page.keyboard.press("?");
  await expect(dialog).toBeVisible();
});

test("with the keyboard alone: past the frame, to a row, into its order and back", async ({ browser }) => {
  const page = await signedIn(browser, "technician");
  const { number, title } = await report(page, "Keyboard row", { propertyId: 1 });
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
  test("NAV-30 a toggle opens and closes the sidebar; it is absent on a large one", async ({ browser }) => {
    const page = await signedIn(browser, "landlord", { viewport: { width: 390, height: 844 } });
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
});

test("a private portal is not for search engines", async ({ page }) => {
  const response = await page.request.get("/robots.txt");
  expect(response.headers()["content-type"]).toContain("text/plain");
  expect(await response.text()).toBe("User-agent: *\nDisallow: /\n");
});

test("NAV-31 a count of two digits stands on one line beside the bell", async ({ browser }) => {
  const page = await signedIn(browser, "landlord");
  await page.goto("/dashboard");
  const count = page
    .getByRole("button", { name: /^Notifications, \d\d\+? unread$/ })
    .locator("span[aria-hidden]");
  expect((await count.boundingBox())?.height).toBeLessThanOrEqual(16);
});
