import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { sendSlowly } from "./support/documents.ts";
import { announce, expect, followLink, long, test } from "./support/journey.ts";
import { uniqueTitle } from "./support/orders.ts";
import {
  linkAt,
  pdfOfPages,
  pdfWithNamedParts,
  pdfWithScripts,
  pdfWithUnknownPicture,
} from "./support/pdfs.ts";
import { type PersonName, signedIn } from "./support/people.ts";
import { addressOf } from "./support/portals.ts";
import { expectToast } from "./support/toasts.ts";

interface UploadedDocument {
  id: number;
  title: string;
}

/** Uploads a document as the user signed in on `page`; by default for the whole building. */
async function upload(
  page: Page,
  file: Buffer,
  fields: Record<string, string> = {},
): Promise<UploadedDocument> {
  const title = uniqueTitle("Paper");
  const response = await page.request.post("/api/documents", {
    multipart: {
      title,
      type: "Insurance",
      buildingId: "1",
      ...fields,
      file: { name: "paper.pdf", mimeType: "application/pdf", buffer: file },
    },
  });
  expect(response.status(), await response.text()).toBe(201);
  return { id: (await response.json()).id, title };
}

const pageOf = (page: Page, number: number) => page.locator(`[data-page="${number}"]`);
const drawn = (page: Page, number: number) => pageOf(page, number).locator("canvas");
const frame = (page: Page) => page.getByRole("region", { name: /^Pages of / });
const versions = (page: Page) => page.getByRole("region", { name: "Versions" });
const looks = (page: Page) => page.getByRole("table", { name: "Previews and downloads of this document" });
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });

/** How many of the pixels of a drawn page are dark. */
const inkOf = (page: Page, number: number): Promise<number> =>
  drawn(page, number).evaluate((element) => {
    const canvas = element as HTMLCanvasElement;
    const { data } = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
    let dark = 0;
    for (let at = 0; at < data.length; at += 4)
      if ((data[at] ?? 255) + (data[at + 1] ?? 255) + (data[at + 2] ?? 255) < 200) dark += 1;
    return dark;
  });

async function expectInk(page: Page, number: number): Promise<void> {
  await expect(drawn(page, number)).toBeVisible();
  expect(await inkOf(page, number), `page ${number} has letters`).toBeGreaterThan(500);
}

for (const [person, mayChange] of [
  ["tenant1", false],
  ["technician", false],
  ["landlord", true],
  ["admin", true],
] as const satisfies readonly (readonly [PersonName, boolean])[])
  test(
    `ROLE-16 ROLE-19 DASH-28 ${person} sees the pages of a maintenance document and downloads it`,
    person === "tenant1" ? {} : long,
    async ({ browser }) => {
      const file = await pdfOfPages(["Boiler inspection", "Second page"]);
      const { id, title } = await upload(await signedIn(browser, "landlord"), file, { type: "Maintenance" });
      const page = await signedIn(browser, person);
      await page.goto(`/documents/${id}`);
      await expect(heading(page, title)).toBeVisible();
      await expectInk(page, 1);
      await expect(pageOf(page, 1).getByText("Boiler inspection")).toBeAttached();
      await expect(page.getByText("by Linda Harcourt", { exact: true })).toBeVisible();

      const taking = page.waitForEvent("download");
      await page.getByRole("link", { name: "Download", exact: true }).click();
      const taken = await taking;
      expect(taken.suggestedFilename()).toBe("paper.pdf");
      expect((await readFile(await taken.path())).equals(file)).toBe(true);

      await expect(page.getByRole("button", { name: "Edit" })).toHaveCount(mayChange ? 1 : 0);
      await expect(page.getByRole("button", { name: "Upload a new version" })).toHaveCount(mayChange ? 1 : 0);
      await expect(page.getByRole("region", { name: "Who looked at it" })).toHaveCount(mayChange ? 1 : 0);
    },
  );

