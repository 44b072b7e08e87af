import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { openEditState, openFormState } from "#web/open-form-link.ts";
import {
  conflict,
  type FakeResponses,
  problem,
  resetBrowser,
  type SentRequest,
  tenant,
} from "#web/testing/open-page.tsx";
import { captureUploads, type FakeUpload } from "#web/testing/uploads.ts";
import type { Document } from "../../contract.ts";
import { makeDocument, makeFile, openDocument } from "../testing/document.ts";

vi.mock("../pdf-preview/pdf-preview.tsx", () => ({ default: () => <p>Pages</p> }));

/** jsdom has no IndexedDB. */
const savedFiles = vi.hoisted(() => new Map<string, readonly File[]>());
vi.mock("#web/saved-files.ts", () => ({
  readSavedFiles: async (key: string) => savedFiles.get(key) ?? [],
  saveFiles: async (key: string, files: readonly File[]) => void savedFiles.set(key, files),
}));

let uploads: FakeUpload[] = [];

resetBrowser();
beforeEach(() => {
  uploads = captureUploads();
  savedFiles.clear();
});

const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));
/** The page without the phone's bottom bar, which also has a "More" button. */
const page = async () => within(await screen.findByRole("main"));
const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label);
const fill = async (label: string, value: string) =>
  fireEvent.change(await field(label), { target: { value } });
const made = (sent: readonly SentRequest[], call: string) =>
  sent.filter(({ method, path }) => `${method} ${path}` === call);
const versionSeen = ({ init }: SentRequest) => new Headers(init.headers).get("If-Match");
const last = (sent: readonly SentRequest[], call: string) => made(sent, call).at(-1) as SentRequest;

