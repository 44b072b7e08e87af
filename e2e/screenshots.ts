/**
 * `npm run screenshots [word ...]`: saves every screen in four sizes and both themes to .cache/screenshots, for review,
 * and the README's screenshot to docs/screenshots. Words filter the screens: `npm run screenshots board dark phone`.
 */
import { mkdirSync } from "node:fs";
import path from "node:path";
import { type Browser, chromium, type Page } from "@playwright/test";
import sharp from "sharp";
import config from "../playwright.config.ts";
import { openBrowser } from "./support/journey.ts";
import { openPageAs } from "./support/people.ts";
import { getPortalUrl, startPortal, stopPortal } from "./support/portals.ts";
import type { Screen } from "./support/screen.ts";
import { openScreen, screens } from "./support/screens.ts";

const sizes = {
  desk: { viewport: { width: 1440, height: 900 } },
  laptop: { viewport: { width: 1024, height: 768 } },
  tablet: { viewport: { width: 768, height: 1024 }, hasTouch: true },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
} as const;
type Size = keyof typeof sizes;
const themes = ["light", "dark"] as const;
type Theme = (typeof themes)[number];

const root = path.resolve(import.meta.dirname, "..");
const folder = path.join(root, ".cache/screenshots");
const words = process.argv.slice(2);
const isWanted = (name: string) => words.every((word) => name.includes(word));

const portal = await startPortal("demo");
const browser = await chromium.launch(config.use?.launchOptions);
try {
  mkdirSync(folder, { recursive: true });
  for (const size of Object.keys(sizes) as Size[])
    for (const theme of themes)
      for (const screen of screens) {
        const name = `${screen.name}-${size}-${theme}`;
        if (isWanted(name))
          await takeScreenshot(browser, screen, size, theme, path.join(folder, `${name}.png`));
      }
  if (words.length === 0 || isWanted("readme")) await takeReadmeScreenshot(browser);
} finally {
  await browser.close();
  await stopPortal(portal);
}

async function takeScreenshot(
  from: Browser,
  screen: Screen,
  size: Size,
  theme: Theme,
  file: string,
): Promise<void> {
  const page = await openScreenPage(from, screen, size, theme);
  try {
    await openScreen(page, screen);
    await page.screenshot({ path: file, animations: "disabled" });
    console.log(path.relative(root, file));
  } catch (error) {
    console.error(
      `${path.basename(file)}: ${error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error)}`,
    );
    process.exitCode = 1;
  } finally {
    await page.context().close();
  }
}

function openScreenPage(from: Browser, { person }: Screen, size: Size, colorScheme: Theme): Promise<Page> {
  const options = { ...sizes[size], colorScheme, reducedMotion: "reduce", timezoneId: "UTC" } as const;
  return person === null
    ? openBrowser(from, { baseURL: getPortalUrl("demo"), ...options })
    : openPageAs(from, person, options);
}

async function takeReadmeScreenshot(from: Browser): Promise<void> {
  const board = screens.find(({ name }) => name === "board-landlord");
  if (board === undefined) throw new Error("The screen board-landlord doesn't exist.");
  const page = await openScreenPage(from, board, "desk", "light");
  await openScreen(page, board);
  const screenshot = await page.screenshot({ animations: "disabled" });
  await page.context().close();
  const file = path.join(root, "docs/screenshots/work-orders.png");
  mkdirSync(path.dirname(file), { recursive: true });
  const { size } = await sharp(screenshot).png({ palette: true, quality: 90, effort: 10 }).toFile(file);
  console.log(`${path.relative(root, file)}, ${Math.round(size / 1024)} KB`);
}
