import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import sharp from "sharp";
import { pdfOf, sendSlowly, titles } from "./support/documents.ts";
import { announce, expect, long, test } from "./support/journey.ts";
import { keptFiles } from "./support/kept-files.ts";
import { uniqueTitle } from "./support/orders.ts";
import { signedIn } from "./support/people.ts";
import { expectToast } from "./support/toasts.ts";

const tenMegabytes = 10 * 1024 * 1024;
const large = () => ({ name: "lease.pdf", mimeType: "application/pdf", buffer: pdfOf(tenMegabytes) });
const form = (page: Page) => page.getByRole("region", { name: "Upload New Document" });
const submit = (page: Page) => form(page).getByRole("button", { name: "Upload Document" });

async function fillIn(page: Page, title: string, type: string): Promise<void> {
  await form(page).getByLabel("Title").fill(title);
  await form(page).getByLabel("Document type").selectOption(type);
}

async function found(page: Page, title: string): Promise<{ id: number }[]> {
  const response = await page.request.get(`/api/documents?q=${encodeURIComponent(title)}`);
  expect(response.status()).toBe(200);
  return response.json();
}

test("ROLE-04 ROLE-19 DOC-02 DOC-19 DOC-20 DOC-21 DOC-26 DASH-28 a tenant uploads 10 MB, cancels, uploads again, and downloads the same bytes", async ({
  browser,
}) => {
  const page = await signedIn(browser, "tenant1");
  await page.goto("/documents");
  await page.getByRole("button", { name: "Upload Document" }).click();
  await expect(form(page).getByRole("heading", { name: "Upload New Document" })).toBeFocused();
  const title = uniqueTitle("Lease, signed");
  await fillIn(page, title, "Lease");
  const file = large();
  await form(page).getByLabel("Document file").setInputFiles(file);
  await expect(form(page).getByText("10.0 MB. Choose or drop more to add them.")).toBeVisible();

  const bar = page.getByRole("progressbar", { name: "Sending the file" });
  const share = async () => Number(await bar.getAttribute("value"));
  await sendSlowly(page, 1024 * 1024);
  await submit(page).click();
  await expect.poll(share).toBeGreaterThan(0);
  const [before, isLess] = [await share(), (value: number) => value < 100];
  await expect.poll(share, "the bar moves").toBeGreaterThan(before);
  expect(isLess(await share()), "the file is on its way").toBe(true);
  await form(page).getByRole("button", { name: "Cancel" }).click();
  await expect(form(page).getByText("The upload was cancelled. Nothing was kept.")).toBeVisible();
  expect(await found(page, title)).toEqual([]);

  await sendSlowly(page, 4 * 1024 * 1024);
  await submit(page).click();
  await expect.poll(share).toBeGreaterThan(0);
  await expectToast(page, "Document Uploaded", "Your document has been uploaded successfully.");
  await expect(form(page)).toBeHidden();
  await expect(titles(page).filter({ hasText: title })).toBeVisible();
  const card = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: title }) });
  await expect(card).toContainText("PDF · 10.0 MB");

  const download = page.waitForEvent("download");
  await card.getByRole("button", { name: `Download ${title}` }).click();
  const taken = await download;
  expect(taken.suggestedFilename()).toBe("lease.pdf");
  expect((await readFile(await taken.path())).equals(file.buffer)).toBe(true);

  const [made] = await found(page, title);
  const neighbour = await signedIn(browser, "tenant2");
  await neighbour.goto(`/documents?q=${encodeURIComponent(title)}`);
  await expect(neighbour.getByText("No documents found")).toBeVisible();
  for (const address of [`/api/documents/${made?.id}`, `/api/documents/${made?.id}/file`])
    expect((await neighbour.request.get(address)).status()).toBe(404);
  const landlord = await signedIn(browser, "landlord");
  await landlord.goto(`/documents?q=${encodeURIComponent(title)}`);
  await expect(titles(landlord)).toHaveText([title]);
  await expect(landlord.getByText("Tenant of unit 101").first()).toBeVisible();
});

test(
  "DOC-05 DOC-06 DOC-08 DOC-10 CON-07 API-33 type and search are in the address and survive a reload; more are loaded by a button",
  long,
  async ({ browser }) => {
    const page = await signedIn(browser, "landlord");
    await page.goto("/documents");
    await expect(titles(page)).toHaveCount(6);
    const [, total] = /Showing 6 of (\d+)/.exec(await page.getByText(/^Showing 6 of/).innerText()) ?? [];
    await page.getByRole("button", { name: "Load More Documents" }).click();
    await expect(titles(page)).toHaveCount(Math.min(30, Number(total)));

    await page.getByLabel("Filter by type").selectOption("Insurance");
    await expect(page).toHaveURL("/documents?type=Insurance");
    await page.getByRole("searchbox", { name: "Search documents" }).fill("Property insurance");
    await expect(page).toHaveURL("/documents?q=Property+insurance&type=Insurance");
    await expect(titles(page)).toHaveText(["Property insurance of Harborview Center"]);
    await page.reload();
    await expect(titles(page)).toHaveText(["Property insurance of Harborview Center"]);
    await expect(page.getByLabel("Filter by type")).toHaveValue("Insurance");
    await expect(page.getByRole("searchbox", { name: "Search documents" })).toHaveValue("Property insurance");
    await page.getByRole("searchbox", { name: "Search documents" }).fill("no such paper anywhere");
    await page.getByRole("button", { name: "Clear filters" }).click();
    await expect(page).toHaveURL("/documents");
    await expect(titles(page)).toHaveCount(6);
  },
);

