import type { Browser, BrowserContext, Page } from "@playwright/test";
import { isTorture } from "../../test/torture.ts";
import { checkoutScreens } from "./checkout-screens.ts";
import { developerScreens, webhookScreens } from "./developer-screens.ts";
import { dispatchScreens } from "./dispatch-screens.ts";
import { documentScreens } from "./document-screens.ts";
import { expenseScreens } from "./expense-screens.ts";
import { followLink, watchConsole } from "./journey.ts";
import { leaseScreens } from "./lease-screens.ts";
import { paymentScreens } from "./payment-screens.ts";
import { openContextAs, type PersonName } from "./people.ts";
import { getPortalUrl } from "./portals.ts";
import { propertyScreens } from "./property-screens.ts";
import { button, dialog, firstRow, heading, openFirstRow, press, type Screen } from "./screen.ts";
import { signInScreens } from "./sign-in-screens.ts";
import { twoFactorScreens } from "./two-factor-screens.ts";
import { workOrderScreens } from "./work-order-screens.ts";

const dashboard = (name: string, person: PersonName, last = "Open work orders by age"): Screen => ({
  name,
  person,
  path: "/dashboard",
  ready: heading(last),
});

const checkFile = (content: string) => async (page: Page) => {
  const file = { name: "units.csv", mimeType: "text/csv", buffer: Buffer.from(content) };
  await page.getByLabel("CSV or XLSX file").setInputFiles(file);
  await button("Check File")(page).click();
};