test("ROLE-19 a neighbour's document does not exist; views of one's own are on the managers' list", async ({
  browser,
}) => {
  const owner = await signedIn(browser, "tenant1");
  const { id, title } = await upload(owner, await pdfOfPages(["Our certificate"]));
  await owner.goto(`/documents/${id}`);
  await expectInk(owner, 1);
  const taking = owner.waitForEvent("download");
  await owner.getByRole("link", { name: "Download", exact: true }).click();
  await taking;

  announce(/status of 404/);
  const neighbour = await signedIn(browser, "tenant2");
  await neighbour.goto(`/documents/${id}`);
  await expect(heading(neighbour, "There is no such document")).toBeVisible();

  const landlord = await signedIn(browser, "landlord");
  await landlord.goto(`/documents/${id}`);
  await expect(heading(landlord, title)).toBeVisible();
  // The landlord's own view is the most recent one, and appears without a reload.
  await expect(looks(landlord).getByRole("row")).toHaveCount(4);
  const rows = looks(landlord).getByRole("row");
  await expect(rows.nth(1)).toContainText("Linda Harcourt");
  await expect(rows.nth(1)).toContainText("Previewed");
  await expect(rows.nth(2)).toContainText("Maya Okafor");
  await expect(rows.nth(2)).toContainText("Downloaded");
  await expect(rows.nth(3)).toContainText("Previewed");
  const exporting = landlord.waitForEvent("download");
  await landlord.getByRole("link", { name: "Export previews and downloads as CSV" }).click();
  const csv = await readFile(await (await exporting).path(), "utf8");
  expect(csv.trim().split("\n")).toHaveLength(4);
});

test("a PDF with scripts, forms and links is only drawn: nothing in it runs, and no other host is contacted", async ({
  browser,
}) => {
  const page = await signedIn(browser, "landlord");
  const { id } = await upload(page, pdfWithScripts());
  const surprises: string[] = [];
  page.on("dialog", (dialog) => {
    surprises.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("popup", (popup) => surprises.push(`popup: ${popup.url()}`));
  page.on("request", (request) => {
    if (!request.url().startsWith(addressOf("demo"))) surprises.push(`request: ${request.url()}`);
  });
  await page.goto(`/documents/${id}`);
  await expectInk(page, 1);
  await expect(pageOf(page, 1).getByRole("link")).toHaveCount(0);
  const box = await pageOf(page, 1).boundingBox();
  const scale = (box?.width ?? 0) / 612;
  for (const y of [linkAt.y, linkAt.y + 70])
    await page.mouse.click((box?.x ?? 0) + linkAt.x * scale, (box?.y ?? 0) + y * scale);
  await page.getByRole("link", { name: "Documents", exact: true }).first().click();
  await expect(heading(page, "Documents")).toBeVisible();
  expect(surprises).toEqual([]);
});

test("fonts and character maps that a PDF only names come from the portal", async ({ browser }) => {
  const page = await signedIn(browser, "landlord");
  const { id } = await upload(page, pdfWithNamedParts());
  const font = page.waitForResponse(/LiberationSans/);
  const characters = page.waitForResponse(/UniGB-UCS2-H/);
  await page.goto(`/documents/${id}`);
  expect((await font).status()).toBe(200);
  expect((await characters).status()).toBe(200);
  await expectInk(page, 1);
  await expect(pageOf(page, 1).getByText("中文")).toBeAttached();
});

test("a picture that cannot be drawn is reported as missing, and the text next to it is drawn", async ({
  browser,
}) => {
  const page = await signedIn(browser, "landlord");
  const { id } = await upload(page, pdfWithUnknownPicture());
  await page.goto(`/documents/${id}`);
  await expect(page.getByText("Some pictures of this file are not shown here")).toBeVisible();
  await expectInk(page, 1);
});

test("a PDF that is damaged or has a password says so and can be downloaded", async ({ browser }) => {
  const page = await signedIn(browser, "landlord");
  const locked = await upload(page, await pdfOfPages(["Hidden"], "a password"));
  await page.goto(`/documents/${locked.id}`);
  await expect(page.getByText("This PDF is protected with a password")).toBeVisible();
  const damaged = Buffer.concat([
    Buffer.from("%PDF-1.4\n"),
    Buffer.alloc(3000, "damaged "),
    Buffer.from("\n%%EOF\n"),
  ]);
  const { id } = await upload(page, damaged);
  await followLink(page, `/documents/${id}`);
  await expect(page.getByText("This PDF cannot be shown here")).toBeVisible();
  await expect(page.getByRole("link", { name: "Download", exact: true })).toBeVisible();
});

test("of 60 pages only the visible ones are drawn; page, zoom and keys navigate, and leaving ends the worker", async ({
  browser,
}) => {
  const page = await signedIn(browser, "landlord");
  const lines = Array.from({ length: 60 }, (_, at) => `This is page number ${at + 1}`);
  const { id } = await upload(page, await pdfOfPages(lines));
  await page.goto(`/documents/${id}`);
  await expectInk(page, 1);
  expect(await frame(page).locator("canvas").count()).toBeLessThan(6);
  expect(page.workers()).toHaveLength(1);

  const field = page.getByLabel("Page", { exact: true });
  await field.fill("45");
  await field.press("Enter");
  await expectInk(page, 45);
  await expect(pageOf(page, 45).getByText("This is page number 45")).toBeInViewport();
  await expect(drawn(page, 1)).toHaveCount(0);

  await frame(page).focus();
  await page.keyboard.press("ArrowRight");
  await expect(field).toHaveValue("46");
  const zoom = page.getByLabel("Zoom", { exact: true });
  const fitting = await zoom.innerText();
  const width = async () => (await pageOf(page, 46).boundingBox())?.width ?? 0;
  const before = await width();
  await page.keyboard.press("+");
  await page.keyboard.press("+");
  await expect(zoom).not.toHaveText(fitting);
  expect(await width()).toBeGreaterThan(before);
  await expect(field, "zooming keeps the place").toHaveValue("46");
  await expectInk(page, 46);
  await page.getByRole("button", { name: "Fit width" }).click();
  await expect(zoom).toHaveText(fitting);
  await expect(field).toHaveValue("46");

  await page.getByRole("link", { name: "Documents", exact: true }).first().click();
  await expect(heading(page, "Documents")).toBeVisible();
  await expect.poll(() => page.workers().length).toBe(0);
});

test("a search finds the words inside a document, and opens it on their page with the words marked", async ({
  browser,
}) => {
  const page = await signedIn(browser, "landlord", { viewport: { width: 390, height: 844 } });
  const lines = Array.from({ length: 30 }, (_, at) => (at === 20 ? "Here lives a quokka" : `Page ${at + 1}`));
  const { title } = await upload(page, await pdfOfPages(lines));
  const card = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: title }) });
  // The text is read by a job.
  const found = async () => (await page.request.get("/api/documents?q=quokka")).text();
  await expect.poll(found, { timeout: 45_000 }).toContain(title);
  await page.goto("/documents?q=quokka");
  await expect(card).toContainText("Page 21: ");
  await card.getByRole("link", { name: title }).click();
  const mark = pageOf(page, 21).locator("mark");
  await expect(mark).toHaveText("quokka");
  await expect(mark).toBeInViewport();
  await expect(page.getByLabel("Page", { exact: true })).toHaveValue("21");
  const width = await frame(page).evaluate(({ clientWidth }) => clientWidth);
  expect((await pageOf(page, 21).boundingBox())?.width, "the page fits the width").toBe(width - 16);
});

