import type { Locator, Page } from "@playwright/test";
import { addDays } from "#shared/calendar.ts";
import { card } from "./support/board.ts";
import { expect, test } from "./support/journey.ts";
import { openPageAs, people } from "./support/people.ts";
import { expectToast } from "./support/toasts.ts";
import { createWorkOrder } from "./support/work-orders.ts";

const unplanned = (page: Page) => page.getByRole("region", { name: "Unplanned" });

/** Drags a card with the mouse. */
async function dragTo(page: Page, dragged: Locator, target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  await expect(async () => {
    await page.mouse.up();
    await dragged.hover();
    await page.mouse.down();
    const [from, to] = [await dragged.boundingBox(), await target.boundingBox()];
    if (from === null || to === null) throw new Error("The card or its target is not visible.");
    await page.mouse.move(from.x + from.width / 2, from.y + 12, { steps: 4 });
    await expect(dragged).toHaveClass(/opacity-40/, { timeout: 2_000 });
    await page.mouse.move(to.x + to.width / 2, to.y + 12, { steps: 4 });
    await page.mouse.move(to.x + to.width / 2, to.y + 20, { steps: 4 });
  }).toPass();
  await page.mouse.up();
}

test("a dispatcher plans a week by dragging, and the technician sees the planned day", async ({
  browser,
}) => {
  const page = await openPageAs(browser, "landlord");
  const { id, title, number } = await createWorkOrder(page, "Unplanned", { propertyId: 1 });
  await page.goto(`/work-orders?q=${title}`);
  await page.getByRole("tab", { name: "Week" }).click();
  await page.getByRole("button", { name: "Next week" }).click();
  await expect(page).toHaveURL(/week=\d/);
  // Each attempt uses a different week, which is empty.
  const week = addDays(new URL(page.url()).searchParams.get("week") ?? "", 7 * (1 + (id % 40)));
  await page.goto(`/work-orders?view=week&week=${week}&q=${title}`);
  const { fullName: name } = people.technician;
  const tuesday = page.getByRole("group", { name: new RegExp(`^${name}, Tue`) });
  await expect(tuesday).toHaveAccessibleName(/: nothing planned$/);
  await dragTo(page, card(unplanned(page), title), tuesday);
  const [cell] = (await tuesday.getAttribute("aria-label"))?.split(":") ?? [];
  await expectToast(page, "Work Order Planned", `${number}: ${cell}.`);
  await expect(card(tuesday, title)).toBeVisible();
  await expect(tuesday).toHaveAccessibleName(/: 1 h of 8 h$/);
  await expect(card(unplanned(page), title)).toHaveCount(0);

  await card(tuesday, title)
    .getByRole("button", { name: `Estimate for ${number}: no estimate` })
    .click();
  await page.getByRole("menuitemradio", { name: "4 h" }).click();
  await expect(tuesday).toHaveAccessibleName(/: 4 h of 8 h$/);
  const thursday = page.getByRole("group", { name: new RegExp(`^${name}, Thu`) });
  await page.keyboard.press("Escape");
  await dragTo(page, card(tuesday, title), thursday);
  await expect(thursday).toHaveAccessibleName(/: 4 h of 8 h$/);
  await page.reload();
  await expect(card(thursday, title)).toBeVisible();

  const technician = await openPageAs(browser, "technician");
  await technician.goto(`/work-orders/${id}`);
  await expect(technician.getByRole("dialog").getByText(/^Thu, .*, est. 4 h$/)).toBeVisible();
});

test("a whole week fits on a screen 1280 or 1366 px wide", async ({ browser }) => {
  const page = await openPageAs(browser, "landlord");
  const week = page.getByRole("region", { name: "Week", exact: true });
  await page.goto("/work-orders?view=week");
  for (const width of [1280, 1366]) {
    await page.setViewportSize({ width, height: 768 });
    await expect(week.getByRole("heading", { name: /^Sun, / })).toBeInViewport({ ratio: 1 });
    expect(await week.evaluate((region) => region.scrollWidth - region.clientWidth)).toBe(0);
  }
});
