import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { resetBrowser, tenant } from "#web/testing/open-page.tsx";
import { captureUploads, type FakeUpload } from "#web/testing/uploads.ts";
import { landlord, listCalls } from "../testing/cards.ts";
import {
  createdDocument,
  field,
  makeFile,
  openUploadForm,
  selectFile,
  waitForBuilding,
} from "../testing/upload-form.ts";

/** jsdom has no IndexedDB. */
const savedFiles = vi.hoisted(() => new Map<string, readonly File[]>());
vi.mock("#web/saved-files.ts", () => ({
  readSavedFiles: async (key: string) => savedFiles.get(key) ?? [],
  saveFiles: async (key: string, files: readonly File[]) => void savedFiles.set(key, files),
}));

resetBrowser();

let uploads: FakeUpload[] = [];
beforeEach(() => {
  uploads = captureUploads();
  savedFiles.clear();
});

describe("the title of a document", () => {
  it("a document's title is filled in from the file name without replacing typed text or creating a draft", async () => {
    await openUploadForm();
    await selectFile(makeFile("house_rules-2026.pdf"));
    await waitFor(async () => expect((await field("Title")).value).toBe("house rules 2026"));
    await userEvent.click(screen.getByRole("button", { name: "Remove File" }));
    await waitFor(async () => expect((await field("Title")).value).toBe(""));
    expect(localStorage.getItem(`draft:${tenant.id}:document`)).toBeNull();
    fireEvent.change(await field("Title"), { target: { value: "Our rules" } });
    await selectFile(makeFile("house_rules-2026.pdf"));
    await screen.findByText("house_rules-2026.pdf");
    expect((await field("Title")).value).toBe("Our rules");
  });
});

