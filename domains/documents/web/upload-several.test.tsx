import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { cleanBrowser, tenant } from "#web/testing/open-page.tsx";
import { takeUploads, type Upload } from "#web/testing/uploads.ts";
import { landlord, listCalls } from "./testing/cards.ts";
import { choose, field, fileOf, made, open, waitForBuilding } from "./testing/upload-form.ts";

/** jsdom has no IndexedDB. */
const keptFiles = vi.hoisted(() => new Map<string, readonly File[]>());
vi.mock("#web/kept-files.ts", () => ({
  readKeptFiles: async (key: string) => keptFiles.get(key) ?? [],
  keepFiles: async (key: string, files: readonly File[]) => void keptFiles.set(key, files),
}));

cleanBrowser();

let uploads: Upload[] = [];
beforeEach(() => {
  uploads = takeUploads();
  keptFiles.clear();
});

describe("the title of a document", () => {
  it("is filled in from the file's name, never over what was typed, and is no draft", async () => {
    await open();
    await choose(fileOf("house_rules-2026.pdf"));
    await waitFor(async () => expect((await field("Title")).value).toBe("house rules 2026"));
    await userEvent.click(screen.getByRole("button", { name: "Remove File" }));
    await waitFor(async () => expect((await field("Title")).value).toBe(""));
    expect(localStorage.getItem(`draft:${tenant.id}:document`)).toBeNull();
    fireEvent.change(await field("Title"), { target: { value: "Our rules" } });
    await choose(fileOf("house_rules-2026.pdf"));
    await screen.findByText("house_rules-2026.pdf");
    expect((await field("Title")).value).toBe("Our rules");
  });
});