test(
  "DOC-02 DOC-11 DOC-12 DOC-17 ROLE-04 a document can be uploaded with the keyboard alone",
  long,
  async ({ browser }) => {
    const page = await signedIn(browser, "tenant1");
    await page.goto("/documents");
    await page.getByRole("button", { name: "Upload Document" }).focus();
    await page.keyboard.press("Enter");
    await expect(form(page).getByRole("heading", { name: "Upload New Document" })).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(form(page).getByLabel("Title")).toBeFocused();
    await page.keyboard.press("Enter");
    for (const sentence of [
      "Title must be at least 3 characters",
      "Please select a document type",
      "Document file is required",
    ])
      await expect(form(page).getByText(sentence, { exact: true })).toBeVisible();
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
    // The next step is the browser's own file dialog.
    await fileInput.setInputFiles({
      name: "contract.pdf",
      mimeType: "application/pdf",
      buffer: pdfOf(2000),
    });
    await expect(form(page).getByText("contract.pdf")).toBeVisible();
    await submit(page).focus();
    await page.keyboard.press("Enter");
    await expectToast(page, "Document Uploaded", "Your document has been uploaded successfully.");
    await expect(titles(page).filter({ hasText: title })).toBeVisible();
  },
);

test(
  "DOC-22 DOC-24 a file dropped on the page opens the form with it; the server's refusal is shown below it",
  long,
  async ({ browser }) => {
    const page = await signedIn(browser, "landlord", { viewport: { width: 390, height: 844 } });
    announce(/status of 415/);
    await page.goto("/documents");
    await expect(titles(page).first()).toBeVisible();
    const dropped = await page.evaluateHandle(() => {
      const transfer = new DataTransfer();
      transfer.items.add(new File(["<html>no paper</html>"], "renamed.pdf", { type: "application/pdf" }));
      return transfer;
    });
    await page.dispatchEvent("body", "dragover", { dataTransfer: dropped });
    await expect(page.getByText("Drop files to upload them")).toBeVisible();
    await page.dispatchEvent("body", "drop", { dataTransfer: dropped });
    await expect(page.getByText("Drop files to upload them")).toBeHidden();
    await expect(form(page).getByText("renamed.pdf")).toBeVisible();
    await expect(form(page).getByLabel("Title")).toHaveValue("renamed");
    await fillIn(page, uniqueTitle("Renamed"), "Other");
    await form(page).getByLabel("Building").selectOption("Harborview Center");
    const response = page.waitForResponse((response) => response.request().method() === "POST");
    await submit(page).click();
    const { message } = await (await response).json();
    await expectToast(page, "Error", message, "destructive");
    await expect(submit(page)).toBeEnabled();
    await expect(form(page).getByText("renamed.pdf")).toBeVisible();
  },
);

test("pages photographed with a phone are put in order and become one PDF, which is uploaded like any other", async ({
  browser,
}) => {
  const page = await signedIn(browser, "tenant1", { viewport: { width: 390, height: 844 }, hasTouch: true });
  await page.goto("/documents?upload=yes");
  await form(page).getByRole("button", { name: "Scan pages" }).click();
  const dialog = page.getByRole("dialog", { name: "Scan pages" });
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

  // Photos survive what phones do to pages in the background.
  await expect.poll(() => keptFiles(page)).toEqual(["light.png", "wide.png", "dark.png"]);
  await page.reload();
  await form(page).getByRole("button", { name: "Scan pages" }).click();
  await expect(dialog.getByRole("listitem")).toHaveCount(3);
  await dialog.getByRole("button", { name: "Make PDF" }).click();
  await expect(form(page).getByLabel("Title")).toHaveValue(/^Scan \d{4}-\d\d-\d\d$/);
  const title = uniqueTitle("Scanned");
  await fillIn(page, title, "Contract");
  await submit(page).click();
  await expectToast(page, "Document Uploaded", "Your document has been uploaded successfully.");

  await titles(page).filter({ hasText: title }).getByRole("link").click();
  const shape = async (number: number) => {
    const box = await page.locator(`[data-page="${number}"]`).boundingBox();
    return Number(((box?.width ?? 0) / (box?.height ?? 1)).toFixed(2));
  };
  await expect.poll(() => shape(1)).toBe(0.75);
  await expect.poll(() => shape(2), "the wide page is the second one now").toBe(1.33);
  // The dark page, which was the first one, is the last one.
  await page.getByLabel("Page", { exact: true }).fill("3");
  await page.getByLabel("Page", { exact: true }).press("Enter");
  const canvas = page.locator('[data-page="3"] canvas');
  await expect(canvas).toBeVisible();
  const [red = 255] = await canvas.evaluate((element) => [
    ...((element as HTMLCanvasElement).getContext("2d")?.getImageData(20, 20, 1, 1).data ?? []),
  ]);
  expect(red).toBeLessThan(60);
});
