import { card, column, drag, dropOn, openBoard, pickUp } from "./support/board.ts";
import { expect, test } from "./support/journey.ts";
import { openPageAs } from "./support/people.ts";
import { expectToast } from "./support/toasts.ts";
import { createWorkOrder, uniqueTitle } from "./support/work-orders.ts";

test("WO-11 WO-22 WO-23 WO-24 WO-25 the board has four columns with counts, cards with the key fields, and a message in empty columns", async ({
  browser,
}) => {
  const page = await openPageAs(browser, "landlord");
  const { title, number } = await createWorkOrder(page, "Board card", { category: "HVAC", propertyId: 1 });
  await page.goto(`/work-orders?q=${title}`);
  await page.getByRole("tab", { name: "Kanban Board" }).click();
  await expect(
    page.getByRole("region", { name: "Kanban board" }).getByRole("heading", { level: 2 }),
  ).toHaveText(["Open", "In Progress", "Scheduled", "Completed"]);
  await expect(column(page, "Open").getByText("1 work orders")).toBeVisible();
  const openCard = card(column(page, "Open"), title);
  await expect(openCard).toContainText(number);
  await expect(openCard).toContainText("HVAC");
  await expect(openCard).toContainText("Suite 101, kitchenette");
  await expect(openCard).toContainText(/[A-Z][a-z]{2} \d{1,2}, \d{4}/);
  await expect(openCard.getByText("Open", { exact: true })).toBeVisible();
  for (const name of ["In Progress", "Scheduled", "Completed"] as const)
    await expect(column(page, name).getByText("No work orders", { exact: true })).toBeVisible();
  await openCard.getByRole("button", { name: `View ${number}` }).click();
  await expect(page.getByRole("dialog", { name: `Work Order ${number}` })).toBeVisible();
});

test("the columns of the board scroll without scrolling the page", async ({ browser }) => {
  const page = await openPageAs(browser, "admin");
  await openBoard(page);
  for (const [width, height] of [
    [1440, 900],
    [768, 1024],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollHeight)).toBe(height);
  }
});

test("ROLE-07 WO-26 WO-28 WO-30 API-18 dragging a card to another column changes its status and shows a toast", async ({
  browser,
}) => {
  const page = await openPageAs(browser, "technician");
  const { id, title, number } = await createWorkOrder(page, "Dragged", { propertyId: 1 });
  await openBoard(page, title);
  const sent = page.waitForRequest((request) => request.method() === "PATCH");
  await drag(page, title, "Scheduled");
  await page
    .getByRole("dialog", { name: `When should the visit for ${number} be?` })
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

test("WO-26 TST-06 Move to... changes a card's status with only the keyboard", async ({ browser }) => {
  const page = await openPageAs(browser, "landlord");
  const { number, title } = await createWorkOrder(page, "By keyboard", { propertyId: 1 });
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

test("a moved card moves on every open board except another property's landlord's", async ({ browser }) => {
  const words = uniqueTitle("Shared board");
  const technician = await openPageAs(browser, "technician");
  const landlord = await openPageAs(browser, "landlord");
  const other = await openPageAs(browser, "landlord2");
  const { title } = await createWorkOrder(technician, "", { title: `${words} pump`, propertyId: 1 });
  for (const page of [technician, landlord, other]) await openBoard(page, words);
  await expect(card(other, title)).toHaveCount(0);

  await drag(technician, title, "In Progress");
  await expect(card(column(landlord, "In Progress"), title)).toBeVisible();

  const second = await createWorkOrder(technician, "", { title: `${words} valve`, propertyId: 1 });
  await expect(card(column(landlord, "Open"), second.title)).toBeVisible();
  const admin = await openPageAs(browser, "admin");
  expect((await admin.request.delete(`/api/work-orders/${second.id}`)).status()).toBe(200);
  await expect(card(landlord, second.title)).toHaveCount(0);
  await expect(card(other, words)).toHaveCount(0);
});

test("other people's changes don't interrupt a drag", async ({ browser }) => {
  const landlord = await openPageAs(browser, "landlord");
  const technician = await openPageAs(browser, "technician");
  const words = uniqueTitle("Being dragged");
  const { title } = await createWorkOrder(landlord, "", { title: `${words} dragged`, propertyId: 1 });
  await openBoard(landlord, words);
  await pickUp(landlord, title);
  const second = await createWorkOrder(technician, "", { title: `${words} new`, propertyId: 1 });
  await expect(card(landlord, second.title)).toBeVisible();
  await dropOn(landlord, "Completed");
  await expect(card(column(landlord, "Completed"), title)).toBeVisible();
  await expectToast(landlord, "Status Updated", "Work order status has been updated successfully.");
});
