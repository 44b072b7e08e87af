/**
 * `npm run screenshots [word ...]`: saves every screen in five sizes and both themes to .cache/screenshots, for review,
 * and the README's screenshots to docs/screenshots. Words filter the screens: `npm run screenshots board dark phone`.
 * `npm run screenshots readme` takes those of the README only.
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
  landscape: { viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
} as const;
type Size = keyof typeof sizes;
const themes = ["light", "dark"] as const;
type Theme = (typeof themes)[number];
const readmeScreens: readonly [string, Size][] = [
  ["dashboard-landlord", "desk"],
  ["board-landlord", "desk"],
  ["dashboard-tenant", "phone"],
  ["my-day", "phone"],
];

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
  if (words.length === 0 || words[0] === "readme")
    for (const [name, size] of readmeScreens)
      for (const theme of themes) await takeReadmeScreenshot(browser, name, size, theme);
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

async function takeReadmeScreenshot(from: Browser, name: string, size: Size, theme: Theme): Promise<void> {
  const screen = screens.find((one) => one.name === name);
  if (screen === undefined) throw new Error(`The screen ${name} doesn't exist.`);
  const page = await openScreenPage(from, screen, size, theme);
  await openScreen(page, screen);
  const screenshot = await page.screenshot({ animations: "disabled" });
  await page.context().close();
  const file = path.join(root, `docs/screenshots/${name}-${theme}.webp`);
  mkdirSync(path.dirname(file), { recursive: true });
  const { size: bytes } = await sharp(screenshot).webp({ quality: 85, effort: 6 }).toFile(file);
  console.log(`${path.relative(root, file)}, ${Math.round(bytes / 1024)} KB`);
}
