import type { Page } from "@playwright/test";
import { expect, test } from "./support/journey.ts";
import { openPageAs } from "./support/people.ts";

const isDark = (page: Page) =>
  page.evaluate(() => {
    const [lightness] = /[\d.]+/.exec(
      getComputedStyle(document.body).backgroundColor.replace(/^\w+\(/, ""),
    ) ?? ["1"];
    const value = Number(lightness);
    return value > 1 ? value < 128 : value < 0.5;
  });
const getStoredTheme = (page: Page) => page.evaluate(() => localStorage.getItem("theme"));

test("THM-03 by default, the theme follows the system's theme, even when it changes", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto("/login");
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  expect(await getStoredTheme(page)).toBeNull();
  await expect.poll(() => isDark(page)).toBe(true);
  await page.emulateMedia({ colorScheme: "light" });
  await expect.poll(() => isDark(page)).toBe(false);
});

test("THM-01 THM-02 a theme selected on the sign-in page survives a reload", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto("/login");
  await page.getByRole("button", { name: "Dark theme" }).click();
  await expect.poll(() => isDark(page)).toBe(true);
  expect(await getStoredTheme(page)).toBe("dark");
  await page.reload({ waitUntil: "commit" });
  await expect.poll(() => isDark(page)).toBe(true);
  await page.getByRole("button", { name: "Light theme" }).click();
  await expect.poll(() => isDark(page)).toBe(false);
  expect(await getStoredTheme(page)).toBe("light");
  await page.getByRole("button", { name: "System theme" }).click();
  expect(await getStoredTheme(page)).toBe("system");
});

test("THM-01 THM-02 the user menu changes the theme in every tab", async ({ browser }) => {
  const page = await openPageAs(browser, "tenant1", { colorScheme: "light" });
  await page.goto("/dashboard");
  const otherTab = await page.context().newPage();
  await otherTab.goto("/work-orders");
  await page.getByRole("button", { name: /^User menu/ }).click();
  await page.getByRole("menuitemradio", { name: "Dark" }).click();
  await expect.poll(() => isDark(page)).toBe(true);
  await expect.poll(() => isDark(otherTab)).toBe(true);
});

test("THM-01 buttons have a visible border in the dark theme and with forced colors", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto("/login");
  const button = page.getByRole("link", { name: "Create New Account" });
  await expect(button).not.toHaveCSS("box-shadow", "none");
  await page.emulateMedia({ forcedColors: "active" });
  await expect(button).toHaveCSS("outline-style", "solid");
});
