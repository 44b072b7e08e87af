import type { Page } from "@playwright/test";
import { expectAccessible, expectContrast, waitForTransitions } from "./support/accessibility.ts";
import { allowConsoleErrors, expect, test } from "./support/journey.ts";
import { checkedScreens, createSharedPages } from "./support/screens.ts";
import { findSmallTargets } from "./support/touch-targets.ts";

test.describe.configure({ mode: "parallel" });

const openSharedScreen = createSharedPages();

/** Returns how far the page scrolls sideways, once it has its new size and all transitions have ended. */
async function getHorizontalOverflow(page: Page): Promise<number> {
  await waitForTransitions(page);
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

// Opens each screen only once for all of its checks.
for (const screen of checkedScreens)
  test(`THM-01 ${screen.name} has no serious accessibility problems in either theme and fits 320 px and touch targets`, async ({
    browser,
  }) => {
    allowConsoleErrors(/status of (40[034]|503)/);
    await openSharedScreen(browser, screen, async (page) => {
      const size = page.viewportSize();
      await test.step("light", () => expectAccessible(page));
      await test.step("dark", async () => {
        await page.emulateMedia({ colorScheme: "dark" });
        await expect(page.locator("html")).toHaveClass(/\bdark\b/);
        await expectContrast(page);
      });
      await test.step("320 px", async () => {
        await page.setViewportSize({ width: 320, height: 640 });
        expect.soft(await getHorizontalOverflow(page), "scrolls sideways at 320 px").toBe(0);
        expect.soft(await findSmallTargets(page), "smaller than a thumb").toEqual([]);
      });
      // The next screen opens on the same page.
      if (size !== null) await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme: "light" });
    });
  });
