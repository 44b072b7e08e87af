import { setTimeout as pause } from "node:timers/promises";
import type { CDPSession, Page } from "@playwright/test";
import { openBrowser, signedIn } from "../browser.ts";
import { percentile } from "../figures.ts";
import type { Figure, Row } from "../setting.ts";

const cardsMax = 5_000;
const columns = 4;
const draggedMs = 4_000;

/**
 * The board in a real browser with 5,000 loaded cards: the time until it can be used, and the frame times while a card is
 * dragged.
 */
export const board: Row = {
  name: "board",
  goal: 13,
  title: "A board of 5,000 cards, in Chromium",
  async measure(setting) {
    const { origin } = await setting.portal();
    const cards = Math.min(cardsMax, setting.orders / 100);
    const browser = await openBrowser();
    try {
      const page = await signedIn(browser, origin, { viewport: { width: 1440, height: 900 } });
      // A first visit warms up the server and the browser's cache, as people have it.
      await openBoard(page, origin);
      const readyMs = await openBoard(page, origin);
      await loadCards(page, cards);
      const slowDown = await page.context().newCDPSession(page);
      const figures: Figure[] = [
        {
          what: "Every column shows its first cards",
          must: "1.5 s",
          aim: "0.8 s",
          now: `${(readyMs / 1000).toFixed(2)} s`,
          reached: readyMs <= 1500,
        },
      ];
      for (const { factor, must } of [
        { factor: 1, must: 17 },
        { factor: 4, must: 34 },
      ]) {
        const frames = await framesWhileDragging(page, slowDown, factor);
        const p95 = percentile(frames, 0.95);
        figures.push({
          what: `A frame while dragging, p95 of ${frames.length}, processor slowed ${factor} times`,
          must: `${must} ms`,
          aim: "17 ms",
          now: `${p95.toFixed(1)} ms`,
          // Frames come every 16.7 ms, and their times have a resolution of 0.1 ms.
          reached: p95 <= must,
        });
      }
      const inPage = await page.locator("[data-column] *").count();
      return { figures, details: `${inPage.toLocaleString("en-US")} elements stand on the board meanwhile.` };
    } finally {
      await browser.close();
    }
  },
};

/** The milliseconds from the start of the navigation until each column shows a card. */
async function openBoard(page: Page, origin: string): Promise<number> {
  await page.goto(`${origin}/work-orders?view=board`);
  const handle = await page.waitForFunction(
    (many) => {
      const filled = document.querySelectorAll("[data-column]:has([data-card])").length;
      return filled === many ? performance.now() : null;
    },
    columns,
    { polling: "raf" },
  );
  return Number(await handle.jsonValue());
}

/** Scrolls each column to its end repeatedly while its cards load. */
async function loadCards(page: Page, cards: number): Promise<void> {
  for (let index = 0; index < columns; index += 1)
    await page.waitForFunction(
      ({ at, enough }) => {
        const list = document.querySelectorAll("[data-column] [role=group]")[at];
        const loaded = Number(list?.querySelector("[aria-setsize]")?.getAttribute("aria-setsize"));
        list?.scrollTo(0, loaded >= enough ? 0 : list.scrollHeight);
        return loaded >= enough && list?.scrollTop === 0;
      },
      { at: index, enough: cards / columns },
      { polling: 20, timeout: 120_000 },
    );
}

/** As text: functions with names cannot be passed to the page. */
const recordFrames = `
  window.frameTimes = [];
  let last = performance.now();
  requestAnimationFrame(function next(now) {
    window.frameTimes.push(now - last);
    last = now;
    requestAnimationFrame(next);
  });`;

async function framesWhileDragging(page: Page, session: CDPSession, slowedBy: number): Promise<number[]> {
  const held = page.locator("[data-column=open] [data-card]").nth(1);
  const box = await held.boundingBox();
  if (box === null) throw new Error("The board has no card to drag.");
  await page.mouse.move(box.x + 60, box.y + 30);
  await page.mouse.down();
  await page.mouse.move(box.x + 80, box.y + 40, { steps: 4 });
  await session.send("Emulation.setCPUThrottlingRate", { rate: slowedBy });
  await page.evaluate(recordFrames);
  const endsAt = Date.now() + draggedMs;
  for (let step = 0; Date.now() < endsAt; step += 1) {
    await page.mouse.move(200 + ((step * 23) % 1100), 320 + ((step * 7) % 400));
    // The rate at which a mouse reports its position.
    await pause(8);
  }
  const frames = await page.evaluate<number[]>("window.frameTimes.splice(0)");
  await session.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  await page.keyboard.press("Escape");
  await page.mouse.up();
  // The first frame began before the recording.
  return frames.slice(1);
}
