import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { currentQueueState } from "#web/offline-queue/current-queue.ts";
import { admin, resetBrowser, tenant, unreachable } from "#web/testing/open-page.tsx";
import { captureUploads } from "#web/testing/uploads.ts";
import type { WorkOrder } from "../../contract.ts";
import {
  buildEntry,
  buildImage,
  buildWorkOrder,
  expectToast,
  fakeCanvas,
  findCalls,
  openAs,
  technician,
} from "../testing/work-orders.ts";

resetBrowser();
fakeCanvas();
beforeEach(() => {
  vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:1");
  vi.spyOn(URL, "revokeObjectURL").mockImplementation(() => undefined);
});

const photo = (name: string, type = "image/jpeg") => new File([name], name, { type });
const openOrder = async (overrides: Partial<WorkOrder> = {}, responses = {}) => {
  const portal = await openAs(admin, "/work-orders/7", {
    "GET /api/work-orders/7": buildWorkOrder(7, overrides),
    "GET /api/work-orders/7/history": [buildEntry(1)],
    ...responses,
  });
  await screen.findByText("Activity Log");
  return portal;
};
const section = () => within(screen.getByRole("region", { name: "Photos" }));
const choose = (label: string, ...files: File[]) =>
  fireEvent.change(section().getByLabelText(label), { target: { files } });
const getSelected = () =>
  section()
    .queryAllByRole("img", { name: /\.jpg$/ })
    .map((image) => image.getAttribute("alt"));

describe("adding photos", () => {
  it("photos are sent as soon as they're selected, and Undo removes them but not other people's photos [WO-74]", async () => {
    const [upload] = [captureUploads()];
    const { sent: requests } = await openOrder(
      {},
      {
        "DELETE /api/work-orders/7/images/1": buildWorkOrder(7, {
          version: 3,
          images: [buildImage(2), buildImage(3)],
        }),
        "DELETE /api/work-orders/7/images/2": buildWorkOrder(7, { version: 4, images: [buildImage(3)] }),
      },
    );
    choose("Add photos", photo("drain.jpg"), photo("floor.jpg"));
    await waitFor(() => expect(upload).toHaveLength(1));
    expect(getSelected()).toEqual(["drain.jpg", "floor.jpg"]);
    const [sent] = upload;
    expect(sent?.opened).toBe("POST /api/work-orders/7/images");
    expect(sent?.headers["Idempotency-Key"]).toMatch(/^\w{32}$/);
    expect(sent?.body.getAll("images").map((file) => (file as File).name)).toEqual([
      "drain.jpg",
      "floor.jpg",
    ]);
    act(() => sent?.sent(1, 2));
    expect(section().getByRole("progressbar", { name: "Uploading photos" }).getAttribute("value")).toBe("50");
    sent?.response(
      201,
      buildWorkOrder(7, {
        version: 2,
        images: [
          buildImage(1, { addedBy: admin }),
          buildImage(2, { addedBy: admin }),
          // A tenant added it since.
          buildImage(3),
        ],
      }),
    );
    await section().findByRole("button", { name: "Show photo 3 of 3" });
    expect(getSelected()).toEqual([]);
    await expectToast("Photos Added", "2 photos added to the work order.");
    fireEvent.click(screen.getByRole("button", { name: "Undo", hidden: true }));
    await waitFor(() => expect(section().queryAllByRole("listitem")).toHaveLength(1));
    expect(findCalls(requests, "DELETE /api/work-orders/7/images/1")).toHaveLength(1);
    expect(findCalls(requests, "DELETE /api/work-orders/7/images/2")).toHaveLength(1);
  });

  it("on a phone, a button opens the camera", async () => {
    const uploads = captureUploads();
    await openOrder();
    expect(section().getByLabelText("Take a photo").getAttribute("capture")).toBe("environment");
    expect(section().getByLabelText("Add photos").hasAttribute("capture")).toBe(false);
    choose("Take a photo", photo("drain.jpg"));
    await waitFor(() => expect(uploads).toHaveLength(1));
  });

  it("a photo added offline is queued with Undo and can be tagged while it's waiting [WO-74]", async () => {
    const portal = await openAs(technician, "/work-orders/7", {
      "GET /api/work-orders/7": buildWorkOrder(7),
      "GET /api/work-orders/7/history": [],
    });
    await screen.findByText("Activity Log");
    Object.assign(portal.responses, {
      "GET /api/me": unreachable,
      "POST /api/work-orders/7/images": unreachable,
    });
    choose("Add photos", photo("drain.jpg"));
    await expectToast("Saved on This Phone", "It will be sent when you're back online.");
    expect(section().queryByRole("button", { name: "Send 1 photo" })).toBeNull();
    await userEvent.click(section().getByRole("button", { name: "Tag photo: none" }));
    await userEvent.click(screen.getByRole("menuitem", { name: "After work" }));
    await section().findByRole("button", { name: "Tag photo: after work" });
    expect(currentQueueState().changes).toMatchObject([{ kind: "photo", payload: { label: "after" } }]);
    fireEvent.click(screen.getByRole("button", { name: "Undo", hidden: true }));
    await waitFor(() => expect(currentQueueState().changes).toEqual([]));
  });

  it("the people doing the work can tag photos after sending them [WO-74]", async () => {
    const { sent } = await openOrder(
      { images: [buildImage(1)] },
      {
        "PATCH /api/work-orders/7/images/1": buildWorkOrder(7, {
          version: 2,
          images: [buildImage(1, { label: "before" })],
        }),
      },
    );
    await userEvent.click(section().getByRole("button", { name: "Tag photo 1: none" }));
    await userEvent.click(screen.getByRole("menuitem", { name: "Before work" }));
    await section().findByRole("button", { name: "Tag photo 1: before work" });
    expect(findCalls(sent, "PATCH /api/work-orders/7/images/1")[0]?.body).toEqual({ label: "before" });
    await expectToast("Photo Tagged", "Before work.");
  });

  it("rejected photos stay selected, and closing the work order doesn't stop an upload", async () => {
    const uploads = captureUploads();
    await openOrder();
    choose("Add photos", photo("drain.jpg"));
    await waitFor(() => expect(uploads).toHaveLength(1));
    uploads[0]?.response(400, { message: "drain.jpg is no photo.", code: "invalid", requestId: "r-1" });
    await expectToast("Error", "drain.jpg is no photo.", "destructive");
    expect(getSelected()).toEqual(["drain.jpg"]);
    await userEvent.click(section().getByRole("button", { name: "Send 1 photo" }));
    await waitFor(() => expect(uploads).toHaveLength(2));
    expect(uploads[1]?.headers["Idempotency-Key"]).toBe(uploads[0]?.headers["Idempotency-Key"]);
    await userEvent.click(screen.getByRole("button", { name: "Close" }));
    await waitFor(() => expect(screen.queryByRole("region", { name: "Photos" })).toBeNull());
    expect(uploads[1]?.isAborted).toBe(false);
    uploads[1]?.response(201, buildWorkOrder(7, { version: 2, images: [buildImage(1, { addedBy: admin })] }));
    await expectToast("Photos Added", "1 photo added to the work order.");
  });

  it("a photo that was removed and then selected again is sent again", async () => {
    const uploads = captureUploads();
    await openOrder({}, { "DELETE /api/work-orders/7/images/1": buildWorkOrder(7, { version: 3 }) });
    const sendDrain = () =>
      choose("Add photos", new File(["drain"], "drain.jpg", { type: "image/jpeg", lastModified: 1 }));
    sendDrain();
    await waitFor(() => expect(uploads).toHaveLength(1));
    uploads[0]?.response(
      201,
      buildWorkOrder(7, { version: 2, images: [buildImage(1, { canRemove: true })] }),
    );
    await userEvent.click(await section().findByRole("button", { name: "Show photo 1 of 1" }));
    await userEvent.click(screen.getByRole("button", { name: "Remove" }));
    const question = within(await screen.findByRole("alertdialog", { name: "Remove this photo?" }));
    await userEvent.click(question.getByRole("button", { name: "Remove" }));
    await waitFor(() => expect(screen.queryByRole("dialog", { name: /^Photo/ })).toBeNull());
    sendDrain();
    await waitFor(() => expect(uploads).toHaveLength(2));
    expect(uploads[1]?.headers["Idempotency-Key"]).not.toBe(uploads[0]?.headers["Idempotency-Key"]);
  });

  it("a work order accepts up to thirty photos and rejects other files with a message", async () => {
    captureUploads();
    await openOrder({ images: Array.from({ length: 29 }, (_, index) => buildImage(index + 1)) });
    choose("Add photos", photo("drain.jpg"), photo("floor.jpg"), photo("note.txt", "text/plain"));
    expect(getSelected()).toEqual(["drain.jpg"]);
    expect(section().getByText("Work orders can have up to 30 photos, so 1 wasn't added.")).toBeTruthy();
    expect(section().getByText("note.txt is not a PNG, JPG, or GIF, so it wasn't added.")).toBeTruthy();
  });

  it("a work order with thirty photos shows the limit, and users who can't add photos see no buttons", async () => {
    const images = Array.from({ length: 30 }, (_, index) => buildImage(index + 1));
    const { unmount } = await openOrder({ images });
    expect(section().getByText("Work orders can have up to 30 photos.")).toBeTruthy();
    unmount();
    await openOrder({ images, can: { ...buildWorkOrder(7).can, addPhotos: false } });
    expect(section().queryByText("Work orders can have up to 30 photos.")).toBeNull();
    expect(section().queryByLabelText("Add photos")).toBeNull();
  });
});

