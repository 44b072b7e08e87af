import { fireEvent, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { resetBrowser } from "#web/testing/open-page.tsx";
import { captureUploads } from "#web/testing/uploads.ts";
import { makeDocument, openDocument } from "../testing/document.ts";

vi.mock("../pdf-preview/pdf-preview.tsx", () => ({ default: () => <p>Pages</p> }));
/** jsdom can't draw photos. */
vi.mock("./photos-to-pdf.ts", async (original) => ({
  ...(await original<object>()),
  photosToPdf: async (_: readonly File[], name: string) => new File(["%PDF-1.4"], name),
}));

resetBrowser();

const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));

it("DOC-29 a photo selected as a new version opens as a scanned page", async () => {
  URL.createObjectURL = () => "blob:page";
  URL.revokeObjectURL = () => undefined;
  await openDocument(makeDocument());
  await press("Upload a new version");
  fireEvent.change(await screen.findByLabelText("Document file", { selector: "input" }), {
    target: { files: [new File(["a"], "page.jpg", { type: "image/jpeg" })] },
  });
  expect(await screen.findByRole("img", { name: "Page 1" })).toBeTruthy();
  await press("Create PDF");
  await screen.findByText(/^Scan .*\.pdf$/);
});

it("scanned pages become the file of a new version, and creating the PDF uploads nothing", async () => {
  const uploads = captureUploads();
  URL.createObjectURL = () => "blob:page";
  URL.revokeObjectURL = () => undefined;
  await openDocument(makeDocument());
  await press("Upload a new version");
  await press("Scan pages");
  fireEvent.change(await screen.findByLabelText("Choose photos", { selector: "input" }), {
    target: { files: [new File(["a"], "page.jpg", { type: "image/jpeg" })] },
  });
  await press("Create PDF");
  await screen.findByText(/^Scan .*\.pdf$/);
  expect(uploads).toEqual([]);
  await press("Upload");
  await waitFor(() => expect(uploads).toHaveLength(1));
  const sent = uploads.map(({ body }) => (body.get("file") as File).name);
  expect(sent).toEqual([expect.stringMatching(/^Scan .*\.pdf$/)]);
});
