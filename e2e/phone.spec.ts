import path from "node:path";
import { devices, type Page } from "@playwright/test";
import { openBoard } from "./support/board.ts";
import { allowConsoleErrors, expect, test } from "./support/journey.ts";
import { offlineErrors } from "./support/network.ts";
import { createPdfWithPages } from "./support/pdfs.ts";
import { openPageAs } from "./support/people.ts";
import { expectError, expectToast, toasts } from "./support/toasts.ts";
import { findSmallTargets } from "./support/touch-targets.ts";
import { createWorkOrder } from "./support/work-orders.ts";

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

test("a tenant can report a problem with three taps, a sentence, and a photo", async ({ browser }) => {
  const page = await openPageAs(browser, "tenant1", phone);
  await page.goto("/dashboard");
  await page
    .getByRole("navigation", { name: "Shortcuts" })
    .getByRole("link", { name: "Report a problem" })
    .tap();
  await page.getByLabel("Photos", { exact: true }).setInputFiles(photo);
  await expect(page.getByLabel("Location")).toHaveValue("Unit 101");
  await page.getByRole("button", { name: "Water leak" }).tap();
  await page.getByLabel("Description").fill("Water comes from the ceiling above the door.");
  await page.getByRole("button", { name: "Submit Work Order" }).tap();
  await expectToast(page, "Work Order Created", "Your work order has been submitted successfully.");
});

test("on a phone, a work order's row has three lines and opens wherever it's tapped", async ({ browser }) => {
  const page = await openPageAs(browser, "landlord", phone);
  const { title, number } = await createWorkOrder(page, "Opened from a row", { propertyId: 1 });
  await page.goto("/work-orders");
  const row = page.getByRole("listitem").filter({ hasText: title });
  await expect(row).toContainText(number);
  const box = await row.boundingBox();
  if (box === null) throw new Error("The row is not visible.");
  expect(box.width).toBeGreaterThan(340);
  expect(box.height).toBeLessThanOrEqual(88);
  await page.touchscreen.tap(box.x + box.width - 30, box.y + box.height - 8);
  await expect(page.getByRole("dialog", { name: `Work Order ${number}` })).toBeVisible();
});

test("six work orders fit on a phone screen, with the filters one tap away", async ({ browser }) => {
  const page = await openPageAs(browser, "landlord", phone);
  await page.goto("/work-orders?pageSize=25");
  const rows = page.getByRole("list", { name: "Work orders" }).getByRole("listitem");
  await expect(rows).toHaveCount(25);
  await expect(rows.nth(5)).toBeInViewport({ ratio: 1 });
  await page.getByRole("button", { name: "Filters" }).tap();
  await page.getByLabel("Filter by Status").selectOption("completed");
  await page.getByRole("button", { name: "Show Results" }).tap();
  await expect(rows.first()).toContainText("Completed");
  await page.getByRole("button", { name: /^Filters.*1.*active$/ }).tap();
  await expect(page.getByRole("button", { name: "Clear filters" })).toBeInViewport({ ratio: 1 });
});

test("the bottom bar doesn't cover the content and is hidden while typing", async ({ browser }) => {
  const page = await openPageAs(browser, "tenant1", phone);
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
  const [submitBox, barBox] = [await submit.boundingBox(), await bar.boundingBox()];
  expect((submitBox?.y ?? 0) + (submitBox?.height ?? 0)).toBeLessThanOrEqual(barBox?.y ?? 0);
  await bar.getByRole("button", { name: "More" }).tap();
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Payments" }).tap();
  await expect(bar.getByRole("link", { name: "Pay" })).toHaveAttribute("aria-current", "page");
});

test("the message for a search without results stays above the keyboard", async ({ browser }) => {
  const page = await openPageAs(browser, "landlord", phone);
  await page.goto("/leases");
  await page.getByRole("button", { name: "Search" }).tap();
  await page.getByRole("combobox", { name: "Search" }).fill("unicorn");
  const message = page.getByText("No results for “unicorn”");
  await expect(message).toBeVisible();
  expect((await message.boundingBox())?.y).toBeLessThan(300);
});

test("a toast doesn't cover the buttons of an open sheet", async ({ browser }) => {
  const page = await openPageAs(browser, "tenant1", phone);
  const { id, number } = await createWorkOrder(page, "Toast above");
  await page.goto(`/work-orders/${id}`);
  await page.getByRole("button", { name: /^Digital Signature/ }).tap();
  await page.getByRole("button", { name: "Confirm Signature" }).tap();
  await expectError(page, "No Signature", "Please sign before confirming.");
  const message = await toasts(page).boundingBox();
  const sheet = page.getByRole("dialog", { name: `Work Order ${number}` });
  const close = await sheet.getByRole("button", { name: "Close" }).boundingBox();
  expect((close?.y ?? 0) + (close?.height ?? 0)).toBeLessThanOrEqual(message?.y ?? 0);
});

