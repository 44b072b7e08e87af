/**
 * `npm run screenshots [word ...]`: captures every screen in four sizes and both themes into .cache/screenshots, for
 * review, and the README's picture into docs/screenshots. Words filter: `npm run screenshots board dark phone`.
 */
import { mkdirSync } from "node:fs";
import path from "node:path";
import { type Browser, chromium, type Page } from "@playwright/test";
import sharp from "sharp";
import config from "../playwright.config.ts";
import { openBrowser } from "./support/journey.ts";
import { signedIn } from "./support/people.ts";
import { addressOf, startPortal, stopPortal } from "./support/portals.ts";
import type { Screen } from "./support/screen-parts.ts";
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
        if (isWanted(name)) await take(browser, screen, size, theme, path.join(folder, `${name}.png`));
      }
  if (words.length === 0 || isWanted("readme")) await takeReadmePicture(browser);
} finally {
  await browser.close();
  await stopPortal(portal);
}

async function take(from: Browser, screen: Screen, size: Size, theme: Theme, file: string): Promise<void> {
  const page = await pageFor(from, screen, size, theme);
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

function pageFor(from: Browser, { as }: Screen, size: Size, colorScheme: Theme): Promise<Page> {
  const options = { ...sizes[size], colorScheme, reducedMotion: "reduce", timezoneId: "UTC" } as const;
  return as === null
    ? openBrowser(from, { baseURL: addressOf("demo"), ...options })
    : signedIn(from, as, options);
}

async function takeReadmePicture(from: Browser): Promise<void> {
  const board = screens.find(({ name }) => name === "board-landlord");
  if (board === undefined) throw new Error("There is no board among the screens.");
  const page = await pageFor(from, board, "desk", "light");
  await openScreen(page, board);
  const picture = await page.screenshot({ animations: "disabled" });
  await page.context().close();
  const file = path.join(root, "docs/screenshots/work-orders.png");
  mkdirSync(path.dirname(file), { recursive: true });
  const { size } = await sharp(picture).png({ palette: true, quality: 90, effort: 10 }).toFile(file);
  console.log(`${path.relative(root, file)}, ${Math.round(size / 1024)} KB`);
}
