import type { Browser, BrowserContext, Page } from "@playwright/test";
import { isTorture } from "../../test/torture.ts";
import { followLink, watched } from "./journey.ts";
import { contextOf, type PersonName } from "./people.ts";
import { addressOf } from "./portals.ts";
import { button, dialog, firstRow, heading, openFirstRow, press, type Screen } from "./screen-parts.ts";
import { screensOfApi, screensOfWebhooks } from "./screens-of-api.ts";
import { screensOfDispatch } from "./screens-of-dispatch.ts";
import { screensOfDocuments } from "./screens-of-documents.ts";
import { screensOfLeases } from "./screens-of-leases.ts";
import { screensOfPaying } from "./screens-of-paying.ts";
import { screensOfPayments } from "./screens-of-payments.ts";
import { screensOfProperties } from "./screens-of-properties.ts";
import { screensOfSecondFactor } from "./screens-of-second-factor.ts";
import { screensOfSigningIn } from "./screens-of-signing-in.ts";
import { screensOfWorkOrders } from "./screens-of-work-orders.ts";

const dashboard = (name: string, as: PersonName, last = "Open work orders by age"): Screen => ({
  name,
  as,
  path: "/dashboard",
  ready: heading(last),
});

const checkFile = (content: string) => async (page: Page) => {
  const file = { name: "units.csv", mimeType: "text/csv", buffer: Buffer.from(content) };
  await page.getByLabel("CSV file").setInputFiles(file);
  await button("Check File")(page).click();
};