describe("uploading several files", () => {
  const chooseAll = async (...files: File[]) => {
    fireEvent.change(await field("Document file"), { target: { files } });
    await screen.findByRole("list", { name: "Selected files" });
  };
  const rowField = async (name: string, label: string) =>
    within(await screen.findByRole("group", { name })).getByLabelText<HTMLInputElement>(label);
  const sendAll = async () => {
    const form = within(screen.getByRole("region", { name: "Upload New Document" }));
    await userEvent.click(form.getByRole("button", { name: "Upload Documents" }));
  };
  const nth = async (at: number) => {
    await waitFor(() => expect(uploads.length).toBeGreaterThan(at));
    return uploads[at] as FakeUpload;
  };
  const start = async (...files: File[]) => {
    const { sent } = await openUploadForm(landlord);
    await waitForBuilding();
    await userEvent.selectOptions(await field("Document type"), "Lease");
    fireEvent.change(await field("Expiration date"), { target: { value: "2027-01-31" } });
    await chooseAll(...files);
    return sent;
  };

  it("DOC-28 several files become one document each, one after another, with their own fields", async () => {
    const sent = await start(makeFile("lease_of_101.pdf"), makeFile("house_rules.docx"));
    expect((await rowField("lease_of_101.pdf", "Title")).value).toBe("lease of 101");
    fireEvent.change(await rowField("house_rules.docx", "Title"), { target: { value: "Rules" } });
    expect((await rowField("house_rules.docx", "Document type")).value).toBe("Lease");
    expect((await rowField("house_rules.docx", "Expiration date")).value).toBe("");
    await userEvent.selectOptions(await rowField("house_rules.docx", "Document type"), "Other");
    await userEvent.selectOptions(await rowField("house_rules.docx", "Unit"), "4");
    await sendAll();
    const first = await nth(0);
    first.sent(40, 100);
    expect(screen.getByText("Uploading file 1 of 2: 40%")).toBeTruthy();
    expect(screen.getByText("Uploading: 40%")).toBeTruthy();
    expect(uploads).toHaveLength(1);
    first.response(201, createdDocument);
    expect(await screen.findByText("lease_of_101.pdf was uploaded.")).toBeTruthy();
    const second = await nth(1);
    const readFields = ({ body }: FakeUpload) =>
      Object.fromEntries(
        [...body].map(([name, value]) => [name, value instanceof File ? value.name : value]),
      );
    const shared = { buildingId: "1", visibility: "staff" };
    expect(readFields(first)).toEqual({
      ...shared,
      title: "lease of 101",
      type: "Lease",
      expiresOn: "2027-01-31",
      file: "lease_of_101.pdf",
    });
    expect(readFields(second)).toEqual({
      ...shared,
      title: "Rules",
      type: "Other",
      unitId: "4",
      file: "house_rules.docx",
    });
    expect(second.headers["Idempotency-Key"]).not.toBe(first.headers["Idempotency-Key"]);
    second.response(201, createdDocument);
    expect(await screen.findByText("2 documents have been uploaded successfully.")).toBeTruthy();
    await waitFor(() => expect(screen.queryByText("Upload New Document")).toBeNull());
    await waitFor(() => expect(listCalls(sent)).toHaveLength(2));
  });

  it("if one of several files is rejected, it shows the reason, and only that file is sent again", async () => {
    await start(makeFile("one.pdf"), makeFile("macros.docx"), makeFile("three.pdf"));
    await sendAll();
    (await nth(0)).response(201, createdDocument);
    const message = "This file contains macros. Save it without macros and try again.";
    (await nth(1)).response(415, { message, code: "unsupported_type", requestId: "r-1" });
    (await nth(2)).response(201, createdDocument);
    expect(
      await screen.findByText("1 of 3 files weren't uploaded. See the message on each file."),
    ).toBeTruthy();
    expect(screen.getByText(message)).toBeTruthy();
    for (const name of ["one.pdf", "three.pdf"])
      expect(screen.getByText(`${name} was uploaded.`)).toBeTruthy();
    await sendAll();
    expect(((await nth(3)).body.get("file") as File).name).toBe("macros.docx");
    (await nth(3)).response(201, createdDocument);
    await waitFor(() => expect(screen.queryByText("Upload New Document")).toBeNull());
    expect(uploads).toHaveLength(4);
  });

  it("a file that isn't a document stays in the list with the reason, and a file with an invalid title stops the upload", async () => {
    await start(makeFile("one.pdf"), makeFile("notes.txt"));
    fireEvent.change(await rowField("one.pdf", "Title"), { target: { value: "ab" } });
    await sendAll();
    expect(await screen.findByText("Title must be at least 3 characters")).toBeTruthy();
    expect(screen.getByText("Choose a PDF, DOC, DOCX, XLS, or XLSX file.")).toBeTruthy();
    expect(uploads).toEqual([]);
    fireEvent.change(await rowField("one.pdf", "Title"), { target: { value: "One" } });
    await sendAll();
    (await nth(0)).response(201, createdDocument);
    expect(await screen.findByText("one.pdf was uploaded.")).toBeTruthy();
    expect(screen.getByText("Choose a PDF, DOC, DOCX, XLS, or XLSX file.")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Remove notes.txt" }));
    expect(uploads).toHaveLength(1);
  });

  it("files saved on the device are selected again and are removed once they're uploaded", async () => {
    const key = `draft:${landlord.id}:document`;
    savedFiles.set(key, [makeFile("before.pdf")]);
    await start(makeFile("one.pdf"));
    const savedNames = () => savedFiles.get(key)?.map(({ name }) => name);
    await waitFor(() => expect(savedNames()).toEqual(["before.pdf", "one.pdf"]));
    await sendAll();
    (await nth(0)).response(201, createdDocument);
    await nth(1);
    expect(savedNames()).toEqual(["one.pdf"]);
    (await nth(1)).response(201, createdDocument);
    await waitFor(() => expect(screen.queryByText("Upload New Document")).toBeNull());
    expect(savedNames()).toEqual([]);
  });

  it("a file dropped during an upload stays in the form for the next upload", async () => {
    await start(makeFile("one.pdf"), makeFile("two.pdf"));
    await sendAll();
    fireEvent.drop(document.body, { dataTransfer: { types: ["Files"], files: [makeFile("late.pdf")] } });
    (await nth(0)).response(201, createdDocument);
    (await nth(1)).response(201, createdDocument);
    expect(await screen.findByText("two.pdf was uploaded.")).toBeTruthy();
    expect((await field("Title")).value).toBe("late");
    await sendAll();
    (await nth(2)).response(201, createdDocument);
    await waitFor(() => expect(screen.queryByText("Upload New Document")).toBeNull());
  });

  it("cancelling stops the upload and keeps the uploaded files", async () => {
    await start(makeFile("one.pdf"), makeFile("two.pdf"), makeFile("three.pdf"));
    await sendAll();
    (await nth(0)).response(201, createdDocument);
    await nth(1);
    await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
    expect(
      await screen.findByText("Upload cancelled. Files that finished uploading were saved."),
    ).toBeTruthy();
    expect(uploads).toHaveLength(2);
    expect((await rowField("two.pdf", "Title")).value).toBe("two");
  });

  it("the fields of several files are saved as a draft and return with their restored files", async () => {
    await start(makeFile("one.pdf"), makeFile("two.pdf"));
    await userEvent.selectOptions(await rowField("two.pdf", "Document type"), "Insurance");
    fireEvent.change(await rowField("two.pdf", "Expiration date"), { target: { value: "2027-05-01" } });
    await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
    await userEvent.click(await screen.findByRole("button", { name: "Upload Document" }));
    expect((await rowField("two.pdf", "Document type")).value).toBe("Insurance");
    expect((await rowField("two.pdf", "Expiration date")).value).toBe("2027-05-01");
    expect((await rowField("one.pdf", "Document type")).value).toBe("Lease");
  });
});

describe("scanning pages", () => {
  const image = (name: string, type = "image/png") => new File(["a"], name, { type });
  const openScan = async () => {
    URL.createObjectURL = () => "blob:page";
    URL.revokeObjectURL = () => undefined;
    await openUploadForm();
    await userEvent.click(await screen.findByRole("button", { name: "Scan pages" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Scan Pages" }));
    const add = (...photos: File[]) =>
      fireEvent.change(dialog.getByLabelText("Choose photos", { selector: "input" }), {
        target: { files: photos },
      });
    return { dialog, add };
  };

  it("a scan takes up to 20 JPG and PNG photos, which can be reordered and removed", async () => {
    const { dialog, add } = await openScan();
    expect(dialog.getByRole("button", { name: "Create PDF" })).toHaveProperty("disabled", true);
    add(image("a.heic", "image/heic"), image("b.jpg", "image/jpeg"));
    expect(await dialog.findByText("Only JPG and PNG photos can be used as pages.")).toBeTruthy();
    expect(dialog.getAllByRole("img")).toHaveLength(1);
    expect(dialog.getByRole("button", { name: "Move page 1 later" })).toHaveProperty("disabled", true);
    add(...Array.from({ length: 20 }, (_, index) => image(`${index}.png`)));
    expect(await dialog.findByText("A scan can have up to 20 pages.")).toBeTruthy();
    expect(dialog.getAllByRole("img")).toHaveLength(20);
    await userEvent.click(dialog.getByRole("button", { name: "Move page 1 later" }));
    expect(dialog.getByText("Page 1 is now page 2.")).toBeTruthy();
    await waitFor(() =>
      expect(document.activeElement).toBe(dialog.getByRole("button", { name: "Move page 2 later" })),
    );
    await userEvent.click(dialog.getByRole("button", { name: "Remove page 20" }));
    expect(dialog.getAllByRole("img")).toHaveLength(19);
  });

  it("DOC-29 photos selected as documents open as pages of a scan, and documents stay selected", async () => {
    URL.createObjectURL = () => "blob:page";
    URL.revokeObjectURL = () => undefined;
    await openUploadForm();
    const files = [image("roof.jpg", "image/jpeg"), makeFile("lease.pdf"), image("door.png")];
    fireEvent.change(await field("Document file"), { target: { files } });
    const dialog = within(await screen.findByRole("dialog", { name: "Scan Pages" }));
    expect(await dialog.findAllByRole("img")).toHaveLength(2);
    await userEvent.click(dialog.getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(screen.getByText("lease.pdf")).toBeTruthy();
    expect(screen.queryByText(/^Choose a PDF/)).toBeNull();
  });

  it("a photo that can't be opened shows an error, keeps the pages, and uploads nothing", async () => {
    const { dialog, add } = await openScan();
    add(image("broken.png"));
    await userEvent.click(await dialog.findByRole("button", { name: "Create PDF" }));
    expect(await dialog.findByText(/^We couldn't create the PDF\./)).toBeTruthy();
    expect(dialog.getAllByRole("img")).toHaveLength(1);
    expect(screen.queryByText("Document file is required")).toBeNull();
    expect(uploads).toEqual([]);
  });
});
