import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { admin, resetBrowser, tenant } from "#web/testing/open-page.tsx";
import { captureUploads, type FakeUpload } from "#web/testing/uploads.ts";
import { buildings, landlord, listCalls, makeCard, respondWithParts } from "../testing/cards.ts";
import {
  createdDocument,
  field,
  makeFile,
  makeUnit,
  openUploadForm,
  selectFile,
  tenUnits,
  waitForBuilding,
} from "../testing/upload-form.ts";

resetBrowser();

let uploads: FakeUpload[] = [];
beforeEach(() => {
  uploads = captureUploads();
});

const options = async (label: string) =>
  within(await field(label))
    .getAllByRole<HTMLOptionElement>("option")
    .map(({ value, textContent }) => [value, textContent]);
const submit = async () => {
  const form = within(await screen.findByRole("region", { name: "Upload New Document" }));
  await userEvent.click(form.getByRole("button", { name: "Upload Document" }));
};
const sendLease = async () => {
  await waitForBuilding();
  fireEvent.change(await field("Title"), { target: { value: "Lease of 101" } });
  await userEvent.selectOptions(await field("Document type"), "Lease");
  await selectFile(makeFile("lease.pdf"));
  await submit();
  await waitFor(() => expect(uploads.length).toBeGreaterThan(0));
  return uploads.at(-1) as FakeUpload;
};

