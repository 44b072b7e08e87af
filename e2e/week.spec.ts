import type { Locator, Page } from "@playwright/test";
import { addDays } from "#shared/calendar.ts";
import { card } from "./support/board.ts";
import { expect, test } from "./support/journey.ts";
import { report } from "./support/orders.ts";
import { people, signedIn } from "./support/people.ts";
import { expectToast } from "./support/toasts.ts";

const beside = (page: Page) => page.getByRole("region", { name: "To be planned" });

/** Drags with the mouse: presses, moves and releases. */
async function dragTo(page: Page, held: Locator, target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  await expect(async () => {
    await page.mouse.up();
    await held.hover();
    await page.mouse.down();
    const [from, to] = [await held.boundingBox(), await target.boundingBox()];
    if (from === null || to === null) throw new Error("The card or its place is not visible.");
    await page.mouse.move(from.x + from.width / 2, from.y + 12, { steps: 4 });
    await expect(held).toHaveClass(/opacity-40/, { timeout: 2_000 });
    await page.mouse.move(to.x + to.width / 2, to.y + 12, { steps: 4 });
    await page.mouse.move(to.x + to.width / 2, to.y + 20, { steps: 4 });
  }).toPass();
  await page.mouse.up();
}

test("a dispatcher plans a week by dragging, and the technician sees the day", async ({ browser }) => {
  const page = await signedIn(browser, "landlord");
  const { id, title, number } = await report(page, "To be planned", { propertyId: 1 });
  await page.goto(`/work-orders?q=${title}`);
  await page.getByRole("tab", { name: "Week" }).click();
  await page.getByRole("button", { name: "Next week" }).click();
  await expect(page).toHaveURL(/week=\d/);
  // A week of its own, so that a second attempt finds it empty.
  const ahead = addDays(new URL(page.url()).searchParams.get("week") ?? "", 7 * (1 + (id % 40)));
  await page.goto(`/work-orders?view=week&week=${ahead}&q=${title}`);
  const { fullName: name } = people.technician;
  const tuesday = page.getByRole("group", { name: new RegExp(`^${name}, Tue`) });
  await expect(tuesday).toHaveAccessibleName(/: nothing planned$/);
  await dragTo(page, card(beside(page), title), tuesday);
  const [named] = (await tuesday.getAttribute("aria-label"))?.split(":") ?? [];
  await expectToast(page, "Work Order Planned", `${number}: ${named}.`);
  await expect(card(tuesday, title)).toBeVisible();
  await expect(tuesday).toHaveAccessibleName(/: 1 h of 8 h$/);
  await expect(card(beside(page), title)).toHaveCount(0);

  await card(tuesday, title)
    .getByRole("button", { name: `Estimate of ${number}: none` })
    .click();
  await page.getByRole("menuitemradio", { name: "4 h" }).click();
  await expect(tuesday).toHaveAccessibleName(/: 4 h of 8 h$/);
  const thursday = page.getByRole("group", { name: new RegExp(`^${name}, Thu`) });
  await page.keyboard.press("Escape");
  await dragTo(page, card(tuesday, title), thursday);
  await expect(thursday).toHaveAccessibleName(/: 4 h of 8 h$/);
  await page.reload();
  await expect(card(thursday, title)).toBeVisible();

  const hers = await signedIn(browser, "technician");
  await hers.goto(`/work-orders/${id}`);
  await expect(hers.getByRole("dialog").getByText(/^Thu, .*, takes 4 h$/)).toBeVisible();
});
