import type { Page } from "@playwright/test";
import axe from "axe-core";
import { expect } from "./journey.ts";

/**
 * Expects no serious accessibility problems for users of keyboards, screen readers, and voice control. Voice
 * control needs each control's name to contain its visible label.
 */
export const expectAccessible = (page: Page): Promise<void> =>
  expectNoSeriousViolations(page, {
    runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
    rules: { "label-content-name-mismatch": { enabled: true } },
  });

/** Expects enough contrast, the only rule that a change of theme can break. */
export const expectContrast = (page: Page): Promise<void> =>
  expectNoSeriousViolations(page, { runOnly: ["color-contrast"] });

async function expectNoSeriousViolations(page: Page, options: axe.RunOptions): Promise<void> {
  // During a transition, colors belong to neither theme.
  await waitForTransitions(page);
  if (await page.evaluate(() => !("axe" in window))) await page.evaluate(axe.source);
  const violations = await page.evaluate(
    async (runOptions) => {
      const { axe: injectedAxe } = window as unknown as { axe: typeof axe };
      // From the ninth on, table rows repeat the same controls.
      const { violations } = await injectedAxe.run({ exclude: ["tbody tr:nth-child(n+9)"] }, runOptions);
      return violations;
    },
    { ...options, resultTypes: ["violations" as const] },
  );
  const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  const messages = serious.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  );
  expect.soft(messages, page.url()).toEqual([]);
}

/** Waits for the transitions after a change of size or theme. They start within two frames. */
export async function waitForTransitions(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (const _ of [1, 2]) await new Promise(requestAnimationFrame);
  });
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState }) => playState !== "running"),
  );
}
