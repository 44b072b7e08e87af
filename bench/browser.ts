import {
  type Browser,
  type BrowserContextOptions,
  type CDPSession,
  chromium,
  devices,
  type Page,
} from "@playwright/test";
import { browserPath } from "../scripts/browser.mjs";
import { type Person, people, sessionCookie } from "./seed.ts";

/** Runs `work` with a browser that is closed afterward. */
export async function withBrowser<T>(work: (browser: Browser) => Promise<T>): Promise<T> {
  const browser = await chromium.launch({
    executablePath: browserPath(),
    args: ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"],
  });
  try {
    return await work(browser);
  } finally {
    await browser.close();
  }
}

export const desktop = { viewport: { width: 1440, height: 900 } };
export const phone = devices["Pixel 7"];

/** A page with an empty cache, where `person` is signed in. */
export async function openSignedIn(
  browser: Browser,
  origin: string,
  person: Person,
  options: BrowserContextOptions = desktop,
): Promise<Page> {
  const context = await browser.newContext(options);
  const [name = "", value = ""] = sessionCookie(person).split("=");
  await context.addCookies([{ name, value, url: origin }]);
  const page = await context.newPage();
  const user = (await (await page.request.get(`${origin}/api/me`)).json()) as object;
  const session = JSON.stringify({ ...user, email: `${people[person]}@bench.example`, unitId: null });
  await context.addInitScript(`localStorage.setItem("session", ${JSON.stringify(session)})`);
  return page;
}

/** Slows down the page's processor, and its network if `megabits` per second is given. */
export async function slowDown(page: Page, processor: number, megabits?: number): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: processor });
  if (megabits !== undefined)
    await session.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: 0,
      downloadThroughput: (megabits * 1_000_000) / 8,
      uploadThroughput: (megabits * 500_000) / 8,
    });
  return session;
}

/** Opens `url` and returns the milliseconds from the start of the navigation until `many` elements match `selector`. */
export async function timeUntilShown(page: Page, url: string, selector: string, many = 1): Promise<number> {
  await page.goto(url, { waitUntil: "commit" });
  const shownAt = await page.waitForFunction(
    (wanted) => (document.querySelectorAll(wanted.selector).length >= wanted.many ? performance.now() : null),
    { selector, many },
    { polling: "raf", timeout: 60_000 },
  );
  return Number(await shownAt.jsonValue());
}