test("a new version replaces the current one on every open page, and the earlier one can be restored", async ({
  browser,
}) => {
  const landlord = await signedIn(browser, "landlord");
  const { id } = await upload(landlord, await pdfOfPages(["The first version"]));
  const tenant = await signedIn(browser, "tenant1");
  await tenant.goto(`/documents/${id}`);
  await expect(pageOf(tenant, 1).getByText("The first version")).toBeAttached();

  await landlord.goto(`/documents/${id}`);
  await expectInk(landlord, 1);
  await landlord.getByRole("button", { name: "Upload a new version" }).click();
  const dialog = landlord.getByRole("dialog", { name: "Upload a new version" });
  const second = await pdfOfPages(["The second version"]);
  const large = Buffer.concat([second, Buffer.alloc(3 * 1024 * 1024, "\n% ")]);
  await dialog.getByLabel("Document file").setInputFiles({
    name: "renewed.pdf",
    mimeType: "application/pdf",
    buffer: Buffer.concat([large, Buffer.from(`\nstartxref\n${startOf(second)}\n%%EOF\n`)]),
  });
  await sendSlowly(landlord, 2 * 1024 * 1024);
  await dialog.getByRole("button", { name: "Upload", exact: true }).click();
  await expect
    .poll(async () =>
      Number(await landlord.getByRole("progressbar", { name: "Sending the file" }).getAttribute("value")),
    )
    .toBeGreaterThan(0);
  await expectToast(landlord, "New Version Uploaded", "It is shown from now on; earlier ones are kept.");
  for (const page of [landlord, tenant])
    await expect(pageOf(page, 1).getByText("The second version")).toBeAttached();
  await expect(versions(landlord).getByRole("listitem")).toHaveCount(2);
  // Earlier ones are for those who may change the document.
  await expect(versions(tenant).getByRole("listitem")).toHaveCount(1);

  await versions(landlord).getByRole("button", { name: "Show version 1" }).click();
  await expect(pageOf(landlord, 1).getByText("The first version")).toBeAttached();
  await versions(landlord).getByRole("button", { name: "Restore version 1" }).click();
  await landlord.getByRole("alertdialog").getByRole("button", { name: "Restore" }).click();
  await expectToast(landlord, "Version Restored", "Version 1 is shown again.");
  await expect(versions(landlord).getByText("Restored from version 1")).toBeVisible();
  await expect(pageOf(tenant, 1).getByText("The first version")).toBeAttached();
});

