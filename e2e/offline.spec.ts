import type { Page } from "@playwright/test";
import { isTorture } from "../test/torture.ts";
import { announce, expect, long, test } from "./support/journey.ts";
import { report } from "./support/orders.ts";
import { freshlySignedIn, signedIn } from "./support/people.ts";
import type { Screen } from "./support/screen-parts.ts";
import { checkedScreens, pageOf, sharedPages } from "./support/screens.ts";
import { expectToast } from "./support/toasts.ts";

const noNetwork = /ERR_INTERNET_DISCONNECTED|Failed to fetch|did not arrive|dynamically imported module/;

/** How many buttons of a page are pressed. */
const pressed = isTorture ? 15 : 5;

const placeOf = (screen: Screen) => pageOf(screen).replace(/[?].*/, "");

/** Each page once: what opens a dialog over it is pressed below. */
const pages = checkedScreens
  .filter(({ as, open }) => as !== null && open === undefined)
  .filter((screen, at, all) => all.findIndex((other) => placeOf(other) === placeOf(screen)) === at);

/** A portal without a connection still has its page, or says in its place what is missing. */
async function expectPage(page: Page, after: string): Promise<void> {
  await expect(page.getByRole("heading").or(page.getByRole("alert")).first(), after).toBeVisible();
  await expect(page.getByText("Something went wrong on this page"), after).toHaveCount(0);
}

test.describe("without the network no page goes away", () => {
  test.describe.configure({ mode: "parallel" });
  const onScreen = sharedPages();
  for (const screen of pages)
    test(`${screen.name}: whatever is pressed`, async ({ browser }) => {
      announce(noNetwork, /status of 40[034]/);
      await onScreen(browser, screen, async (page) => {
        await page.context().setOffline(true);
        const names = await page
          .locator("main button:enabled:visible, header button:enabled:visible")
          .evaluateAll((buttons) =>
            buttons.map((button) => (button.ariaLabel ?? (button as HTMLElement).innerText).trim()),
          );
        for (const name of [...new Set(names)].filter((text) => text !== "").slice(0, pressed)) {
          const button = page.getByRole("button", { name, exact: true }).first();
          // What was pressed before may have taken it away.
          if (!(await button.isVisible()) || !(await button.isEnabled())) continue;
          await button.click({ timeout: 2_000 }).catch(() => undefined);
          await expectPage(page, name);
          for (let layers = 0; (await page.getByRole("dialog").count()) > 0 && layers < 3; layers += 1)
            await page.keyboard.press("Escape");
        }
        // What it has not sent is not to be sent later.
        await page.close();
      });
    });
});

test("a comment that cannot be sent stays, and so does the page, though no message was shown before", async ({
  browser,
}) => {
  announce(noNetwork);
  const page = await signedIn(browser, "landlord");
  const { id } = await report(page, "Offline");
  await page.goto(`/work-orders/${id}`);
  const box = page.getByLabel("Comment", { exact: true });
  await expect(box).toBeVisible();
  await page.context().setOffline(true);
  await box.fill("The plumber comes at nine.");
  await page.getByRole("button", { name: "Comment", exact: true }).click();
  await expect(page.locator("[data-toast-viewport] > li")).toBeVisible();
  await expect(box).toHaveValue("The plumber comes at nine.");
});

test("AUTH-16 signing out without the network leads to the page to sign in", long, async ({ browser }) => {
  announce(noNetwork);
  const page = await freshlySignedIn(browser, "tenant2");
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.waitForLoadState("networkidle");
  await page.context().setOffline(true);
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL("/login");
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await expectToast(page, "Logged Out", "You have been successfully logged out");
});

test("a page that was not opened before says that it could not be loaded, and comes with the network", async ({
  browser,
}) => {
  announce(noNetwork);
  const page = await signedIn(browser, "landlord");
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.context().setOffline(true);
  await page.getByRole("link", { name: "Documents", exact: true }).click();
  await expect(page.getByRole("heading", { name: "This page could not be loaded" })).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByRole("heading", { level: 1, name: "Documents" })).toBeVisible();
});

test("a tab that was open while a new version was installed says so, and loads it when that is asked", async ({
  browser,
}) => {
  const page = await signedIn(browser, "technician", { serviceWorkers: "allow" });
  await page.goto("/profile");
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  // The page of a version whose program has another name.
  await page.route("**/", (route) => route.fulfill({ body: '<script src="/assets/next.js"></script>' }));
  await page.evaluate(() => navigator.serviceWorker.dispatchEvent(new Event("controllerchange")));
  await expect(page.getByText("A new version of the portal is ready")).toBeVisible();
  await Promise.all([page.waitForEvent("load"), page.getByRole("button", { name: "Load it" }).click()]);
});

test("the program starts without a network at any address, and runs no script but its own", async ({
  browser,
}) => {
  announce(noNetwork, /violates the following Content Security Policy directive/);
  const page = await signedIn(browser, "technician", { serviceWorkers: "allow" });
  await page.goto("/dashboard");
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.context().setOffline(true);
  await page.goto("/work-orders");
  await expect(page.getByText("Offline: showing your saved sign-in")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "Work Orders" })).toBeVisible();
  const kept = () =>
    page.evaluate(async () => {
      const caught: string[] = [];
      // What is kept of a technician's work is in a cache of its own: see my-day.spec.ts.
      for (const name of (await caches.keys()).filter((one) => one.startsWith("portal-")))
        for (const { url } of await (await caches.open(name)).keys()) caught.push(new URL(url).pathname);
      return caught;
    });
  expect((await kept()).filter((path) => path.startsWith("/api/"))).toEqual([]);
  // Each start has a nonce of its own, and a script without it does not run.
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
