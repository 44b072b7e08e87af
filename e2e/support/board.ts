import type { Locator, Page } from "@playwright/test";
import { expect } from "./journey.ts";

export type ColumnName = "Open" | "In Progress" | "Scheduled" | "Completed";

export const column = (page: Page, name: ColumnName): Locator =>
  page.getByRole("region", { name, exact: true });
export const card = (within: Page | Locator, title: string): Locator =>
  within.getByRole("article").filter({ hasText: title });

/** The board, filtered by `words`. */
export async function openBoard(page: Page, words = ""): Promise<void> {
  await page.goto(`/work-orders?view=board${words === "" ? "" : `&q=${encodeURIComponent(words)}`}`);
  await expect(column(page, "Completed")).toBeVisible();
  await expect(page.getByText("Loading work orders")).toHaveCount(0);
}

/** Drags a card with the mouse: presses, moves and releases. */
export async function drag(page: Page, title: string, to: ColumnName): Promise<void> {
  await lift(page, title);
  await letGoOver(page, to);
}

/** Picks up a card and holds it. */
export async function lift(page: Page, title: string): Promise<void> {
  const held = card(page, title);
  await expect(async () => {
    await page.mouse.up();
    await held.getByRole("heading").hover();
    await page.mouse.down();
    const box = await held.boundingBox();
    if (box === null) throw new Error(`The card ${title} is not visible.`);
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 4 });
    // The list may move under the pointer at this moment, when somebody else changes something.
    await expect(held).toHaveClass(/opacity-40/, { timeout: 2_000 });
  }).toPass();
}

export async function letGoOver(page: Page, to: ColumnName): Promise<void> {
  const target = await column(page, to).boundingBox();
  if (target === null) throw new Error(`The column ${to} is not visible.`);
  const middle = target.x + target.width / 2;
  await page.mouse.move(middle, target.y + 80, { steps: 4 });
  await page.mouse.move(middle, target.y + 120, { steps: 4 });
  await page.mouse.up();
}
