import { card, column, drag, letGoOver, lift, openBoard } from "./support/board.ts";
import { announce, expect, long, test } from "./support/journey.ts";
import { momentItShows } from "./support/live.ts";
import { move, report, uniqueTitle } from "./support/orders.ts";
import { people, signedIn } from "./support/people.ts";
import { expectError, expectToast, toasts } from "./support/toasts.ts";

test("WO-11 WO-22 WO-23 WO-24 WO-25 four columns with their counts, cards with all important fields, and empty columns that say so", async ({
  browser,
}) => {
  const page = await signedIn(browser, "landlord");
  const { title, number } = await report(page, "Board card", { category: "HVAC", propertyId: 1 });
  await page.goto(`/work-orders?q=${title}`);
  await page.getByRole("tab", { name: "Kanban Board" }).click();
  await expect(
    page.getByRole("region", { name: "Kanban board" }).getByRole("heading", { level: 2 }),
  ).toHaveText(["Open", "In Progress", "Scheduled", "Completed"]);
  await expect(column(page, "Open").getByText("1 work orders")).toBeVisible();
  const own = card(column(page, "Open"), title);
  await expect(own).toContainText(number);
  await expect(own).toContainText("HVAC");
  await expect(own).toContainText("Suite 101, kitchenette");
  await expect(own).toContainText(/[A-Z][a-z]{2} \d{1,2}, \d{4}/);
  await expect(own.getByText("Open", { exact: true })).toBeVisible();
  for (const name of ["In Progress", "Scheduled", "Completed"] as const)
    await expect(column(page, name).getByText("No work orders", { exact: true })).toBeVisible();
  await own.getByRole("button", { name: `View ${number}` }).click();
  await expect(page.getByRole("dialog", { name: `Work Order ${number}` })).toBeVisible();
});

test("the columns of the board scroll, and its page does not", async ({ browser }) => {
  const page = await signedIn(browser, "admin");
  await openBoard(page);
  for (const [width, height] of [
    [1440, 900],
    [768, 1024],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollHeight)).toBe(height);
  }
});

test("ROLE-07 WO-26 WO-28 WO-30 API-18 dragging a card to another column moves it and says so", async ({
  browser,
}) => {
  const page = await signedIn(browser, "technician");
  const { id, title, number } = await report(page, "Dragged", { propertyId: 1 });
  await openBoard(page, title);
  const sent = page.waitForRequest((request) => request.method() === "PATCH");
  await drag(page, title, "Scheduled");
  await page
    .getByRole("dialog", { name: `When is the visit for ${number}?` })
    .getByRole("button", { name: "Skip" })
    .click();
  const request = await sent;
  expect(new URL(request.url()).pathname).toBe(`/api/work-orders/${id}/status`);
  expect(request.postDataJSON()).toEqual({ status: "scheduled" });
  await expectToast(page, "Status Updated", "Work order status has been updated successfully.");
  await expect(card(column(page, "Scheduled"), title)).toBeVisible();
  await page.reload();
  await expect(card(column(page, "Scheduled"), title)).toBeVisible();
});

test("WO-27 dropping a card on its own column does nothing", long, async ({ browser }) => {
  const page = await signedIn(browser, "landlord");
  const { title } = await report(page, "Stays", { propertyId: 1 });
  await openBoard(page, title);
  const writes: string[] = [];
  page.on("request", (request) => {
    if (request.method() !== "GET") writes.push(`${request.method()} ${request.url()}`);
  });
  await drag(page, title, "Open");
  await expect(card(column(page, "Open"), title)).toBeVisible();
  await expect(card(page, title)).not.toHaveClass(/opacity-40/);
  expect(writes).toEqual([]);
  await expect(toasts(page)).toHaveCount(0);
});

test("WO-26 TST-06 with the keyboard alone: Move to..., and the focus follows the card", async ({
  browser,
}) => {
  const page = await signedIn(browser, "landlord");
  const { number, title } = await report(page, "By keyboard", { propertyId: 1 });
  await openBoard(page, title);
  await card(page, title)
    .getByRole("button", { name: `Move ${number} to...` })
    .focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem", { name: "Open" })).toBeDisabled();
  await expect(page.getByRole("menuitem", { name: "In Progress" })).toBeFocused();
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await expectToast(page, "Status Updated", "Work order status has been updated successfully.");
  await expect(card(column(page, "Completed"), title)).toBeVisible();
});

test("WO-29 TST-06 a refused move slides back and says so", long, async ({ browser }) => {
  announce(/status of 500/);
  const page = await signedIn(browser, "landlord");
  const { title } = await report(page, "Slides back", { propertyId: 1 });
  await openBoard(page, title);
  await page.route("**/api/work-orders/*/status", (route) => route.fulfill({ status: 500, body: "" }));
  await drag(page, title, "Completed");
  await expectError(page, "Error", "Failed to update work order status.");
  await expect(card(column(page, "Open"), title)).toBeVisible();
});