describe("uploading a document", () => {
  it("DOC-02 the upload button opens the form above the list, scrolls to the top, and moves focus to the form", async () => {
    const scrolled = vi.fn<(x: number, y: number) => void>();
    vi.stubGlobal("scrollTo", scrolled);
    await openUploadForm(tenant, {
      address: "/documents",
      "GET /api/documents": respondWithParts([makeCard(1)]),
    });
    const list = await screen.findByRole("list", { name: "Documents" });
    expect(screen.queryByText("Upload New Document")).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Upload Document" }));
    const heading = await screen.findByRole("heading", { name: "Upload New Document" });
    expect(heading.compareDocumentPosition(list) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    expect(scrolled).toHaveBeenLastCalledWith(0, 0);
    expect(document.activeElement).toBe(heading);
    await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(screen.queryByText("Upload New Document")).toBeNull());
  });

  it("text typed into the upload form is saved when it closes, and automatic selections don't count as a draft", async () => {
    await openUploadForm();
    await waitForBuilding();
    const reopen = async () => {
      await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
      await userEvent.click(await screen.findByRole("button", { name: "Upload Document" }));
      await waitForBuilding();
    };
    await reopen();
    expect(screen.queryByText("We saved your draft.")).toBeNull();
    fireEvent.change(await field("Title"), { target: { value: "Lease of 101" } });
    await reopen();
    expect((await field("Title")).value).toBe("Lease of 101");
    await userEvent.click(screen.getByRole("button", { name: "Start over" }));
    expect((await field("Title")).value).toBe("");
    expect((await field("Building")).value).toBe("1");
  });

  it("DOC-11 DOC-12 DOC-14 DOC-17 an empty upload form shows the specified messages and sends nothing", async () => {
    await openUploadForm(landlord, { "GET /api/buildings": buildings });
    await submit();
    for (const sentence of [
      "Title must be at least 3 characters",
      "Please select a document type",
      "Please select a building",
      "Document file is required",
    ])
      expect(await screen.findByText(sentence)).toBeTruthy();
    expect(uploads).toEqual([]);
  });

  it.each([
    ["Ab", 1],
    ["Abc", 0],
  ])("DOC-11 the title %s is rejected %i times", async (title, count) => {
    await openUploadForm(landlord, { "GET /api/buildings": buildings });
    fireEvent.change(await field("Title"), { target: { value: title } });
    await submit();
    await screen.findByText("Please select a document type");
    expect(screen.queryAllByText("Title must be at least 3 characters")).toHaveLength(count);
  });

  it("DOC-13 DOC-15 DOC-16 CON-20 API-13 the upload form's types, buildings, and units come from the server", async () => {
    await openUploadForm(landlord);
    await waitForBuilding();
    const types = ["Lease", "Addendum", "Maintenance", "Contract", "Insurance", "Other"];
    expect(await options("Document type")).toEqual([
      ["", "Select a document type"],
      ...types.map((type) => [type, type]),
    ]);
    expect(await options("Building")).toEqual([["1", "Harborview Center"]]);
    await waitFor(async () => expect(await options("Unit")).toHaveLength(11));
    const units = await options("Unit");
    expect(units[0]).toEqual(["", "All Units"]);
    expect(units[1]).toEqual(["3", "Unit 101"]);
  });

  it("changing the building in the upload form clears the unit", async () => {
    await openUploadForm(landlord, { "GET /api/buildings": buildings });
    await within(await field("Building")).findByText("Canal House");
    await userEvent.selectOptions(await field("Building"), "1");
    await screen.findByText("Unit 101");
    await userEvent.selectOptions(await field("Unit"), "3");
    await userEvent.selectOptions(await field("Building"), "2");
    await screen.findByText("Unit B1");
    expect(await options("Unit")).toEqual([
      ["", "All Units"],
      ["40", "Unit B1"],
    ]);
    expect((await field("Unit")).value).toBe("");
  });

  it("a staff upload is visible to staff unless they choose otherwise, and the choices depend on the unit", async () => {
    const units = [
      makeUnit(3, "101", { tenant: "Harbor Lane Coffee", leaseId: 7 }),
      makeUnit(4, "102", { tenant: null, leaseId: null }),
    ];
    await openUploadForm(landlord, { "GET /api/properties/1/units": units });
    await screen.findByText("Unit 101");
    const audiences = async () => (await options("Visible to")).map(([value]) => value);
    expect(await audiences()).toEqual(["staff", "building"]);
    screen.getByText("Only the property's managers can see it.");
    await userEvent.selectOptions(await field("Visible to"), "building");
    screen.getByText("All tenants in the building can see it.");
    await userEvent.selectOptions(await field("Unit"), "3");
    expect(await audiences()).toEqual(["staff", "lease"]);
    screen.getByText("Only the property's managers can see it.");
    await userEvent.selectOptions(await field("Visible to"), "lease");
    screen.getByText("Only Harbor Lane Coffee can see it.");
    await userEvent.selectOptions(await field("Document type"), "Maintenance");
    screen.getByText(/^Only Harbor Lane Coffee can see it\. The building's technicians can see it too\.$/);
    await userEvent.selectOptions(await field("Visible to"), "staff");
    screen.getByText(/^Only the property's managers can see it\./);
    await userEvent.selectOptions(await field("Unit"), "4");
    expect(await audiences()).toEqual(["staff"]);
    screen.getByText(/^Unit 102 is vacant, so its documents are visible to staff only\./);
  });

  it("ROLE-19 a tenant's only unit is preselected in the upload form", async () => {
    await openUploadForm(tenant, { "GET /api/properties/1/units": tenUnits.slice(0, 1) });
    await screen.findByText("It will be filed under your unit.");
    await waitFor(async () => expect((await field("Unit")).value).toBe("3"));
  });

  it("ROLE-19 a tenant sees who will see the document but can't change that", async () => {
    await openUploadForm(tenant);
    await screen.findByText(
      "Visible to your company and your property's managers. Other tenants can't see it.",
    );
    expect(screen.queryByLabelText("Visible to")).toBeNull();
  });

  it("DOC-18 CON-13 the upload form's hint names the file types and the size limit", async () => {
    await openUploadForm();
    expect(await screen.findByText("PDF, DOC, DOCX, XLS, XLSX up to 10MB")).toBeTruthy();
    expect((await field("Document file")).accept).toBe(".pdf,.doc,.docx,.xls,.xlsx,image/jpeg,image/png");
  });

  it.each([
    ["notes.txt", 100, "Choose a PDF, DOC, DOCX, XLS, or XLSX file."],
    ["macros.docm", 100, "Choose a PDF, DOC, DOCX, XLS, or XLSX file."],
    ["empty.pdf", 0, "This file is empty."],
    ["large.pdf", 10 * 1024 * 1024 + 1, "The file can be up to 10 MB."],
  ])("DOC-24 %s of %i bytes is rejected before it's sent", async (name, bytes, sentence) => {
    await openUploadForm();
    await selectFile(makeFile(name, bytes));
    expect(await screen.findByText(sentence)).toBeTruthy();
    await waitForBuilding();
    fireEvent.change(await field("Title"), { target: { value: "A paper" } });
    await userEvent.selectOptions(await field("Document type"), "Other");
    await submit();
    await selectFile(makeFile("fits.PDF", 10 * 1024 * 1024));
    await waitFor(() => expect(screen.queryByText(sentence)).toBeNull());
    expect(uploads).toEqual([]);
  });

  it("DOC-19 ROLE-04 API-21 the upload form is sent as multipart, with the fields before the file and without a unit if none is selected", async () => {
    await openUploadForm();
    const { opened, withCredentials, headers, body } = await sendLease();
    expect(opened).toBe("POST /api/documents");
    expect(withCredentials).toBe(true);
    expect(headers["Idempotency-Key"]).toMatch(/^[0-9a-f]{32}$/);
    expect([...body.keys()]).toEqual(["title", "type", "buildingId", "file"]);
    expect([body.get("title"), body.get("type"), body.get("buildingId")]).toEqual([
      "Lease of 101",
      "Lease",
      "1",
    ]);
    expect((body.get("file") as File).name).toBe("lease.pdf");
  });

  it("DOC-19 the upload form also sends the unit, expiration date, and audience", async () => {
    const units = [makeUnit(3, "101", { tenant: "Harbor Lane Coffee", leaseId: 7 })];
    await openUploadForm(admin, { "GET /api/properties/1/units": units });
    await screen.findByText("Unit 101");
    await userEvent.selectOptions(await field("Unit"), "3");
    fireEvent.change(await field("Expiration date"), { target: { value: "2027-03-31" } });
    const { body } = await sendLease();
    expect(Object.fromEntries([...body].filter(([name]) => name !== "file"))).toEqual({
      title: "Lease of 101",
      type: "Lease",
      buildingId: "1",
      unitId: "3",
      visibility: "staff",
      expiresOn: "2027-03-31",
    });
  });

  it("the form shows the upload progress", async () => {
    await openUploadForm();
    const upload = await sendLease();
    upload.sent(40, 100);
    expect(screen.getByRole("progressbar")).toHaveProperty("value", 40);
    expect(screen.getByText("Uploading the file: 40%")).toBeTruthy();
    upload.sent(100, 100);
    expect(screen.getByText("File uploaded, finishing...")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Cancel" })).toHaveProperty("disabled", true);
  });

  it("TST-07 DOC-20 DOC-21 DOC-23 DOC-26 DASH-27 after a document is saved, the form closes, and documents and figures are refetched", async () => {
    const { sent } = await openUploadForm();
    await waitFor(() => expect(listCalls(sent)).toHaveLength(1));
    const figures = () => sent.filter(({ path }) => path === "/api/dashboard/stats").length;
    // The sidebar shows one of the figures.
    await waitFor(() => expect(figures()).toBe(1));
    const upload = await sendLease();
    upload.response(201, createdDocument);
    expect(await screen.findByText("Document Uploaded")).toBeTruthy();
    expect(screen.getByText("Your document has been uploaded successfully.")).toBeTruthy();
    await waitFor(() => expect(screen.queryByText("Upload New Document")).toBeNull());
    await waitFor(() => expect(listCalls(sent)).toHaveLength(2));
    await waitFor(() => expect(figures()).toBe(2));
  });

  const problem = { message: "The disk is full.", code: "disk_full", requestId: "r-1" };
  it.each([
    ["returns a reason", (upload: FakeUpload) => upload.response(507, problem), "The disk is full."],
    [
      "responds with other text",
      (upload: FakeUpload) => upload.response(502, "Bad gateway here"),
      "Bad gateway here",
    ],
    [
      "responds without a body",
      (upload: FakeUpload) => upload.response(500, ""),
      "Failed to upload document. Please try again.",
    ],
    [
      "doesn't respond",
      (upload: FakeUpload) => act(() => upload.onerror()),
      "Failed to upload document. Please try again.",
    ],
  ])(
    "DOC-22 when the server %s, the toast shows it, and the same form doesn't create a second document",
    async (_, fail, words) => {
      await openUploadForm();
      const upload = await sendLease();
      fail(upload);
      expect(await screen.findByText("Error")).toBeTruthy();
      expect(screen.getByText(words)).toBeTruthy();
      expect((await field("Title")).value).toBe("Lease of 101");
      await submit();
      await waitFor(() => expect(uploads).toHaveLength(2));
      expect(uploads[1]?.headers["Idempotency-Key"]).toBe(upload.headers["Idempotency-Key"]);
    },
  );

  it("a field error from the server is shown below its field", async () => {
    await openUploadForm();
    const fields = { title: "Another title, please", file: "This file has macros." };
    (await sendLease()).response(400, {
      ...problem,
      message: "Please check the form.",
      code: "invalid",
      fields,
    });
    expect(await screen.findByText("This file has macros.")).toBeTruthy();
    expect(screen.getByText("Another title, please")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Remove File" }));
    expect(screen.queryByText("This file has macros.")).toBeNull();
  });

  it("Cancel aborts the upload, keeps the form open, and says that nothing was saved", async () => {
    const { sent } = await openUploadForm();
    const upload = await sendLease();
    upload.sent(40, 100);
    await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
    expect(upload.isAborted).toBe(true);
    expect(await screen.findByText("Upload cancelled. Nothing was saved.")).toBeTruthy();
    expect(screen.queryByText("Error")).toBeNull();
    expect((await field("Title")).value).toBe("Lease of 101");
    expect(listCalls(sent)).toHaveLength(1);
    await submit();
    await waitFor(() => expect(uploads).toHaveLength(2));
    expect(screen.queryByText("Upload cancelled. Nothing was saved.")).toBeNull();
  });

  it("leaving the page during the upload asks for confirmation and then aborts it", async () => {
    await openUploadForm();
    const upload = await sendLease();
    await userEvent.click(screen.getByRole("link", { name: "Payments" }));
    const dialog = within(
      await screen.findByRole("alertdialog", { name: "Leave while the file is uploading?" }),
    );
    await userEvent.click(dialog.getByRole("button", { name: "Cancel" }));
    expect(location.pathname).toBe("/documents");
    expect(upload.isAborted).toBe(false);
    await userEvent.click(screen.getByRole("link", { name: "Payments" }));
    await userEvent.click(await screen.findByRole("button", { name: "Leave" }));
    await waitFor(() => expect(location.pathname).toBe("/payments"));
    await waitFor(() => expect(upload.isAborted).toBe(true));
  });

  it("files dropped anywhere on the page open the form with them", async () => {
    await openUploadForm(tenant, { address: "/documents" });
    await screen.findByText("No documents yet");
    const drop = (files: File[]) =>
      fireEvent.drop(document.body, { dataTransfer: { types: ["Files"], files } });
    fireEvent.dragOver(document.body, { dataTransfer: { types: ["Files"], files: [] } });
    expect(screen.getByText("Drop files to upload them")).toBeTruthy();
    const dropped = makeFile("dropped.pdf", 2048);
    drop([dropped]);
    expect(await screen.findByText("dropped.pdf")).toBeTruthy();
    expect(screen.queryByText("Drop files to upload them")).toBeNull();
    expect(screen.getByText("2 KB. Choose or drop more files to add them.")).toBeTruthy();
    drop([makeFile("second.pdf"), dropped]);
    expect(await screen.findByText("2 files")).toBeTruthy();
  });
});
