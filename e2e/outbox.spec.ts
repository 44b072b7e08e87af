import type { Page } from "@playwright/test";
import { announce, expect, test } from "./support/journey.ts";
import { report } from "./support/orders.ts";
import { freshlySignedIn, signedIn } from "./support/people.ts";
import { expectError, expectToast } from "./support/toasts.ts";

const noNetwork = /ERR_INTERNET_DISCONNECTED|Failed to fetch|did not arrive|dynamically imported module/;
const photo = "e2e/support/leaking-pipe.jpg";

const waitingBy = (page: Page) => page.getByRole("list", { name: "Waiting to be sent", exact: true });

test("a technician's work without a network is kept through a restart, and arrives with its times", async ({
  browser,
}) => {
  announce(noNetwork, /status of 40[14]/);
  const landlord = await signedIn(browser, "landlord");
  const { id } = await report(landlord, "Kept on the phone");
  const page = await freshlySignedIn(browser, "technician", {
    serviceWorkers: "allow",
    viewport: { width: 390, height: 844 },
    hasTouch: true,
  });
  await page.goto(`/work-orders/${id}`);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const order = page.getByRole("dialog");
  await order.getByRole("button", { name: "Take it" }).click();
  await expectToast(page, "Work Order Assigned", "Sam Whitfield works on this order now.");
  await page.waitForLoadState("networkidle");

  await page.context().setOffline(true);
  await order.getByRole("button", { name: "Start" }).click();
  await expectToast(page, "Kept on this phone", "It is sent when the network is back.");
  await expect(order.getByText("In Progress").first()).toBeVisible();
  await order.getByLabel("Comment", { exact: true }).fill("The valve is worn; a new one is in.");
  await order.getByRole("button", { name: "Comment", exact: true }).click();
  await expect(waitingBy(page).getByText("The valve is worn; a new one is in.")).toBeVisible();
  await order.getByLabel("Add photos").setInputFiles(photo);
  await order.getByRole("button", { name: "Send 1 photo" }).click();
  await expect(order.getByText("1 photo waiting to be sent")).toBeVisible();
  await order.getByRole("button", { name: "Complete" }).click();
  await expect(order.getByText("Completed").first()).toBeVisible();
  await expect(waitingBy(page).getByRole("listitem")).toHaveCount(3);

  // The program is killed, and starts again without a network.
  await page.close({ runBeforeUnload: false });
  const again = await page.context().newPage();
  await again.goto("/work-orders");
  await expect(again.getByRole("button", { name: "4 changes waiting" })).toBeVisible();
  await again.getByRole("button", { name: "4 changes waiting" }).click();
  const sheet = again.getByRole("dialog", { name: "Unsent changes" });
  await expect(sheet.getByRole("listitem")).toHaveCount(4);
  await again.keyboard.press("Escape");

  await again.context().setOffline(false);
  await expect(again.getByRole("button", { name: /waiting|Sending/ })).toHaveCount(0);
  await landlord.goto(`/work-orders/${id}`);
  const seen = landlord.getByRole("dialog");
  await expect(seen.getByText("Completed").first()).toBeVisible();
  await expect(seen.getByText("The valve is worn; a new one is in.")).toBeVisible();
  await expect(seen.getByRole("button", { name: "Show photo 1 of 1" })).toBeVisible();
  // The log has both times.
  await expect(seen.getByText(/^sent /).first()).toBeVisible();
});

test("a phone without room keeps nothing of a photo and says so; a photo that was cut off is named", async ({
  browser,
}) => {
  announce(noNetwork);
  const landlord = await signedIn(browser, "landlord");
  const { id } = await report(landlord, "No room");
  const page = await freshlySignedIn(browser, "technician");
  await page.goto(`/work-orders/${id}`);
  await page.waitForLoadState("networkidle");
  const order = page.getByRole("dialog");
  await order.getByLabel("Add photos").setInputFiles({
    name: "cut-off.jpg",
    mimeType: "image/jpeg",
    buffer: Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0x00, 0x10]),
  });
  await order.getByRole("button", { name: "Send 1 photo" }).click();
  await expectError(page, "Error", "cut-off.jpg could not be read. Please take or choose it again.");
  await order.getByRole("button", { name: "Remove cut-off.jpg" }).click();

  await page.context().setOffline(true);
  // As browsers refuse what does not fit; a real limit is estimated too roughly for one photo.
  await page.evaluate(() => {
    IDBObjectStore.prototype.add = () => {
      throw new DOMException("Full.", "QuotaExceededError");
    };
  });
  await order.getByLabel("Add photos").setInputFiles(photo);
  await order.getByRole("button", { name: "Send 1 photo" }).click();
  await expectError(
    page,
    "Error",
    "The storage of this phone is full, so this could not be kept. Please make room, or send what waits first.",
  );
  await expect(order.getByRole("button", { name: "Remove leaking-pipe.jpg" })).toBeVisible();
  await expect(order.getByText("waiting to be sent")).toHaveCount(0);
});
