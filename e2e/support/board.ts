import type { Locator, Page } from "@playwright/test";
import { expect } from "./journey.ts";

export type ColumnName = "Open" | "In Progress" | "Scheduled" | "Completed";

export const column = (page: Page, name: ColumnName): Locator =>
  page.getByRole("region", { name, exact: true });
export const card = (within: Page | Locator, title: string): Locator =>
  within.getByRole("article").filter({ hasText: title });

/** Opens the board, filtered by `words`. */
export async function openBoard(page: Page, words = ""): Promise<void> {
  await page.goto(`/work-orders?view=board${words === "" ? "" : `&q=${encodeURIComponent(words)}`}`);
  await expect(column(page, "Completed")).toBeVisible();
  await expect(page.getByText("Loading work orders")).toHaveCount(0);
}

/** Drags a card with the mouse. */
export async function drag(page: Page, title: string, to: ColumnName): Promise<void> {
  await pickUp(page, title);
  await dropOn(page, to);
}

/** Starts to drag a card, without dropping it. */
export async function pickUp(page: Page, title: string): Promise<void> {
  const dragged = card(page, title);
  await expect(async () => {
    await page.mouse.up();
    await dragged.getByRole("heading").hover();
    await page.mouse.down();
    const box = await dragged.boundingBox();
    if (box === null) throw new Error(`The card ${title} is not visible.`);
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 4 });
    // The cards can move under the pointer when another journey changes a work order.
    await expect(dragged).toHaveClass(/opacity-40/, { timeout: 2_000 });
  }).toPass();
}

export async function dropOn(page: Page, to: ColumnName): Promise<void> {
  const target = await column(page, to).boundingBox();
  if (target === null) throw new Error(`The column ${to} is not visible.`);
  const middle = target.x + target.width / 2;
  await page.mouse.move(middle, target.y + 80, { steps: 4 });
  await page.mouse.move(middle, target.y + 120, { steps: 4 });
  await page.mouse.up();
}
