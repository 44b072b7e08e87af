import type { Page } from "@playwright/test";
import { card, column, openBoard } from "./support/board.ts";
import { allowConsoleErrors, expect, followLink, long, test } from "./support/journey.ts";
import { offlineErrors } from "./support/network.ts";
import { openPageAs, openPageInNewSession, people } from "./support/people.ts";
import { drawSignature } from "./support/signature.ts";
import { expectToast } from "./support/toasts.ts";
import {
  type CreatedWorkOrder,
  changeStatus,
  createWorkOrder,
  pauseRunningWork,
} from "./support/work-orders.ts";

const photo = "e2e/support/leaking-pipe.jpg";
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true } as const;
const { fullName: technician } = people.technician;

const pendingChanges = (page: Page) => page.getByRole("list", { name: "Waiting to be sent", exact: true });

const workOrderCount = 10;

/** Plans work orders for today. A tenant submitted the first one. */
async function planDay(userId: number, { landlord, tenant }: { landlord: Page; tenant: Page }) {
  const orders: CreatedWorkOrder[] = [];
  for (let index = 0; index < workOrderCount; index += 1) {
    const order = await createWorkOrder(
      index === 0 ? tenant : landlord,
      "During the shift",
      index === 0 ? {} : { propertyId: 1 },
    );
    const plannedOn = new Date().toISOString().slice(0, 10);
    const planned = await landlord.request.put(`/api/work-orders/${order.id}/plan`, {
      data: { assigneeId: userId, plannedOn },
    });
    expect(planned.status(), await planned.text()).toBe(200);
    orders.push(order);
  }
  return orders;
}

