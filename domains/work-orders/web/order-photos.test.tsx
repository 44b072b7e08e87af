import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { admin, cleanBrowser, tenant } from "#web/testing/open-page.tsx";
import { takeUploads } from "#web/testing/uploads.ts";
import type { WorkOrder } from "../contract.ts";
import { calls, entryOf, expectToast, fakeCanvas, imageOf, openAs, orderOf } from "./testing/orders.ts";

cleanBrowser();
fakeCanvas();
beforeEach(() => {
  vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:1");
  vi.spyOn(URL, "revokeObjectURL").mockImplementation(() => undefined);
});

const photo = (name: string, type = "image/jpeg") => new File([name], name, { type });
const openOrder = async (more: Partial<WorkOrder> = {}, responses = {}) => {
  const portal = await openAs(admin, "/work-orders/7", {
    "GET /api/work-orders/7": orderOf(7, more),
    "GET /api/work-orders/7/history": [entryOf(1)],
    ...responses,
  });
  await screen.findByText("Activity Log");
  return portal;
};
const section = () => within(screen.getByRole("region", { name: "Photos" }));
const choose = (label: string, ...files: File[]) =>
  fireEvent.change(section().getByLabelText(label), { target: { files } });
const chosen = () =>
  section()
    .queryAllByRole("img", { name: /\.jpg$/ })
    .map((image) => image.getAttribute("alt"));

describe("adding photos to an order", () => {
  it("sends what was chosen with its label and shows the progress; then the order has them", async () => {
    const [upload] = [takeUploads()];
    await openOrder();
    choose("Add photos", photo("drain.jpg"), photo("floor.jpg"));
    expect(chosen()).toEqual(["drain.jpg", "floor.jpg"]);
    await userEvent.click(section().getByRole("radio", { name: "After" }));
    await userEvent.click(section().getByRole("button", { name: "Send 2 photos" }));
    await waitFor(() => expect(upload).toHaveLength(1));
    const [sent] = upload;
    expect(sent?.opened).toBe("POST /api/work-orders/7/images");
    expect(sent?.headers["Idempotency-Key"]).toMatch(/^\w{32}$/);
    expect(sent?.body.get("label")).toBe("after");
    expect(sent?.body.getAll("images").map((file) => (file as File).name)).toEqual([
      "drain.jpg",
      "floor.jpg",
    ]);
    sent?.sent(1, 2);
    expect(section().getByRole("progressbar", { name: "Sending photos" }).getAttribute("value")).toBe("50");
    sent?.response(
      201,
      orderOf(7, { version: 2, images: [imageOf(1, { label: "after" }), imageOf(2, { label: "after" })] }),
    );
    await section().findByRole("button", { name: "Show photo 2 of 2, after the work" });
    expect(chosen()).toEqual([]);
    await expectToast("Photos Added", "2 photos are part of the work order now.");
  });

  it("a phone's button opens the camera", async () => {
    await openOrder();
    expect(section().getByLabelText("Take a photo").getAttribute("capture")).toBe("environment");
    expect(section().getByLabelText("Add photos").hasAttribute("capture")).toBe(false);
    choose("Take a photo", photo("drain.jpg"));
    expect(section().getByRole("button", { name: "Send 1 photo" })).toBeTruthy();
  });

  it("after a refusal the photos are still chosen, and closing the order ends an upload", async () => {
    const uploads = takeUploads();
    await openOrder();
    choose("Add photos", photo("drain.jpg"));
    const send = () => userEvent.click(section().getByRole("button", { name: "Send 1 photo" }));
    await send();
    await waitFor(() => expect(uploads).toHaveLength(1));
    uploads[0]?.response(400, { message: "drain.jpg is no photo.", code: "invalid", requestId: "r-1" });
    await expectToast("Error", "drain.jpg is no photo.", "destructive");
    expect(chosen()).toEqual(["drain.jpg"]);
    await send();
    await waitFor(() => expect(uploads).toHaveLength(2));
    expect(uploads[1]?.headers["Idempotency-Key"]).toBe(uploads[0]?.headers["Idempotency-Key"]);
    await userEvent.click(screen.getByRole("button", { name: "Close dialog" }));
    await waitFor(() => expect(uploads[1]?.isAborted).toBe(true));
  });

  it("a photo that is removed from the order and chosen again is sent again", async () => {
    const uploads = takeUploads();
    await openOrder({}, { "DELETE /api/work-orders/7/images/1": orderOf(7, { version: 3 }) });
    const sendDrain = async () => {
      choose("Add photos", new File(["drain"], "drain.jpg", { type: "image/jpeg", lastModified: 1 }));
      await userEvent.click(section().getByRole("button", { name: "Send 1 photo" }));
    };
    await sendDrain();
    await waitFor(() => expect(uploads).toHaveLength(1));
    uploads[0]?.response(201, orderOf(7, { version: 2, images: [imageOf(1, { mayRemove: true })] }));
    await userEvent.click(await section().findByRole("button", { name: "Show photo 1 of 1" }));
    await userEvent.click(screen.getByRole("button", { name: "Remove" }));
    const question = within(await screen.findByRole("alertdialog", { name: "Remove this photo?" }));
    await userEvent.click(question.getByRole("button", { name: "Remove" }));
    await waitFor(() => expect(screen.queryByRole("dialog", { name: /^Photo/ })).toBeNull());
    await sendDrain();
    await waitFor(() => expect(uploads).toHaveLength(2));
    expect(uploads[1]?.headers["Idempotency-Key"]).not.toBe(uploads[0]?.headers["Idempotency-Key"]);
  });

  it("an order has room for thirty; other files are left out with a sentence", async () => {
    await openOrder({ images: Array.from({ length: 29 }, (_, at) => imageOf(at + 1)) });
    choose("Add photos", photo("drain.jpg"), photo("floor.jpg"), photo("note.txt", "text/plain"));
    expect(chosen()).toEqual(["drain.jpg"]);
    expect(section().getByText("A work order takes at most 30 photos; 1 was left out.")).toBeTruthy();
    expect(section().getByText("note.txt is not a PNG, JPG or GIF image, so it was left out.")).toBeTruthy();
  });

  it("a full order says so, and who may not add any has no buttons", async () => {
    const images = Array.from({ length: 30 }, (_, at) => imageOf(at + 1));
    const { unmount } = await openOrder({ images });
    expect(section().getByText("A work order takes at most 30 photos.")).toBeTruthy();
    unmount();
    await openOrder({ images, may: { ...orderOf(7).may, addPhotos: false } });
    expect(section().queryByText("A work order takes at most 30 photos.")).toBeNull();
    expect(section().queryByLabelText("Add photos")).toBeNull();
  });
});

