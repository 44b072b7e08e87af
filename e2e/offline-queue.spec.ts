import { allowConsoleErrors, expect, test } from "./support/journey.ts";
import { offlineErrors } from "./support/network.ts";
import { openPageAs, openPageInNewSession } from "./support/people.ts";
import { expectError } from "./support/toasts.ts";
import { createWorkOrder } from "./support/work-orders.ts";

const photo = "e2e/support/leaking-pipe.jpg";

test("adding a photo shows an error if the phone has no storage or the photo is incomplete", async ({
  browser,
}) => {
  allowConsoleErrors(offlineErrors);
  const landlord = await openPageAs(browser, "landlord");
  const { id } = await createWorkOrder(landlord, "No storage");
  const page = await openPageInNewSession(browser, "technician");
  await page.goto(`/work-orders/${id}`);
  await page.waitForLoadState("networkidle");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Add photos").setInputFiles({
    name: "incomplete.jpg",
    mimeType: "image/jpeg",
    buffer: Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0x00, 0x10]),
  });
  await expectError(page, "Error", "incomplete.jpg couldn't be read. Retake it or choose another photo.");
  await dialog.getByRole("button", { name: "Remove incomplete.jpg" }).click();

  await page.context().setOffline(true);
  // Simulates a full disk. Browsers estimate real limits too roughly for one photo.
  await page.evaluate(() => {
    IDBObjectStore.prototype.add = () => {
      throw new DOMException("Full.", "QuotaExceededError");
    };
  });
  await dialog.getByLabel("Add photos").setInputFiles(photo);
  await expectError(
    page,
    "Error",
    "This phone's storage is full, so this wasn't saved. Free up space or send your unsent changes first.",
  );
  await expect(dialog.getByRole("button", { name: "Remove leaking-pipe.jpg" })).toBeVisible();
  await expect(dialog.getByText("waiting to be sent")).toHaveCount(0);
});