describe("full-size photo", () => {
  it("arrow keys move between full-size photos regardless of focus, but not while a confirmation is open", async () => {
    await openOrder({ images: [buildImage(1, { canRemove: true }), buildImage(2, { canRemove: true })] });
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
  it("removing a full-size photo asks for confirmation, shows the next photo, and closes after the last one", async () => {
    const after = (images: WorkOrder["images"], version: number) => buildWorkOrder(7, { images, version });
    const { sent } = await openOrder(
      { images: [buildImage(1, { canRemove: true }), buildImage(2, { canRemove: true })] },
      {
        "DELETE /api/work-orders/7/images/1": after([buildImage(2, { canRemove: true })], 2),
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
    expect(findCalls(sent, "DELETE /api/work-orders/7/images/1")).toHaveLength(1);
    await removeShown();
    await waitFor(() => expect(screen.queryByRole("dialog", { name: /^Photo/ })).toBeNull());
    expect(section().queryAllByRole("listitem")).toEqual([]);
  });

  it("users can't remove other people's photos but see who added them and when", async () => {
    await openAs(tenant, "/work-orders/7", {
      "GET /api/work-orders/7": buildWorkOrder(7, { images: [buildImage(1, { label: "before" })] }),
      "GET /api/work-orders/7/history": [],
    });
    await userEvent.click(await screen.findByRole("button", { name: "Show photo 1 of 1, before work" }));
    await screen.findByText("Before work. Added by Maria Gonzales, Jan 5, 7:07 AM PT");
    expect(screen.queryByRole("button", { name: "Remove" })).toBeNull();
  });
});