/** Every screen of the portal, as its users see it. */
export const screens: readonly Screen[] = [
  { name: "login", as: null, path: "/login", ready: button("Landlord") },
  { name: "register", as: null, path: "/register", ready: button("Create Account") },
  { name: "confirm-address", as: null, path: "/confirm-address?token=x", ready: button("Confirm Address") },
  ...screensOfSigningIn,
  { name: "not-found-signed-out", as: null, path: "/nowhere", ready: heading("404 Page Not Found") },
  dashboard("dashboard-tenant", "tenant1", "Recent Work Orders"),
  dashboard("dashboard-technician", "technician"),
  dashboard("dashboard-landlord", "landlord"),
  dashboard("dashboard-admin", "admin"),
  { name: "my-day", as: "technician", path: "/my-day", ready: heading("My Day") },
  {
    name: "my-day-order",
    as: "technician",
    path: "/my-day",
    open: async (page) =>
      page.getByRole("main").getByRole("heading", { level: 3 }).getByRole("link").first().click(),
    ready: (page) => page.getByRole("dialog").getByRole("heading", { name: "Activity Log" }),
  },
  ...screensOfWorkOrders,
  ...screensOfDispatch,
  ...screensOfDocuments,
  ...screensOfLeases,
  ...screensOfPayments,
  ...screensOfPaying,
  ...screensOfSecondFactor,
  ...screensOfApi,
  ...screensOfWebhooks,
  ...screensOfProperties,
  { name: "approvals", as: "landlord", path: "/approvals", ready: button(/^Approve /) },
  { name: "refuse", as: "landlord", path: "/approvals", open: press(/^Refuse /), ready: dialog },
  { name: "users", as: "admin", path: "/users", ready: firstRow },
  {
    name: "users-nobody",
    as: "admin",
    path: "/users?q=unicorn",
    ready: (page) => page.getByText("Nobody found"),
  },
  {
    name: "user-menu-of-a-row",
    as: "admin",
    path: "/users?role=maintenance",
    open: press(/^Actions for /),
    ready: (page) => page.getByRole("menu"),
  },
  {
    name: "user-edit",
    as: "admin",
    path: "/users/4",
    ready: (page) => page.getByLabel("Harborview Center"),
  },
  {
    name: "user-disable",
    as: "admin",
    path: "/users?role=maintenance&state=active",
    open: async (page) => {
      await press(/^Actions for /)(page);
      await page.getByRole("menuitem", { name: "Disable" }).click();
    },
    ready: dialog,
  },
  { name: "invite", as: "admin", path: "/users", open: press("Invite"), ready: button("Send invitation") },
  {
    name: "invitations",
    as: "admin",
    path: "/users?tab=invitations",
    ready: (page) => firstRow(page).or(page.getByText("No invitations found")),
  },
  { name: "profile", as: "tenant1", path: "/profile", ready: (page) => page.getByText("This device") },
  {
    name: "invitation-not-valid",
    as: null,
    path: "/register?invitation=x",
    ready: (page) => page.getByText(/This invitation link is not valid/),
  },
  {
    name: "access-denied",
    as: "tenant1",
    path: "/approvals",
    ready: (page) => page.getByText("Access Denied"),
  },
  { name: "import", as: "admin", path: "/import", ready: heading("Latest imports") },
  {
    name: "import-errors",
    as: "admin",
    path: "/import?kind=units",
    open: checkFile("Property,Unit number,Type\nNo House,1,office\nHarborview Center,101,castle\n"),
    ready: heading("Errors"),
  },
  {
    name: "import-ready",
    as: "landlord",
    path: "/import?kind=units",
    open: checkFile("Property,Unit number,Type,Rent\nHarborview Center,901,office,2500\n"),
    ready: button("Import 1 unit"),
  },
  { name: "reports-aged", as: "landlord", path: "/reports/aged", ready: firstRow },
  { name: "reports-aged-overdue", as: "admin", path: "/reports/aged?overdue=yes", ready: firstRow },
  { name: "reports-rent-roll", as: "landlord", path: "/reports/rent-roll", ready: firstRow },
  { name: "reports-months", as: "landlord", path: "/reports/months", ready: firstRow },
  { name: "reports-none", as: "landlord", path: "/reports/aged?q=unicorn", ready: button("Clear filters") },
  { name: "posting", as: "admin", path: "/posting", ready: button("Post now") },
  { name: "settings", as: "admin", path: "/settings", ready: button(/Harborview Center/) },
  {
    name: "settings-unsaved",
    as: "admin",
    path: "/settings",
    open: async (page) => {
      await page.getByLabel("Utilities").fill("2");
      await page.getByLabel("Time zone").first().click();
    },
    ready: (page) => page.getByRole("listbox"),
  },
  {
    name: "settings-building",
    as: "admin",
    path: "/settings",
    open: press(/Harborview Center/),
    ready: dialog,
  },
  { name: "audit", as: "admin", path: "/audit", ready: firstRow },
  {
    name: "audit-filters",
    as: "admin",
    path: "/audit",
    open: press(/^(More filters|Filters)/),
    ready: (page) => page.getByLabel("Done by"),
  },
  { name: "audit-entry", as: "admin", path: "/audit", open: openFirstRow, ready: dialog },
  {
    name: "audit-nothing-found",
    as: "admin",
    path: "/audit?q=unicorn",
    ready: (page) => page.getByText("No entry found"),
  },
  { name: "outbox", as: "admin", path: "/outbox", ready: heading("Outbox") },
  { name: "system", as: "admin", path: "/system", ready: heading("Instances") },
  { name: "not-found", as: "landlord", path: "/nowhere", ready: heading("404 Page Not Found") },
  {
    name: "search",
    as: "landlord",
    path: "/dashboard",
    open: async (page) => {
      await button("Search")(page).click();
      await page.getByRole("combobox", { name: "Search" }).fill("leak");
    },
    ready: (page) => page.getByRole("option", { name: /leak/i }).first(),
  },
  {
    name: "search-first",
    as: "landlord",
    path: "/properties/1",
    open: press("Search"),
    ready: (page) => page.getByRole("group", { name: "Recent" }).getByRole("option").first(),
  },
  {
    name: "search-found",
    as: "landlord",
    path: "/dashboard",
    open: async (page) => {
      await button("Search")(page).click();
      await page.getByRole("combobox", { name: "Search" }).fill("elevator");
    },
    ready: (page) => page.getByRole("group", { name: "Work orders" }).getByRole("option").first(),
  },
  {
    name: "notifications",
    as: "landlord",
    path: "/dashboard",
    open: press(/^Notifications/),
    ready: (page) => page.getByRole("dialog", { name: "Notifications" }).getByRole("listitem").first(),
  },
  {
    name: "notifications-all",
    as: "landlord",
    path: "/notifications",
    ready: (page) => page.getByRole("main").getByRole("listitem").first(),
  },
  {
    name: "notifications-unread-none",
    as: "hannah",
    path: "/notifications?show=unread",
    before: async (page) => {
      await page.request.post("/api/notifications/read", { data: { upTo: 1_000_000_000 } });
    },
    ready: (page) => page.getByText("You have read everything"),
  },
  {
    name: "notification-preferences",
    as: "tenant1",
    path: "/profile/notifications",
    ready: (page) => page.getByRole("group", { name: "Lease dates" }),
  },
  {
    name: "unsubscribe",
    as: null,
    path: "/unsubscribe?token=x",
    before: (page) => {
      const topic = {
        topic: "comments",
        label: "Comments",
        about: "Somebody commented on a work order that you reported or work on.",
      };
      return page.route("**/api/unsubscribe?*", (route) =>
        route.fulfill({ json: { topics: [topic], isOff: false } }),
      );
    },
    ready: button("Turn these emails off"),
  },
  {
    name: "unsubscribe-refused",
    as: null,
    path: "/unsubscribe?token=x",
    ready: (page) => page.getByText("This link is not valid"),
  },
  {
    name: "help",
    as: "landlord",
    path: "/work-orders",
    open: press("Help"),
    ready: (page) => page.getByRole("dialog", { name: "Help" }),
  },
  {
    name: "user-menu",
    as: "landlord",
    path: "/dashboard",
    open: async (page) => {
      const toggle = button("Open sidebar")(page);
      if (await toggle.isVisible()) await toggle.click();
      await button(/^User menu/)(page).click();
    },
    ready: (page) => page.getByRole("menu"),
  },
];