test("ROLE-18 a tenant's cards stay where they are", long, async ({ browser }) => {
  const page = await signedIn(browser, "tenant1");
  const { title } = await report(page, "Not to be dragged");
  await openBoard(page, title);
  await expect(card(page, title)).toHaveAttribute("draggable", "false");
  await expect(card(page, title).getByRole("button", { name: /^Move/ })).toHaveCount(0);
  await card(page, title).getByRole("heading").dragTo(column(page, "Completed"));
  await expect(card(column(page, "Open"), title)).toBeVisible();
  await expect(toasts(page)).toHaveCount(0);
});

test("a card moved by one person moves on every open board, but not for another building's landlord", async ({
  browser,
}) => {
  const words = uniqueTitle("Shared board");
  const technician = await signedIn(browser, "technician");
  const landlord = await signedIn(browser, "landlord");
  const other = await signedIn(browser, "landlord2");
  const { title } = await report(technician, "", { title: `${words} pump`, propertyId: 1 });
  for (const page of [technician, landlord, other]) await openBoard(page, words);
  await expect(card(other, title)).toHaveCount(0);

  const seen = momentItShows(landlord, "[data-column=in_progress] article", title);
  const answered = technician.waitForResponse((response) => response.request().method() === "PATCH");
  await drag(technician, title, "In Progress");
  const { startTime } = (await answered).request().timing();
  // The benchmark judges how long that takes; here it is only added to the report, and no reload was needed.
  const milliseconds = Math.round((await seen) - startTime);
  test.info().annotations.push({
    type: "milliseconds until the other board shows it",
    description: `${milliseconds}`,
  });

  // A new card appears too, and a deleted one disappears.
  const second = await report(technician, "", { title: `${words} valve`, propertyId: 1 });
  await expect(card(column(landlord, "Open"), second.title)).toBeVisible();
  const admin = await signedIn(browser, "admin");
  expect((await admin.request.delete(`/api/work-orders/${second.id}`)).status()).toBe(200);
  await expect(card(landlord, second.title)).toHaveCount(0);
  await expect(card(other, words)).toHaveCount(0);
});

test("changes by others do not interrupt a drag", async ({ browser }) => {
  const landlord = await signedIn(browser, "landlord");
  const technician = await signedIn(browser, "technician");
  const words = uniqueTitle("In the hand");
  const { title } = await report(landlord, "", { title: `${words} held`, propertyId: 1 });
  await openBoard(landlord, words);
  await lift(landlord, title);
  const second = await report(technician, "", { title: `${words} meanwhile`, propertyId: 1 });
  await expect(card(landlord, second.title)).toBeVisible();
  await letGoOver(landlord, "Completed");
  await expect(card(column(landlord, "Completed"), title)).toBeVisible();
  await expectToast(landlord, "Status Updated", "Work order status has been updated successfully.");
});

test("a move based on an old version slides back and says who moved it where", long, async ({ browser }) => {
  announce(/status of 409/);
  const landlord = await signedIn(browser, "landlord");
  const technician = await signedIn(browser, "technician");
  const { id, number, title } = await report(landlord, "Stale move", { propertyId: 1 });
  // This board receives no events, so it does not know what happens meanwhile.
  await landlord.route("**/api/events", (route) => route.abort());
  announce(/ERR_FAILED/);
  await openBoard(landlord, title);
  await expect(card(column(landlord, "Open"), title)).toBeVisible();
  await move(technician, id, "scheduled");
  await drag(landlord, title, "Completed");
  await expectError(
    landlord,
    "Error",
    `${people.technician.fullName} moved ${number} to Scheduled in the meantime.`,
  );
  await expect(card(column(landlord, "Scheduled"), title)).toBeVisible();
});

test("the search and the filters filter the board as they do the table", long, async ({ browser }) => {
  const page = await signedIn(browser, "landlord");
  const words = uniqueTitle("Filtered");
  await report(page, "", { title: `${words} duct`, category: "HVAC", propertyId: 1 });
  await report(page, "", { title: `${words} cable`, category: "Electrical", propertyId: 1 });
  await openBoard(page, words);
  await expect(card(page, words)).toHaveCount(2);
  await page.getByLabel("Filter by Category").selectOption("HVAC");
  await expect(card(page, words)).toHaveCount(1);
  await expect(page).toHaveURL(/category=HVAC/);
  await page.getByRole("tab", { name: "Table View" }).click();
  await expect(page.getByRole("row").filter({ hasText: words })).toHaveCount(1);
});