test("a work order opens as a full-height sheet with buttons large enough for a thumb", async ({
  browser,
}) => {
  const page = await openPageAs(browser, "technician", phone);
  const { id, number } = await createWorkOrder(page, "On a sheet", { propertyId: 1 });
  await page.goto(`/work-orders/${id}`);
  const sheet = page.getByRole("dialog", { name: `Work Order ${number}` });
  await expect(sheet.getByRole("list", { name: "Activity, newest first" })).toBeVisible();
  await expect.poll(() => sheet.boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 });
  const close = sheet.getByRole("button", { name: "Close" });
  expect((await close.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await close.tap();
  await expect(sheet).toBeHidden();
});

test("SIG-02 a finger on the signature canvas scrolls the page until the user presses Tap to sign, and then it signs", async ({
  browser,
}) => {
  const page = await openPageAs(browser, "tenant1", phone);
  const { id } = await createWorkOrder(page, "Signed by finger");
  await page.goto(`/work-orders/${id}`);
  await page.getByRole("button", { name: /^Digital Signature/ }).tap();
  const canvas = page.locator("canvas");
  await canvas.scrollIntoViewIfNeeded();
  const box = await canvas.boundingBox();
  if (box === null) throw new Error("The signature canvas is not visible.");
  expect(box.x + box.width).toBeLessThanOrEqual(390);
  // Playwright suppresses a tap while the page is scrolling, which logs a console error.
  const scrollEnd = page.evaluate(
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
  await scrollEnd;
  await expect.poll(async () => (await canvas.boundingBox())?.y).toBeGreaterThan(box.y);
  await page.getByRole("button", { name: "Confirm Signature" }).tap();
  await expectError(page, "No Signature", "Please sign before confirming.");
  await page.getByRole("button", { name: "Tap to sign" }).tap();
  const fixedBox = await canvas.boundingBox();
  await swipe(page, fixedBox ?? box, [
    [0.2, 0.6],
    [0.4, 0.3],
    [0.6, 0.7],
    [0.8, 0.4],
  ]);
  expect(await canvas.boundingBox()).toEqual(fixedBox);
  await page.getByRole("button", { name: "Confirm Signature" }).tap();
  await expect(page.getByText("Signature confirmed successfully")).toBeVisible();
  await expectToast(page, "Signature Saved", "Work order has been signed successfully.");
});

test("a technician adds an invoice on a phone, and the tenant sees it but not the staff-only quote", async ({
  browser,
}) => {
  const tenant = await openPageAs(browser, "tenant1", phone);
  const { id, number } = await createWorkOrder(tenant, "With files");
  const buffer = await createPdfWithPages(["Two hours and a valve"]);
  const landlord = await openPageAs(browser, "landlord");
  const quote = { name: "Quote.pdf", mimeType: "application/pdf", buffer };
  const added = await landlord.request.post(`/api/work-orders/${id}/files`, { multipart: { files: quote } });
  expect(added.status(), await added.text()).toBe(201);

  const page = await openPageAs(browser, "technician", phone);
  await page.goto(`/work-orders/${id}`);
  const sheet = page.getByRole("dialog", { name: `Work Order ${number}` });
  const files = sheet.getByRole("region", { name: "Files" });
  await files.getByRole("button", { name: /^Files/ }).tap();
  await expect(files.getByRole("listitem")).toContainText(["Staff only"]);
  await files.getByLabel("Add files").setInputFiles({ ...quote, name: "Invoice.pdf" });
  await expect(files.getByRole("button", { name: "Send 1 file" })).toBeVisible();
  // Selected files survive a reload.
  await page.reload();
  await files.getByRole("button", { name: /^Files/ }).tap();
  await files.getByText("Shared").tap();
  expect(await findSmallTargets(page)).toEqual([]);
  await files.getByRole("button", { name: "Send 1 file" }).tap();
  await expectToast(page, "Files Added", "1 file added to the work order.");
  await expect(files.getByRole("link")).toHaveText(["Quote.pdf", "Invoice.pdf"]);

  await tenant.goto(`/work-orders/${id}`);
  const tenantFiles = tenant.getByRole("region", { name: "Files" });
  await tenantFiles.getByRole("button", { name: /^Files/ }).tap();
  await expect(tenantFiles.getByRole("link")).toHaveText(["Invoice.pdf"]);
  await expect(tenant.getByText("File added: Invoice.pdf")).toBeVisible();
  await expect(tenant.getByText("Quote.pdf")).toHaveCount(0);
  const saved = tenant.waitForEvent("download");
  await tenantFiles.getByRole("link", { name: "Download Invoice.pdf" }).tap();
  expect((await saved).suggestedFilename()).toBe("Invoice.pdf");
});

test("when offline, a notice appears below the buttons of the top bar", async ({ browser }) => {
  allowConsoleErrors(offlineErrors);
  const page = await openPageAs(browser, "tenant1", phone);
  await page.goto("/dashboard");
  await page.getByRole("region", { name: "Building overview" }).waitFor();
  await page.context().setOffline(true);
  const notice = page.getByRole("status").filter({ hasText: "We can't reach the server" });
  const search = page.getByRole("button", { name: "Search" });
  await expect(notice).toBeVisible();
  const searchBox = await search.boundingBox();
  expect((await notice.boundingBox())?.y).toBeGreaterThanOrEqual(
    (searchBox?.y ?? 0) + (searchBox?.height ?? 0),
  );
});

const landscape = { ...phone, viewport: { width: 844, height: 390 } };

test("tenants can confirm a visit from their home page without scrolling, in portrait and landscape", async ({
  browser,
}) => {
  const page = await openPageAs(browser, "tenant1", phone);
  const { id, title } = await createWorkOrder(page, "A visit to confirm");
  const landlord = await openPageAs(browser, "landlord");
  const from = Date.now() + 24 * 60 * 60 * 1000;
  const proposed = await landlord.request.put(`/api/work-orders/${id}/appointment`, {
    data: { from: new Date(from).toISOString(), to: new Date(from + 60 * 60 * 1000).toISOString() },
  });
  expect(proposed.status(), await proposed.text()).toBe(200);
  const confirm = page.getByRole("button", { name: `Confirm the visit for ${title}` });
  for (const { viewport } of [phone, landscape]) {
    await page.setViewportSize(viewport);
    await page.goto("/dashboard");
    await expect(confirm).toBeInViewport({ ratio: 1 });
  }
  // Next to the rail, which is 56 px wide.
  await confirm.tap();
  await expect(toasts(page)).toBeVisible();
  expect((await toasts(page).boundingBox())?.x).toBeGreaterThanOrEqual(56);
});

test("My Day shows titles in two lines, in rows of which four fit below the running work order", async ({
  browser,
}) => {
  const landlord = await openPageAs(browser, "landlord");
  await createWorkOrder(landlord, "Hot water is lukewarm in both restrooms", {
    propertyId: 1,
    priority: "urgent",
  });
  const page = await openPageAs(browser, "technician", phone);
  await page.goto("/my-day");
  const pressing = page.getByRole("region", { name: "High priority, unassigned" });
  const row = pressing.getByRole("listitem").filter({ hasText: "Hot water is lukewarm" }).first();
  await expect(row).toBeVisible();
  const title = row.getByRole("heading");
  expect(await title.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBeLessThan(
    2,
  );
  expect((await title.boundingBox())?.height).toBeGreaterThan(30);
  expect((await row.boundingBox())?.height).toBeLessThanOrEqual(85);
});

test("in landscape, My Day shows all buttons of the running or next work order", async ({ browser }) => {
  const page = await openPageAs(browser, "technician", landscape);
  await page.goto("/my-day");
  const lead = page.getByRole("region", { name: /^(Now|Up next)$/ });
  await expect(lead).toBeInViewport({ ratio: 1 });
  await expect(lead.getByRole("button").last()).toBeInViewport({ ratio: 1 });
});

test("in landscape, a work order has two columns, and only its header stays in view", async ({ browser }) => {
  const page = await openPageAs(browser, "tenant1", landscape);
  const { id, number } = await createWorkOrder(page, "In landscape");
  await page.goto(`/work-orders/${id}`);
  const sheet = page.getByRole("dialog", { name: `Work Order ${number}` });
  const log = sheet.getByRole("region", { name: "Activity Log" });
  const [logBox, titleBox] = [
    await log.boundingBox(),
    await sheet.getByRole("heading").first().boundingBox(),
  ];
  expect(logBox?.x).toBeGreaterThan(400);
  expect(Math.abs((logBox?.y ?? 0) - (titleBox?.y ?? 0))).toBeLessThan(60);
  const comment = sheet.getByLabel("Comment");
  const before = await comment.boundingBox();
  await log.hover();
  await page.mouse.wheel(0, 60);
  await expect.poll(async () => (await comment.boundingBox())?.y).toBeLessThan(before?.y ?? 0);
  const close = sheet.getByRole("button", { name: "Close" });
  expect((await close.boundingBox())?.y).toBeLessThan(44);
});

test("on a phone, a document's page starts with the document itself", async ({ browser }) => {
  const page = await openPageAs(browser, "tenant1", phone);
  await page.goto("/documents?q=house+rules");
  await page.getByRole("link", { name: "House rules" }).first().tap();
  const preview = page.getByRole("region", { name: "Preview" });
  await expect(preview).toBeInViewport();
  expect((await preview.boundingBox())?.y).toBeLessThan(200);
});

test("WO-26 on a phone, a card's menu moves it on the board", async ({ browser }) => {
  const page = await openPageAs(browser, "technician", phone);
  const { number, title } = await createWorkOrder(page, "Moved by thumb", { propertyId: 1 });
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

/** Moves a finger along the points, which are fractions of the box. */
async function swipe(page: Page, box: Box, points: readonly (readonly [x: number, y: number])[]) {
  const finger = await page.context().newCDPSession(page);
  for (const [index, [x, y]] of points.entries())
    await finger.send("Input.dispatchTouchEvent", {
      type: index === 0 ? "touchStart" : "touchMove",
      touchPoints: [{ x: box.x + box.width * x, y: box.y + box.height * y }],
    });
  await finger.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
}
