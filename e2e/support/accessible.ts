import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect } from "./journey.ts";

const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** Expects no serious accessibility problems for keyboards and screen readers. */
export const expectAccessible = (page: Page): Promise<void> =>
  expectNothingSerious(page, axeOf(page).withTags(tags));

/** The rules that a change of theme can break. */
export const expectContrast = (page: Page): Promise<void> =>
  expectNothingSerious(page, axeOf(page).withRules(["color-contrast"]));

/** Expects that the name of every control contains the words on it, so that it can be spoken as it is read. */
export const expectNamesAsRead = (page: Page): Promise<void> =>
  expectNothingSerious(page, axeOf(page).withRules(["label-content-name-mismatch"]));

/**
 * Only violations are reported. No page has frames, so no extra page is needed for them. Rows of a table from the ninth on
 * repeat the parts of those before.
 */
const axeOf = (page: Page) =>
  new AxeBuilder({ page })
    .options({ resultTypes: ["violations"] })
    .exclude("tbody tr:nth-child(n+9)")
    .setLegacyMode();

async function expectNothingSerious(page: Page, axe: AxeBuilder): Promise<void> {
  // Colours in transition are those of neither theme.
  await settled(page);
  const { violations } = await axe.analyze();
  const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  const found = serious.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  );
  expect.soft(found, page.url()).toEqual([]);
}

/** Waits for the transitions of a change of size or theme, which have started after two frames. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (const _ of [1, 2]) await new Promise(requestAnimationFrame);
  });
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState }) => playState !== "running"),
  );
}
