import { fireEvent, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { cleanBrowser } from "#web/testing/open-page.tsx";
import { takeUploads } from "#web/testing/uploads.ts";
import { documentOf, openDocument } from "./testing/one-document.ts";

vi.mock("./pdf-preview.tsx", () => ({ default: () => <p>Pages</p> }));
/** jsdom draws no photos. */
vi.mock("./pdf-of-photos.ts", async (original) => ({
  ...(await original<object>()),
  pdfOfPhotos: async (_: readonly File[], name: string) => new File(["%PDF-1.4"], name),
}));

cleanBrowser();

const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));

it("scanned pages become the file of a new version; making the PDF sends nothing", async () => {
  const uploads = takeUploads();
  URL.createObjectURL = () => "blob:page";
  URL.revokeObjectURL = () => undefined;
  await openDocument(documentOf());
  await press("Upload a new version");
  await press("Scan pages");
  fireEvent.change(await screen.findByLabelText("Choose photos", { selector: "input" }), {
    target: { files: [new File(["a"], "page.jpg", { type: "image/jpeg" })] },
  });
  await press("Make PDF");
  await screen.findByText(/^Scan .*\.pdf$/);
  expect(uploads).toEqual([]);
  await press("Upload");
  await waitFor(() => expect(uploads).toHaveLength(1));
  const sent = uploads.map(({ body }) => (body.get("file") as File).name);
  expect(sent).toEqual([expect.stringMatching(/^Scan .*\.pdf$/)]);
});
