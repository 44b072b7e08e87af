import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { admin, cleanBrowser, tenant } from "#web/testing/open-page.tsx";
import { takeUploads } from "#web/testing/uploads.ts";
import type { WorkOrder } from "../contract.ts";
import { calls, entryOf, expectToast, fakeCanvas, fileOf, openAs, orderOf } from "./testing/orders.ts";

cleanBrowser();
fakeCanvas();
beforeEach(() => {
  vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:1");
  vi.spyOn(URL, "revokeObjectURL").mockImplementation(() => undefined);
});

const pdf = (name: string) => new File([name], name);
const openOrder = async (more: Partial<WorkOrder> = {}, responses = {}, user = admin) => {
  const portal = await openAs(user, "/work-orders/7", {
    "GET /api/work-orders/7": orderOf(7, more),
    "GET /api/work-orders/7/history": [entryOf(1)],
    ...responses,
  });
  await screen.findByText("Activity Log");
  return portal;
};
const section = () => within(screen.getByRole("region", { name: "Files" }));
const choose = (...files: File[]) =>
  fireEvent.change(section().getByLabelText("Add files"), { target: { files } });
const chosen = () =>
  section()
    .queryAllByRole("button", { name: /^Remove / })
    .map((button) => button.getAttribute("aria-label"));
const asTenant = { ...orderOf(7).may, commentInternally: false };

describe("files of an order", () => {
  it("are downloaded by their names; what is for staff only says so", async () => {
    await openOrder({ files: [fileOf(1), fileOf(2, { name: "quote.pdf", internal: true })] });
    const [manual, quote] = section().getAllByRole("listitem");
    const link = within(manual as HTMLElement).getByRole("link", { name: "Download manual.pdf" });
    expect(link.getAttribute("href")).toBe("/api/work-orders/7/files/1");
    expect(manual?.textContent).toContain("2 KB, Jan 5, 3:07 PM by Maria Gonzales");
    expect(manual?.textContent).not.toContain("Staff only");
    expect(quote?.textContent).toContain("Staff only");
  });

  it("of staff are for staff only unless they share them, and show the progress of sending", async () => {
    const uploads = takeUploads();
    await openOrder();
    choose(pdf("quote.pdf"), pdf("invoice.docx"));
    expect(chosen()).toEqual(["Remove quote.pdf", "Remove invoice.docx"]);
    expect(section().getByText("The tenant does not see them.")).toBeTruthy();
    await userEvent.click(section().getByRole("button", { name: "Remove quote.pdf" }));
    const send = () => userEvent.click(section().getByRole("button", { name: "Send 1 file" }));
    await send();
    await waitFor(() => expect(uploads).toHaveLength(1));
    expect(uploads[0]?.opened).toBe("POST /api/work-orders/7/files");
    expect(uploads[0]?.body.get("internal")).toBe("true");
    uploads[0]?.response(415, { message: "This is no PDF.", code: "wrong_kind", requestId: "r-1" });
    await expectToast("Error", "This is no PDF.", "destructive");
    await userEvent.click(section().getByRole("radio", { name: "Shared" }));
    await send();
    await waitFor(() => expect(uploads).toHaveLength(2));
    const [, second] = uploads;
    expect(second?.body.get("internal")).toBe("false");
    expect(second?.body.getAll("files").map((file) => (file as File).name)).toEqual(["invoice.docx"]);
    second?.sent(1, 2);
    expect(section().getByRole("progressbar", { name: "Sending files" }).getAttribute("value")).toBe("50");
    second?.response(201, orderOf(7, { files: [fileOf(1)] }));
    await expectToast("Files Added", "1 file is part of the work order now.");
    expect(chosen()).toEqual([]);
  });

  it("of the same name are sent as others once the first ones are part of the order", async () => {
    const uploads = takeUploads();
    await openOrder();
    const sendQuote = async () => {
      choose(new File(["one"], "quote.pdf", { lastModified: 1 }));
      await userEvent.click(section().getByRole("button", { name: "Send 1 file" }));
    };
    await sendQuote();
    await waitFor(() => expect(uploads).toHaveLength(1));
    uploads[0]?.response(201, orderOf(7, { files: [fileOf(1)] }));
    await waitFor(() => expect(chosen()).toEqual([]));
    await sendQuote();
    await waitFor(() => expect(uploads).toHaveLength(2));
    expect(uploads[1]?.headers["Idempotency-Key"]).not.toBe(uploads[0]?.headers["Idempotency-Key"]);
  });

  it("of a tenant are shared, without a choice", async () => {
    const uploads = takeUploads();
    await openOrder({ may: asTenant }, {}, tenant);
    choose(pdf("list.xlsx"));
    expect(section().queryByRole("radio", { name: "Staff only" })).toBeNull();
    await userEvent.click(section().getByRole("button", { name: "Send 1 file" }));
    await waitFor(() => expect(uploads[0]?.body.get("internal")).toBe("false"));
  });

  it("are dropped onto the section; other kinds are left out with a sentence", async () => {
    await openOrder();
    const form = section().getByRole("button", { name: "Add files" }).closest("form") as HTMLElement;
    fireEvent.drop(form, { dataTransfer: { files: [pdf("quote.pdf"), pdf("note.txt")] } });
    expect(chosen()).toEqual(["Remove quote.pdf"]);
    expect(section().getByText("note.txt: Please choose a PDF, DOC, DOCX, XLS or XLSX file.")).toBeTruthy();
  });

  it("are removed after a question, by whoever may", async () => {
    const { sent } = await openOrder(
      { files: [fileOf(1, { mayRemove: true }), fileOf(2, { name: "quote.pdf" })] },
      { "DELETE /api/work-orders/7/files/1": orderOf(7, { files: [fileOf(2, { name: "quote.pdf" })] }) },
    );
    expect(chosen()).toEqual(["Remove manual.pdf"]);
    await userEvent.click(section().getByRole("button", { name: "Remove manual.pdf" }));
    const question = within(await screen.findByRole("alertdialog", { name: "Remove this file?" }));
    await userEvent.click(question.getByRole("button", { name: "Remove" }));
    await waitFor(() => expect(section().queryByText("manual.pdf")).toBeNull());
    expect(calls(sent, "DELETE /api/work-orders/7/files/1")).toHaveLength(1);
    await expectToast("File Removed", "It is gone for everybody.");
  });

  it("are no section for whoever sees none and may add none", async () => {
    await openOrder({ may: { ...asTenant, addFiles: false } }, {}, tenant);
    expect(screen.queryByRole("region", { name: "Files" })).toBeNull();
  });
});
