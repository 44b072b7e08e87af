import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { allowConsoleErrors, expect, followLink, test } from "./support/journey.ts";
import { limitUploadSpeed } from "./support/network.ts";
import {
  createPdfWithExternalFonts,
  createPdfWithPages,
  createPdfWithScripts,
  createPdfWithUnsupportedImage,
  linkPosition,
} from "./support/pdfs.ts";
import { openPageAs } from "./support/people.ts";
import { getPortalUrl } from "./support/portals.ts";
import { expectToast } from "./support/toasts.ts";
import { uniqueTitle } from "./support/work-orders.ts";

interface UploadedDocument {
  id: number;
  title: string;
}

/** Uploads a document as the user signed in on `page`, by default for the whole property. */
async function upload(
  page: Page,
  file: Buffer,
  fields: Record<string, string> = {},
): Promise<UploadedDocument> {
  const title = uniqueTitle("Document");
  const response = await page.request.post("/api/documents", {
    multipart: {
      title,
      type: "Insurance",
      buildingId: "1",
      ...fields,
      file: { name: "document.pdf", mimeType: "application/pdf", buffer: file },
    },
  });
  expect(response.status(), await response.text()).toBe(201);
  return { id: (await response.json()).id, title };
}

const pageNumber = (page: Page, number: number) => page.locator(`[data-page="${number}"]`);
const canvas = (page: Page, number: number) => pageNumber(page, number).locator("canvas");
const viewer = (page: Page) => page.getByRole("region", { name: /^Pages of / });
const versions = (page: Page) => page.getByRole("region", { name: "Versions" });
const log = (page: Page) => page.getByRole("table", { name: "Views and downloads of this document" });
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });

/** Counts the dark pixels of a rendered page. */
const countDarkPixels = (page: Page, number: number): Promise<number> =>
  canvas(page, number).evaluate((element) => {
    const { width, height } = element as HTMLCanvasElement;
    const context = (element as HTMLCanvasElement).getContext("2d");
    const { data } = context?.getImageData(0, 0, width, height) ?? { data: [] };
    let dark = 0;
    for (let index = 0; index < data.length; index += 4)
      if ((data[index] ?? 255) + (data[index + 1] ?? 255) + (data[index + 2] ?? 255) < 200) dark += 1;
    return dark;
  });

async function expectText(page: Page, number: number): Promise<void> {
  await expect(canvas(page, number)).toBeVisible();
  expect(await countDarkPixels(page, number), `page ${number} has text`).toBeGreaterThan(500);
}

test("ROLE-16 ROLE-19 DASH-28 a tenant can view and download a maintenance document but not change it", async ({
  browser,
}) => {
  const file = await createPdfWithPages(["Boiler inspection", "Second page"]);
  const { id, title } = await upload(await openPageAs(browser, "landlord"), file, { type: "Maintenance" });
  const page = await openPageAs(browser, "tenant1");
  await page.goto(`/documents/${id}`);
  await expect(heading(page, title)).toBeVisible();
  await expectText(page, 1);
  await expect(pageNumber(page, 1).getByText("Boiler inspection")).toBeAttached();
  await expect(page.getByText("by Linda Harcourt", { exact: true })).toBeVisible();

  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download", exact: true }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe("document.pdf");
  expect((await readFile(await download.path())).equals(file)).toBe(true);

  await expect(page.getByRole("button", { name: "Edit" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Upload a new version" })).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Views and downloads" })).toHaveCount(0);
});

test("ROLE-19 tenants can't see a neighbor's document, and managers see who viewed and downloaded it", async ({
  browser,
}) => {
  const tenant = await openPageAs(browser, "tenant1");
  const { id, title } = await upload(tenant, await createPdfWithPages(["Our certificate"]));
  await tenant.goto(`/documents/${id}`);
  await expectText(tenant, 1);
  const downloading = tenant.waitForEvent("download");
  await tenant.getByRole("link", { name: "Download", exact: true }).click();
  await downloading;

  allowConsoleErrors(/status of 404/);
  const neighbor = await openPageAs(browser, "tenant2");
  await neighbor.goto(`/documents/${id}`);
  await expect(heading(neighbor, "Document not found")).toBeVisible();

  const landlord = await openPageAs(browser, "landlord");
  await landlord.goto(`/documents/${id}`);
  await expect(heading(landlord, title)).toBeVisible();
  // The landlord's own view is the latest, and appears without a reload.
  await expect(log(landlord).getByRole("row")).toHaveCount(4);
  const rows = log(landlord).getByRole("row");
  await expect(rows.nth(1)).toContainText("Linda Harcourt");
  await expect(rows.nth(1)).toContainText("Previewed");
  await expect(rows.nth(2)).toContainText("Maya Okafor");
  await expect(rows.nth(2)).toContainText("Downloaded");
  await expect(rows.nth(3)).toContainText("Previewed");
  const exporting = landlord.waitForEvent("download");
  await landlord.getByRole("link", { name: "Export views and downloads as CSV" }).click();
  const csv = await readFile(await (await exporting).path(), "utf8");
  expect(csv.trim().split("\n")).toHaveLength(4);
});

