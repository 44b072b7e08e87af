import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import sharp from "sharp";
import { expect, test } from "./support/journey.ts";
import { limitUploadSpeed } from "./support/network.ts";
import { createPdfOfSize } from "./support/pdfs.ts";
import { openPageAs } from "./support/people.ts";
import { findSavedFiles } from "./support/saved-files.ts";
import { expectToast } from "./support/toasts.ts";
import { uniqueTitle } from "./support/work-orders.ts";

const tenMegabytes = 10 * 1024 * 1024;
const createLargeFile = () => ({
  name: "lease.pdf",
  mimeType: "application/pdf",
  buffer: createPdfOfSize(tenMegabytes),
});
const form = (page: Page) => page.getByRole("region", { name: "Upload New Document" });
/** The titles in the list. */
const titles = (page: Page) =>
  page.getByRole("list", { name: "Documents", exact: true }).getByRole("heading");
const submit = (page: Page) => form(page).getByRole("button", { name: "Upload Document" });

async function fillIn(page: Page, title: string, type: string): Promise<void> {
  await form(page).getByLabel("Title").fill(title);
  await form(page).getByLabel("Document type").selectOption(type);
}

async function search(page: Page, title: string): Promise<{ id: number }[]> {
  const response = await page.request.get(`/api/documents?q=${encodeURIComponent(title)}`);
  expect(response.status()).toBe(200);
  return response.json();
}

test("ROLE-04 ROLE-19 DOC-02 DOC-19 DOC-20 DOC-21 DOC-26 DASH-28 a tenant cancels a 10 MB upload, uploads the file again, and downloads the same file", async ({
  browser,
}) => {
  const page = await openPageAs(browser, "tenant1");
  await page.goto("/documents");
  await page.getByRole("button", { name: "Upload Document" }).click();
  await expect(form(page).getByRole("heading", { name: "Upload New Document" })).toBeFocused();
  const title = uniqueTitle("Lease, signed");
  await fillIn(page, title, "Lease");
  const file = createLargeFile();
  await form(page).getByLabel("Document file").setInputFiles(file);
  await expect(form(page).getByText("10.0 MB. Choose or drop more files to add them.")).toBeVisible();

  const bar = page.getByRole("progressbar", { name: "Uploading the file" });
  const getProgress = async () => Number(await bar.getAttribute("value"));
  await limitUploadSpeed(page, 1024 * 1024);
  await submit(page).click();
  await expect.poll(getProgress).toBeGreaterThan(0);
  const before = await getProgress();
  await expect.poll(getProgress, "the bar moves").toBeGreaterThan(before);
  expect(await getProgress(), "the upload hasn't finished").toBeLessThan(100);
  await form(page).getByRole("button", { name: "Cancel" }).click();
  await expect(form(page).getByText("Upload cancelled. Nothing was saved.")).toBeVisible();
  expect(await search(page, title)).toEqual([]);

  await limitUploadSpeed(page, 4 * 1024 * 1024);
  await submit(page).click();
  await expect.poll(getProgress).toBeGreaterThan(0);
  await expectToast(page, "Document Uploaded", "Your document has been uploaded successfully.");
  await expect(form(page)).toBeHidden();
  await expect(titles(page).filter({ hasText: title })).toBeVisible();
  const card = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: title }) });
  await expect(card).toContainText("PDF · 10.0 MB");

  const downloading = page.waitForEvent("download");
  await card.getByRole("button", { name: `Download ${title}` }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe("lease.pdf");
  expect((await readFile(await download.path())).equals(file.buffer)).toBe(true);

  const [document] = await search(page, title);
  const neighbor = await openPageAs(browser, "tenant2");
  await neighbor.goto(`/documents?q=${encodeURIComponent(title)}`);
  await expect(neighbor.getByText("No documents found")).toBeVisible();
  for (const path of [`/api/documents/${document?.id}`, `/api/documents/${document?.id}/file`])
    expect((await neighbor.request.get(path)).status()).toBe(404);
  const landlord = await openPageAs(browser, "landlord");
  await landlord.goto(`/documents?q=${encodeURIComponent(title)}`);
  await expect(titles(landlord)).toHaveText([title]);
  await expect(landlord.getByText("Tenant of unit 101").first()).toBeVisible();
});

