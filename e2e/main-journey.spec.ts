import path from "node:path";
import type { Page } from "@playwright/test";
import { card, column, drag, openBoard } from "./support/board.ts";
import { expect, followLink, test } from "./support/journey.ts";
import { openPageAs, people } from "./support/people.ts";
import { confirmSignature, drawSignature } from "./support/signature.ts";
import { expectToast } from "./support/toasts.ts";
import { uniqueTitle } from "./support/work-orders.ts";

const photo = path.join(import.meta.dirname, "support/leaking-pipe.jpg");

test("ROLE-03 ROLE-07 WO-01 WO-09 WO-10 WO-26 WO-28 WO-56 WO-57 WO-70 WO-72 SIG-06 SIG-10 SIG-11 ACT-05 a problem goes from report to sign-off, live in three browsers", async ({
  browser,
}) => {
  test.slow();
  const title = uniqueTitle("Water under the kitchenette");
  const tenant = await openPageAs(browser, "tenant1");
  const landlord = await openPageAs(browser, "landlord");
  const technician = await openPageAs(browser, "technician");
  await openBoard(landlord);
  await technician.goto("/work-orders");
  await technician.getByRole("button", { name: "My work" }).click();
  await expect(technician.getByRole("row").nth(1)).toBeVisible();

  await test.step("the tenant reports the problem with a photo", async () => {
    await tenant.goto("/work-orders");
    await reportWithPhoto(tenant, title);
    await expectToast(tenant, "Work Order Created", "Your work order has been submitted successfully.");
    await expect(tenant.getByRole("heading", { name: "New Work Order" })).toBeHidden();
    await expect(tenant.getByRole("row").filter({ hasText: title })).toBeVisible();
  });

  await test.step("the work order appears on the landlord's open board and the technician's list", async () => {
    await expect(card(column(landlord, "Open"), title)).toBeVisible();
    await expect(technician.getByRole("row").filter({ hasText: title })).toBeVisible();
  });

  await test.step("the landlord assigns the work order and moves its card", async () => {
    await card(landlord, title).getByRole("button", { name: "View" }).click();
    const dialog = landlord.getByRole("dialog");
    await dialog.getByRole("button", { name: "Assign", exact: true }).click();
    await landlord.getByRole("menuitem", { name: people.technician.fullName }).click();
    await expectToast(
      landlord,
      "Work Order Assigned",
      `${people.technician.fullName} is now assigned to this work order.`,
    );
    await dialog.getByRole("button", { name: "Close", exact: true }).click();
    await drag(landlord, title, "In Progress");
    await expect(card(column(landlord, "In Progress"), title)).toBeVisible();
    await expectToast(landlord, "Status Updated", "Work order status has been updated successfully.");
  });

  await test.step("the tenant and the technician see the new status without reloading", async () => {
    for (const page of [tenant, technician])
      await expect(page.getByRole("row").filter({ hasText: title }).getByText("In Progress")).toBeVisible();
  });

  await test.step("the technician comments on the work order and signs it", async () => {
    await followLink(technician, "/work-orders?assignee=me");
    await technician
      .getByRole("row")
      .filter({ hasText: title })
      .getByRole("button", { name: "View" })
      .click();
    const dialog = technician.getByRole("dialog");
    await dialog.getByLabel("Comment", { exact: true }).fill("Replaced the trap, watching it for an hour.");
    await dialog.getByRole("button", { name: "Comment", exact: true }).click();
    const log = dialog.getByRole("list", { name: "Activity, newest first" });
    await expect(log.getByText("Replaced the trap, watching it for an hour.")).toBeVisible();
    await drawSignature(technician);
    await dialog.getByLabel("Signed by").fill(people.technician.fullName);
    await confirmSignature(technician);
  });

  await test.step("the tenant sees the whole activity log, which is intact", async () => {
    await tenant.getByRole("row").filter({ hasText: title }).getByRole("button", { name: "View" }).click();
    const dialog = tenant.getByRole("dialog");
    await expect(dialog.getByText("Replaced the trap, watching it for an hour.")).toBeVisible();
    await expect(
      dialog.getByRole("img", { name: `Signature of ${people.technician.fullName}` }),
    ).toBeVisible();
    await expect(dialog.getByRole("button", { name: "Show photo 1 of 1" })).toBeVisible();
    const log = dialog.getByRole("list", { name: "Activity, newest first" });
    for (const action of ["created", "assigned", "status_changed", "comment_added", "signature"])
      await expect(log.locator(`[data-action=${action}]`)).toHaveCount(1);
    await dialog.getByRole("button", { name: "Verify" }).click();
    await expect(tenant.getByText("The record is intact")).toBeVisible();
  });
});

async function reportWithPhoto(page: Page, title: string): Promise<void> {
  await page.getByRole("button", { name: "New Work Order" }).click();
  await page.getByLabel("Photos", { exact: true }).setInputFiles(photo);
  await expect(page.getByRole("img", { name: "leaking-pipe.jpg" })).toBeVisible();
  await page.getByLabel("Title").fill(title);
  await page.getByLabel("Description").fill("The cabinet under the sink is wet and it drips from the trap.");
  await page.getByLabel("Category", { exact: true }).selectOption("Plumbing");
  await page.getByLabel("Priority").selectOption("high");
  await page.getByLabel("Location").fill("Suite 101, kitchenette");
  await page.getByRole("button", { name: "Submit Work Order" }).click();
}
