import type { Page } from "@playwright/test";
import { allowConsoleErrors, expect, test } from "./support/journey.ts";
import { openPageInNewSession } from "./support/people.ts";
import { expectToast } from "./support/toasts.ts";

const signOut = async (page: Page) => {
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL("/login");
  await expectToast(page, "Logged Out", "You have been successfully logged out");
  expect(await page.evaluate(() => localStorage.getItem("session"))).toBeNull();
};

test("AUTH-16 AUTH-17 AUTH-18 AUTH-19 NAV-27 signing out takes effect immediately and ends the server's session in the background", async ({
  browser,
}) => {
  const page = await openPageInNewSession(browser, "tenant2");
  await page.goto("/dashboard");
  await page.getByRole("link", { name: "Work Orders", exact: true }).click();
  await expect(page.getByRole("row").nth(1)).toBeVisible();
  const serverSignOut = page.waitForResponse("**/api/logout");
  await signOut(page);
  expect((await serverSignOut).status()).toBe(200);
  expect((await page.request.get("/api/me")).status()).toBe(401);
  await page.goBack();
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
});

test("AUTH-16 signing out works offline, and the server's session ends the next time the portal opens", async ({
  browser,
}) => {
  allowConsoleErrors(/ERR_INTERNET_DISCONNECTED/, /ERR_FAILED/);
  const page = await openPageInNewSession(browser, "tenant2");
  await page.goto("/work-orders");
  await expect(page.getByRole("row").nth(1)).toBeVisible();
  await page.route("**/api/**", (route) => route.abort());
  await signOut(page);
  await page.unroute("**/api/**");
  expect((await page.request.get("/api/me")).status()).toBe(200);
  const serverSignOut = page.waitForResponse("**/api/logout");
  await page.reload();
  await serverSignOut;
  expect((await page.request.get("/api/me")).status()).toBe(401);
});
