import type { Page } from "@playwright/test";
import { expect } from "./journey.ts";
import { expectToast } from "./toasts.ts";

/** Confirms the drawn signature. Delays the request until the first toast was checked, because the second replaces it. */
export async function confirmSignature(page: Page): Promise<void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/api/work-orders/*/signature", async (route) => {
    await released;
    await route.continue();
  });
  await page.getByRole("button", { name: "Confirm Signature" }).click();
  await expect(page.getByText("Signature confirmed successfully")).toBeVisible();
  await expectToast(page, "Signature Confirmed", "Your signature has been added to the work order.");
  release();
  await expectToast(page, "Signature Saved", "Work order has been signed successfully.");
}

/** Draws a stroke on the signature canvas with the mouse. */
export async function drawSignature(page: Page): Promise<void> {
  const canvas = page.locator("canvas").first();
  await canvas.scrollIntoViewIfNeeded();
  const box = await canvas.boundingBox();
  if (box === null) throw new Error("The signature canvas is not visible.");
  const at = (x: number, y: number) => [box.x + box.width * x, box.y + box.height * y] as const;
  await page.mouse.move(...at(0.15, 0.6));
  await page.mouse.down();
  for (const [x, y] of [
    [0.25, 0.3],
    [0.35, 0.7],
    [0.5, 0.35],
    [0.65, 0.65],
    [0.8, 0.4],
  ] as const)
    await page.mouse.move(...at(x, y), { steps: 5 });
  await page.mouse.up();
}
