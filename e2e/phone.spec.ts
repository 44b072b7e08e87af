import path from "node:path";
import { devices, type Page } from "@playwright/test";
import { openBoard } from "./support/board.ts";
import { expect, long, test } from "./support/journey.ts";
import { report, uniqueTitle } from "./support/orders.ts";
import { pdfOfPages } from "./support/pdfs.ts";
import { signedIn } from "./support/people.ts";
import { smallTargets } from "./support/targets.ts";
import { expectError, expectToast, toasts } from "./support/toasts.ts";

test.describe.configure({ mode: "parallel" });

const photo = path.join(import.meta.dirname, "support/leaking-pipe.jpg");
const { userAgent } = devices["Pixel 7"];
const phone = {
  userAgent,
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  deviceScaleFactor: 2,
} as const;

test("a fault is reported in three taps, a sentence and a photo", async ({ browser }) => {
  const page = await signedIn(browser, "tenant1", phone);
  await page.goto("/dashboard");
  await page.getByRole("main").getByRole("link", { name: "Report a problem" }).tap();
  await page.getByLabel("Photos", { exact: true }).setInputFiles(photo);
  // The own unit is known.
  await page.getByRole("button", { name: "Use Unit 101" }).waitFor();
  await page.getByRole("button", { name: "Water leak" }).tap();
  await page.getByLabel("Description").fill("Water comes from the ceiling above the door.");
  await page.getByRole("button", { name: "Submit Work Order" }).tap();
  await expectToast(page, "Work Order Created", "Your work order has been submitted successfully.");
});

test("WO-56 WO-65 WO-68 a fault can be reported from a phone, photo first", long, async ({ browser }) => {
  const page = await signedIn(browser, "tenant1", phone);
  await page.goto("/work-orders");
  await page.getByRole("button", { name: "New Work Order" }).tap();
  const photos = page.getByLabel("Photos", { exact: true });
  const title = page.getByLabel("Title");
  const [first, second] = [await photos.boundingBox(), await title.boundingBox()];
  expect(first?.y).toBeLessThan(second?.y ?? 0);
  const chooser = page.waitForEvent("filechooser");
  await photos.tap();
  await (await chooser).setFiles(photo);
  await expect(page.getByRole("img", { name: "leaking-pipe.jpg" })).toBeVisible();
  const words = uniqueTitle("From the phone");
  await title.fill(words);
  await page.getByLabel("Description").fill("Water comes from the ceiling above the door.");
  await page.getByLabel("Category", { exact: true }).selectOption("Plumbing");
  await page.getByLabel("Priority").selectOption("urgent");
  await page.getByLabel("Location").fill("Entrance");
  await page.getByRole("button", { name: "Submit Work Order" }).tap();
  await expectToast(page, "Work Order Created", "Your work order has been submitted successfully.");
  await expect(page.getByRole("row").filter({ hasText: words })).toBeVisible();
});

test("a row of a list has two lines, and opens wherever it is tapped", async ({ browser }) => {
  const page = await signedIn(browser, "landlord", phone);
  const { title, number } = await report(page, "Opened from a row", { propertyId: 1 });
  await page.goto("/work-orders");
  const row = page.getByRole("row").filter({ hasText: title });
  await expect(row).toContainText("today");
  const box = await row.boundingBox();
  if (box === null) throw new Error("The row is not visible.");
  expect(box.width).toBeGreaterThan(340);
  expect(box.height).toBeLessThanOrEqual(76);
  await page.touchscreen.tap(box.x + box.width - 30, box.y + box.height - 8);
  await expect(page.getByRole("dialog", { name: `Work Order ${number}` })).toBeVisible();
});

test("a phone shows eight orders, with the filters one tap away", async ({ browser }) => {
  const page = await signedIn(browser, "landlord", phone);
  await page.goto("/work-orders?pageSize=10");
  const rows = page.locator("tbody").getByRole("row");
  await expect(rows).toHaveCount(10);
  await expect(rows.nth(7)).toBeInViewport({ ratio: 1 });
  await page.getByRole("button", { name: "Filters" }).tap();
  await page.getByLabel("Filter by Status").selectOption("completed");
  await page.getByRole("button", { name: "Show Results" }).tap();
  await expect(rows.first()).toContainText("Completed");
  await page.getByRole("button", { name: /^Filters.*1.*active$/ }).tap();
  await expect(page.getByRole("button", { name: "Clear these filters" })).toBeInViewport({ ratio: 1 });
});

