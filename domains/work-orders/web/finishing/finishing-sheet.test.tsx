import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { currentQueueState } from "#web/offline-queue/current-queue.ts";
import { problem, resetBrowser, unreachable } from "#web/testing/open-page.tsx";
import { captureUploads } from "#web/testing/uploads.ts";
import type { WorkOrder } from "../../contract.ts";
import { enqueue } from "../offline-queue/offline-queue.ts";
import {
  buildEntry,
  buildImage,
  buildSignature,
  buildWorkOrder,
  expectToast,
  fakeCanvas,
  findCalls,
  landlord,
  openAs,
  technician,
} from "../testing/work-orders.ts";

resetBrowser();
fakeCanvas();
beforeAll(() =>
  Promise.all([
    import("#web/layout/app-layout.tsx"),
    import("#web/query-provider.tsx"),
    import("../work-orders-page.tsx"),
    import("../view/work-order-dialogs.tsx"),
    import("./finishing-sheet.tsx"),
  ]),
);
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-12-01T18:00:00Z") });
});

const started: Partial<WorkOrder> = {
  status: "in_progress",
  assignee: { id: technician.id, fullName: technician.fullName },
  times: [
    {
      id: 3,
      user: { id: technician.id, fullName: technician.fullName },
      startedAt: "2026-12-01T17:18:00Z",
      endedAt: null,
      recordedAt: "2026-12-01T17:18:00Z",
      note: null,
      version: 1,
      canEdit: true,
    },
  ],
};
const completed = buildWorkOrder(7, { ...started, status: "completed", version: 2 });

const openSheet = async (user = technician, responses = {}) => {
  const portal = await openAs(user, "/work-orders/7", {
    "GET /api/work-orders/7": buildWorkOrder(7, started),
    "GET /api/work-orders/7/history": [],
    "POST /api/work-orders/7/work": completed,
    ...responses,
  });
  await userEvent.click(await screen.findByRole("button", { name: "Complete" }));
  await screen.findByRole("dialog", { name: "Finish #WO-0007" });
  return portal;
};
const sheet = () => within(screen.getByRole("dialog", { name: "Finish #WO-0007" }));
const press = (name: string) => userEvent.click(sheet().getByRole("button", { name }));

function draw() {
  const canvas = document.querySelector("[role=dialog]:last-of-type canvas") as HTMLCanvasElement;
  const at = (clientX: number) => ({
    clientX,
    clientY: 60,
    button: 0,
    buttons: 1,
    isPrimary: true,
    pointerId: 1,
    pointerType: "mouse",
  });
  fireEvent.pointerDown(canvas, at(20));
  fireEvent.pointerMove(document.defaultView as Window, at(120));
  fireEvent.pointerUp(document.defaultView as Window, { ...at(200), buttons: 0 });
}

