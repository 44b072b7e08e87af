import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { admin, resetBrowser, tenant } from "#web/testing/open-page.tsx";
import { captureUploads } from "#web/testing/uploads.ts";
import type { WorkOrder } from "../../contract.ts";
import {
  buildEntry,
  buildFile,
  buildWorkOrder,
  expectToast,
  fakeCanvas,
  findCalls,
  openAs,
} from "../testing/work-orders.ts";

resetBrowser();
fakeCanvas();
beforeEach(() => {
  vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:1");
  vi.spyOn(URL, "revokeObjectURL").mockImplementation(() => undefined);
});

const pdf = (name: string) => new File([name], name);
const openOrder = async (overrides: Partial<WorkOrder> = {}, responses = {}, user = admin) => {
  const portal = await openAs(user, "/work-orders/7", {
    "GET /api/work-orders/7": buildWorkOrder(7, overrides),
    "GET /api/work-orders/7/history": [buildEntry(1)],
    ...responses,
  });
  await screen.findByText("Activity Log");
  return portal;
};
const section = () => within(screen.getByRole("region", { name: "Files" }));
const choose = (...files: File[]) =>
  fireEvent.change(section().getByLabelText("Add files"), { target: { files } });
const getSelected = () =>
  section()
    .queryAllByRole("button", { name: /^Remove / })
    .map((button) => button.getAttribute("aria-label"));
const asTenant = { ...buildWorkOrder(7).can, commentInternally: false };

describe("files of a work order", () => {
  it("files are downloaded under their own names, and staff-only files are marked", async () => {
    await openOrder({ files: [buildFile(1), buildFile(2, { name: "quote.pdf", internal: true })] });
    const [manual, quote] = section().getAllByRole("listitem");
    const link = within(manual as HTMLElement).getByRole("link", { name: "Download manual.pdf" });
    expect(link.getAttribute("href")).toBe("/api/work-orders/7/files/1");
    expect(manual?.textContent).toContain("2 KB, Jan 5, 7:07 AM PT by Maria Gonzales");
    expect(manual?.textContent).not.toContain("Staff only");
    expect(quote?.textContent).toContain("Staff only");
  });

  it("files from staff are staff-only unless shared and show upload progress", async () => {
    const uploads = captureUploads();
    await openOrder();
    choose(pdf("quote.pdf"), pdf("invoice.docx"));
    expect(getSelected()).toEqual(["Remove quote.pdf", "Remove invoice.docx"]);
    expect(section().getByText("Hidden from the tenant.")).toBeTruthy();
    await userEvent.click(section().getByRole("button", { name: "Remove quote.pdf" }));
    const send = () => userEvent.click(section().getByRole("button", { name: "Send 1 file" }));
    await send();
    await waitFor(() => expect(uploads).toHaveLength(1));
    expect(uploads[0]?.opened).toBe("POST /api/work-orders/7/files");
    expect(uploads[0]?.body.get("internal")).toBe("true");
    uploads[0]?.response(415, { message: "This is no PDF.", code: "unsupported_type", requestId: "r-1" });
    await expectToast("Error", "This is no PDF.", "destructive");
    await userEvent.click(section().getByRole("radio", { name: "Shared" }));
    await send();
    await waitFor(() => expect(uploads).toHaveLength(2));
    const [, second] = uploads;
    expect(second?.body.get("internal")).toBe("false");
    expect(second?.body.getAll("files").map((file) => (file as File).name)).toEqual(["invoice.docx"]);
    second?.sent(1, 2);
    expect(section().getByRole("progressbar", { name: "Uploading files" }).getAttribute("value")).toBe("50");
    second?.response(201, buildWorkOrder(7, { files: [buildFile(1)] }));
    await expectToast("Files Added", "1 file added to the work order.");
    expect(getSelected()).toEqual([]);
  });

  it("files with the same names can be added again after the first ones were added", async () => {
    const uploads = captureUploads();
    await openOrder();
    const sendQuote = async () => {
      choose(new File(["one"], "quote.pdf", { lastModified: 1 }));
      await userEvent.click(section().getByRole("button", { name: "Send 1 file" }));
    };
    await sendQuote();
    await waitFor(() => expect(uploads).toHaveLength(1));
    uploads[0]?.response(201, buildWorkOrder(7, { files: [buildFile(1)] }));
    await waitFor(() => expect(getSelected()).toEqual([]));
    await sendQuote();
    await waitFor(() => expect(uploads).toHaveLength(2));
    expect(uploads[1]?.headers["Idempotency-Key"]).not.toBe(uploads[0]?.headers["Idempotency-Key"]);
  });

  it("files from a tenant are always shared, and the form offers no choice", async () => {
    const uploads = captureUploads();
    await openOrder({ can: asTenant }, {}, tenant);
    choose(pdf("list.xlsx"));
    expect(section().queryByRole("radio", { name: "Staff only" })).toBeNull();
    await userEvent.click(section().getByRole("button", { name: "Send 1 file" }));
    await waitFor(() => expect(uploads[0]?.body.get("internal")).toBe("false"));
  });

  it("files can be dropped onto the section, and unsupported types are rejected with a message", async () => {
    await openOrder();
    const form = section().getByRole("button", { name: "Add files" }).closest("form") as HTMLElement;
    fireEvent.drop(form, { dataTransfer: { files: [pdf("quote.pdf"), pdf("note.txt")] } });
    expect(getSelected()).toEqual(["Remove quote.pdf"]);
    expect(section().getByText("note.txt: Choose a PDF, DOC, DOCX, XLS, or XLSX file.")).toBeTruthy();
  });

  it("users with permission can remove files after confirmation", async () => {
    const { sent } = await openOrder(
      { files: [buildFile(1, { canRemove: true }), buildFile(2, { name: "quote.pdf" })] },
      {
        "DELETE /api/work-orders/7/files/1": buildWorkOrder(7, {
          files: [buildFile(2, { name: "quote.pdf" })],
        }),
      },
    );
    expect(getSelected()).toEqual(["Remove manual.pdf"]);
    await userEvent.click(section().getByRole("button", { name: "Remove manual.pdf" }));
    const question = within(await screen.findByRole("alertdialog", { name: "Remove this file?" }));
    await userEvent.click(question.getByRole("button", { name: "Remove" }));
    await waitFor(() => expect(section().queryByText("manual.pdf")).toBeNull());
    expect(findCalls(sent, "DELETE /api/work-orders/7/files/1")).toHaveLength(1);
    await expectToast("File Removed", "It was removed for everyone.");
  });

  it("the files section is hidden from users who see no files and can't add any", async () => {
    await openOrder({ can: { ...asTenant, addFiles: false } }, {}, tenant);
    expect(screen.queryByRole("region", { name: "Files" })).toBeNull();
  });
});