test("the bar at the bottom is beside the content, and leaves while somebody types", async ({ browser }) => {
  const page = await signedIn(browser, "tenant1", phone);
  await page.goto("/dashboard");
  const bar = page.getByRole("navigation", { name: "Shortcuts" });
  for (const entry of await bar.getByRole("link").or(bar.getByRole("button")).all())
    expect((await entry.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await bar.getByRole("link", { name: "Report a problem" }).tap();
  await page.getByLabel("Title").tap();
  await expect(bar).toBeHidden();
  await page.getByLabel("Category", { exact: true }).focus();
  await expect(bar).toBeVisible();
  const submit = page.getByRole("button", { name: "Submit Work Order" });
  await submit.focus();
  const [button, edge] = [await submit.boundingBox(), await bar.boundingBox()];
  expect((button?.y ?? 0) + (button?.height ?? 0)).toBeLessThanOrEqual(edge?.y ?? 0);
  await bar.getByRole("button", { name: "More" }).tap();
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Payments" }).tap();
  await expect(bar.getByRole("link", { name: "Pay" })).toHaveAttribute("aria-current", "page");
});

test("a search without results says so above the keyboard", async ({ browser }) => {
  const page = await signedIn(browser, "landlord", phone);
  await page.goto("/leases");
  await page.getByRole("button", { name: "Search" }).tap();
  await page.getByRole("combobox", { name: "Search" }).fill("unicorn");
  const message = page.getByText("Nothing found for “unicorn”.");
  await expect(message).toBeVisible();
  expect((await message.boundingBox())?.y).toBeLessThan(300);
});

test("a toast leaves the buttons of the sheet below it free", async ({ browser }) => {
  const page = await signedIn(browser, "tenant1", phone);
  const { id, number } = await report(page, "Toast above");
  await page.goto(`/work-orders/${id}`);
  await page.getByRole("button", { name: "Confirm Signature" }).tap();
  await expectError(page, "No Signature", "Please sign before confirming.");
  const message = await toasts(page).boundingBox();
  const sheet = page.getByRole("dialog", { name: `Work Order ${number}` });
  for (const name of ["Close", "Close dialog"]) {
    const button = await sheet.getByRole("button", { name, exact: true }).boundingBox();
    const isBelow = (button?.y ?? 0) >= (message?.y ?? 0) + (message?.height ?? 0);
    const isAbove = (button?.y ?? 0) + (button?.height ?? 0) <= (message?.y ?? 0);
    expect(isBelow || isAbove, name).toBe(true);
  }
});

test("an order opens as a sheet of full height; its buttons are large enough for a thumb", async ({
  browser,
}) => {
  const page = await signedIn(browser, "technician", phone);
  const { id, number } = await report(page, "On a sheet", { propertyId: 1 });
  await page.goto(`/work-orders/${id}`);
  const sheet = page.getByRole("dialog", { name: `Work Order ${number}` });
  await expect(sheet.getByRole("list", { name: "Activity, newest first" })).toBeVisible();
  await expect.poll(() => sheet.boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 });
  for (const name of ["Close", "Close dialog"]) {
    const target = await sheet.getByRole("button", { name, exact: true }).boundingBox();
    expect(target?.height, name).toBeGreaterThanOrEqual(44);
  }
  await sheet.getByRole("button", { name: "Close", exact: true }).tap();
  await expect(sheet).toBeHidden();
});

test("SIG-02 a finger scrolls over the signature canvas until Tap to sign was pressed, and then signs", async ({
  browser,
}) => {
  const page = await signedIn(browser, "tenant1", phone);
  const { id } = await report(page, "Signed by finger");
  await page.goto(`/work-orders/${id}`);
  const canvas = page.locator("canvas");
  await canvas.scrollIntoViewIfNeeded();
  const box = await canvas.boundingBox();
  if (box === null) throw new Error("The signature canvas is not visible.");
  expect(box.x + box.width).toBeLessThanOrEqual(390);
  // While the page still scrolls, Playwright withholds a tap, which the console reports as an error.
  const hasScrolled = page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        document.addEventListener("scrollend", () => resolve(), { capture: true, once: true });
      }),
  );
  await swipe(page, box, [
    [0.5, 0.1],
    [0.5, 0.5],
    [0.5, 0.9],
    [0.5, 1.5],
  ]);
  await hasScrolled;
  await expect.poll(async () => (await canvas.boundingBox())?.y).toBeGreaterThan(box.y);
  await page.getByRole("button", { name: "Confirm Signature" }).tap();
  await expectError(page, "No Signature", "Please sign before confirming.");
  await page.getByRole("button", { name: "Tap to sign" }).tap();
  const still = await canvas.boundingBox();
  await swipe(page, still ?? box, [
    [0.2, 0.6],
    [0.4, 0.3],
    [0.6, 0.7],
    [0.8, 0.4],
  ]);
  expect(await canvas.boundingBox()).toEqual(still);
  await page.getByRole("button", { name: "Confirm Signature" }).tap();
  await expect(page.getByText("Signature confirmed successfully")).toBeVisible();
  await expectToast(page, "Signature Saved", "Work order has been signed successfully.");
});

