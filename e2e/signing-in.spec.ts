import type { Page } from "@playwright/test";
import { announce, expect, long, test } from "./support/journey.ts";
import { demoPassword, people, signedIn } from "./support/people.ts";
import { addressOf } from "./support/portals.ts";
import { expectError, expectToast, toasts } from "./support/toasts.ts";

const savedSession = (page: Page) => page.evaluate(() => localStorage.getItem("session"));
const fillIn = async (page: Page, email: string, password: string) => {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
};
const signInButton = (page: Page) => page.getByRole("button", { name: "Sign In" });

test("LOG-01 LOG-03 LOG-10 LOG-11 LOG-12 LOG-13 AUTH-01 AUTH-06 AUTH-24 the right password shows a welcome, and the dashboard opens half a second later", async ({
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

test(
  "LOG-14 LOG-16 TST-06 a wrong password is refused with the specified message",
  long,
  async ({ page }) => {
    announce(/status of 401/);
    await page.goto("/login");
    await fillIn(page, people.tenant2.email, "not-the-password");
    await signInButton(page).click();
    await expectError(page, "Login Failed", "Invalid email or password");
    await expect(page).toHaveURL("/login");
    expect(await savedSession(page)).toBeNull();
  },
);

test("LOG-15 LOG-16 an unreachable server and a failing one say so", long, async ({ page }) => {
  announce(/ERR_FAILED/, /status of 500/);
  await page.goto("/login");
  await page.route("**/api/login", (route) => route.abort());
  await fillIn(page, people.tenant2.email, demoPassword);
  await signInButton(page).click();
  await expectError(page, "Login Failed", "An error occurred. Please try again.");
  await toasts(page).getByRole("button", { name: "Dismiss" }).click();
  await page.unroute("**/api/login");
  await page.route("**/api/login", (route) => route.fulfill({ status: 500, body: "" }));
  await signInButton(page).click();
  await expectError(page, "Login Failed", "An error occurred. Please try again.");
});

test("LOG-09 nothing is sent with a field empty; the field shows what is missing", long, async ({ page }) => {
  await page.goto("/login");
  const calls: string[] = [];
  page.on("request", (request) => calls.push(new URL(request.url()).pathname));
  await signInButton(page).click();
  await expect(page.getByText("Please enter your email")).toBeVisible();
  await expect(page.getByText("Please enter your password")).toBeVisible();
  await expect(page.getByLabel("Email")).toBeFocused();
  expect(calls).not.toContain("/api/login");
});

for (const [label, person] of [
  ["Admin", "admin"],
  ["Tenant 1", "tenant1"],
  ["Tenant 2", "tenant2"],
  ["Landlord", "landlord"],
] as const)
  test(
    `LOG-04 LOG-05 LOG-18 the demo button ${label} fills in the form and signs in`,
    person === "admin" ? {} : long,
    async ({ page }) => {
      let response = () => {};
      const looked = new Promise<void>((resolve) => {
        response = resolve;
      });
      await page.route("**/api/login", async (route) => {
        await looked;
        await route.continue();
      });
      await page.goto("/login");
      await page.getByRole("button", { name: label, exact: true }).click();
      await expect(page.getByLabel("Email")).toHaveValue(people[person].email);
      await expect(page.getByLabel("Password", { exact: true })).toHaveValue(demoPassword);
      response();
      await expect(page).toHaveURL("/dashboard");
    },
  );

test("LOG-18 AUTH-15 NAV-08 the demo's Test User begins at the dashboard and is led from / to the work orders", async ({
  page,
}) => {
  await page.goto("/login");
  await page.getByRole("button", { name: "Test User" }).click();
  await expect(page).toHaveURL("/dashboard");
  await page.goto("/");
  await expect(page).toHaveURL("/work-orders?assignee=me");
  await expect(page.getByRole("heading", { level: 1, name: "Work Orders" })).toBeVisible();
});

test("AUTH-07 AUTH-12 AUTH-20 when signed out, a deep link leads to exactly /login without a session request, and opens after signing in", async ({
  page,
}) => {
  const calls: string[] = [];
  page.on("request", (request) => calls.push(new URL(request.url()).pathname));
  for (const path of ["/", "/dashboard", "/approvals", "/outbox", "/work-orders/12?status=open"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
    expect(page.url()).toBe(`${addressOf("demo")}/login`);
  }
  // The page reads the configuration, and the logo that another journey may have set; nothing asks who is signed in.
  const open = ["/api/config", "/api/settings/logo"];
  expect(calls.filter((path) => path.startsWith("/api/") && !open.includes(path))).toEqual([]);
  await page.getByRole("button", { name: "Admin", exact: true }).click();
  await expect(page).toHaveURL("/work-orders/12?status=open");
  await expect(page.getByRole("dialog", { name: "Work Order #WO-0012" })).toBeVisible();
});

test(
  "AUTH-08 AUTH-09 AUTH-10 a saved session the server does not know is cleared silently",
  long,
  async ({ page }) => {
    announce(/status of 401/);
    await page.addInitScript(() => {
      const session = { id: 5, fullName: "Maya Okafor", role: "tenant", email: "m@demo.example", unitId: 3 };
      if (sessionStorage.getItem("begun") === null) localStorage.setItem("session", JSON.stringify(session));
      sessionStorage.setItem("begun", "yes");
    });
    const asked = page.waitForRequest("**/api/me");
    await page.goto("/work-orders");
    await asked;
    await expect(page).toHaveURL("/login");
    await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
    expect(await savedSession(page)).toBeNull();
    await expect(toasts(page)).toHaveCount(0);
    await expect(page.getByRole("alert")).toHaveCount(0);
  },
);

test(
  "AUTH-04 AUTH-05 AUTH-22 while the server is asked, a spinner is shown and no page",
  long,
  async ({ browser }) => {
    const page = await signedIn(browser, "tenant1");
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route("**/api/me", async (route) => {
      await held;
      await route.continue();
    });
    await page.goto("/work-orders");
    await expect(page.getByRole("status")).toBeVisible();
    await expect(page.getByRole("navigation")).toHaveCount(0);
    letGo();
    await expect(page.getByRole("heading", { level: 1, name: "Work Orders" })).toBeVisible();
  },
);

test("AUTH-11 with the server away the saved session allows reading, and the page recovers by itself", async ({
  browser,
}) => {
  announce(/ERR_FAILED/, /ERR_INTERNET_DISCONNECTED/);
  const page = await signedIn(browser, "landlord");
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
  await page.getByLabel("Comment", { exact: true }).fill("Nobody hears this yet.");
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

test(
  "AUTH-13 AUTH-14 AUTH-21 /login and /register lead a signed-in person to the dashboard",
  long,
  async ({ browser }) => {
    const page = await signedIn(browser, "tenant1");
    for (const path of ["/login", "/register"]) {
      await page.goto(path);
      await expect(page).toHaveURL("/dashboard");
    }
  },
);
