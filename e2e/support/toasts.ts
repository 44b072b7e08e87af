import type { Locator, Page } from "@playwright/test";
import { expect } from "./journey.ts";

/** Locates the visible toasts, without their copies for screen readers. */
export const toasts = (page: Page): Locator => page.locator("[data-toast-viewport] > li");

/** Expects a toast with exactly this text. It needs to match only once, because the next toast might replace it. */
export async function expectToast(
  page: Page,
  title: string,
  description: string,
  variant: "default" | "destructive" = "default",
): Promise<void> {
  const toast = page
    .locator(`[data-toast-viewport] > li[data-variant=${variant}]`)
    .filter({ has: page.getByText(title, { exact: true }) })
    .filter({ has: page.getByText(description, { exact: true }) });
  await expect(toast).toBeVisible();
}

export const expectError = (page: Page, title: string, description: string): Promise<void> =>
  expectToast(page, title, description, "destructive");
