import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Page,
} from "@playwright/test";
import { addressOf } from "./portals.ts";

/** The errors in the browser's console; a journey may end only with those it announced. */
const complaints: string[] = [];
let announced: RegExp[] = [];

const opened: BrowserContext[] = [];

/** The page of a new browser context for one person; it is closed when the journey ends. */
export const openBrowser = async (browser: Browser, options: BrowserContextOptions = {}): Promise<Page> =>
  openPage(await browser.newContext(options));

/** A page of a context that is closed when the journey ends. */
export async function openPage(context: BrowserContext): Promise<Page> {
  opened.push(context);
  return watched(await context.newPage());
}

/** Moves to `address` as a link of the portal does, which is much quicker than loading the portal anew. */
export const followLink = (page: Page, address: string): Promise<void> =>
  page.evaluate((to) => history.pushState(null, "", to), address);

/** Fails the journey at any error in this page's console that it did not announce. */
export function watched(page: Page): Page {
  page.on("console", (message) => {
    // The trace of failed journeys takes previews in a way that the content security policy rightly refuses.
    if (message.type() !== "error" || message.text().startsWith("Connecting to 'blob:")) return;
    // One journey gives the portal that all share a logo and removes it again.
    if (message.location().url.includes("/api/settings/logo")) return;
    complaints.push(`${page.url()}: ${message.text()} (${message.location().url})`);
  });
  page.on("pageerror", (error) => complaints.push(`${page.url()}: ${error.stack ?? error.message}`));
  return page;
}

/** What the console may report in this journey, e.g. that a request was refused. */
export const announce = (...patterns: RegExp[]): void => {
  announced.push(...patterns);
};

/** Of a journey that only `npm run torture` walks, as tests of pages and of the API hold what it is about (playwright.config.ts). */
export const long = { tag: "@long" };

export const test = base.extend<{ quiet: undefined }>({
  baseURL: async ({}, use) => use(addressOf("demo")),
  page: async ({ page }, use) => use(watched(page)),
  quiet: [
    async ({}, use) => {
      complaints.length = 0;
      announced = [];
      await use(undefined);
      await Promise.all(opened.splice(0).map((context) => context.close()));
      const unexpected = complaints.filter((text) => !announced.some((pattern) => pattern.test(text)));
      expect(unexpected, "the console stays free of errors").toEqual([]);
    },
    { auto: true },
  ],
});
export { expect };
