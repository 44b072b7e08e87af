import path from "node:path";
import type { Page } from "@playwright/test";
import { announce, expect, followLink, long, test } from "./support/journey.ts";
import { keptFiles } from "./support/kept-files.ts";
import { uniqueTitle } from "./support/orders.ts";
import { freshlySignedIn, signedIn } from "./support/people.ts";
import { expectError, expectToast } from "./support/toasts.ts";

const photo = path.join(import.meta.dirname, "support/leaking-pipe.jpg");
const pixel = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");
const second = { name: "second.gif", mimeType: "image/gif", buffer: pixel };
const submit = (page: Page) => page.getByRole("button", { name: "Submit Work Order" });
const chosen = (page: Page) => page.getByRole("list", { name: "Chosen photos" }).getByRole("listitem");

async function fillIn(page: Page, title: string): Promise<void> {
  await page.getByLabel("Title").fill(title);
  await page.getByLabel("Description").fill("The lamp over the desk flickers all day.");
  await page.getByLabel("Category", { exact: true }).selectOption("Electrical");
  await page.getByLabel("Priority").selectOption("low");
  await page.getByLabel("Location").fill("Suite 101, desk by the window");
}

test(
  "WO-58 WO-59 WO-60 WO-61 WO-62 WO-63 WO-64 WO-67 the form shows what is missing, word for word, and sends nothing",
  long,
  async ({ browser }) => {
    const page = await signedIn(browser, "tenant1");
    await page.goto("/work-orders/new");
    const posts: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "POST") posts.push(request.url());
    });
    await page.getByLabel("Title").fill("Four");
    await page.getByLabel("Description").fill("Too short");
    await page.getByLabel("Location").fill("No");
    await submit(page).click();
    for (const message of [
      "Title must be at least 5 characters",
      "Please provide a detailed description",
      "Please select a category",
      "Location must be at least 3 characters",
      "Please select a priority level",
    ])
      await expect(page.getByText(message, { exact: true })).toBeVisible();
    await expect(page.getByText("PNG, JPG, GIF up to 10MB")).toBeVisible();
    expect(posts).toEqual([]);
    const options = (label: string) => page.getByLabel(label, { exact: true }).getByRole("option");
    await expect(options("Category")).toHaveText([
      "Select a category",
      "Electrical",
      "Plumbing",
      "HVAC",
      "Structural",
      "Maintenance",
      "Other",
    ]);
    expect(
      await options("Priority").evaluateAll((all) =>
        all.map((option) => (option as HTMLOptionElement).value),
      ),
    ).toEqual(["", "low", "medium", "high", "urgent"]);
  },
);

test("WO-65 WO-66 WO-68 WO-69 WO-70 WO-74 photos are added one after another, removed one by one, and only images of up to 10 MB are accepted", async ({
  browser,
}) => {
  const page = await signedIn(browser, "tenant1");
  await page.goto("/work-orders/new");
  const input = page.getByLabel("Photos", { exact: true });
  await input.setInputFiles(photo);
  await expect(chosen(page)).toHaveCount(1);
  await input.setInputFiles([
    second,
    { name: "third.gif", mimeType: "image/gif", buffer: Buffer.concat([pixel, Buffer.from([0])]) },
  ]);
  await expect(chosen(page)).toHaveCount(3);
  await page.getByRole("button", { name: "Remove second.gif" }).click();
  await expect(chosen(page)).toHaveCount(2);
  await input.setInputFiles({ name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("no image") });
  await expect(page.getByText("notes.txt is not a PNG, JPG or GIF image, so it was left out.")).toBeVisible();
  const large = { name: "large.png", mimeType: "image/png", buffer: Buffer.alloc(10 * 1024 * 1024 + 1) };
  await input.setInputFiles(large);
  await expect(page.getByText("large.png is larger than 10 MB, so it was left out.")).toBeVisible();
  await expect(chosen(page)).toHaveCount(2);

  const title = uniqueTitle("With photos");
  await fillIn(page, title);
  const sent = page.waitForRequest((request) => request.method() === "POST");
  await submit(page).click();
  expect((await sent).headers()["content-type"]).toMatch(/^multipart\/form-data/);
  await expectToast(page, "Work Order Created", "Your work order has been submitted successfully.");
  await page.getByRole("row").filter({ hasText: title }).click();
  await expect(page.getByRole("button", { name: "Show photo 2 of 2" })).toBeVisible();
  await page.getByRole("button", { name: "Show photo 1 of 2" }).click();
  await expect(page.getByRole("dialog", { name: "Photo 1 of 2" })).toBeVisible();
});