test("a technician adds an invoice on the phone; the tenant sees it, and not the quote for staff only", async ({
  browser,
}) => {
  const tenant = await signedIn(browser, "tenant1", phone);
  const { id, number } = await report(tenant, "With papers");
  const buffer = await pdfOfPages(["Two hours and a valve"]);
  const landlord = await signedIn(browser, "landlord");
  const quote = { name: "Quote.pdf", mimeType: "application/pdf", buffer };
  const added = await landlord.request.post(`/api/work-orders/${id}/files`, { multipart: { files: quote } });
  expect(added.status(), await added.text()).toBe(201);

  const page = await signedIn(browser, "technician", phone);
  await page.goto(`/work-orders/${id}`);
  const sheet = page.getByRole("dialog", { name: `Work Order ${number}` });
  const files = sheet.getByRole("region", { name: "Files" });
  await expect(files.getByRole("listitem")).toContainText(["Staff only"]);
  await files.getByLabel("Add files").setInputFiles({ ...quote, name: "Invoice.pdf" });
  await expect(files.getByRole("button", { name: "Send 1 file" })).toBeVisible();
  // What is chosen survives a reload.
  await page.reload();
  await files.getByText("Shared").tap();
  expect(await smallTargets(page)).toEqual([]);
  await files.getByRole("button", { name: "Send 1 file" }).tap();
  await expectToast(page, "Files Added", "1 file is part of the work order now.");
  await expect(files.getByRole("link")).toHaveText(["Quote.pdf", "Invoice.pdf"]);

  await tenant.goto(`/work-orders/${id}`);
  const theirs = tenant.getByRole("region", { name: "Files" });
  await expect(theirs.getByRole("link")).toHaveText(["Invoice.pdf"]);
  await expect(tenant.getByText("File added: Invoice.pdf")).toBeVisible();
  await expect(tenant.getByText("Quote.pdf")).toHaveCount(0);
  const saved = tenant.waitForEvent("download");
  await theirs.getByRole("link", { name: "Download Invoice.pdf" }).tap();
  expect((await saved).suggestedFilename()).toBe("Invoice.pdf");
});

test("WO-26 on the board a card is moved by its menu", async ({ browser }) => {
  const page = await signedIn(browser, "technician", phone);
  const { number, title } = await report(page, "Moved by thumb", { propertyId: 1 });
  await openBoard(page, title);
  await page.getByRole("button", { name: `Move ${number} to...` }).tap();
  await page.getByRole("menuitem", { name: "In Progress" }).tap();
  await expectToast(page, "Status Updated", "Work order status has been updated successfully.");
});

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Moves a finger from the first point to the last; points are shares of the box. */
async function swipe(page: Page, box: Box, points: readonly (readonly [x: number, y: number])[]) {
  const finger = await page.context().newCDPSession(page);
  for (const [at, [x, y]] of points.entries())
    await finger.send("Input.dispatchTouchEvent", {
      type: at === 0 ? "touchStart" : "touchMove",
      touchPoints: [{ x: box.x + box.width * x, y: box.y + box.height * y }],
    });
  await finger.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
}