describe("finishing work", () => {
  it("the finishing sheet sends the note, the time the timer missed, and the completion; Undo restarts the work and its timer", async () => {
    const { sent } = await openSheet(technician, {
      "POST /api/work-orders/7/comments": buildEntry(2, { actionType: "comment_added" }),
      "POST /api/work-orders/7/times": buildWorkOrder(7, started),
    });
    expect(sheet().getByText("42 min from the timer. Add any minutes it missed.")).toBeTruthy();
    await press("5 minutes more");
    expect(sheet().getByText("47 min")).toBeTruthy();
    await userEvent.type(sheet().getByLabelText("Note"), "Fixed.");
    await press("Complete");
    await expectToast("Status Updated", "Work order status has been updated successfully.");
    expect(screen.queryByRole("dialog", { name: "Finish #WO-0007" })).toBeNull();
    const findBodies = (endpoint: string) => findCalls(sent, endpoint).map(({ body }) => body);
    expect(findBodies("POST /api/work-orders/7/comments")).toEqual([{ text: "Fixed.", internal: false }]);
    expect(findBodies("POST /api/work-orders/7/times")).toEqual([
      { startedAt: "2026-12-01T17:13:00.000Z", endedAt: "2026-12-01T17:18:00.000Z" },
    ]);
    expect(findBodies("POST /api/work-orders/7/work")).toMatchObject([{ step: "complete" }]);
    fireEvent.click(screen.getByRole("button", { name: "Undo", hidden: true }));
    await waitFor(() =>
      expect(findBodies("POST /api/work-orders/7/work").at(-1)).toEqual({
        step: "start",
        expected: { status: "completed", assigneeId: technician.id },
      }),
    );
  });

  it("an unsent note survives closing the finishing sheet, and a sent note isn't sent again", async () => {
    const { sent } = await openSheet(technician, {
      "POST /api/work-orders/7/comments": buildEntry(2, { actionType: "comment_added" }),
      "POST /api/work-orders/7/times": problem(400, "Overlaps.", { startedAt: "Overlaps." }),
    });
    const reopen = async () => {
      await press("Close");
      await userEvent.click(await screen.findByRole("button", { name: "Complete" }));
    };
    const note = () => sheet().getByLabelText<HTMLTextAreaElement>("Note");
    await userEvent.type(note(), "Replaced the valve.");
    await reopen();
    expect(note().value).toBe("Replaced the valve.");
    await press("5 minutes more");
    await press("Complete");
    await expectToast("Error", "Overlaps.", "destructive");
    expect(findCalls(sent, "POST /api/work-orders/7/comments")).toHaveLength(1);
    await reopen();
    expect(note().value).toBe("");
  });

  it("the finishing sheet adds only the free minutes after the user's previous work and says how many", async () => {
    const { sent } = await openSheet(technician, {
      "GET /api/my-times": [
        { workOrderId: 49, startedAt: "2026-12-01T16:00:00.000Z", endedAt: "2026-12-01T17:14:30.000Z" },
        { workOrderId: 7, startedAt: "2026-12-01T17:18:00.000Z", endedAt: null },
      ],
      "POST /api/work-orders/7/times": buildWorkOrder(7, started),
    });
    expect(
      await sheet().findByText(
        "You recorded work on #WO-0049 until 9:14 AM PT, so up to 3 minutes can be added.",
      ),
    ).toBeTruthy();
    await press("5 minutes more");
    expect(sheet().getByText("45 min")).toBeTruthy();
    expect(sheet().getByRole("button", { name: "5 minutes more" })).toHaveProperty("disabled", true);
    await press("Complete");
    await expectToast("Status Updated", "Work order status has been updated successfully.");
    expect(findCalls(sent, "POST /api/work-orders/7/times").map(({ body }) => body)).toEqual([
      { startedAt: "2026-12-01T17:15:00.000Z", endedAt: "2026-12-01T17:18:00.000Z" },
    ]);
  });

  it("the finishing sheet starts with the time recorded before a pause, and says so", async () => {
    const user = { id: technician.id, fullName: technician.fullName };
    const earlier = { user, recordedAt: "2026-12-01T16:30:00.000Z", note: null, version: 1, canEdit: true };
    const span = { startedAt: "2026-12-01T16:00:00.000Z", endedAt: "2026-12-01T16:30:00.000Z" };
    await openSheet(technician, {
      "GET /api/work-orders/7": buildWorkOrder(7, {
        ...started,
        times: [
          { id: 1, ...earlier, ...span },
          { id: 2, ...earlier, ...span, user: { id: 8, fullName: "Priya Nair" } },
          ...(started.times ?? []),
        ],
      }),
    });
    expect(
      sheet().getByText(
        "42 min from the timer and 30 min recorded before. Add any minutes that are missing.",
      ),
    ).toBeTruthy();
    expect(sheet().getByText("1 h 12 min")).toBeTruthy();
  });

  it("the finishing sheet adds no minutes before the work order was reported", async () => {
    const { sent } = await openSheet(technician, {
      "GET /api/work-orders/7": buildWorkOrder(7, { ...started, reportedAt: "2026-12-01T17:15:20.000Z" }),
      "POST /api/work-orders/7/times": buildWorkOrder(7, started),
    });
    await sheet().findByText("This work order was reported at 9:15 AM PT, so up to 3 minutes can be added.");
    await press("5 minutes more");
    expect(sheet().getByText("45 min")).toBeTruthy();
    await press("Complete");
    await expectToast("Status Updated", "Work order status has been updated successfully.");
    expect(findCalls(sent, "POST /api/work-orders/7/times").map(({ body }) => body)).toEqual([
      { startedAt: "2026-12-01T17:15:00.000Z", endedAt: "2026-12-01T17:18:00.000Z" },
    ]);
  });

  it("the finishing sheet adds no minutes before work that was started offline right after other work", async () => {
    const { responses } = await openSheet(technician, {
      "GET /api/work-orders/7": buildWorkOrder(7, { ...started, times: [] }),
      "GET /api/my-times": [{ workOrderId: 49, startedAt: "2026-12-01T16:00:00.000Z", endedAt: null }],
    });
    await sheet().findByText("Your timer is running on #WO-0049, so no time can be added here.");
    Object.assign(responses, { "GET /api/me": unreachable, "POST /api/work-orders/7/work": unreachable });
    await act(async () => void (await enqueue({ kind: "start", orderId: 7, payload: {} })));
    expect(
      await sheet().findByText("You recorded work on #WO-0049 until 10:00 AM PT, so no time can be added."),
    ).toBeTruthy();
    expect(sheet().getByRole("button", { name: "5 minutes more" })).toHaveProperty("disabled", true);
  });

  it("the finishing sheet stays open if the added minutes are rejected, and the work order isn't completed", async () => {
    const message = "This overlaps other work: #WO-0049, Tue, Dec 1, 8:00–9:14 AM";
    const { sent } = await openSheet(technician, {
      "POST /api/work-orders/7/times": problem(400, message, { startedAt: message }),
    });
    await press("5 minutes more");
    await press("Complete");
    await expectToast("Error", message, "destructive");
    expect(sheet().getByRole("button", { name: "Complete" })).toBeTruthy();
    expect(findCalls(sent, "POST /api/work-orders/7/work")).toEqual([]);
  });

  it("SIG-05 SIG-10 SIG-11 confirming the signature also completes the work order, and an empty signature is rejected", async () => {
    const signed = buildWorkOrder(7, {
      ...started,
      status: "completed",
      version: 3,
      signatureUrl: "/api/work-orders/7/signatures/9",
      signatures: [buildSignature()],
    });
    const { sent } = await openSheet(landlord, { "POST /api/work-orders/7/signature": signed });
    await userEvent.click(sheet().getByRole("radio", { name: "Maria Gonzales" }));
    expect(sheet().queryByRole("button", { name: "Complete" })).toBeNull();
    expect(sheet().getByText("Confirming also completes the work order.")).toBeTruthy();
    expect(sheet().getByLabelText("Signed by")).toHaveProperty("value", "Maria Gonzales");
    await press("Confirm Signature");
    await expectToast("No Signature", "Please sign before confirming.", "destructive");
    expect(findCalls(sent, "POST /api/work-orders/7/work")).toEqual([]);
    await press("Type my name");
    await press("Confirm Signature");
    await expectToast("Signature Saved", "Work order has been signed successfully.");
    // The panel behind the sheet shows the signature instead of an empty canvas.
    expect(await screen.findByRole("img", { name: "Signature of Maria Gonzales" })).toBeTruthy();
    expect(document.querySelector("canvas")).toBeNull();
    const [post] = findCalls(sent, "POST /api/work-orders/7/signature");
    expect(post?.body).toMatchObject({ signedByName: "Maria Gonzales" });
    expect(new Headers(post?.init.headers).get("If-Match")).toBe('"2"');
    expect(findCalls(sent, "POST /api/work-orders/7/work")).toHaveLength(1);
  });

  it("SIG-14 the reporter, other people on the lease, and the technician can sign, and anyone else must enter a name", async () => {
    const { sent } = await openSheet(technician, {
      "GET /api/work-orders/7": buildWorkOrder(7, { ...started, members: ["Ben Ochoa"] }),
    });
    const options = within(sheet().getByRole("group", { name: "Who signs?" })).getAllByRole("radio");
    expect(options.map((option) => option.parentElement?.textContent)).toEqual([
      "Maria Gonzales",
      "Ben Ochoa",
      "Theo Unger (you)",
      "Someone else",
      "No signature now",
    ]);
    await userEvent.click(sheet().getByRole("radio", { name: "Ben Ochoa" }));
    expect(sheet().getByLabelText("Signed by")).toHaveProperty("value", "Ben Ochoa");
    await userEvent.click(sheet().getByRole("radio", { name: "Someone else" }));
    draw();
    await press("Confirm Signature");
    expect(sheet().getByText("Please enter the signer's name")).toBeTruthy();
    expect(findCalls(sent, "POST /api/work-orders/7/work")).toEqual([]);
  });

  it("a work order isn't completed if one of its photos couldn't be sent [WO-74]", async () => {
    const uploads = captureUploads();
    const { sent, responses } = await openSheet(landlord);
    const drain = new File(["drain"], "drain.jpg", { type: "image/jpeg" });
    fireEvent.change(sheet().getByLabelText("Add photos"), { target: { files: [drain] } });
    await waitFor(() => expect(uploads).toHaveLength(1));
    expect(uploads[0]?.body.get("label")).toBe("after");
    expect(sheet().getByRole("button", { name: "Sending photos..." })).toBeTruthy();
    uploads[0]?.response(503, { message: "Please try again.", code: "unavailable", requestId: "r-1" });
    await userEvent.click(await sheet().findByRole("button", { name: "Complete" }));
    await expectToast("Photo Not Sent", "Send the photo or discard it first.", "destructive");
    expect(findCalls(sent, "POST /api/work-orders/7/work")).toEqual([]);
    await press("Send 1 photo");
    await waitFor(() => expect(uploads).toHaveLength(2));
    const images = [buildImage(1, { label: "after" })];
    const withPhoto = buildWorkOrder(7, { ...started, version: 2, images });
    responses["GET /api/work-orders/7"] = withPhoto;
    uploads[1]?.response(201, withPhoto);
    expect(await sheet().findByRole("img", { name: "After work" })).toBeTruthy();
  });

  it("offline, the finishing sheet saves all steps on the phone in order", async () => {
    const { responses } = await openSheet();
    Object.assign(responses, { "GET /api/me": unreachable, "POST /api/work-orders/7/comments": unreachable });
    await userEvent.type(sheet().getByLabelText("Note"), "Fixed.");
    await userEvent.click(sheet().getByRole("radio", { name: "Someone else" }));
    await userEvent.type(sheet().getByLabelText("Signed by"), "Ann");
    draw();
    await press("Type my name");
    await press("Confirm Signature");
    await waitFor(() =>
      expect(currentQueueState().changes.map(({ kind }) => kind)).toEqual([
        "comment",
        "complete",
        "signature",
      ]),
    );
    await expectToast("Saved on This Phone", "It will be sent when you're back online.");
  });
});
