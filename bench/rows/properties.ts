import { type CDPSession, chromium, type Page } from "@playwright/test";
import { browserPath } from "../../scripts/browser.mjs";
import { createSeeded, dropDatabase, withClient } from "../database.ts";
import { startPortal } from "../processes.ts";
import { people, sessionCookie } from "../seed.ts";
import type { Row } from "../setting.ts";

const database = "bench_properties";
const properties = 2_000;
const mustMs = 200;
/** Finds everything, then less and less, then all of it again. */
const keys = [...Array.from("bench street 19"), ...Array<string>("bench street 19".length).fill("Backspace")];

/** The properties page of 2,000 properties in a real browser: what each key in its search box costs in script. */
export const propertySearch: Row = {
  name: "properties",
  title: "Searching 2,000 properties key by key, in Chromium",
  async measure(setting) {
    const server = await setting.databaseServer();
    const url = await createSeeded(server, database, 1_000);
    await withClient(url, (client) => client.query(moreProperties, [properties]));
    const portal = await startPortal(url);
    const browser = await chromium.launch({
      executablePath: browserPath(),
      args: ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"],
    });
    try {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
      const [name = "", value = ""] = sessionCookie(people.admin).split("=");
      await context.addCookies([{ name, value, url: portal.origin }]);
      await context.addInitScript(savedSession);
      const page = await context.newPage();
      await page.goto(`${portal.origin}/properties`);
      await page.getByRole("heading", { name: `Building ${properties}`, exact: true }).waitFor();
      const session = await context.newCDPSession(page);
      await session.send("Performance.enable");
      await scrollFar(page);
      const costs = await costOfKeys(page, session);
      const worst = costs.reduce((most, cost) => (cost.scriptMs > most.scriptMs ? cost : most));
      const cards = await page.getByRole("listitem").count();
      return {
        figures: [
          {
            what: `Script for one key, the worst of ${costs.length}`,
            must: `${mustMs} ms`,
            aim: "50 ms",
            now: `${worst.scriptMs.toFixed(0)} ms (${JSON.stringify(worst.key)})`,
            reached: worst.scriptMs <= mustMs,
          },
        ],
        details: `Before the first key 500 cards were scrolled into the page; ${cards} list items stand there at the end.`,
      };
    } finally {
      await browser.close();
      await portal.stop();
      await dropDatabase(server, database);
    }
  },
};

const moreProperties = `
  insert into properties (id, name, address, city, state, zip, type)
  select i, 'Building ' || i, i || ' Bench Street', (array['Seattle', 'Tacoma', 'Bellevue'])[1 + i % 3], 'WA',
    (98000 + i % 900)::text, (array['multi', 'multi', 'single'])[1 + i % 3] from generate_series(61, $1::int) i`;

/** What the sign-in page leaves behind. */
const savedSession = `localStorage.setItem("session", JSON.stringify({
  id: 0, fullName: "Bench Admin", role: "admin", email: "bench-admin@bench.example", unitId: null }))`;

/** More cards than anybody looks through, so that the first key has them to take away. */
async function scrollFar(page: Page): Promise<void> {
  await page.waitForFunction(
    () => {
      scrollTo(0, document.documentElement.scrollHeight);
      return document.querySelectorAll("main li").length >= 500;
    },
    undefined,
    { polling: 50, timeout: 60_000 },
  );
  await page.evaluate(() => scrollTo(0, 0));
}

async function costOfKeys(page: Page, session: CDPSession): Promise<{ key: string; scriptMs: number }[]> {
  await page.getByRole("searchbox").focus();
  const costs = [];
  for (const key of keys) {
    const before = await scriptSeconds(session);
    await page.keyboard.press(key === " " ? "Space" : key);
    // All that the key set off: what was put off for it, and the address, which is written when the typing rests.
    await page.waitForFunction(
      () => {
        const text = document.querySelector<HTMLInputElement>("main input[type=search]")?.value.trim() ?? "";
        return (new URLSearchParams(location.search).get("q") ?? "") === text;
      },
      undefined,
      { polling: 50 },
    );
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
    costs.push({ key, scriptMs: ((await scriptSeconds(session)) - before) * 1000 });
  }
  return costs;
}

async function scriptSeconds(session: CDPSession): Promise<number> {
  const { metrics } = await session.send("Performance.getMetrics");
  return metrics.find(({ name }) => name === "ScriptDuration")?.value ?? Number.NaN;
}