describe("the large photo", () => {
  it("gives way to the next by arrows, wherever in it the focus is; not while a question is over it", async () => {
    await openOrder({ images: [imageOf(1, { mayRemove: true }), imageOf(2, { mayRemove: true })] });
    await userEvent.click(section().getByRole("button", { name: "Show photo 1 of 2" }));
    await screen.findByRole("dialog", { name: "Photo 1 of 2" });
    await userEvent.keyboard("{ArrowRight}");
    await screen.findByRole("dialog", { name: "Photo 2 of 2" });
    await userEvent.keyboard("{ArrowLeft}{ArrowLeft}");
    await screen.findByRole("dialog", { name: "Photo 2 of 2" });
    await userEvent.click(screen.getByRole("button", { name: "Next" }));
    await userEvent.keyboard("{ArrowRight}");
    await screen.findByRole("dialog", { name: "Photo 2 of 2" });
    await userEvent.click(screen.getByRole("button", { name: "Remove" }));
    await screen.findByRole("alertdialog");
    await userEvent.keyboard("{ArrowRight}");
    await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
    expect(screen.getByRole("dialog", { name: "Photo 2 of 2" })).toBeTruthy();
  });
});

describe("removing a photo", () => {
  it("asks first; the large photo goes on to the next one, and closes after the last", async () => {
    const after = (images: WorkOrder["images"], version: number) => orderOf(7, { images, version });
    const { sent } = await openOrder(
      { images: [imageOf(1, { mayRemove: true }), imageOf(2, { mayRemove: true })] },
      {
        "DELETE /api/work-orders/7/images/1": after([imageOf(2, { mayRemove: true })], 2),
        "DELETE /api/work-orders/7/images/2": after([], 3),
      },
    );
    await userEvent.click(section().getByRole("button", { name: "Show photo 1 of 2" }));
    const removeShown = async () => {
      await userEvent.click(screen.getByRole("button", { name: "Remove" }));
      const question = within(await screen.findByRole("alertdialog", { name: "Remove this photo?" }));
      await userEvent.click(question.getByRole("button", { name: "Remove" }));
    };
    await removeShown();
    await screen.findByRole("dialog", { name: "Photo 1 of 1" });
    expect(calls(sent, "DELETE /api/work-orders/7/images/1")).toHaveLength(1);
    await removeShown();
    await waitFor(() => expect(screen.queryByRole("dialog", { name: /^Photo/ })).toBeNull());
    expect(section().queryAllByRole("listitem")).toEqual([]);
  });

  it("is not offered for a photo of somebody else; the large photo says who added it, and when", async () => {
    await openAs(tenant, "/work-orders/7", {
      "GET /api/work-orders/7": orderOf(7, { images: [imageOf(1, { label: "before" })] }),
      "GET /api/work-orders/7/history": [],
    });
    await userEvent.click(await screen.findByRole("button", { name: "Show photo 1 of 1, before the work" }));
    await screen.findByText("Before the work. Added by Maria Gonzales, Jan 5, 3:07 PM");
    expect(screen.queryByRole("button", { name: "Remove" })).toBeNull();
  });
});