/** Every screen of the portal. */
export const screens: readonly Screen[] = [
  { name: "login", person: null, path: "/login", ready: button("Landlord") },
  { name: "register", person: null, path: "/register", ready: button("Create Account") },
  {
    name: "confirm-address",
    person: null,
    path: "/confirm-address?token=x",
    ready: button("Confirm Address"),
  },
  ...signInScreens,
  { name: "not-found-signed-out", person: null, path: "/nowhere", ready: heading("404 Page Not Found") },
  dashboard("dashboard-tenant", "tenant1", "Recent Work Orders"),
  dashboard("dashboard-technician", "technician"),
  dashboard("dashboard-landlord", "landlord"),
  dashboard("dashboard-admin", "admin"),
  { name: "my-day", person: "technician", path: "/my-day", ready: heading("My Day") },
  {
    name: "my-day-work-order",
    person: "technician",
    path: "/my-day",
    open: async (page) =>
      page.getByRole("main").getByRole("heading", { level: 3 }).getByRole("link").first().click(),
    ready: (page) => page.getByRole("dialog").getByRole("heading", { name: "Activity Log" }),
  },
  ...workOrderScreens,
  ...dispatchScreens,
  ...documentScreens,
  ...leaseScreens,
  ...paymentScreens,
  ...checkoutScreens,
  ...twoFactorScreens,
  ...developerScreens,
  ...webhookScreens,
  ...propertyScreens,
  ...expenseScreens,
  { name: "approvals", person: "landlord", path: "/approvals", ready: button(/^Approve /) },
  { name: "decline", person: "landlord", path: "/approvals", open: press(/^Decline /), ready: dialog },
  { name: "users", person: "admin", path: "/users", ready: firstRow },
  {
    name: "users-nothing-found",
    person: "admin",
    path: "/users?q=unicorn",
    ready: (page) => page.getByText("No people found"),
  },
  {
    name: "users-row-menu",
    person: "admin",
    path: "/users?role=maintenance",
    open: press(/^Actions for /),
    ready: (page) => page.getByRole("menu"),
  },
  {
    name: "user-edit",
    person: "admin",
    path: "/users/4",
    ready: (page) => page.getByLabel("Harborview Center"),
  },
  {
    name: "user-disable",
    person: "admin",
    path: "/users?role=maintenance&state=active",
    open: async (page) => {
      await press(/^Actions for /)(page);
      await page.getByRole("menuitem", { name: "Disable" }).click();
    },
    ready: dialog,
  },
  {
    name: "invite",
    person: "admin",
    path: "/users",
    open: press("Invite"),
    ready: button("Send Invitation"),
  },
  {
    name: "invitations",
    person: "admin",
    path: "/users?tab=invitations",
    ready: (page) => firstRow(page).or(page.getByText("No invitations found")),
  },
  { name: "profile", person: "tenant1", path: "/profile", ready: (page) => page.getByText("This device") },
  {
    name: "invitation-invalid",
    person: null,
    path: "/register?invitation=x",
    ready: (page) => page.getByText(/This invitation link isn't valid/),
  },
  {
    name: "access-denied",
    person: "tenant1",
    path: "/approvals",
    ready: (page) => page.getByText("Access Denied"),
  },
  { name: "import", person: "admin", path: "/import", ready: heading("Recent imports") },
  {
    name: "import-errors",
    person: "admin",
    path: "/import?kind=units",
    open: checkFile("Property,Unit number,Type\nNo House,1,office\nHarborview Center,101,castle\n"),
    ready: heading("Errors"),
  },
  {
    name: "import-ready",
    person: "landlord",
    path: "/import?kind=units",
    open: checkFile("Property,Unit number,Type,Rent\nHarborview Center,901,office,2500\n"),
    ready: button("Import 1 unit"),
  },
  { name: "reports-aged", person: "landlord", path: "/reports/aged", ready: firstRow },
  { name: "reports-aged-overdue", person: "admin", path: "/reports/aged?overdue=yes", ready: firstRow },
  { name: "reports-rent-roll", person: "landlord", path: "/reports/rent-roll", ready: firstRow },
  { name: "reports-months", person: "landlord", path: "/reports/months", ready: firstRow },
  {
    name: "reports-nothing-found",
    person: "landlord",
    path: "/reports/aged?q=unicorn",
    ready: button("Clear filters"),
  },
  {
    name: "saved-reports",
    person: "landlord",
    path: "/reports/saved",
    ready: button("Actions for Overdue at the end of last month"),
  },
  {
    name: "saved-report-schedule",
    person: "landlord",
    path: "/reports/saved",
    open: async (page) => {
      await button("Actions for Overdue at the end of last month")(page).click();
      await page.getByRole("menuitem", { name: "Schedule..." }).click();
    },
    ready: dialog,
  },
  { name: "posting", person: "admin", path: "/posting", ready: button("Post now") },
  {
    name: "settings",
    person: "admin",
    path: "/settings",
    ready: (page) => page.getByRole("navigation", { name: "Settings" }),
  },
  {
    name: "settings-unsaved",
    person: "admin",
    path: "/settings#organization",
    open: async (page) => {
      await page.getByLabel("Organization name").fill("Harbor Portal");
      await page.getByLabel("Time zone").first().click();
    },
    ready: (page) => page.getByRole("listbox"),
  },
  {
    name: "settings-building",
    person: "admin",
    path: "/settings#properties",
    open: press(/Harborview Center/),
    ready: dialog,
  },
  { name: "audit", person: "admin", path: "/audit", ready: firstRow },
  {
    name: "audit-filters",
    person: "admin",
    path: "/audit",
    open: press(/^(More filters|Filters)/),
    ready: (page) => page.getByLabel("Done by"),
  },
  { name: "audit-entry", person: "admin", path: "/audit", open: openFirstRow, ready: dialog },
  {
    name: "audit-nothing-found",
    person: "admin",
    path: "/audit?q=unicorn",
    ready: (page) => page.getByText("No entries found"),
  },
  { name: "outbox", person: "admin", path: "/outbox", ready: heading("Outbox") },
  { name: "system", person: "admin", path: "/system", ready: heading("Instances") },
  { name: "not-found", person: "landlord", path: "/nowhere", ready: heading("404 Page Not Found") },
  {
    name: "search",
    person: "landlord",
    path: "/dashboard",
    open: async (page) => {
      await button("Search")(page).click();
      await page.getByRole("combobox", { name: "Search" }).fill("leak");
    },
    ready: (page) => page.getByRole("option", { name: /leak/i }).first(),
  },
  {
    name: "search-recent",
    person: "landlord",
    path: "/properties/1",
    open: press("Search"),
    ready: (page) => page.getByRole("group", { name: "Recent" }).getByRole("option").first(),
  },
  {
    name: "search-results",
    person: "landlord",
    path: "/dashboard",
    open: async (page) => {
      await button("Search")(page).click();
      await page.getByRole("combobox", { name: "Search" }).fill("elevator");
    },
    ready: (page) => page.getByRole("group", { name: "Work orders" }).getByRole("option").first(),
  },
  {
    name: "notifications",
    person: "landlord",
    path: "/dashboard",
    open: press(/^Notifications/),
    ready: (page) => page.getByRole("dialog", { name: "Notifications" }).getByRole("listitem").first(),
  },
  {
    name: "notifications-all",
    person: "landlord",
    path: "/notifications",
    ready: (page) => page.getByRole("main").getByRole("listitem").first(),
  },
  {
    name: "notifications-unread-none",
    person: "hannah",
    path: "/notifications?show=unread",
    prepare: async (page) => {
      await page.request.post("/api/notifications/read", { data: { upTo: 1_000_000_000 } });
    },
    ready: (page) => page.getByText("You're all caught up"),
  },
  {
    name: "notification-preferences",
    person: "tenant1",
    path: "/profile/notifications",
    ready: (page) => page.getByRole("group", { name: "Lease dates" }),
  },
  {
    name: "unsubscribe",
    person: null,
    path: "/unsubscribe?token=x",
    prepare: (page) => {
      const topic = {
        topic: "comments",
        label: "Comments",
        about: "Someone commented on a work order you submitted, are assigned to, or watch.",
      };
      return page.route("**/api/unsubscribe?*", (route) =>
        route.fulfill({ json: { topics: [topic], isOff: false } }),
      );
    },
    ready: button("Turn off these emails"),
  },
  {
    name: "unsubscribe-invalid",
    person: null,
    path: "/unsubscribe?token=x",
    ready: (page) => page.getByText("This link isn't valid"),
  },
  {
    name: "help",
    person: "landlord",
    path: "/work-orders",
    open: press("Help"),
    ready: (page) => page.getByRole("dialog", { name: "Help" }),
  },
  {
    name: "user-menu",
    person: "landlord",
    path: "/dashboard",
    open: async (page) => {
      const toggle = button("Open sidebar")(page);
      if (await toggle.isVisible()) await toggle.click();
      await button(/^User menu/)(page).click();
    },
    ready: (page) => page.getByRole("menu"),
  },
];

/** Returns a screen's path, with only its tab or view from the query. */
export const getPagePath = ({ path }: Screen) =>
  path.replace(/\d+/g, ":id").replace(/[?&](?!tab|view).*/, "");

/** The pages people use most. */
const mainPages = /^\/(login|dashboard|my-day|work-orders|documents|leases|payments)\b/;

/** The screens to check: all in `npm run torture`, otherwise the main pages, once each. */
export const checkedScreens = screens.filter(
  (screen, at) =>
    isTorture ||
    (mainPages.test(screen.path) &&
      screens.findIndex((other) => getPagePath(other) === getPagePath(screen)) === at),
);

/** Opens a screen and waits until it's complete. Navigates like a link if the page already shows the portal. */
export async function openScreen(page: Page, { path, prepare, open, ready }: Screen): Promise<void> {
  await prepare?.(page);
  const address = path === "detailed" ? await findDetailedWorkOrderPath(page) : path;
  if (page.url() === "about:blank") await page.goto(address);
  else {
    // Unmounts the previous screen.
    await followLink(page, "/nowhere");
    await heading("404 Page Not Found")(page).waitFor();
    await followLink(page, address);
  }
  await page.locator("h1").first().waitFor();
  await open?.(page);
  await ready(page).waitFor();
  await page.waitForFunction(
    () =>
      document.querySelector("[aria-busy=true], .animate-pulse, .animate-spin") === null &&
      [...document.images].every(({ complete }) => complete),
  );
}

/** Returns the path of a work order in the demo data with photos and a signature. */
async function findDetailedWorkOrderPath(page: Page): Promise<string> {
  const response = await page.request.get("/api/work-orders?limit=100");
  const rows = (await response.json()) as { id: number; signatureUrl: string | null }[];
  for (const { id } of rows.filter(({ signatureUrl }) => signatureUrl !== null)) {
    const { images } = (await (await page.request.get(`/api/work-orders/${id}`)).json()) as {
      images: unknown[];
    };
    if (images.length > 0) return `/work-orders/${id}`;
  }
  throw new Error("The demo data has no signed work order with photos.");
}

/**
 * Returns a function that opens screens on one page per person, which loads the portal only once. A screen
 * with `prepare` gets its own page. If `use` leaves the page unusable for other screens, it has to close it.
 */
export function createSharedPages(): (
  browser: Browser,
  screen: Screen,
  use: (page: Page) => Promise<void>,
) => Promise<void> {
  const contexts = new Map<PersonName | null, BrowserContext>();
  return async (browser, screen, use) => {
    const context = contexts.get(screen.person) ?? (await openContext(browser, screen.person));
    contexts.set(screen.person, context);
    const [sharedPage] = screen.prepare === undefined ? context.pages() : [];
    const page = sharedPage ?? watchConsole(await context.newPage());
    await openScreen(page, screen);
    await use(page);
    if (screen.prepare !== undefined) await page.close();
    await context.setOffline(false);
  };
}

const openContext = (browser: Browser, person: PersonName | null): Promise<BrowserContext> =>
  person === null
    ? browser.newContext({ baseURL: getPortalUrl("demo"), colorScheme: "light" })
    : openContextAs(browser, person, { colorScheme: "light" });
