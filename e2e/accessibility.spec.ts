import { expectAccessible, expectContrast } from "./support/accessible.ts";
import { announce, openBrowser, test } from "./support/journey.ts";
import { signedIn } from "./support/people.ts";
import { addressOf } from "./support/portals.ts";
import { openScreen, screens } from "./support/screens.ts";

test.describe.configure({ mode: "parallel" });

for (const screen of screens)
  test(`THM-01 ${screen.name}: nothing serious is in anybody's way, in both themes`, async ({ browser }) => {
    announce(/status of (40[034]|503)/);
    const options = { colorScheme: "light", reducedMotion: "reduce" } as const;
    const page =
      screen.as === null
        ? await openBrowser(browser, { baseURL: addressOf("demo"), ...options })
        : await signedIn(browser, screen.as, options);
    await openScreen(page, screen);
    await expectAccessible(page);
    // The theme is the system's; nothing has to be opened again.
    await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
    await expectContrast(page);
  });
