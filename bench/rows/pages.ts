import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import type { Browser, Page } from "@playwright/test";
import { projectRoot } from "#server/project-root.ts";
import { browserPath } from "../../scripts/browser.mjs";
import { openSignedIn, phone, slowDown, timeUntilShown, withBrowser } from "../browser.ts";
import type { Environment, Row } from "../environment.ts";
import { atLeast, type Figure, median, upTo } from "../figures.ts";
import { people } from "../seed.ts";

interface Chunk {
  file: string;
  name?: string;
  imports?: string[];
  css?: string[];
}

/** The chunks that each page needs, in addition to the entry, before it can render. */
const chunksByPage = {
  login: { chunks: ["sign-in"], must: 130, aim: 90 },
  "work orders": { chunks: ["signed-in", "work-orders-list"], must: 180, aim: 150 },
};

/** The JavaScript and CSS that a browser downloads before it can render a page. */
export const firstLoad: Row = {
  name: "first-load",
  goal: 10,
  title: "First load: JavaScript and CSS, compressed with Brotli",
  async measure() {
    const folder = path.join(projectRoot, "dist/web");
    const manifest = new Map<string, Chunk>(
      Object.entries(JSON.parse(await readFile(path.join(folder, ".vite/manifest.json"), "utf8")) as object),
    );
    const figures: Figure[] = [];
    for (const [page, { chunks, must, aim }] of Object.entries(chunksByPage)) {
      const files = new Set<string>();
      const collect = (name: string): void => {
        const chunk = manifest.get(name);
        if (chunk === undefined || files.has(chunk.file)) return;
        for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file);
        chunk.imports?.forEach(collect);
      };
      collect("index.html");
      for (const name of chunks) {
        const [key] = [...manifest].find(([, chunk]) => chunk.name === name) ?? [];
        if (key === undefined) throw new Error(`The build has no chunk ${name}.`);
        collect(key);
      }
      let bytes = 0;
      for (const file of files) bytes += (await readFile(path.join(folder, `${file}.br`))).length;
      figures.push(
        upTo(`The ${page} page, ${files.size} files`, bytes / 1000, { must, aim, unit: " KB", digits: 1 }),
      );
    }
    return figures;
  },
};

/** Started with npx because a dependency would add 200 packages (185 MB) to every `npm ci`. */
const lighthouseVersion = "12.8.2";

export const lighthouse: Row = {
  name: "lighthouse",
  goal: 11,
  title: `Lighthouse ${lighthouseVersion} for phones on the login page, and the signed-in list`,
  async measure(environment) {
    const { origin } = await environment.portal();
    const times: number[] = [];
    await withBrowser(async (browser) => {
      for (let round = 0; round < 3; round += 1) {
        const page = await openSignedIn(browser, origin, "admin", phone);
        await slowDown(page, 4, 1.6);
        times.push(await timeUntilShown(page, `${origin}/work-orders`, "tbody tr button, main li button"));
        await page.context().close();
      }
    });
    const list = upTo("Signed-in list, empty cache, 4x CPU, 1.6 Mbit/s", median(times) / 1000, {
      must: 2.5,
      aim: 1.8,
      unit: " s",
    });
    return [...(await auditLogin(origin)), list];
  },
};

interface Report {
  audits: { "largest-contentful-paint": { numericValue: number } };
  categories: { performance: { score: number } };
}

async function auditLogin(origin: string): Promise<Figure[]> {
  const reports: Report[] = [];
  const args = ["--quiet", "--output=json", "--only-categories=performance"];
  for (let round = 0; round < 3; round += 1) {
    const { stdout } = await promisify(execFile)(
      "npx",
      [
        "--yes",
        `lighthouse@${lighthouseVersion}`,
        `${origin}/login`,
        ...args,
        "--chrome-flags=--headless=new --no-sandbox",
      ],
      { env: { ...process.env, CHROME_PATH: browserPath() }, maxBuffer: 2 ** 26 },
    );
    reports.push(JSON.parse(stdout) as Report);
  }
  const paint = median(reports.map(({ audits }) => audits["largest-contentful-paint"].numericValue)) / 1000;
  const score = median(reports.map(({ categories }) => categories.performance.score)) * 100;
  return [
    upTo("Login: largest contentful paint", paint, { must: 2.2, aim: 1.5, unit: " s" }),
    atLeast("Login: performance score", score, { must: 95, aim: 100, digits: 0 }),
  ];
}

const workOrderCount = 20;

/** A phone that has saved a technician's day and is opened again without a network. */
export const offlineStart: Row = {
  name: "offline-start",
  goal: 16,
  title: "Start without a network to My Day, 4x CPU",
  async measure(environment) {
    await assignWorkOrders(environment);
    const { origin } = await environment.portal();
    return withBrowser(async (browser) => {
      const page = await saveDay(browser, origin);
      await page.context().setOffline(true);
      const times: number[] = [];
      for (let round = 0; round < 5; round += 1) {
        const tab = await page.context().newPage();
        await slowDown(tab, 4);
        times.push(await timeUntilShown(tab, `${origin}/my-day`, "main section li a"));
        await tab.close();
      }
      return [
        upTo(`The first of ${workOrderCount} work orders is shown`, median(times) / 1000, {
          must: 1.5,
          aim: 1,
          unit: " s",
        }),
      ];
    });
  },
};

async function assignWorkOrders(environment: Environment): Promise<void> {
  const client = await environment.client();
  await client.query(
    `update work_orders set assignee_id = u.id, status = 'scheduled'
     from users u where u.username = $1 and work_orders.id in (
       select id from work_orders where property_id between 3 and 10 and status = 'open' order by id desc limit $2)`,
    [people.maintenance, workOrderCount],
  );
}

async function saveDay(browser: Browser, origin: string): Promise<Page> {
  const page = await openSignedIn(browser, origin, "maintenance", { ...phone, serviceWorkers: "allow" });
  await page.goto(`${origin}/my-day`);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.getByText(/^Saved on this device /).waitFor();
  return page;
}
