import { announce, expect, test } from "./support/journey.ts";
import { report } from "./support/orders.ts";
import { freshlySignedIn, signedIn } from "./support/people.ts";
import { expectError } from "./support/toasts.ts";

const noNetwork = /ERR_INTERNET_DISCONNECTED|Failed to fetch|did not arrive|dynamically imported module/;
const photo = "e2e/support/leaking-pipe.jpg";

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
