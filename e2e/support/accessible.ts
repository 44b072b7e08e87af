import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect } from "./journey.ts";

const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** Nothing serious is in the way of a keyboard or a screen reader. */
export const expectAccessible = (page: Page): Promise<void> =>
  expectNothingSerious(page, axeOf(page).withTags(tags));

/** What a change of the theme can spoil. */
export const expectContrast = (page: Page): Promise<void> =>
  expectNothingSerious(page, axeOf(page).withRules(["color-contrast"]));

/** Only what is wrong is written down. No page has frames, for which another page would be opened. */
const axeOf = (page: Page) =>
  new AxeBuilder({ page }).options({ resultTypes: ["violations"] }).setLegacyMode();

async function expectNothingSerious(page: Page, axe: AxeBuilder): Promise<void> {
  // Colours on their way from one to another are neither.
  await settled(page);
  const { violations } = await axe.analyze();
  const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  const found = serious.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  );
  expect.soft(found, page.url()).toEqual([]);
}

/** What a change of size or theme moves has begun to move after two frames; then it is waited for. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (const _ of [1, 2]) await new Promise(requestAnimationFrame);
  });
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState }) => playState !== "running"),
  );
}
