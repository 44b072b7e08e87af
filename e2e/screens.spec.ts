import type { Page } from "@playwright/test";
import { expectAccessible, expectContrast, settled } from "./support/accessible.ts";
import { announce, expect, test } from "./support/journey.ts";
import { checkedScreens, sharedPages } from "./support/screens.ts";
import { smallTargets } from "./support/targets.ts";

test.describe.configure({ mode: "parallel" });

const onScreen = sharedPages();

/** How far the page can be scrolled sideways, once it is drawn in its new size and all transitions have ended. */
async function sideways(page: Page): Promise<number> {
  await settled(page);
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

// All checks that every screen has to pass share one opening of the screen.
for (const screen of checkedScreens)
  test(`THM-01 ${screen.name}: no serious accessibility problems in both themes, and it fits a thumb and 320 px`, async ({
    browser,
  }) => {
    announce(/status of (40[034]|503)/);
    await onScreen(browser, screen, async (page) => {
      const size = page.viewportSize();
      await test.step("light", () => expectAccessible(page));
      await test.step("dark", async () => {
        await page.emulateMedia({ colorScheme: "dark" });
        await expect(page.locator("html")).toHaveClass(/\bdark\b/);
        await expectContrast(page);
      });
      await test.step("320 px", async () => {
        await page.setViewportSize({ width: 320, height: 640 });
        expect.soft(await sideways(page), "pushed sideways at 320 px").toBe(0);
        expect.soft(await smallTargets(page), "smaller than a thumb").toEqual([]);
      });
      // The next screen is opened on the same page.
      if (size !== null) await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme: "light" });
    });
  });
