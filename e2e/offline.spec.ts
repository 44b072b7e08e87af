import type { Page } from "@playwright/test";
import { isTorture } from "../test/torture.ts";
import { allowConsoleErrors, expect, test } from "./support/journey.ts";
import { offlineErrors } from "./support/network.ts";
import { openPageAs } from "./support/people.ts";
import type { Screen } from "./support/screen.ts";
import { checkedScreens, createSharedPages, getPagePath } from "./support/screens.ts";
import { createWorkOrder } from "./support/work-orders.ts";

/** The number of buttons to click on each page. */
const clicks = isTorture ? 15 : 5;

const getPath = (screen: Screen) => getPagePath(screen).replace(/[?].*/, "");

/** Each page once. The buttons that open dialogs are clicked below. */
const pages = checkedScreens
  .filter(({ person, open }) => person !== null && open === undefined)
  .filter((screen, index, all) => all.findIndex((other) => getPath(other) === getPath(screen)) === index);

/** Expects the page's content, or a message in its place. */
async function expectPage(page: Page, clicked: string): Promise<void> {
  await expect(page.getByRole("heading").or(page.getByRole("alert")).first(), clicked).toBeVisible();
  await expect(page.getByText("Something went wrong on this page"), clicked).toHaveCount(0);
}

test.describe("pages work offline", () => {
  test.describe.configure({ mode: "parallel" });
  const openSharedScreen = createSharedPages();
  for (const screen of pages)
    test(`${screen.name} stays usable after its buttons are clicked`, async ({ browser }) => {
      allowConsoleErrors(offlineErrors, /status of 40[034]/);
      await openSharedScreen(browser, screen, async (page) => {
        await page.context().setOffline(true);
        const names = await page
          .locator("main button:enabled:visible, header button:enabled:visible")
          .evaluateAll((buttons) =>
            buttons.map((button) => (button.ariaLabel ?? (button as HTMLElement).innerText).trim()),
          );
        for (const name of [...new Set(names)].filter((text) => text !== "").slice(0, clicks)) {
          const button = page.getByRole("button", { name, exact: true }).first();
          // An earlier click might have removed or disabled it.
          if (!(await button.isVisible()) || !(await button.isEnabled())) continue;
          await button.click({ timeout: 2_000 }).catch(() => undefined);
          await expectPage(page, name);
          for (let layers = 0; (await page.getByRole("dialog").count()) > 0 && layers < 3; layers += 1)
            await page.keyboard.press("Escape");
        }
        // Prevents queued changes from being sent later.
        await page.close();
      });
    });
});

test("a comment that can't be sent stays in its field, even if toasts couldn't be loaded", async ({
  browser,
}) => {
  allowConsoleErrors(offlineErrors, /ERR_FAILED/);
  const page = await openPageAs(browser, "landlord");
  await page.route("**/toast-viewport-*.js", (route) => route.abort());
  const { id } = await createWorkOrder(page, "Offline");
  await page.goto(`/work-orders/${id}`);
  const box = page.getByLabel("Comment", { exact: true });
  await expect(box).toBeVisible();
  await page.context().setOffline(true);
  await box.fill("The plumber will come at nine.");
  await page.getByRole("button", { name: "Comment", exact: true }).click();
  await expect(
    page.getByText("We can't reach the server. Check your connection and try again."),
  ).toBeVisible();
  await expect(box).toHaveValue("The plumber will come at nine.");
});

test("a page opened for the first time offline shows an error and loads once the network is back", async ({
  browser,
}) => {
  allowConsoleErrors(offlineErrors);
  const page = await openPageAs(browser, "landlord");
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.context().setOffline(true);
  await page.getByRole("link", { name: "Documents", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Couldn't load this page" })).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByRole("heading", { level: 1, name: "Documents" })).toBeVisible();
});

test("an open tab announces a new version of the portal and loads it on request", async ({ browser }) => {
  const page = await openPageAs(browser, "technician", { serviceWorkers: "allow" });
  await page.goto("/profile");
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  // The page of a version with a different script.
  await page.route("**/", (route) => route.fulfill({ body: '<script src="/assets/next.js"></script>' }));
  await page.evaluate(() => navigator.serviceWorker.dispatchEvent(new Event("controllerchange")));
  await expect(page.getByText("A new version of the portal is ready")).toBeVisible();
  await Promise.all([page.waitForEvent("load"), page.getByRole("button", { name: "Update now" }).click()]);
});

test("the portal starts offline at any URL and runs only its own scripts", async ({ browser }) => {
  allowConsoleErrors(offlineErrors, /violates the following Content Security Policy directive/);
  const page = await openPageAs(browser, "technician", { serviceWorkers: "allow" });
  await page.goto("/dashboard");
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.context().setOffline(true);
  await page.goto("/work-orders");
  await expect(page.getByText("Offline: showing your saved sign-in")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "Work Orders" })).toBeVisible();
  const findCachedPaths = () =>
    page.evaluate(async () => {
      const paths: string[] = [];
      // A technician's saved work orders are in another cache (see my-day.spec.ts).
      for (const name of (await caches.keys()).filter((cache) => cache.startsWith("portal-")))
        for (const { url } of await (await caches.open(name)).keys()) paths.push(new URL(url).pathname);
      return paths;
    });
  expect((await findCachedPaths()).filter((path) => path.startsWith("/api/"))).toEqual([]);
  // Each start has a new nonce, and scripts without it don't run.
  const nonce = () => page.evaluate(() => document.querySelector("script")?.nonce);
  const first = await nonce();
  await page.reload();
  await expect(page.getByRole("heading", { level: 1, name: "Work Orders" })).toBeVisible();
  expect(await nonce()).not.toBe(first);
  await page.evaluate(() => {
    const script = document.createElement("script");
    script.textContent = "window.hasRun = true";
    document.body.append(script);
  });
  expect(await page.evaluate(() => "hasRun" in window)).toBe(false);
});
