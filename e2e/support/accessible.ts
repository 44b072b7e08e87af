import type { Page } from "@playwright/test";
import axe from "axe-core";
import { expect } from "./journey.ts";

/** Expects no serious accessibility problems for keyboards, screen readers and speech, which says the words on a control. */
export const expectAccessible = (page: Page): Promise<void> =>
  expectNothingSerious(page, {
    runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
    rules: { "label-content-name-mismatch": { enabled: true } },
  });

/** The rules that a change of theme can break. */
export const expectContrast = (page: Page): Promise<void> =>
  expectNothingSerious(page, { runOnly: ["color-contrast"] });

async function expectNothingSerious(page: Page, options: axe.RunOptions): Promise<void> {
  // Colours in transition are those of neither theme.
  await settled(page);
  if (await page.evaluate(() => !("axe" in window))) await page.evaluate(axe.source);
  const violations = await page.evaluate(
    async (how) => {
      const { axe: here } = window as unknown as { axe: typeof axe };
      // Rows of a table from the ninth on repeat the parts of those before.
      const { violations } = await here.run({ exclude: ["tbody tr:nth-child(n+9)"] }, how);
      return violations;
    },
    { ...options, resultTypes: ["violations" as const] },
  );
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
