import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { type Answers, cleanBrowser, conflict, problem, type Sent, tenant } from "#web/testing/open-page.tsx";
import { takeUploads, type Upload } from "#web/testing/uploads.ts";
import type { Document } from "../contract.ts";
import { documentOf, fileOf, openDocument } from "./testing/one-document.ts";

vi.mock("./pdf-preview.tsx", () => ({ default: () => <p>Pages</p> }));

/** jsdom has no IndexedDB. */
const keptFiles = vi.hoisted(() => new Map<string, readonly File[]>());
vi.mock("#web/kept-files.ts", () => ({
  readKeptFiles: async (key: string) => keptFiles.get(key) ?? [],
  keepFiles: async (key: string, files: readonly File[]) => void keptFiles.set(key, files),
}));

let uploads: Upload[] = [];

cleanBrowser();
beforeEach(() => {
  uploads = takeUploads();
  keptFiles.clear();
});

const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));
/** The page, without the bar of a phone, which has a button "More" too. */
const page = async () => within(await screen.findByRole("main"));
const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label);
const fill = async (label: string, value: string) =>
  fireEvent.change(await field(label), { target: { value } });
const made = (sent: readonly Sent[], call: string) =>
  sent.filter(({ method, path }) => `${method} ${path}` === call);
const versionSeen = ({ init }: Sent) => new Headers(init.headers).get("If-Match");
const last = (sent: readonly Sent[], call: string) => made(sent, call).at(-1) as Sent;

