import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect } from "./journey.ts";

const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** Nothing serious is in the way of a keyboard or a screen reader. */
export const expectAccessible = (page: Page): Promise<void> =>
  expectNothingSerious(page, new AxeBuilder({ page }).withTags(tags));

/** What a change of the theme can spoil. */
export const expectContrast = (page: Page): Promise<void> =>
  expectNothingSerious(page, new AxeBuilder({ page }).withRules(["color-contrast"]));

async function expectNothingSerious(page: Page, axe: AxeBuilder): Promise<void> {
  // Colours on their way from one to another are neither.
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState }) => playState !== "running"),
  );
  // No page has frames, for which it would open one of its own.
  const { violations } = await axe.setLegacyMode().analyze();
  const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  const found = serious.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  );
  expect.soft(found, page.url()).toEqual([]);
}