test("a PDF with scripts, forms, and links is only rendered: nothing in it runs or contacts another host", async ({
  browser,
}) => {
  const page = await openPageAs(browser, "landlord");
  const { id } = await upload(page, createPdfWithScripts());
  const violations: string[] = [];
  page.on("dialog", (dialog) => {
    violations.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("popup", (popup) => violations.push(`popup: ${popup.url()}`));
  page.on("request", (request) => {
    if (!request.url().startsWith(getPortalUrl("demo"))) violations.push(`request: ${request.url()}`);
  });
  await page.goto(`/documents/${id}`);
  await expectText(page, 1);
  await expect(pageNumber(page, 1).getByRole("link")).toHaveCount(0);
  const box = await pageNumber(page, 1).boundingBox();
  const scale = (box?.width ?? 0) / 612;
  for (const y of [linkPosition.y, linkPosition.y + 70])
    await page.mouse.click((box?.x ?? 0) + linkPosition.x * scale, (box?.y ?? 0) + y * scale);
  await page.getByRole("link", { name: "Documents", exact: true }).first().click();
  await expect(heading(page, "Documents")).toBeVisible();
  expect(violations).toEqual([]);
});

test("the portal serves the fonts and character maps that a PDF uses but doesn't embed", async ({
  browser,
}) => {
  const page = await openPageAs(browser, "landlord");
  const { id } = await upload(page, createPdfWithExternalFonts());
  const font = page.waitForResponse(/LiberationSans/);
  const characterMap = page.waitForResponse(/UniGB-UCS2-H/);
  await page.goto(`/documents/${id}`);
  expect((await font).status()).toBe(200);
  expect((await characterMap).status()).toBe(200);
  await expectText(page, 1);
  await expect(pageNumber(page, 1).getByText("中文")).toBeAttached();
});

test("if an image in a PDF can't be rendered, a note says so, and the text next to it is rendered", async ({
  browser,
}) => {
  const page = await openPageAs(browser, "landlord");
  const { id } = await upload(page, createPdfWithUnsupportedImage());
  await page.goto(`/documents/${id}`);
  await expect(page.getByText("Some images in this file can't be displayed")).toBeVisible();
  await expectText(page, 1);
});

test("damaged and password-protected PDFs show a message and can be downloaded", async ({ browser }) => {
  const page = await openPageAs(browser, "landlord");
  const locked = await upload(page, await createPdfWithPages(["Hidden"], "a password"));
  await page.goto(`/documents/${locked.id}`);
  await expect(page.getByText("This PDF is password-protected")).toBeVisible();
  const damaged = Buffer.concat([
    Buffer.from("%PDF-1.4\n"),
    Buffer.alloc(3000, "damaged "),
    Buffer.from("\n%%EOF\n"),
  ]);
  const { id } = await upload(page, damaged);
  await followLink(page, `/documents/${id}`);
  await expect(page.getByText("This PDF can't be displayed here")).toBeVisible();
  await expect(page.getByRole("link", { name: "Download", exact: true })).toBeVisible();
});

test("only the visible pages of a 60-page PDF are rendered, and users can navigate by page number, zoom, and keys", async ({
  browser,
}) => {
  const page = await openPageAs(browser, "landlord");
  const lines = Array.from({ length: 60 }, (_, index) => `This is page number ${index + 1}`);
  const { id } = await upload(page, await createPdfWithPages(lines));
  await page.goto(`/documents/${id}`);
  await expectText(page, 1);
  expect(await viewer(page).locator("canvas").count()).toBeLessThan(6);
  expect(page.workers()).toHaveLength(1);

  const field = page.getByLabel("Page", { exact: true });
  await field.fill("45");
  await field.press("Enter");
  await expectText(page, 45);
  await expect(pageNumber(page, 45).getByText("This is page number 45")).toBeInViewport();
  await expect(canvas(page, 1)).toHaveCount(0);

  await viewer(page).focus();
  await page.keyboard.press("ArrowRight");
  await expect(field).toHaveValue("46");
  const zoom = page.getByLabel("Zoom", { exact: true });
  const fitWidth = await zoom.innerText();
  const width = async () => (await pageNumber(page, 46).boundingBox())?.width ?? 0;
  const before = await width();
  await page.keyboard.press("+");
  await page.keyboard.press("+");
  await expect(zoom).not.toHaveText(fitWidth);
  expect(await width()).toBeGreaterThan(before);
  await expect(field, "zooming stays on the page").toHaveValue("46");
  await expectText(page, 46);
  await page.getByRole("button", { name: "Fit width" }).click();
  await expect(zoom).toHaveText(fitWidth);
  await expect(field).toHaveValue("46");

  await page.getByRole("link", { name: "Documents", exact: true }).first().click();
  await expect(heading(page, "Documents")).toBeVisible();
  await expect.poll(() => page.workers().length).toBe(0);
});

test("a search for words inside a document opens the document at the page with the words highlighted", async ({
  browser,
}) => {
  const page = await openPageAs(browser, "landlord", { viewport: { width: 390, height: 844 } });
  const lines = Array.from({ length: 30 }, (_, index) =>
    index === 20 ? "A quokka lives here" : `Page ${index + 1}`,
  );
  const { title } = await upload(page, await createPdfWithPages(lines));
  const card = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: title }) });
  // A job extracts the text.
  const search = async () => (await page.request.get("/api/documents?q=quokka")).text();
  await expect.poll(search, { timeout: 45_000 }).toContain(title);
  await page.goto("/documents?q=quokka");
  await expect(card).toContainText("Page 21: ");
  await card.getByRole("link", { name: title }).click();
  const mark = pageNumber(page, 21).locator("mark");
  await expect(mark).toHaveText("quokka");
  await expect(mark).toBeInViewport();
  await expect(page.getByLabel("Page", { exact: true })).toHaveValue("21");
  const width = await viewer(page).evaluate(({ clientWidth }) => clientWidth);
  expect((await pageNumber(page, 21).boundingBox())?.width, "the page fits the width").toBe(width - 16);
});

