import type { Page } from "@playwright/test";
import { expect, test } from "./support/journey.ts";
import { move, report } from "./support/orders.ts";
import { signedIn } from "./support/people.ts";

/** The total of the list on the screen, on all of its pages. */
async function lengthOfList(page: Page): Promise<number> {
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  const range = page.getByText(/^Showing \d+ to \d+ of [\d,]+ /);
  if ((await range.count()) === 0) return page.locator("tbody").getByRole("row").count();
  return Number(/of ([\d,]+)/.exec(await range.innerText())?.[1]?.replace(",", ""));
}

const chart = (page: Page, name: string) => page.getByRole("table", { name });
const numberOf = async (page: Page, table: string, label: string) => {
  const row = chart(page, table)
    .getByRole("row")
    .filter({ has: page.getByRole("link", { name: label, exact: true }) });
  return Number.parseInt(await row.getByRole("cell").innerText(), 10);
};

test("DASH-29 every bar opens the list with its total", async ({ browser }) => {
  const page = await signedIn(browser, "landlord");
  const bars = [
    ["Open work orders by age", "0 to 2 days"],
    ["Open work orders by category", "Structural"],
    ["Units by occupancy", "Occupied"],
  ] as const;
  // Other journeys report and move orders meanwhile.
  for (const [table, label] of bars)
    await expect(async () => {
      await page.goto("/dashboard");
      await chart(page, table).waitFor();
      const expected = await numberOf(page, table, label);
      await chart(page, table).getByRole("link", { name: label, exact: true }).click();
      await expect(page.getByRole("table").first()).toBeVisible();
      expect(await lengthOfList(page)).toBe(expected);
    }).toPass();
  await expect(page).toHaveURL("/units?occupancy=occupied");
  await expect(page.getByRole("tab", { name: "Occupied" })).toHaveAttribute("aria-selected", "true");
});

test("DASH-29 a bar can be opened by keyboard and has an explanation", async ({ browser }) => {
  const page = await signedIn(browser, "landlord");
  await page.goto("/dashboard");
  const bar = chart(page, "Open work orders by category").getByRole("link", { name: "Structural" });
  await bar.focus();
  await expect(page.getByRole("tooltip").filter({ visible: true })).toHaveText(
    /^\d+ of \d+ open work orders \(\d+%\)$/,
  );
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/work-orders?status=open&category=Structural");
});

test("DASH-27 a change by somebody else changes the figures and charts while they are open", async ({
  browser,
}) => {
  const page = await signedIn(browser, "landlord");
  const { id } = await report(page, "Counted", { propertyId: 1, category: "Structural" });
  await page.goto("/dashboard");
  await chart(page, "Open work orders by category").waitFor();
  const refreshed = ["/api/dashboard/stats", "/api/dashboard/charts"].map((path) =>
    page.waitForResponse((response) => new URL(response.url()).pathname === path),
  );
  const technician = await signedIn(browser, "technician");
  await move(technician, id, "in_progress");
  const [stats, charts] = await Promise.all(refreshed.map(async (response) => (await response).json()));
  await expect(
    page.getByRole("region", { name: "Figures" }).getByRole("link", { name: /^In Progress/ }),
  ).toContainText(String(stats.inProgressOrders));
  expect(charts.openByCategory).toContainEqual({
    category: "Structural",
    count: await numberOf(page, "Open work orders by category", "Structural"),
  });
});

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
  const order = await (await page.request.get(`/api/work-orders/${id}`)).json();
  expect(order).toMatchObject({ status: "completed", assignee: { fullName: "Sam Whitfield" } });
});