/** The page of a screen, with its tab or view. */
export const pageOf = ({ path }: Screen) => path.replace(/\d+/g, ":id").replace(/[?&](?!tab|view).*/, "");

/** On these pages people work most. */
const workedOn = /^\/(login|dashboard|my-day|work-orders|documents|leases|payments)\b/;

/** The screens that are gone through one by one: in `npm test` each page worked on most once, in `npm run torture` all. */
export const checkedScreens = screens.filter(
  (screen, at) =>
    isTorture ||
    (workedOn.test(screen.path) && screens.findIndex((one) => pageOf(one) === pageOf(screen)) === at),
);

/** Opens `screen`, as a link does where the page shows the portal already, and waits until it is complete. */
export async function openScreen(page: Page, { path, before, open, ready }: Screen): Promise<void> {
  await before?.(page);
  const address = path === "rich" ? await pathOfRichOrder(page) : path;
  if (page.url() === "about:blank") await page.goto(address);
  else {
    // Nothing of the screen before is to be left.
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

/** An order in the demo data with photos and a signature. */
async function pathOfRichOrder(page: Page): Promise<string> {
  const response = await page.request.get("/api/work-orders?limit=100");
  const rows = (await response.json()) as { id: number; signatureUrl: string | null }[];
  for (const { id } of rows.filter(({ signatureUrl }) => signatureUrl !== null)) {
    const { images } = (await (await page.request.get(`/api/work-orders/${id}`)).json()) as {
      images: unknown[];
    };
    if (images.length > 0) return `/work-orders/${id}`;
  }
  throw new Error("The demo data has no signed order with photos.");
}

/**
 * Opens screens as their users see them, on one page per person, so that what all screens share is loaded once. A screen after
 * which the page is not as before has one of its own (`before`), or `use` closes it.
 */
export function sharedPages(): (
  browser: Browser,
  screen: Screen,
  use: (page: Page) => Promise<void>,
) => Promise<void> {
  const contexts = new Map<PersonName | null, BrowserContext>();
  return async (browser, screen, use) => {
    const context = contexts.get(screen.as) ?? (await openContext(browser, screen.as));
    contexts.set(screen.as, context);
    const [kept] = screen.before === undefined ? context.pages() : [];
    const page = kept ?? watched(await context.newPage());
    await openScreen(page, screen);
    await use(page);
    if (screen.before !== undefined) await page.close();
    await context.setOffline(false);
  };
}

const openContext = (browser: Browser, as: PersonName | null): Promise<BrowserContext> =>
  as === null
    ? browser.newContext({ baseURL: addressOf("demo"), colorScheme: "light" })
    : contextOf(browser, as, { colorScheme: "light" });