test("DOC-02 DOC-11 DOC-12 DOC-17 ROLE-04 a document can be uploaded with only the keyboard", async ({
  browser,
}) => {
  const page = await openPageAs(browser, "tenant1");
  await page.goto("/documents");
  await page.getByRole("button", { name: "Upload Document" }).focus();
  await page.keyboard.press("Enter");
  await expect(form(page).getByRole("heading", { name: "Upload New Document" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(form(page).getByLabel("Title")).toBeFocused();
  await page.keyboard.press("Enter");
  for (const message of [
    "Title must be at least 3 characters",
    "Please select a document type",
    "Document file is required",
  ])
    await expect(form(page).getByText(message, { exact: true })).toBeVisible();
  const title = uniqueTitle("By keyboard");
  await page.keyboard.type(title);
  await page.keyboard.press("Tab");
  await expect(form(page).getByLabel("Document type")).toBeFocused();
  await page.keyboard.type("Contract");
  const fileInput = form(page).getByLabel("Document file");
  // A date field has a tab stop for each of its parts.
  for (let stops = 0; stops < 12; stops += 1) {
    if (await fileInput.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press("Tab");
  }
  await expect(fileInput).toBeFocused();
  // The next step would be the browser's file dialog.
  await fileInput.setInputFiles({
    name: "contract.pdf",
    mimeType: "application/pdf",
    buffer: createPdfOfSize(2000),
  });
  await expect(form(page).getByText("contract.pdf")).toBeVisible();
  await submit(page).focus();
  await page.keyboard.press("Enter");
  await expectToast(page, "Document Uploaded", "Your document has been uploaded successfully.");
  await expect(titles(page).filter({ hasText: title })).toBeVisible();
});

test("pages photographed with a phone can be reordered and uploaded as one PDF", async ({ browser }) => {
  const page = await openPageAs(browser, "tenant1", {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
  });
  await page.goto("/documents?upload=yes");
  await form(page).getByRole("button", { name: "Scan pages" }).click();
  const dialog = page.getByRole("dialog", { name: "Scan Pages" });
  const photo = async (name: string, background: string, width: number, height: number) => ({
    name,
    mimeType: "image/png",
    buffer: await sharp({ create: { width, height, channels: 3, background } })
      .png()
      .toBuffer(),
  });
  const camera = dialog.getByLabel("Take photo", { exact: true }).and(page.locator("input"));
  await expect(camera).toHaveAttribute("accept", "image/jpeg,image/png");
  await expect(camera).toHaveAttribute("capture", "environment");
  await camera.setInputFiles(await photo("dark.png", "#203040", 600, 800));
  await camera.setInputFiles(await photo("light.png", "#fafafa", 600, 800));
  await dialog
    .getByLabel("Choose photos", { exact: true })
    .and(page.locator("input"))
    .setInputFiles([
      await photo("wide.png", "#fafafa", 800, 600),
      await photo("small.png", "#fafafa", 300, 300),
    ]);
  await expect(dialog.getByRole("listitem")).toHaveCount(4);
  await dialog.getByRole("button", { name: "Remove page 4" }).click();
  await dialog.getByRole("button", { name: "Move page 1 later" }).focus();
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("button", { name: "Move page 2 later" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("button", { name: "Move page 3 earlier" })).toBeFocused();

  // Phones can unload pages in the background, so photos have to survive a reload.
  await expect.poll(() => findSavedFiles(page)).toEqual(["light.png", "wide.png", "dark.png"]);
  await page.reload();
  await form(page).getByRole("button", { name: "Scan pages" }).click();
  await expect(dialog.getByRole("listitem")).toHaveCount(3);
  await dialog.getByRole("button", { name: "Create PDF" }).click();
  await expect(form(page).getByLabel("Title")).toHaveValue(/^Scan \d{4}-\d\d-\d\d$/);
  const title = uniqueTitle("Scanned");
  await fillIn(page, title, "Contract");
  await submit(page).click();
  await expectToast(page, "Document Uploaded", "Your document has been uploaded successfully.");

  await titles(page).filter({ hasText: title }).getByRole("link").click();
  const getAspectRatio = async (number: number) => {
    const box = await page.locator(`[data-page="${number}"]`).boundingBox();
    return Number(((box?.width ?? 0) / (box?.height ?? 1)).toFixed(2));
  };
  await expect.poll(() => getAspectRatio(1)).toBe(0.75);
  await expect.poll(() => getAspectRatio(2), "the wide page is now the second one").toBe(1.33);
  // The dark page moved from first to last.
  await page.getByLabel("Page", { exact: true }).fill("3");
  await page.getByLabel("Page", { exact: true }).press("Enter");
  const canvas = page.locator('[data-page="3"] canvas');
  await expect(canvas).toBeVisible();
  const [red = 255] = await canvas.evaluate((element) => [
    ...((element as HTMLCanvasElement).getContext("2d")?.getImageData(20, 20, 1, 1).data ?? []),
  ]);
  expect(red).toBeLessThan(60);
});
