import { act, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import {
  buildEntry,
  buildRow,
  buildWorkOrder,
  expectToast,
  fakeCanvas,
  findCalls,
  openAs,
  serveList,
} from "#domains/work-orders/web/testing/work-orders.ts";
import { resetBrowser, tenant, unreachable } from "#web/testing/open-page.tsx";

resetBrowser();
fakeCanvas();

const getKey = (init: RequestInit | undefined) => new Headers(init?.headers).get("Idempotency-Key");

describe("an offline tenant", () => {
  it("an offline tenant's comment is saved, shown as waiting, and sent once the network is back", async () => {
    const { responses, sent } = await openAs(tenant, "/work-orders/7", {
      "GET /api/work-orders/7": buildWorkOrder(7),
      "GET /api/work-orders/7/history": [buildEntry(1)],
    });
    await screen.findByText("Entry 1");
    responses["GET /api/me"] = unreachable;
    responses["POST /api/work-orders/7/comments"] = unreachable;
    await userEvent.type(screen.getByLabelText("Comment"), "It still drips.");
    await userEvent.click(screen.getByRole("button", { name: "Comment" }));
    await expectToast("Saved on This Phone", "It will be sent when you're back online.");
    const waiting = await screen.findByRole("list", { name: "Waiting to be sent" });
    expect(within(waiting).getByText("It still drips.")).toBeTruthy();
    await screen.findByText(/Your comments and new work orders are saved on this phone/);
    responses["GET /api/me"] = tenant;
    responses["POST /api/work-orders/7/comments"] = buildEntry(9, {
      actionType: "comment_added",
      message: "It still drips.",
      userId: tenant.id,
    });
    act(() => void dispatchEvent(new Event("online")));
    await waitFor(() => expect(screen.queryByRole("list", { name: "Waiting to be sent" })).toBeNull());
    const keys = findCalls(sent, "POST /api/work-orders/7/comments").map(({ init }) => getKey(init));
    expect(new Set(keys).size).toBe(1);
  });

  it("an offline tenant can read a work order from the list and comment on it, even if they never opened it", async () => {
    const { responses, sent } = await openAs(tenant, "/work-orders", {
      "GET /api/work-orders": serveList(() => [buildRow(7, { title: "Tap drips", status: "scheduled" })]),
    });
    const view = await screen.findByRole("button", { name: "View #WO-0007" });
    Object.assign(responses, {
      "GET /api/me": unreachable,
      "GET /api/work-orders/7": unreachable,
      "GET /api/work-orders/7/history": unreachable,
      "POST /api/work-orders/7/comments": unreachable,
    });
    await userEvent.click(view);
    const dialog = within(await screen.findByRole("dialog", { name: "Work Order #WO-0007" }));
    expect(
      await dialog.findByText(
        "You haven't opened this work order on this device. Its photos, comments, and other details will load when you're back online.",
      ),
    ).toBeTruthy();
    expect(dialog.getByText("Scheduled")).toBeTruthy();
    expect(dialog.getByText("It has been broken since Monday morning.")).toBeTruthy();
    await userEvent.type(dialog.getByLabelText("Comment"), "It still drips.");
    await userEvent.click(dialog.getByRole("button", { name: "Comment" }));
    const waiting = await dialog.findByRole("list", { name: "Waiting to be sent" });
    expect(within(waiting).getByText("It still drips.")).toBeTruthy();
    Object.assign(responses, {
      "GET /api/me": tenant,
      "GET /api/work-orders/7": buildWorkOrder(7),
      "GET /api/work-orders/7/history": [buildEntry(1)],
      "POST /api/work-orders/7/comments": buildEntry(9, { actionType: "comment_added", userId: tenant.id }),
    });
    act(() => void dispatchEvent(new Event("online")));
    await screen.findByText("Entry 1");
    await waitFor(() => expect(screen.queryByRole("list", { name: "Waiting to be sent" })).toBeNull());
    expect(findCalls(sent, "POST /api/work-orders/7/comments").at(-1)?.body).toEqual({
      text: "It still drips.",
      internal: false,
    });
  });

  it("after an offline tenant reports a problem, the list shows the work order as not sent yet instead of an error, at the top of the page", async () => {
    const scroll = vi.spyOn(window, "scrollTo");
    const { responses } = await openAs(tenant, "/work-orders/new", {
      "GET /api/me": unreachable,
      "GET /api/work-orders": unreachable,
      "POST /api/work-orders": unreachable,
    });
    await screen.findByText("Offline: showing your saved sign-in");
    await userEvent.type(await screen.findByLabelText("Title"), "Tap drips");
    await userEvent.type(screen.getByLabelText("Description"), "It drips all night long.");
    await userEvent.type(screen.getByLabelText("Location"), "Room 4");
    await userEvent.selectOptions(screen.getByLabelText("Category"), "Plumbing");
    await userEvent.selectOptions(screen.getByLabelText("Priority"), "high");
    await userEvent.click(screen.getByRole("button", { name: "Submit Work Order" }));
    const list = within(await screen.findByRole("list", { name: "Not sent yet" }));
    expect(list.getByText("Tap drips")).toBeTruthy();
    // The first time was when the form opened.
    expect(scroll).toHaveBeenCalledTimes(2);
    expect(list.getByText("Not sent yet")).toBeTruthy();
    expect(screen.queryByRole("alert")).toBeNull();
    expect(screen.getByText("This will load when you're back online.")).toBeTruthy();
    responses["GET /api/me"] = tenant;
    responses["GET /api/work-orders"] = [];
    responses["POST /api/work-orders"] = buildWorkOrder(8, { title: "Tap drips" });
    act(() => void dispatchEvent(new Event("online")));
    await waitFor(() => expect(screen.queryByRole("list", { name: "Not sent yet" })).toBeNull());
  });
});