test(
  "WO-73 WO-74 a file that only looks like an image is refused with the server's message, and nothing typed is lost",
  long,
  async ({ browser }) => {
    announce(/status of 4\d\d/);
    const page = await signedIn(browser, "tenant1");
    await page.goto("/work-orders/new");
    await page
      .getByLabel("Photos", { exact: true })
      .setInputFiles({ name: "disguised.png", mimeType: "image/png", buffer: Buffer.from("<svg/>") });
    await fillIn(page, uniqueTitle("Disguised"));
    const answered = page.waitForResponse((response) => response.request().method() === "POST");
    await submit(page).click();
    const { message } = (await (await answered).json()) as { message: string };
    await expectError(page, "Error", message);
    await expect(page.getByLabel("Location")).toHaveValue("Suite 101, desk by the window");
  },
);

test(
  "WO-73 a server without a message: Failed to create work order. Please try again.",
  long,
  async ({ browser }) => {
    announce(/status of 500/);
    const page = await signedIn(browser, "tenant1");
    await page.goto("/work-orders/new");
    await fillIn(page, uniqueTitle("Unheard"));
    await page.route("**/api/work-orders", (route) => route.fulfill({ status: 500, body: "" }));
    await submit(page).click();
    await expectError(page, "Error", "Failed to create work order. Please try again.");
    await page.unroute("**/api/work-orders");
    await submit(page).click();
    await expectToast(page, "Work Order Created", "Your work order has been submitted successfully.");
  },
);

test("an unsent report survives a reload with its photos, and is cleared once it is sent", async ({
  browser,
}) => {
  const page = await signedIn(browser, "tenant2");
  const title = uniqueTitle("Kept");
  await page.goto("/work-orders/new");
  await fillIn(page, title);
  const input = page.getByLabel("Photos", { exact: true });
  await input.setInputFiles(photo);
  await input.setInputFiles(second);
  await page.getByRole("button", { name: "Remove second.gif" }).click();
  await expect.poll(() => keptFiles(page)).toEqual(["leaking-pipe.jpg"]);
  await page.reload();
  await expect(page.getByText("Your unsent report was kept.")).toBeVisible();
  await expect(page.getByLabel("Title")).toHaveValue(title);
  await expect(page.getByLabel("Category", { exact: true })).toHaveValue("Electrical");
  await expect(chosen(page)).toHaveCount(1);
  await submit(page).click();
  await page.getByRole("row").filter({ hasText: title }).click();
  await expect(page.getByRole("button", { name: "Show photo 1 of 1" })).toBeVisible();
  await followLink(page, "/work-orders/new");
  await expect(page.getByLabel("Title")).toHaveValue("");
  await expect.poll(() => keptFiles(page)).toEqual([]);
  await expect(chosen(page)).toHaveCount(0);
});

test("the photos of an unsent report are removed by starting over and by signing out", async ({
  browser,
}) => {
  const page = await freshlySignedIn(browser, "tenant2");
  await page.goto("/work-orders/new");
  const input = page.getByLabel("Photos", { exact: true });
  await input.setInputFiles(photo);
  await expect.poll(() => keptFiles(page)).toEqual(["leaking-pipe.jpg"]);
  await page.reload();
  await page.getByRole("button", { name: "Start over" }).click();
  await expect(chosen(page)).toHaveCount(0);
  await expect.poll(() => keptFiles(page)).toEqual([]);

  await input.setInputFiles(photo);
  await expect.poll(() => keptFiles(page)).toEqual(["leaking-pipe.jpg"]);
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL("/login");
  await expect.poll(() => page.evaluate(() => indexedDB.databases())).toEqual([]);
});

test("staff with several buildings choose one", long, async ({ browser }) => {
  const page = await signedIn(browser, "landlord");
  const title = uniqueTitle("For the canal house");
  await page.goto("/work-orders");
  await page.getByRole("button", { name: "New Work Order" }).click();
  await expect(page).toHaveURL("/work-orders/new");
  await fillIn(page, title);
  await submit(page).click();
  await expect(page.getByText("Please select a building")).toBeVisible();
  await page.getByLabel("Building").selectOption("Canal Street Works");
  await submit(page).click();
  await expect(page.getByRole("heading", { name: "New Work Order" })).toBeHidden();
  await page.getByRole("row").filter({ hasText: title }).click();
  await expect(page.getByRole("dialog").getByText("Canal Street Works")).toBeVisible();
});
