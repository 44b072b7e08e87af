import type { Page } from "@playwright/test";
import { allowConsoleErrors, expect, test } from "./support/journey.ts";
import { expectError, toasts } from "./support/toasts.ts";

/** Shows a toast that needs no server. */
async function showToast(page: Page): Promise<void> {
  allowConsoleErrors(/ERR_FAILED/);
  await page.route("**/api/login", (route) => route.abort());
  await page.goto("/login");
  await page.getByLabel("Email").fill("someone@demo.example");
  await page.getByLabel("Password", { exact: true }).fill("something");
  await page.getByRole("button", { name: "Sign In" }).click();
  await expectError(page, "Login Failed", "An error occurred. Please try again.");
}

async function swipe(page: Page, pixels: number): Promise<void> {
  const box = await toasts(page).boundingBox();
  if (box === null) throw new Error("There is no toast to swipe.");
  const [x, y] = [box.x + 120, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + pixels, y, { steps: 6 });
  await page.mouse.up();
}

test("TST-03 TST-04 a toast is dismissed by a swipe of 70 px to the right, but not of 40 px", async ({
  page,
}) => {
  await showToast(page);
  await swipe(page, 40);
  await expect(toasts(page)).toBeVisible();
  await swipe(page, -70);
  await expect(toasts(page)).toBeVisible();
  await swipe(page, 70);
  await expect(toasts(page)).toHaveCount(0);
});

test("TST-05 F8 focuses the toasts, and Escape dismisses them", async ({ page }) => {
  await showToast(page);
  await page.keyboard.press("F8");
  await expect(page.locator("[data-toast-viewport]")).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Escape");
  await expect(toasts(page)).toHaveCount(0);
});

test("TST-01 TST-02 only one toast is visible, for five seconds", async ({ page }) => {
  await page.clock.install();
  await showToast(page);
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(toasts(page)).toHaveCount(1);
  // The pointer is on the form, so nothing pauses the toast's timer.
  await page.clock.runFor(2500);
  await expect(toasts(page)).toHaveCount(1);
  await page.clock.runFor(2000);
  await expect(toasts(page)).toHaveCount(1);
  await page.clock.runFor(4000);
  await expect(toasts(page)).toHaveCount(0);
});
