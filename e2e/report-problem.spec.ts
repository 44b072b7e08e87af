import path from "node:path";
import type { Page } from "@playwright/test";
import { expect, followLink, test } from "./support/journey.ts";
import { openPageAs, openPageInNewSession } from "./support/people.ts";
import { findSavedFiles } from "./support/saved-files.ts";
import { expectToast } from "./support/toasts.ts";
import { uniqueTitle } from "./support/work-orders.ts";

const photo = path.join(import.meta.dirname, "support/leaking-pipe.jpg");
const pixel = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");
const second = { name: "second.gif", mimeType: "image/gif", buffer: pixel };
const submit = (page: Page) => page.getByRole("button", { name: "Submit Work Order" });
const selectedPhotos = (page: Page) =>
  page.getByRole("list", { name: "Selected photos" }).getByRole("listitem");

async function fillIn(page: Page, title: string): Promise<void> {
  await page.getByLabel("Title").fill(title);
  await page.getByLabel("Description").fill("The lamp over the desk flickers all day.");
  await page.getByLabel("Category", { exact: true }).selectOption("Electrical");
  await page.getByLabel("Priority").selectOption("low");
  await page.getByLabel("Location").fill("Suite 101, desk by the window");
}

test("WO-65 WO-66 WO-68 WO-69 WO-70 WO-74 photos can be added and removed one at a time, and only images up to 10 MB are accepted", async ({
  browser,
}) => {
  const page = await openPageAs(browser, "tenant1");
  await page.goto("/work-orders/new");
  const input = page.getByLabel("Photos", { exact: true });
  await input.setInputFiles(photo);
  await expect(selectedPhotos(page)).toHaveCount(1);
  await input.setInputFiles([
    second,
    { name: "third.gif", mimeType: "image/gif", buffer: Buffer.concat([pixel, Buffer.from([0])]) },
  ]);
  await expect(selectedPhotos(page)).toHaveCount(3);
  await page.getByRole("button", { name: "Remove second.gif" }).click();
  await expect(selectedPhotos(page)).toHaveCount(2);
  await input.setInputFiles({ name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("no image") });
  await expect(page.getByText("notes.txt is not a PNG, JPG, or GIF, so it wasn't added.")).toBeVisible();

  const title = uniqueTitle("With photos");
  await fillIn(page, title);
  // A photo of this size is shrunk first, which needs a readable one.
  const large = { name: "large.png", mimeType: "image/png", buffer: Buffer.alloc(10 * 1024 * 1024 + 1) };
  await input.setInputFiles(large);
  await submit(page).click();
  const problem = "large.png couldn't be read. Retake it or choose another photo.";
  await expect(page.getByRole("main").getByText(problem)).toBeVisible();
  await page.getByRole("button", { name: "Remove large.png" }).click();
  await expect(selectedPhotos(page)).toHaveCount(2);
  const sent = page.waitForRequest((request) => request.method() === "POST");
  await submit(page).click();
  expect((await sent).headers()["content-type"]).toMatch(/^multipart\/form-data/);
  await expectToast(page, "Work Order Created", "Your work order has been submitted successfully.");
  await page.getByRole("row").filter({ hasText: title }).click();
  await expect(page.getByRole("button", { name: "Show photo 2 of 2" })).toBeVisible();
  await page.getByRole("button", { name: "Show photo 1 of 2" }).click();
  await expect(page.getByRole("dialog", { name: "Photo 1 of 2" })).toBeVisible();
});

test("an unsent report and its photos survive a reload and are cleared once sent", async ({ browser }) => {
  const page = await openPageAs(browser, "tenant2");
  const title = uniqueTitle("Unsent");
  await page.goto("/work-orders/new");
  await fillIn(page, title);
  const input = page.getByLabel("Photos", { exact: true });
  await input.setInputFiles(photo);
  await input.setInputFiles(second);
  await page.getByRole("button", { name: "Remove second.gif" }).click();
  await expect.poll(() => findSavedFiles(page)).toEqual(["leaking-pipe.jpg"]);
  await page.reload();
  await expect(page.getByText("We saved your draft.")).toBeVisible();
  await expect(page.getByLabel("Title")).toHaveValue(title);
  await expect(page.getByLabel("Category", { exact: true })).toHaveValue("Electrical");
  await expect(selectedPhotos(page)).toHaveCount(1);
  await submit(page).click();
  await page.getByRole("row").filter({ hasText: title }).click();
  await expect(page.getByRole("button", { name: "Show photo 1 of 1" })).toBeVisible();
  await followLink(page, "/work-orders/new");
  await expect(page.getByLabel("Title")).toHaveValue("");
  await expect.poll(() => findSavedFiles(page)).toEqual([]);
  await expect(selectedPhotos(page)).toHaveCount(0);
});

test("an unsent report's photos are removed when the user starts over or signs out", async ({ browser }) => {
  const page = await openPageInNewSession(browser, "tenant2");
  await page.goto("/work-orders/new");
  const input = page.getByLabel("Photos", { exact: true });
  await input.setInputFiles(photo);
  await expect.poll(() => findSavedFiles(page)).toEqual(["leaking-pipe.jpg"]);
  await page.reload();
  await page.getByRole("button", { name: "Start over" }).click();
  await expect(selectedPhotos(page)).toHaveCount(0);
  await expect.poll(() => findSavedFiles(page)).toEqual([]);

  await input.setInputFiles(photo);
  await expect.poll(() => findSavedFiles(page)).toEqual(["leaking-pipe.jpg"]);
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL("/login");
  await expect.poll(() => page.evaluate(() => indexedDB.databases())).toEqual([]);
});
