import type { Page } from "@playwright/test";
import { allowConsoleErrors, expect, test } from "./support/journey.ts";
import { demoPassword, openPageAs, people } from "./support/people.ts";
import { getPortalUrl } from "./support/portals.ts";
import { expectToast, toasts } from "./support/toasts.ts";

const savedSession = (page: Page) => page.evaluate(() => localStorage.getItem("session"));
const fillIn = async (page: Page, email: string, password: string) => {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
};
const signInButton = (page: Page) => page.getByRole("button", { name: "Sign In" });

test("LOG-01 LOG-03 LOG-10 LOG-11 LOG-12 LOG-13 AUTH-01 AUTH-06 AUTH-24 the correct password shows a welcome toast and opens the dashboard half a second later", async ({
  page,
}) => {
  await page.goto("/login");
  await fillIn(page, people.tenant1.email, demoPassword);
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  const request = page.waitForRequest("**/api/login");
  await signInButton(page).click();
  expect((await request).postDataJSON()).toEqual({ email: people.tenant1.email, password: demoPassword });
  await expectToast(page, "Login Successful", `Welcome back, ${people.tenant1.fullName}!`);
  expect(JSON.parse((await savedSession(page)) ?? "")).toEqual({
    id: expect.any(Number),
    fullName: people.tenant1.fullName,
    role: "tenant",
    email: people.tenant1.email,
    unitId: 3,
  });
  await page.clock.runFor(499);
  expect(new URL(page.url()).pathname).toBe("/login");
  await page.clock.runFor(1);
  await expect(page).toHaveURL("/dashboard");
});

test("LOG-01 LOG-10 the sign-in page appears before the app has loaded and keeps what was typed and clicked", async ({
  page,
}) => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/assets/*.js", async (route) => {
    await released;
    await route.continue();
  });
  await page.goto("/login", { waitUntil: "commit" });
  await fillIn(page, people.tenant1.email, demoPassword);
  await signInButton(page).click();
  expect(page.url()).toBe(`${getPortalUrl("demo")}/login`);
  release();
  await expectToast(page, "Login Successful", `Welcome back, ${people.tenant1.fullName}!`);
  await expect(page).toHaveURL("/dashboard");
});

test("LOG-04 LOG-05 LOG-18 a demo button fills in the form and signs in", async ({ page }) => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/api/login", async (route) => {
    await released;
    await route.continue();
  });
  await page.goto("/login");
  await page.getByRole("button", { name: "Admin", exact: true }).click();
  await expect(page.getByLabel("Email")).toHaveValue(people.admin.email);
  await expect(page.getByLabel("Password", { exact: true })).toHaveValue(demoPassword);
  release();
  await expect(page).toHaveURL("/dashboard");
});

test("LOG-18 AUTH-15 NAV-08 the demo's Test User starts at My Day, and / redirects them to their work orders", async ({
  page,
}) => {
  await page.goto("/login");
  await page.getByRole("button", { name: "Test User" }).click();
  await expect(page).toHaveURL("/my-day");
  await page.goto("/");
  await expect(page).toHaveURL("/work-orders?assignee=me");
  await expect(page.getByRole("heading", { level: 1, name: "Work Orders" })).toBeVisible();
});

test("AUTH-07 AUTH-12 AUTH-20 a deep link redirects a signed-out user to /login without a session request and opens after sign-in", async ({
  page,
}) => {
  const calls: string[] = [];
  page.on("request", (request) => calls.push(new URL(request.url()).pathname));
  for (const path of ["/", "/dashboard", "/approvals", "/outbox", "/work-orders/12?status=open"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
    expect(page.url()).toBe(`${getPortalUrl("demo")}/login`);
  }
  // The page requests only the configuration and the logo, which another journey might have set.
  const allowed = ["/api/config", "/api/settings/logo"];
  expect(calls.filter((path) => path.startsWith("/api/") && !allowed.includes(path))).toEqual([]);
  await page.getByRole("button", { name: "Admin", exact: true }).click();
  await expect(page).toHaveURL("/work-orders/12?status=open");
  await expect(page.getByRole("dialog", { name: "Work Order #WO-0012" })).toBeVisible();
});

test("AUTH-11 the saved session allows reading while the server is down, and the page recovers automatically", async ({
  browser,
}) => {
  allowConsoleErrors(/ERR_FAILED/, /ERR_INTERNET_DISCONNECTED/);
  const page = await openPageAs(browser, "landlord");
  await page.route("**/api/me", (route) => route.abort());
  await page.goto("/approvals");
  await expect(page.getByText("Offline: showing your saved sign-in")).toBeVisible();
  const approve = page.getByRole("button", { name: /^Approve / }).first();
  await expect(approve).toBeDisabled();

  await page.getByRole("link", { name: "Work Orders" }).click();
  const writes: string[] = [];
  page.on("request", (request) => {
    if (request.method() !== "GET") writes.push(request.url());
  });
  await page.getByRole("row").nth(1).getByRole("button", { name: "View" }).click();
  await page.getByLabel("Comment", { exact: true }).fill("No one sees this yet.");
  await page.getByRole("button", { name: "Comment", exact: true }).click();
  await expect(toasts(page)).toBeVisible();
  expect(writes).toEqual([]);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");

  await page.unroute("**/api/me");
  await page.context().setOffline(true);
  await page.context().setOffline(false);
  await expect(page.getByText("Offline: showing your saved sign-in")).toBeHidden();
});