/** Where the table of a PDF begins, by its trailer. */
const startOf = (pdf: Buffer): string => /startxref\s+(\d+)/.exec(pdf.toString("latin1"))?.[1] ?? "0";

test(
  "of two people who edit a document the second chooses a version; a person who may no longer see it gets a notice",
  long,
  async ({ browser }) => {
    announce(/status of (409|404)/);
    const landlord = await signedIn(browser, "landlord");
    const { id } = await upload(landlord, await pdfOfPages(["House rules"]));
    const tenant = await signedIn(browser, "tenant1");
    await tenant.goto(`/documents/${id}`);
    await expectInk(tenant, 1);
    await landlord.goto(`/documents/${id}`);
    await landlord.getByRole("button", { name: "Edit" }).click();
    const dialog = landlord.getByRole("dialog", { name: "Edit Document" });
    const [theirs, mine] = [uniqueTitle("Rules of the house"), uniqueTitle("House rules")];
    await dialog.getByLabel("Title").fill(mine);
    const admin = await signedIn(browser, "admin");
    const changed = await admin.request.patch(`/api/documents/${id}`, { data: { title: theirs } });
    expect(changed.status()).toBe(200);
    await dialog.getByRole("button", { name: "Save Changes" }).click();
    await expect(dialog.getByText("Alex Morgan changed this document in the meantime.")).toBeVisible();
    await expect(dialog.getByRole("cell", { name: theirs })).toBeVisible();
    await dialog.getByRole("button", { name: "Save yours" }).click();
    await expect(heading(landlord, mine)).toBeVisible();
    await expect(heading(tenant, mine)).toBeVisible();

    await landlord.getByRole("button", { name: "Edit" }).click();
    await dialog.getByLabel("Visible to").selectOption("Staff only");
    await expect(dialog.getByText(/^All tenants of the building will no longer see it/)).toBeVisible();
    await dialog.getByRole("button", { name: "Save Changes" }).click();
    await expect(landlord.getByText("Only those who manage the building", { exact: true })).toBeVisible();
    await expect(heading(tenant, "This document is no longer here")).toBeVisible();
  },
);

test(
  "with the keyboard a document is trashed and restored, and the back button leads to the same list",
  long,
  async ({ browser }) => {
    const page = await signedIn(browser, "landlord");
    const { title } = await upload(page, await pdfOfPages(["An old offer"]), { type: "Contract" });
    await page.goto(`/documents?type=Contract&q=${encodeURIComponent(title)}`);
    await page.getByRole("link", { name: title }).click();
    await expect(heading(page, title)).toBeVisible();
    const trash = async () => {
      await page.getByRole("button", { name: "More", exact: true }).focus();
      await page.keyboard.press("Enter");
      await expect(page.getByRole("menuitem", { name: "Move to trash" })).toBeFocused();
      await page.keyboard.press("Enter");
      await page.getByRole("alertdialog").getByRole("button", { name: "Move to trash" }).focus();
      await page.keyboard.press("Enter");
      await expectToast(page, "Moved To Trash", `${title} can be restored for 30 days.`);
      await expect(page.getByText("This document is in the trash")).toBeVisible();
    };
    await trash();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByText("This document is in the trash")).toBeHidden();
    await trash();
    await page.getByRole("button", { name: "Restore" }).focus();
    await page.keyboard.press("Enter");
    await expectToast(page, "Document Restored", "It is back in the list of documents.");

    await page.getByRole("main").getByRole("link", { name: "Documents", exact: true }).click();
    await expect(page).toHaveURL(/\/documents\?type=Contract&q=/);
    await expect(page.getByRole("link", { name: title })).toBeVisible();
  },
);
