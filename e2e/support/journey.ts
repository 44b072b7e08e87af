import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Page,
} from "@playwright/test";
import { getPortalUrl } from "./portals.ts";

const consoleErrors: string[] = [];
let allowedErrors: RegExp[] = [];

const openContexts: BrowserContext[] = [];

/** Makes text unique to this process, for example in names. Retries run in a new process. */
export const runId = `${process.pid.toString(36)}${Math.random().toString(36).slice(2, 6)}`;

/** Opens a page in a new browser context, which is closed after the journey. */
export const openBrowser = async (browser: Browser, options: BrowserContextOptions = {}): Promise<Page> =>
  openPage(await browser.newContext(options));

/** Opens a page in a context that is closed after the journey. */
export async function openPage(context: BrowserContext): Promise<Page> {
  openContexts.push(context);
  return watchConsole(await context.newPage());
}

/** Navigates to `path` like a link in the portal, which is much faster than loading the portal again. */
export const followLink = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => history.pushState(null, "", to), path);

/** Fails the journey if this page's console shows an error that the journey doesn't allow. */
export function watchConsole(page: Page): Page {
  page.on("console", (message) => {
    // Traces of failed journeys load previews that the content security policy rightly blocks.
    if (message.type() !== "error" || message.text().startsWith("Connecting to 'blob:")) return;
    // One journey adds a logo to the portal all journeys share and removes it again.
    if (message.location().url.includes("/api/settings/logo")) return;
    consoleErrors.push(`${page.url()}: ${message.text()} (${message.location().url})`);
  });
  page.on("pageerror", (error) => consoleErrors.push(`${page.url()}: ${error.stack ?? error.message}`));
  return page;
}

/** Allows console errors in this journey, for example for a rejected request. */
export const allowConsoleErrors = (...patterns: RegExp[]): void => {
  allowedErrors.push(...patterns);
};

/** Marks a journey that runs only in `npm run torture` (see playwright.config.ts). */
export const long = { tag: "@long" };

export const test = base.extend<{ cleanConsole: undefined }>({
  baseURL: async ({}, use) => use(getPortalUrl("demo")),
  page: async ({ page }, use) => use(watchConsole(page)),
  cleanConsole: [
    async ({}, use) => {
      consoleErrors.length = 0;
      allowedErrors = [];
      await use(undefined);
      await Promise.all(openContexts.splice(0).map((context) => context.close()));
      const unexpected = consoleErrors.filter((text) => !allowedErrors.some((pattern) => pattern.test(text)));
      expect(unexpected, "the console has no errors").toEqual([]);
    },
    { auto: true },
  ],
});
export { expect };
