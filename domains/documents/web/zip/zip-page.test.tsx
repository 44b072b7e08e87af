import { fireEvent, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it } from "vitest";
import { resetBrowser, tenant } from "#web/testing/open-page.tsx";
import { captureUploads, type FakeUpload } from "#web/testing/uploads.ts";
import type { ZipFile } from "../../zip-contract.ts";
import { buildings, landlord, openDocuments } from "../testing/cards.ts";
import { makeUnit } from "../testing/upload-form.ts";

resetBrowser();

let uploads: FakeUpload[] = [];
beforeEach(() => {
  uploads = captureUploads();
});

const makeFile = (index: number, path: string, changes: Partial<ZipFile> = {}): ZipFile => ({
  index,
  path,
  bytes: 1024,
  propertyId: 1,
  unitId: null,
  type: "Lease",
  reading: "",
  error: null,
  ...changes,
});
const files = [
  makeFile(0, "Harborview Center/101/lease.pdf", { unitId: 3, reading: "“101” is a unit" }),
  makeFile(1, "rules.pdf", { propertyId: null, type: "Other" }),
  makeFile(2, "notes.txt", { error: "Choose a PDF, DOC, DOCX, XLS, or XLSX file." }),
];

const chooseZip = async (size = 100) => {
  await openDocuments(landlord, {
    address: "/documents/zip",
    "GET /api/buildings": buildings,
    "GET /api/properties/1/units": [makeUnit(3, "101")],
    "GET /api/properties/2/units": [makeUnit(40, "B1", { propertyId: 2 })],
  });
  const zip = Object.defineProperty(new File(["PK"], "papers.zip"), "size", { value: size });
  fireEvent.change(await screen.findByLabelText("ZIP file"), { target: { files: [zip] } });
};
const readZip = async () => {
  await chooseZip();
  uploads[0]?.response(200, files);
  return within(await screen.findByRole("table", { name: "Files in the ZIP" }));
};
const add = (name: string) => userEvent.click(screen.getByRole("button", { name }));
const sentRows = (upload: FakeUpload | undefined) =>
  JSON.parse(upload?.body.get("rows") as string) as unknown;

describe("uploading a ZIP", () => {
  it("a manager can correct the matches before the documents are added [DOC-32]", async () => {
    const table = await readZip();
    expect(uploads[0]?.opened).toBe("POST /api/document-zips/check");
    expect(table.getByText("“101” is a unit.")).toBeTruthy();
    expect(table.getByText("No words in the path match.")).toBeTruthy();
    expect(table.getByText("Choose a PDF, DOC, DOCX, XLS, or XLSX file.")).toBeTruthy();
    expect(table.queryByLabelText("Add notes.txt")).toBeNull();
    await add("Add 2 Documents");
    expect(await table.findByText("Please select a property")).toBeTruthy();
    expect(screen.getByText("1 file needs a title or a property. See the message in each row.")).toBeTruthy();
    expect(uploads).toHaveLength(1);
    await userEvent.selectOptions(table.getByLabelText("Property of rules.pdf"), "Canal House");
    await table.findByRole("option", { name: "B1" });
    await userEvent.selectOptions(table.getByLabelText("Unit of rules.pdf"), "B1");
    await userEvent.selectOptions(table.getByLabelText("Type of rules.pdf"), "Contract");
    await add("Add 2 Documents");
    expect(uploads[1]?.opened).toBe("POST /api/document-zips");
    expect(sentRows(uploads[1])).toEqual([
      { index: 0, title: "lease", type: "Lease", propertyId: 1, unitId: 3 },
      { index: 1, title: "rules", type: "Contract", propertyId: 2, unitId: 40 },
    ]);
  });

  it("each file of a ZIP is listed with its outcome, and only failed files are sent again [DOC-33]", async () => {
    const table = await readZip();
    await userEvent.click(table.getByLabelText("Add rules.pdf"));
    await add("Add 1 Document");
    uploads[1]?.response(200, [{ index: 0, documentId: 9, message: null }]);
    const link = await table.findByRole("link", { name: "lease" });
    expect(link.getAttribute("href")).toBe("/documents/9");
    expect(screen.getByText("1 document added")).toBeTruthy();
    expect(screen.getByText(/^Only staff can see them\./)).toBeTruthy();
    await userEvent.click(table.getByLabelText("Add rules.pdf"));
    await userEvent.selectOptions(table.getByLabelText("Property of rules.pdf"), "Canal House");
    await add("Add 1 Document");
    expect(sentRows(uploads[2])).toMatchObject([{ index: 1 }]);
    uploads[2]?.response(200, [{ index: 1, documentId: null, message: "This file appears to be damaged." }]);
    expect(await table.findByText("This file appears to be damaged.")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Add 1 Document" })).toBeTruthy();
  });

  it("a ZIP that is too large isn't sent, and the server's message is shown [DOC-32]", async () => {
    await chooseZip(101 * 1024 * 1024);
    expect(await screen.findByText("The ZIP can be up to 100 MB. Split it into smaller ones.")).toBeTruthy();
    expect(uploads).toEqual([]);
    fireEvent.change(screen.getByLabelText("ZIP file"), { target: { files: [new File(["PK"], "a.zip")] } });
    await screen.findByRole("progressbar");
    uploads[0]?.response(400, {
      message: "This ZIP has no files. Add the documents and try again.",
      code: "invalid",
      requestId: "r-1",
    });
    expect(await screen.findByText("This ZIP has no files. Add the documents and try again.")).toBeTruthy();
  });

  it("only managers see the link to upload a ZIP [DOC-32]", async () => {
    await openDocuments(tenant);
    await screen.findByRole("button", { name: "Upload Document" });
    expect(screen.queryByRole("link", { name: "Upload ZIP" })).toBeNull();
  });
});