describe("several files at once", () => {
  const chooseAll = async (...files: File[]) => {
    fireEvent.change(await field("Document file"), { target: { files } });
    await screen.findByRole("list", { name: "Chosen files" });
  };
  const sendAll = async () => {
    const form = within(screen.getByRole("region", { name: "Upload New Document" }));
    await userEvent.click(form.getByRole("button", { name: "Upload Documents" }));
  };
  const nth = async (at: number) => {
    await waitFor(() => expect(uploads.length).toBeGreaterThan(at));
    return uploads[at] as Upload;
  };
  const begin = async (...files: File[]) => {
    const { sent } = await open(landlord);
    await waitForBuilding();
    await userEvent.selectOptions(await field("Document type"), "Lease");
    await chooseAll(...files);
    return sent;
  };

  it("become as many documents, one after another: the same type, place and audience, each its own title", async () => {
    const sent = await begin(fileOf("lease_of_101.pdf"), fileOf("house_rules.docx"));
    expect((await field("Title of lease_of_101.pdf")).value).toBe("lease of 101");
    fireEvent.change(await field("Title of house_rules.docx"), { target: { value: "Rules" } });
    await sendAll();
    const first = await nth(0);
    first.sent(40, 100);
    expect(screen.getByText("Sending file 1 of 2: 40%")).toBeTruthy();
    expect(screen.getByText("Sending: 40%")).toBeTruthy();
    expect(uploads).toHaveLength(1);
    first.response(201, made);
    expect(await screen.findByText("lease_of_101.pdf was uploaded.")).toBeTruthy();
    const second = await nth(1);
    const fieldsOf = ({ body }: Upload) =>
      Object.fromEntries(
        [...body].map(([name, value]) => [name, value instanceof File ? value.name : value]),
      );
    const shared = { type: "Lease", buildingId: "1", visibility: "staff" };
    expect(fieldsOf(first)).toEqual({ ...shared, title: "lease of 101", file: "lease_of_101.pdf" });
    expect(fieldsOf(second)).toEqual({ ...shared, title: "Rules", file: "house_rules.docx" });
    expect(second.headers["Idempotency-Key"]).not.toBe(first.headers["Idempotency-Key"]);
    second.response(201, made);
    expect(await screen.findByText("2 documents have been uploaded successfully.")).toBeTruthy();
    await waitFor(() => expect(screen.queryByText("Upload New Document")).toBeNull());
    await waitFor(() => expect(listCalls(sent)).toHaveLength(2));
  });

  it("a refused one says why and does not lose the others; only it is sent again", async () => {
    await begin(fileOf("one.pdf"), fileOf("macros.docx"), fileOf("three.pdf"));
    await sendAll();
    (await nth(0)).response(201, made);
    const message = "This file contains macros. Please save it without them.";
    (await nth(1)).response(415, { message, code: "wrong_kind", requestId: "r-1" });
    (await nth(2)).response(201, made);
    expect(await screen.findByText("Not uploaded: 1 of 3 files. Each says why.")).toBeTruthy();
    expect(screen.getByText(message)).toBeTruthy();
    for (const name of ["one.pdf", "three.pdf"])
      expect(screen.getByText(`${name} was uploaded.`)).toBeTruthy();
    await sendAll();
    expect(((await nth(3)).body.get("file") as File).name).toBe("macros.docx");
    (await nth(3)).response(201, made);
    await waitFor(() => expect(screen.queryByText("Upload New Document")).toBeNull());
    expect(uploads).toHaveLength(4);
  });

  it("one that is no document stays behind with its reason, and one with a wrong title stops the sending", async () => {
    await begin(fileOf("one.pdf"), fileOf("notes.txt"));
    fireEvent.change(await field("Title of one.pdf"), { target: { value: "ab" } });
    await sendAll();
    expect(await screen.findByText("Title must be at least 3 characters")).toBeTruthy();
    expect(screen.getByText("Please choose a PDF, DOC, DOCX, XLS or XLSX file.")).toBeTruthy();
    expect(uploads).toEqual([]);
    fireEvent.change(await field("Title of one.pdf"), { target: { value: "One" } });
    await sendAll();
    (await nth(0)).response(201, made);
    expect(await screen.findByText("one.pdf was uploaded.")).toBeTruthy();
    expect(screen.getByText("Please choose a PDF, DOC, DOCX, XLS or XLSX file.")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Remove notes.txt" }));
    expect(uploads).toHaveLength(1);
  });

  it("what was kept before is chosen again; what is sent, and all of it at the end, is kept no longer", async () => {
    const key = `draft:${landlord.id}:document`;
    keptFiles.set(key, [fileOf("before.pdf")]);
    await begin(fileOf("one.pdf"));
    const namesKept = () => keptFiles.get(key)?.map(({ name }) => name);
    await waitFor(() => expect(namesKept()).toEqual(["before.pdf", "one.pdf"]));
    await sendAll();
    (await nth(0)).response(201, made);
    await nth(1);
    expect(namesKept()).toEqual(["one.pdf"]);
    (await nth(1)).response(201, made);
    await waitFor(() => expect(screen.queryByText("Upload New Document")).toBeNull());
    expect(namesKept()).toEqual([]);
  });

  it("one that is dropped during the sending stays, to be sent next", async () => {
    await begin(fileOf("one.pdf"), fileOf("two.pdf"));
    await sendAll();
    fireEvent.drop(document.body, { dataTransfer: { types: ["Files"], files: [fileOf("late.pdf")] } });
    (await nth(0)).response(201, made);
    (await nth(1)).response(201, made);
    expect(await screen.findByText("two.pdf was uploaded.")).toBeTruthy();
    expect((await field("Title of late.pdf")).value).toBe("late");
    await sendAll();
    (await nth(2)).response(201, made);
    await waitFor(() => expect(screen.queryByText("Upload New Document")).toBeNull());
  });

  it("cancelling ends the sending and keeps what was uploaded", async () => {
    await begin(fileOf("one.pdf"), fileOf("two.pdf"), fileOf("three.pdf"));
    await sendAll();
    (await nth(0)).response(201, made);
    await nth(1);
    await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
    expect(
      await screen.findByText("The upload was cancelled. What was uploaded before is kept."),
    ).toBeTruthy();
    expect(uploads).toHaveLength(2);
    expect((await field("Title of two.pdf")).value).toBe("two");
  });
});

describe("scanning pages", () => {
  const image = (name: string, type = "image/png") => new File(["a"], name, { type });
  const openScan = async () => {
    URL.createObjectURL = () => "blob:page";
    URL.revokeObjectURL = () => undefined;
    await open();
    await userEvent.click(await screen.findByRole("button", { name: "Scan pages" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Scan pages" }));
    const add = (...photos: File[]) =>
      fireEvent.change(dialog.getByLabelText("Choose photos", { selector: "input" }), {
        target: { files: photos },
      });
    return { dialog, add };
  };

  it("takes JPG and PNG, at most 20, which are reordered and removed by buttons", async () => {
    const { dialog, add } = await openScan();
    expect(dialog.getByRole("button", { name: "Make PDF" })).toHaveProperty("disabled", true);
    add(image("a.heic", "image/heic"), image("b.jpg", "image/jpeg"));
    expect(await dialog.findByText("Only JPG and PNG photos can become pages.")).toBeTruthy();
    expect(dialog.getAllByRole("img")).toHaveLength(1);
    expect(dialog.getByRole("button", { name: "Move page 1 later" })).toHaveProperty("disabled", true);
    add(...Array.from({ length: 20 }, (_, at) => image(`${at}.png`)));
    expect(await dialog.findByText("A scan has at most 20 pages.")).toBeTruthy();
    expect(dialog.getAllByRole("img")).toHaveLength(20);
    await userEvent.click(dialog.getByRole("button", { name: "Move page 1 later" }));
    expect(dialog.getByText("Page 1 is now page 2.")).toBeTruthy();
    await waitFor(() =>
      expect(document.activeElement).toBe(dialog.getByRole("button", { name: "Move page 2 later" })),
    );
    await userEvent.click(dialog.getByRole("button", { name: "Remove page 20" }));
    expect(dialog.getAllByRole("img")).toHaveLength(19);
  });

  it("a photo that does not open is said, and the pages stay; nothing is uploaded by it", async () => {
    const { dialog, add } = await openScan();
    add(image("broken.png"));
    await userEvent.click(await dialog.findByRole("button", { name: "Make PDF" }));
    expect(await dialog.findByText(/^The PDF could not be made\./)).toBeTruthy();
    expect(dialog.getAllByRole("img")).toHaveLength(1);
    expect(screen.queryByText("Document file is required")).toBeNull();
    expect(uploads).toEqual([]);
  });
});