describe("editing a document", () => {
  const openEdit = async (document: Document, responses: Answers = {}, user?: typeof tenant) => {
    const opened = await openDocument(document, responses, user);
    kept = opened.responses;
    await press("Edit");
    return opened;
  };
  let kept: Answers = {};
  const saved = ({ body }: Sent) => {
    kept["GET /api/documents/7"] = { ...documentOf(), ...(body as object), version: 6 };
    return kept["GET /api/documents/7"];
  };

  it("sends the entered facts with the version on the screen, and updates the page", async () => {
    const { sent } = await openEdit(documentOf(), { "PATCH /api/documents/7": saved });
    await fill("Title", "Fire insurance 2027");
    await userEvent.selectOptions(await field("Document type"), "Contract");
    await fill("Valid until", "2027-12-31");
    await press("Save Changes");
    await screen.findByRole("heading", { level: 1, name: "Fire insurance 2027" });
    const call = last(sent, "PATCH /api/documents/7");
    expect(call.body).toEqual({ title: "Fire insurance 2027", type: "Contract", expiresOn: "2027-12-31" });
    expect(versionSeen(call)).toBe('"4"');
    await screen.findByText("Document Updated");
  });

  it("an empty expiry date means none", async () => {
    const { sent } = await openEdit(documentOf({ expiresOn: "2026-12-31" }), {
      "PATCH /api/documents/7": saved,
    });
    await fill("Valid until", "");
    await press("Save Changes");
    await screen.findByText("No expiry");
    expect(last(sent, "PATCH /api/documents/7").body).toMatchObject({ expiresOn: null });
  });

  it("DOC-11 a title of two characters is not sent", async () => {
    const { sent } = await openEdit(documentOf());
    await fill("Title", "ab");
    await press("Save Changes");
    await screen.findByText("Title must be at least 3 characters");
    expect(made(sent, "PATCH /api/documents/7")).toEqual([]);
  });

  it("managers of the building choose who sees it, and are told who loses and gains access", async () => {
    const { sent } = await openEdit(documentOf(), { "PATCH /api/documents/7": saved });
    const audience = await field("Visible to");
    expect(within(audience).getAllByRole("option")).toHaveLength(2);
    await userEvent.selectOptions(audience, "Staff only");
    expect(screen.getByText("All tenants of the building will no longer see it.")).toBeTruthy();
    await userEvent.selectOptions(await field("Document type"), "Maintenance");
    expect(screen.getByText(/The building's technicians will see it\./)).toBeTruthy();
    await press("Save Changes");
    await screen.findByText("Document Updated");
    expect(last(sent, "PATCH /api/documents/7").body).toMatchObject({ visibility: "staff" });
  });

  it("a document of a unit can be shown to its tenant or to staff only, never to the whole building", async () => {
    await openEdit(documentOf({ unit: { id: 3, unitNumber: "101" }, leaseId: 9, visibility: "lease" }));
    const options = within(await field("Visible to")).getAllByRole("option");
    expect(options.map(({ textContent }) => textContent)).toEqual(["Tenant of unit 101", "Staff only"]);
    await userEvent.selectOptions(await field("Visible to"), "Staff only");
    const sentence = "The tenant of unit 101 will no longer see it; whoever uploaded it still does.";
    expect(screen.getByText(sentence)).toBeTruthy();
  });

  it("a tenant edits their own document, but not who sees it", async () => {
    const may = { edit: true, chooseVisibility: false, readDownloads: false };
    await openEdit(documentOf({ may }), {}, tenant);
    await field("Title");
    expect(screen.queryByLabelText("Visible to")).toBeNull();
  });

  it("a change by somebody else is shown next to one's own, and either can be chosen", async () => {
    const theirs = documentOf({ title: "Insurance of the house", version: 5 });
    const { sent, responses } = await openEdit(documentOf(), {
      "PATCH /api/documents/7": conflict("Ada Admin changed this document in the meantime.", theirs),
    });
    await fill("Title", "Fire insurance 2027");
    await press("Save Changes");
    await screen.findByText("Ada Admin changed this document in the meantime.");
    expect(screen.getByRole("cell", { name: "Insurance of the house" })).toBeTruthy();
    expect(screen.getByRole("cell", { name: "Fire insurance 2027" })).toBeTruthy();
    responses["PATCH /api/documents/7"] = saved;
    await press("Save yours");
    await screen.findByRole("heading", { level: 1, name: "Fire insurance 2027" });
    expect(versionSeen(last(sent, "PATCH /api/documents/7"))).toBe('"5"');
  });

  it("an error of the server is shown at its field", async () => {
    await openEdit(documentOf({ unit: { id: 3, unitNumber: "101" }, visibility: "staff" }), {
      "PATCH /api/documents/7": problem(400, "Please correct the fields.", {
        visibility: "This unit is not let, so its documents are for staff only.",
      }),
    });
    await userEvent.selectOptions(await field("Visible to"), "Tenant of unit 101");
    await press("Save Changes");
    const sentence = await screen.findByText("This unit is not let, so its documents are for staff only.");
    expect((await field("Visible to")).getAttribute("aria-describedby")).toBe(sentence.id);
  });
});

describe("versions of a document", () => {
  const renewed = documentOf({ files: [fileOf(2), fileOf(1)], version: 5 });
  const versions = async () => within(await screen.findByRole("region", { name: "Versions" }));
  const choose = async (name: string, bytes = 100) =>
    fireEvent.change(await field("Document file"), {
      target: {
        files: [Object.defineProperty(new File(["%PDF-1.4"], name), "size", { value: bytes })],
      },
    });

  it("are listed newest first with name, size, uploader and day, each with a download", async () => {
    await openDocument(
      documentOf({ files: [fileOf(3, { restoredFrom: 1 }), fileOf(2, { name: "draft.pdf" }), fileOf(1)] }),
    );
    const items = (await versions()).getAllByRole("listitem").map((item) => within(item));
    expect(items[0]?.getByText("Restored from version 1")).toBeTruthy();
    expect(items[0]?.getByText("Current")).toBeTruthy();
    expect(items[1]?.getByText("draft.pdf")).toBeTruthy();
    expect(items[1]?.getByText("2.4 MB, Jan 5, 2026 by Lena Landlord")).toBeTruthy();
    expect(items[1]?.getByRole("link", { name: "Download version 2" }).getAttribute("href")).toBe(
      "/api/documents/7/files/2",
    );
    // The first file is the current one again, under another number.
    expect(items.map((item) => item.queryByRole("button", { name: /^Restore/ }) !== null)).toEqual([
      false,
      true,
      false,
    ]);
  });

  it("are limited to five at first; a button shows all", async () => {
    await openDocument(documentOf({ files: Array.from({ length: 8 }, (_, at) => fileOf(8 - at)) }));
    expect((await versions()).getAllByRole("listitem")).toHaveLength(5);
    await press("Show all 8 versions");
    expect((await versions()).getAllByRole("listitem")).toHaveLength(8);
    expect(screen.queryByRole("button", { name: /^Show all/ })).toBeNull();
  });

  it("an earlier one is restored after a confirmation", async () => {
    const back = documentOf({ files: [fileOf(3, { restoredFrom: 1 }), fileOf(2), fileOf(1)], version: 6 });
    const { sent } = await openDocument(renewed, {
      "POST /api/documents/7/files/1/bring-back": back,
      "GET /api/documents/7": () => Response.json(made(sent, restore).length === 0 ? renewed : back),
    });
    const restore = "POST /api/documents/7/files/1/bring-back";
    await press("Restore version 1");
    const dialog = within(await screen.findByRole("alertdialog", { name: "Restore version 1?" }));
    expect(made(sent, restore)).toEqual([]);
    await userEvent.click(dialog.getByRole("button", { name: "Restore" }));
    await screen.findByText("Restored from version 1");
    expect(versionSeen(last(sent, restore))).toBe('"5"');
    await screen.findByText("Version 1 is shown again.");
  });

  it("restoring a version of a document that somebody else has changed says so", async () => {
    await openDocument(renewed, {
      "POST /api/documents/7/files/1/bring-back": conflict(
        "Ada Admin changed this document in the meantime.",
        { ...renewed, version: 6 },
      ),
    });
    await press("Restore version 1");
    await press("Restore");
    const dialog = within(await screen.findByRole("alertdialog"));
    expect(await dialog.findByText("Ada Admin changed this document in the meantime.")).toBeTruthy();
  });

  it("a new one is uploaded with progress, once, and is shown", async () => {
    const { responses } = await openDocument(documentOf());
    await press("Upload a new version");
    await choose("insurance-2.pdf");
    await press("Upload");
    const upload = uploads[0] as Upload;
    expect(upload.opened).toBe("POST /api/documents/7/files");
    expect((upload.body.get("file") as File).name).toBe("insurance-2.pdf");
    expect(upload.headers["Idempotency-Key"]).toMatch(/^[0-9a-f]{32}$/);
    upload.sent(0.4, 1);
    await screen.findByText("Sending the file: 40%");
    responses["GET /api/documents/7"] = renewed;
    upload.response(201, renewed);
    await screen.findByText("New Version Uploaded");
    expect((await versions()).getByText("insurance-2.pdf")).toBeTruthy();
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("a document with an expiry date asks for the new one: a date or “No expiry”, empty at first", async () => {
    await openDocument(documentOf({ expiresOn: "2026-12-31" }));
    await press("Upload a new version");
    await choose("insurance-2.pdf");
    expect((await field("New expiry date")).value).toBe("");
    await press("Upload");
    await screen.findByText("Please choose the new expiry date, or “No expiry”");
    expect(uploads).toEqual([]);
    await fill("New expiry date", "2027-12-31");
    await press("Upload");
    await waitFor(() => expect(uploads).toHaveLength(1));
    expect(uploads[0]?.body.get("expiresOn")).toBe("2027-12-31");
    uploads[0]?.response(500, { message: "Broken.", code: "internal", requestId: "r-1" });
    await screen.findByText("Broken.");
    await userEvent.click(await field("No expiry"));
    expect((await field("New expiry date")).disabled).toBe(true);
    await press("Upload");
    await waitFor(() => expect(uploads).toHaveLength(2));
    expect(uploads[1]?.body.get("expiresOn")).toBe("");
    // The content is different, so the key is too.
    expect(uploads[1]?.headers["Idempotency-Key"]).not.toBe(uploads[0]?.headers["Idempotency-Key"]);
  });

  it("the chosen file and the new date survive closing the dialog, until they are sent or discarded", async () => {
    await openDocument(documentOf({ expiresOn: "2026-12-31" }));
    const again = async () => {
      await press("Cancel");
      await press("Upload a new version");
    };
    await press("Upload a new version");
    await choose("insurance-2.pdf");
    await fill("New expiry date", "2027-12-31");
    await again();
    await screen.findByText("insurance-2.pdf");
    expect((await field("New expiry date")).value).toBe("2027-12-31");
    await press("Start over");
    expect(screen.queryByText("insurance-2.pdf")).toBeNull();
    await again();
    expect((await field("New expiry date")).value).toBe("");
    await choose("insurance-3.pdf");
    await fill("New expiry date", "2028-12-31");
    await press("Upload");
    uploads[0]?.response(201, renewed);
    await screen.findByText("New Version Uploaded");
    await press("Upload a new version");
    expect((await field("New expiry date")).value).toBe("");
    expect([...keptFiles.values()].flat()).toEqual([]);
  });

  it("a document without an expiry date begins with “No expiry”, which can be changed", async () => {
    await openDocument(documentOf());
    await press("Upload a new version");
    expect((await field("No expiry")).checked).toBe(true);
    await userEvent.click(await field("No expiry"));
    await choose("insurance-2.pdf");
    await press("Upload");
    await screen.findByText("Please choose the new expiry date, or “No expiry”");
  });

  it("Cancel aborts the upload", async () => {
    await openDocument(documentOf());
    await press("Upload a new version");
    await choose("insurance-2.pdf");
    await press("Upload");
    await press("Cancel");
    await waitFor(() => expect(uploads[0]?.isAborted).toBe(true));
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(screen.queryByText("New Version Uploaded")).toBeNull();
  });

  it.each([
    ["nothing is chosen", undefined, 0, "Document file is required"],
    ["it is a picture", "photo.png", 100, "Please choose a PDF, DOC, DOCX, XLS or XLSX file."],
    ["it is a byte too large", "large.pdf", 10 * 1024 * 1024 + 1, "The file may have at most 10 MB."],
  ])("DOC-17 DOC-24 when %s nothing is sent", async (_, name, bytes, sentence) => {
    await openDocument(documentOf());
    await press("Upload a new version");
    if (name !== undefined) await choose(name, bytes);
    await press("Upload");
    await screen.findByText(sentence);
    expect(uploads).toEqual([]);
  });

  it("an error of the server is shown in the dialog, and a retry with the same file has the same key", async () => {
    await openDocument(documentOf());
    await press("Upload a new version");
    await choose("insurance-2.pdf");
    await press("Upload");
    const message = "The documents of this tenancy take 1,024 MB of the 1,024 MB they may.";
    uploads[0]?.response(409, { message, code: "conflict", requestId: "r-1" });
    await screen.findByText(message);
    await press("Upload");
    await waitFor(() => expect(uploads).toHaveLength(2));
    expect(uploads[1]?.headers["Idempotency-Key"]).toBe(uploads[0]?.headers["Idempotency-Key"]);
  });
});

describe("the trash", () => {
  const trashed = documentOf({
    trashedAt: "2026-11-01T12:00:00Z",
    version: 5,
    may: { edit: true, chooseVisibility: false, readDownloads: true },
  });

  it("a document is moved there after a confirmation, and the toast can restore it", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date(2026, 10, 1, 13) });
    const { sent, responses } = await openDocument(documentOf(), {
      "DELETE /api/documents/7": { success: true },
      "POST /api/documents/7/take-back": documentOf({ version: 6 }),
    });
    await userEvent.click(await (await page()).findByRole("button", { name: "More" }));
    await userEvent.click(await screen.findByRole("menuitem", { name: "Move to trash" }));
    expect(made(sent, "DELETE /api/documents/7")).toEqual([]);
    responses["GET /api/documents/7"] = trashed;
    await press("Move to trash");
    await screen.findByText("This document is in the trash");
    expect(versionSeen(last(sent, "DELETE /api/documents/7"))).toBe('"4"');
    responses["GET /api/documents/7"] = documentOf({ version: 6 });
    fireEvent.click(await screen.findByRole("button", { name: "Undo" }));
    await waitFor(() => expect(screen.queryByText("This document is in the trash")).toBeNull());
    expect(made(sent, "POST /api/documents/7/take-back")).toHaveLength(1);
  });

  it.each([
    [
      "2026-11-02T11:00:00Z",
      "It does not appear in lists or searches, and will be deleted permanently in 30 days.",
    ],
    [
      "2026-11-30T13:00:00Z",
      "It does not appear in lists or searches, and will be deleted permanently in 1 day.",
    ],
    [
      "2026-12-01T13:00:00Z",
      "It does not appear in lists or searches, and will be deleted permanently today.",
    ],
  ])(
    "at %s a document in the trash says how long it can be restored, and is not changed",
    async (now, words) => {
      vi.useFakeTimers({ toFake: ["Date"], now: new Date(now) });
      const { sent } = await openDocument(trashed, { "POST /api/documents/7/take-back": documentOf() });
      await screen.findByText(words);
      for (const name of ["Edit", "More", "Upload a new version"])
        expect((await page()).queryByRole("button", { name })).toBeNull();
      await press("Restore");
      await screen.findByText("Document Restored");
      expect(made(sent, "POST /api/documents/7/take-back")).toHaveLength(1);
    },
  );

  it("a document that somebody else has changed is not moved, and the dialog says so", async () => {
    await openDocument(documentOf(), {
      "DELETE /api/documents/7": conflict(
        "Ada Admin changed this document in the meantime.",
        documentOf({ version: 5 }),
      ),
    });
    await userEvent.click(await (await page()).findByRole("button", { name: "More" }));
    await userEvent.click(await screen.findByRole("menuitem", { name: "Move to trash" }));
    await press("Move to trash");
    expect(await screen.findByText("Ada Admin changed this document in the meantime.")).toBeTruthy();
    expect(screen.queryByText("This document is in the trash")).toBeNull();
  });
});