describe("editing a document", () => {
  const openEdit = async (document: Document, responses: FakeResponses = {}, user?: typeof tenant) => {
    const opened = await openDocument(document, responses, user);
    kept = opened.responses;
    await press("Edit");
    return opened;
  };
  let kept: FakeResponses = {};
  const saved = ({ body }: SentRequest) => {
    kept["GET /api/documents/7"] = { ...makeDocument(), ...(body as object), version: 6 };
    return kept["GET /api/documents/7"];
  };

  it("saving an edit sends the changed fields with the version on the screen and updates the page", async () => {
    const { sent } = await openEdit(makeDocument(), { "PATCH /api/documents/7": saved });
    await fill("Title", "Fire insurance 2027");
    await userEvent.selectOptions(await field("Document type"), "Contract");
    await fill("Expiration date", "2027-12-31");
    await press("Save Changes");
    await screen.findByRole("heading", { level: 1, name: "Fire insurance 2027" });
    const call = last(sent, "PATCH /api/documents/7");
    expect(call.body).toEqual({ title: "Fire insurance 2027", type: "Contract", expiresOn: "2027-12-31" });
    expect(versionSeen(call)).toBe('"4"');
    await screen.findByText("Document Updated");
  });

  it("a new expiration date in the past is saved only after confirmation [DOC-20]", async () => {
    const { sent } = await openEdit(makeDocument({ expiresOn: "2026-12-31" }), {
      "PATCH /api/documents/7": makeDocument({ expiresOn: "2020-10-03" }),
    });
    await fill("Expiration date", "2020-10-03");
    await press("Save Changes");
    const question = within(
      await screen.findByRole("alertdialog", {
        name: "This document expired on Oct 3, 2020. Save it anyway?",
      }),
    );
    expect(made(sent, "PATCH /api/documents/7")).toHaveLength(0);
    await userEvent.click(question.getByRole("button", { name: "Save Anyway" }));
    await waitFor(() =>
      expect(last(sent, "PATCH /api/documents/7").body).toMatchObject({ expiresOn: "2020-10-03" }),
    );
  });

  it("an empty expiration date means the document doesn't expire", async () => {
    const { sent } = await openEdit(makeDocument({ expiresOn: "2026-12-31" }), {
      "PATCH /api/documents/7": saved,
    });
    await fill("Expiration date", "");
    await press("Save Changes");
    await screen.findByText("No expiration date");
    expect(last(sent, "PATCH /api/documents/7").body).toMatchObject({ expiresOn: null });
  });

  it("DOC-11 a document title of two characters is rejected without a request", async () => {
    const { sent } = await openEdit(makeDocument());
    await fill("Title", "ab");
    await press("Save Changes");
    await screen.findByText("Title must be at least 3 characters");
    expect(made(sent, "PATCH /api/documents/7")).toEqual([]);
  });

  it("managers choose who can see the document and are shown who gains and loses access", async () => {
    const { sent } = await openEdit(makeDocument(), { "PATCH /api/documents/7": saved });
    const audience = await field("Visible to");
    expect(within(audience).getAllByRole("option")).toHaveLength(2);
    await userEvent.selectOptions(audience, "Staff only");
    expect(screen.getByText("All tenants in the building will lose access.")).toBeTruthy();
    await userEvent.selectOptions(await field("Document type"), "Maintenance");
    expect(screen.getByText(/The building's technicians will get access\./)).toBeTruthy();
    await press("Save Changes");
    await screen.findByText("Document Updated");
    expect(last(sent, "PATCH /api/documents/7").body).toMatchObject({ visibility: "staff" });
  });

  it("a unit's document can be visible to its tenant or to staff only, never to the whole building", async () => {
    await openEdit(makeDocument({ unit: { id: 3, unitNumber: "101" }, leaseId: 9, visibility: "lease" }));
    const options = within(await field("Visible to")).getAllByRole("option");
    expect(options.map(({ textContent }) => textContent)).toEqual(["Tenant of unit 101", "Staff only"]);
    await userEvent.selectOptions(await field("Visible to"), "Staff only");
    const message = "The tenant of unit 101 will lose access. The person who uploaded it keeps access.";
    expect(screen.getByText(message)).toBeTruthy();
  });

  it("a tenant can edit their own document, but not who sees it", async () => {
    const can = { edit: true, chooseVisibility: false, readDownloads: false };
    await openEdit(makeDocument({ can }), {}, tenant);
    await field("Title");
    expect(screen.queryByLabelText("Visible to")).toBeNull();
  });

  it("someone else's change is shown next to the user's own, and either can be kept", async () => {
    const theirs = makeDocument({ title: "Insurance of the house", version: 5 });
    const { sent, responses } = await openEdit(makeDocument(), {
      "PATCH /api/documents/7": conflict("Ada Admin changed this document after you opened it.", theirs),
    });
    await fill("Title", "Fire insurance 2027");
    await press("Save Changes");
    await screen.findByText("Ada Admin changed this document after you opened it.");
    expect(screen.getByRole("cell", { name: "Insurance of the house" })).toBeTruthy();
    expect(screen.getByRole("cell", { name: "Fire insurance 2027" })).toBeTruthy();
    responses["PATCH /api/documents/7"] = saved;
    await press("Keep mine");
    await screen.findByRole("heading", { level: 1, name: "Fire insurance 2027" });
    expect(versionSeen(last(sent, "PATCH /api/documents/7"))).toBe('"5"');
  });

  it("a server error is shown on its field in the edit dialog", async () => {
    await openEdit(makeDocument({ unit: { id: 3, unitNumber: "101" }, visibility: "staff" }), {
      "PATCH /api/documents/7": problem(400, "Please correct the fields.", {
        visibility: "This unit is vacant, so its documents are visible to staff only.",
      }),
    });
    await userEvent.selectOptions(await field("Visible to"), "Tenant of unit 101");
    await press("Save Changes");
    const message = await screen.findByText(
      "This unit is vacant, so its documents are visible to staff only.",
    );
    expect((await field("Visible to")).getAttribute("aria-describedby")).toBe(message.id);
  });
});

describe("versions of a document", () => {
  const renewed = makeDocument({ files: [makeFile(2), makeFile(1)], version: 5 });
  const versions = async () => within(await screen.findByRole("region", { name: "Versions" }));
  const choose = async (name: string, bytes = 100) =>
    fireEvent.change(await field("Document file"), {
      target: {
        files: [Object.defineProperty(new File(["%PDF-1.4"], name), "size", { value: bytes })],
      },
    });

  it("versions are listed newest first with name, size, uploader, and date, each with a download", async () => {
    await openDocument(
      makeDocument({
        files: [makeFile(3, { restoredFrom: 1 }), makeFile(2, { name: "draft.pdf" }), makeFile(1)],
      }),
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

  it("five versions are listed at first, and a button shows all", async () => {
    await openDocument(makeDocument({ files: Array.from({ length: 8 }, (_, index) => makeFile(8 - index)) }));
    expect((await versions()).getAllByRole("listitem")).toHaveLength(5);
    await press("Show all 8 versions");
    expect((await versions()).getAllByRole("listitem")).toHaveLength(8);
    expect(screen.queryByRole("button", { name: /^Show all/ })).toBeNull();
  });

  it("an earlier version is restored after confirmation", async () => {
    const back = makeDocument({
      files: [makeFile(3, { restoredFrom: 1 }), makeFile(2), makeFile(1)],
      version: 6,
    });
    const { sent } = await openDocument(renewed, {
      "POST /api/documents/7/files/1/restore": back,
      "GET /api/documents/7": () => Response.json(made(sent, restore).length === 0 ? renewed : back),
    });
    const restore = "POST /api/documents/7/files/1/restore";
    await press("Restore version 1");
    const dialog = within(await screen.findByRole("alertdialog", { name: "Restore version 1?" }));
    expect(made(sent, restore)).toEqual([]);
    await userEvent.click(dialog.getByRole("button", { name: "Restore" }));
    await screen.findByText("Restored from version 1");
    expect(versionSeen(last(sent, restore))).toBe('"5"');
    await screen.findByText("Version 1 is now the current version.");
  });

  it("restoring a version shows a message if someone else has changed the document", async () => {
    await openDocument(renewed, {
      "POST /api/documents/7/files/1/restore": conflict(
        "Ada Admin changed this document after you opened it.",
        {
          ...renewed,
          version: 6,
        },
      ),
    });
    await press("Restore version 1");
    await press("Restore");
    const dialog = within(await screen.findByRole("alertdialog"));
    expect(await dialog.findByText("Ada Admin changed this document after you opened it.")).toBeTruthy();
  });

  it("a link to renew a document opens the dialog for a new version only once", async () => {
    await openDocument(makeDocument(), { state: openFormState });
    expect(await screen.findByRole("dialog", { name: "Upload a new version" })).toBeTruthy();
    expect(history.state).not.toHaveProperty("opensForm");
  });

  it("the edit action in a list opens the document's edit dialog only once [NAV-32]", async () => {
    await openDocument(makeDocument(), { state: openEditState });
    expect(await screen.findByRole("dialog", { name: "Edit Document" })).toBeTruthy();
    expect(history.state).not.toHaveProperty("opensForm");
  });

  it("a new version is uploaded once, with progress, and then shown", async () => {
    const { responses } = await openDocument(makeDocument());
    await press("Upload a new version");
    await choose("insurance-2.pdf");
    await press("Upload");
    const upload = uploads[0] as FakeUpload;
    expect(upload.opened).toBe("POST /api/documents/7/files");
    expect((upload.body.get("file") as File).name).toBe("insurance-2.pdf");
    expect(upload.headers["Idempotency-Key"]).toMatch(/^[0-9a-f]{32}$/);
    upload.sent(0.4, 1);
    await screen.findByText("Uploading the file: 40%");
    responses["GET /api/documents/7"] = renewed;
    upload.response(201, renewed);
    await screen.findByText("New Version Uploaded");
    expect((await versions()).getByText("insurance-2.pdf")).toBeTruthy();
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("a new version of a document with an expiration date asks for a date or “No expiration date,” with neither filled in", async () => {
    await openDocument(makeDocument({ expiresOn: "2026-12-31" }));
    await press("Upload a new version");
    await choose("insurance-2.pdf");
    expect((await field("New expiration date")).value).toBe("");
    await press("Upload");
    await screen.findByText("Select the new expiration date or “No expiration date”");
    expect(uploads).toEqual([]);
    await fill("New expiration date", "2027-12-31");
    await press("Upload");
    await waitFor(() => expect(uploads).toHaveLength(1));
    expect(uploads[0]?.body.get("expiresOn")).toBe("2027-12-31");
    uploads[0]?.response(500, { message: "Broken.", code: "internal", requestId: "r-1" });
    await screen.findByText("Broken.");
    await userEvent.click(await field("No expiration date"));
    expect((await field("New expiration date")).disabled).toBe(true);
    await press("Upload");
    await waitFor(() => expect(uploads).toHaveLength(2));
    expect(uploads[1]?.body.get("expiresOn")).toBe("");
    // The content is different, so the key is too.
    expect(uploads[1]?.headers["Idempotency-Key"]).not.toBe(uploads[0]?.headers["Idempotency-Key"]);
  });

  it("a new version that doesn't expire later is uploaded only after confirmation", async () => {
    await openDocument(makeDocument({ expiresOn: "2099-12-31" }));
    await press("Upload a new version");
    await choose("insurance-2.pdf");
    for (const date of ["2099-12-31", "2099-06-30"]) {
      await fill("New expiration date", date);
      await press("Upload");
      await screen.findByText(/expires on the same date, Dec 31, 2099\.|expires on Jun 30, 2099, before/);
      expect(uploads).toEqual([]);
      await userEvent.keyboard("{Escape}");
    }
    await press("Upload");
    await press("Upload Anyway");
    await waitFor(() => expect(uploads[0]?.body.get("expiresOn")).toBe("2099-06-30"));
  });

  it("the selected file and the new date survive closing the dialog until they're sent or discarded", async () => {
    await openDocument(makeDocument({ expiresOn: "2026-12-31" }));
    const again = async () => {
      await userEvent.keyboard("{Escape}");
      await press("Upload a new version");
    };
    await press("Upload a new version");
    await choose("insurance-2.pdf");
    await fill("New expiration date", "2027-12-31");
    await again();
    await screen.findByText("insurance-2.pdf");
    expect((await field("New expiration date")).value).toBe("2027-12-31");
    await press("Start over");
    expect(screen.queryByText("insurance-2.pdf")).toBeNull();
    await again();
    expect((await field("New expiration date")).value).toBe("");
    await choose("insurance-3.pdf");
    await fill("New expiration date", "2028-12-31");
    await press("Upload");
    uploads[0]?.response(201, renewed);
    await screen.findByText("New Version Uploaded");
    await press("Upload a new version");
    expect((await field("New expiration date")).value).toBe("");
    expect([...savedFiles.values()].flat()).toEqual([]);
  });

  it("a new version of a document without an expiration date starts with “No expiration date,” which can be changed", async () => {
    await openDocument(makeDocument());
    await press("Upload a new version");
    expect((await field("No expiration date")).checked).toBe(true);
    await userEvent.click(await field("No expiration date"));
    await choose("insurance-2.pdf");
    await press("Upload");
    await screen.findByText("Select the new expiration date or “No expiration date”");
  });

  it("Cancel aborts the upload of a new version", async () => {
    await openDocument(makeDocument());
    await press("Upload a new version");
    await choose("insurance-2.pdf");
    await press("Upload");
    await press("Cancel");
    await waitFor(() => expect(uploads[0]?.isAborted).toBe(true));
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(screen.queryByText("New Version Uploaded")).toBeNull();
  });

  it.each([
    ["no file is selected,", undefined, 0, "Document file is required"],
    ["the file is an image,", "photo.png", 100, "Choose a PDF, DOC, DOCX, XLS, or XLSX file."],
    ["the file is a byte too large,", "large.pdf", 10 * 1024 * 1024 + 1, "The file can be up to 10 MB."],
  ])("DOC-17 DOC-24 when %s nothing is sent", async (_, name, bytes, message) => {
    await openDocument(makeDocument());
    await press("Upload a new version");
    if (name !== undefined) await choose(name, bytes);
    await press("Upload");
    await screen.findByText(message);
    expect(uploads).toEqual([]);
  });

  it("a server error is shown in the dialog, and a retry with the same file uses the same idempotency key", async () => {
    await openDocument(makeDocument());
    await press("Upload a new version");
    await choose("insurance-2.pdf");
    await press("Upload");
    const message = "This lease has used 1,024 MB of its 1,024 MB of document storage.";
    uploads[0]?.response(409, { message, code: "conflict", requestId: "r-1" });
    await screen.findByText(message);
    await press("Upload");
    await waitFor(() => expect(uploads).toHaveLength(2));
    expect(uploads[1]?.headers["Idempotency-Key"]).toBe(uploads[0]?.headers["Idempotency-Key"]);
  });
});

describe("the trash", () => {
  const trashed = makeDocument({
    trashedAt: "2026-11-01T12:00:00Z",
    version: 5,
    can: { edit: true, chooseVisibility: false, readDownloads: true },
  });

  it("a document is moved to the trash after confirmation, and the toast can restore it", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date(2026, 10, 1, 13) });
    const { sent, responses } = await openDocument(makeDocument(), {
      "DELETE /api/documents/7": { success: true },
      "POST /api/documents/7/restore": makeDocument({ version: 6 }),
    });
    await userEvent.click(await (await page()).findByRole("button", { name: "More actions" }));
    await userEvent.click(await screen.findByRole("menuitem", { name: "Move to trash" }));
    expect(made(sent, "DELETE /api/documents/7")).toEqual([]);
    responses["GET /api/documents/7"] = trashed;
    await press("Move to trash");
    await screen.findByText("This document is in the trash");
    expect(versionSeen(last(sent, "DELETE /api/documents/7"))).toBe('"4"');
    responses["GET /api/documents/7"] = makeDocument({ version: 6 });
    fireEvent.click(await screen.findByRole("button", { name: "Undo" }));
    await waitFor(() => expect(screen.queryByText("This document is in the trash")).toBeNull());
    expect(made(sent, "POST /api/documents/7/restore")).toHaveLength(1);
  });

  it.each([
    [
      "2026-11-02T11:00:00Z",
      "It doesn't appear in lists or search and will be permanently deleted in 30 days.",
    ],
    [
      "2026-11-30T13:00:00Z",
      "It doesn't appear in lists or search and will be permanently deleted in 1 day.",
    ],
    ["2026-12-01T13:00:00Z", "It doesn't appear in lists or search and will be permanently deleted today."],
  ])(
    "at %s, a document in the trash shows how long it can be restored and can't be changed",
    async (now, words) => {
      vi.useFakeTimers({ toFake: ["Date"], now: new Date(now) });
      const { sent } = await openDocument(trashed, { "POST /api/documents/7/restore": makeDocument() });
      await screen.findByText(words);
      for (const name of ["Edit", "More actions", "Upload a new version"])
        expect((await page()).queryByRole("button", { name })).toBeNull();
      await press("Restore");
      await screen.findByText("Document Restored");
      expect(made(sent, "POST /api/documents/7/restore")).toHaveLength(1);
    },
  );

  it("a document someone else has changed isn't moved to the trash, and the dialog says so", async () => {
    await openDocument(makeDocument(), {
      "DELETE /api/documents/7": conflict(
        "Ada Admin changed this document after you opened it.",
        makeDocument({ version: 5 }),
      ),
    });
    await userEvent.click(await (await page()).findByRole("button", { name: "More actions" }));
    await userEvent.click(await screen.findByRole("menuitem", { name: "Move to trash" }));
    await press("Move to trash");
    expect(await screen.findByText("Ada Admin changed this document after you opened it.")).toBeTruthy();
    expect(screen.queryByText("This document is in the trash")).toBeNull();
  });
});