test("a new version of a document replaces the current version on every open page, and earlier versions can be restored", async ({
  browser,
}) => {
  const landlord = await openPageAs(browser, "landlord");
  const { id } = await upload(landlord, await createPdfWithPages(["The first version"]));
  const tenant = await openPageAs(browser, "tenant1");
  await tenant.goto(`/documents/${id}`);
  await expect(pageNumber(tenant, 1).getByText("The first version")).toBeAttached();

  await landlord.goto(`/documents/${id}`);
  await expectText(landlord, 1);
  await landlord.getByRole("button", { name: "Upload a new version" }).click();
  const dialog = landlord.getByRole("dialog", { name: "Upload a new version" });
  const second = await createPdfWithPages(["The second version"]);
  const large = Buffer.concat([second, Buffer.alloc(3 * 1024 * 1024, "\n% ")]);
  await dialog.getByLabel("Document file").setInputFiles({
    name: "renewed.pdf",
    mimeType: "application/pdf",
    buffer: Buffer.concat([large, Buffer.from(`\nstartxref\n${findXrefPosition(second)}\n%%EOF\n`)]),
  });
  await limitUploadSpeed(landlord, 2 * 1024 * 1024);
  await dialog.getByRole("button", { name: "Upload", exact: true }).click();
  await expect
    .poll(async () =>
      Number(await landlord.getByRole("progressbar", { name: "Uploading the file" }).getAttribute("value")),
    )
    .toBeGreaterThan(0);
  await expectToast(
    landlord,
    "New Version Uploaded",
    "This is now the current version. Earlier versions are kept.",
  );
  for (const page of [landlord, tenant])
    await expect(pageNumber(page, 1).getByText("The second version")).toBeAttached();
  await expect(versions(landlord).getByRole("listitem")).toHaveCount(2);
  // Only people who can edit the document see earlier versions.
  await expect(versions(tenant).getByRole("listitem")).toHaveCount(1);

  await versions(landlord).getByRole("button", { name: "Show version 1" }).click();
  await expect(pageNumber(landlord, 1).getByText("The first version")).toBeAttached();
  await versions(landlord).getByRole("button", { name: "Restore version 1" }).click();
  await landlord.getByRole("alertdialog").getByRole("button", { name: "Restore" }).click();
  await expectToast(landlord, "Version Restored", "Version 1 is now the current version.");
  await expect(versions(landlord).getByText("Restored from version 1")).toBeVisible();
  await expect(pageNumber(tenant, 1).getByText("The first version")).toBeAttached();
});

/** Returns the position of a PDF's cross-reference table. */
const findXrefPosition = (pdf: Buffer): string =>
  /startxref\s+(\d+)/.exec(pdf.toString("latin1"))?.[1] ?? "0";
