import type { Page } from "@playwright/test";
import type { DashboardCharts } from "../domains/dashboard/contract.ts";
import { expect, long, test } from "./support/journey.ts";
import { move, report } from "./support/orders.ts";
import { signedIn } from "./support/people.ts";

/** The total of the list on the screen, on all of its pages. */
async function lengthOfList(page: Page): Promise<number> {
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  const range = page.getByText(/^Showing \d+ to \d+ of [\d,]+ /);
  if ((await range.count()) === 0) return page.locator("tbody").getByRole("row").count();
  return Number(/of ([\d,]+)/.exec(await range.innerText())?.[1]?.replace(",", ""));
}

const card = (page: Page, name: string) => page.getByRole("region", { name });
const ordersTable = (page: Page) => page.getByRole("table", { name: "Open work orders by category and age" });
/** All open orders of a category, as its row has them. */
const openOf = async (page: Page, category: string) =>
  Number(await ordersTable(page).getByRole("row", { name: category }).getByRole("cell").last().innerText());

test("DASH-29 every figure of the charts opens the list with its total", long, async ({ browser }) => {
  const page = await signedIn(browser, "landlord");
  const opensItsList = async (count: () => Promise<number>, open: () => Promise<void>) =>
    // Other journeys report and move orders meanwhile.
    expect(async () => {
      await page.goto("/dashboard");
      await ordersTable(page).waitFor();
      const expected = await count();
      await open();
      await expect(page.getByRole("table").first()).toBeVisible();
      expect(await lengthOfList(page)).toBe(expected);
    }).toPass();
  const age = card(page, "Open work orders by age").getByRole("link", { name: /^0 to 2 days/ });
  await opensItsList(
    async () => Number((await age.innerText()).split(/\s/).at(-1)),
    () => age.click(),
  );
  await opensItsList(
    () => openOf(page, "Structural"),
    () => ordersTable(page).getByRole("link", { name: "Structural" }).click(),
  );
  const occupied = page
    .getByRole("table", { name: "Units by occupancy" })
    .getByRole("row")
    .filter({ has: page.getByRole("link", { name: "Occupied", exact: true }) });
  await opensItsList(
    async () => Number.parseInt(await occupied.getByRole("cell").innerText(), 10),
    () => occupied.getByRole("link").click(),
  );
  await expect(page).toHaveURL("/units?occupancy=occupied");
  await expect(page.getByRole("tab", { name: "Occupied" })).toHaveAttribute("aria-selected", "true");
});

test("DASH-29 a row can be opened by keyboard and has an explanation", long, async ({ browser }) => {
  const page = await signedIn(browser, "landlord");
  await page.goto("/dashboard");
  const row = page.getByRole("table", { name: "Units by occupancy" }).getByRole("link", { name: "Vacant" });
  await row.focus();
  await expect(page.getByRole("tooltip").filter({ visible: true })).toHaveText(/^\d+ of \d+ units \(\d+%\)$/);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/units?occupancy=vacant");
});

test(
  "DASH-27 a change by somebody else changes the figures and charts while they are open",
  long,
  async ({ browser }) => {
    const page = await signedIn(browser, "landlord");
    const { id } = await report(page, "Counted", { propertyId: 1, category: "Structural" });
    await page.goto("/dashboard");
    await ordersTable(page).waitFor();
    const technician = await signedIn(browser, "technician");
    await move(technician, id, "in_progress");
    const inProgress = page
      .getByRole("region", { name: "Figures" })
      .getByRole("link", { name: /^In Progress/ });
    const read = async (what: string) => (await page.request.get(`/api/dashboard/${what}`)).json();
    // Other journeys change orders as well.
    await expect(async () => {
      const { inProgressOrders } = await read("stats");
      const { openOrders }: DashboardCharts = await read("charts");
      const structural = openOrders.filter(({ category }) => category === "Structural");
      expect(await inProgress.textContent()).toBe(`In Progress${inProgressOrders}`);
      expect(await openOf(page, "Structural")).toBe(structural.reduce((sum, { count }) => sum + count, 0));
    }).toPass({ timeout: 15_000 });
  },
);

test("a technician takes, starts and completes an order in the row", async ({ browser }) => {
  const page = await signedIn(browser, "technician");
  const { id, title } = await report(page, "Taken", { propertyId: 1, priority: "urgent" });
  await page.goto("/dashboard");
  const row = page
    .getByRole("region", { name: "My work" })
    .getByRole("listitem")
    .filter({ has: page.getByRole("link", { name: title }) });
  await row.getByRole("button", { name: "Take it" }).click();
  await row.getByRole("button", { name: "Start" }).click();
  await row.getByRole("button", { name: "Complete" }).click();
  await expect(row).toHaveCount(0);
  // The row leaves before the server has answered.
  await expect
    .poll(async () => (await page.request.get(`/api/work-orders/${id}`)).json())
    .toMatchObject({ status: "completed", assignee: { fullName: "Sam Whitfield" } });
});