test(
  "a shift's offline changes survive a restart and are sent with their times, and a conflict is resolved with one tap",
  long,
  async ({ browser }) => {
    test.slow();
    allowConsoleErrors(offlineErrors, /status of 40[14]/);
    const landlord = await openPageAs(browser, "landlord");
    const tenant = await openPageAs(browser, "tenant1");
    const morning = await openPageInNewSession(browser, "technician", { ...phone, serviceWorkers: "allow" });
    const me = await (await morning.request.get("/api/me")).json();
    const orders = await planDay(me.id, { landlord, tenant });
    await pauseRunningWork(morning);
    const [commented, signed, cancelled] = orders as [CreatedWorkOrder, CreatedWorkOrder, CreatedWorkOrder];
    const [newest] = orders.slice(-1) as [CreatedWorkOrder];
    await morning.goto("/start");
    await expect(morning.getByRole("link", { name: cancelled.title })).toBeVisible();
    await morning.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await expect(morning.getByText(/^Saved on this device .+, \d+ work orders/)).toBeVisible();
    await morning.waitForLoadState("networkidle");

    await morning.context().setOffline(true);
    for (const { title } of orders) {
      await morning.getByRole("button", { name: `Start ${title}` }).click();
      await morning.getByRole("button", { name: `Complete ${title}` }).click();
      await morning.getByRole("button", { name: "Complete", exact: true }).click();
      await expect(morning.getByRole("dialog")).toHaveCount(0);
      await expect(morning.getByRole("link", { name: title })).toHaveCount(0);
    }
    await morning.goto(`/my-day/${commented.id}`);
    const dialog = morning.getByRole("dialog");
    await expect(dialog.getByText("Completed").first()).toBeVisible();
    await dialog.getByLabel("Comment", { exact: true }).fill("The valve was worn. I replaced it.");
    await dialog.getByRole("button", { name: "Comment", exact: true }).click();
    await expect(pendingChanges(morning).getByText("The valve was worn. I replaced it.")).toBeVisible();
    await dialog.getByLabel("Add photos").setInputFiles(photo);
    await expect(dialog.getByText("1 photo waiting to be sent")).toBeVisible();
    await expect(pendingChanges(morning).getByRole("listitem")).toHaveCount(3);
    await morning.goto(`/my-day/${signed.id}`);
    await drawSignature(morning);
    await dialog.getByLabel("Signed by").fill("Maya Okafor");
    await dialog.getByRole("button", { name: "Confirm Signature" }).click();
    await expect(dialog.getByRole("img", { name: "Signature of Maya Okafor" })).toBeVisible();
    const newTitle = `Loose gutter ${signed.number}`;
    await morning.goto("/work-orders/new");
    await morning.getByLabel("Title").fill(newTitle);
    await morning.getByLabel("Description").fill("The gutter over the entrance is loose.");
    await morning.getByLabel("Category", { exact: true }).selectOption("Electrical");
    await morning.getByLabel("Priority").selectOption("low");
    await morning.getByLabel("Property", { exact: true }).selectOption({ index: 1 });
    await morning.getByLabel("Location").fill("Entrance, left side");
    await morning.getByRole("button", { name: "Submit Work Order" }).click();
    await expectToast(morning, "Saved on This Phone", "It will be sent when you're back online.");
    await changeStatus(landlord, cancelled.id, "cancelled");

    // Closes the portal and starts it again offline.
    await morning.close({ runBeforeUnload: false });
    const evening = await morning.context().newPage();
    await evening.goto("/my-day");
    // Two per work order, then a comment, a photo, a signature, and a new work order.
    const changes = 2 * workOrderCount + 4;
    await evening
      .getByRole("button", { name: `${changes} changes waiting` })
      .first()
      .click();
    const sheet = evening.getByRole("dialog", { name: "Unsent changes" });
    await expect(sheet.getByRole("region", { name: "Waiting" }).getByRole("listitem")).toHaveCount(changes);
    await evening.keyboard.press("Escape");

    await openBoard(landlord, "During the shift");
    await evening.context().setOffline(false);
    // The changes are sent one after another.
    const unsent = evening.getByRole("button", { name: /waiting|Sending/ });
    await expect(unsent).toHaveCount(0, { timeout: 60_000 });
    const completed = column(landlord, "Completed");
    await expect(card(completed, newest.title)).toBeVisible();
    await tenant.goto(`/work-orders/${commented.id}`);
    const tenantDialog = tenant.getByRole("dialog");
    await expect(tenantDialog.getByText("Completed").first()).toBeVisible();
    await expect(tenantDialog.getByText("The valve was worn. I replaced it.")).toBeVisible();
    await expect(tenantDialog.getByRole("button", { name: "Show photo 1 of 1" })).toBeVisible();
    // The activity log has both times.
    await expect(tenantDialog.getByText(/^sent /).first()).toBeVisible();
    await followLink(landlord, `/work-orders/${signed.id}`);
    await expect(landlord.getByRole("img", { name: "Signature of Maya Okafor" })).toBeVisible();
    const timeLog = landlord.getByRole("region", { name: "Time log" });
    await expect(timeLog.getByText(technician)).toHaveCount(1);
    await followLink(landlord, `/work-orders?q=${encodeURIComponent(newTitle)}`);
    await expect(landlord.getByRole("row").filter({ hasText: newTitle })).toHaveCount(1);

    // Neither change silently overwrites the other.
    await followLink(landlord, `/work-orders/${cancelled.id}`);
    const banner = landlord.getByText("Conflicting updates: choose which one to keep");
    await expect(banner).toBeVisible();
    const conflicts = evening.getByRole("list", { name: "Conflicts to resolve" });
    const conflict = conflicts.getByRole("listitem").filter({ hasText: cancelled.title });
    await conflict.getByText("Review").tap();
    await expect(conflict.getByText(/'s reason: “Reported twice\.”$/)).toBeVisible();
    await conflict
      .getByRole("button", { name: new RegExp(`^Mark as completed ?: ${cancelled.title}`) })
      .tap();
    await expectToast(evening, "Marked as Completed", "The other update stays in the activity log.");
    await expect(banner).toHaveCount(0);
    await expect(landlord.getByRole("dialog").getByText("Completed").first()).toBeVisible();
  },
);
