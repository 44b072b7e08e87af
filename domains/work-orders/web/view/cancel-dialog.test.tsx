import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { problem, resetBrowser, tenant } from "#web/testing/open-page.tsx";
import type { WorkOrder } from "../../contract.ts";
import {
  buildEntry,
  buildWorkOrder,
  expectToast,
  fakeCanvas,
  findCalls,
  landlord,
  noActions,
  openAs,
  technician,
} from "../testing/work-orders.ts";

resetBrowser();
fakeCanvas();

const move = "PATCH /api/work-orders/7/status";
const assignee = { id: technician.id, fullName: technician.fullName };
const ownCreator = { ...buildWorkOrder(7).createdBy, id: tenant.id };
const open = async (user: typeof tenant, order: Partial<WorkOrder>, response: unknown = {}) => {
  const portal = await openAs(user, "/work-orders/7", {
    "GET /api/work-orders/7": buildWorkOrder(7, order),
    "GET /api/work-orders/7/history": [buildEntry(1)],
    [move]: response,
  });
  await screen.findByText("Activity Log");
  return portal;
};
const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));
const question = async () => within(await screen.findByRole("dialog", { name: "Cancel #WO-0007?" }));

describe("cancelling a work order", () => {
  const can = { ...noActions, moveTo: ["cancelled" as const] };

  it("ROLE-18 a tenant who cancels gives a reason, which is kept after a failure, and sees who will be notified", async () => {
    const { sent, responses } = await open(
      tenant,
      { createdBy: ownCreator, assignee, can },
      problem(503, "Please try again in a moment."),
    );
    expect(screen.queryByRole("button", { name: "Change status" })).toBeNull();
    await press("Cancel this work order");
    const dialog = await question();
    dialog.getByText(
      "Theo Unger and anyone watching the work order will be notified and can read the reason.",
    );
    await press("Cancel Work Order");
    await dialog.findByText("Please give a reason");
    expect(findCalls(sent, move)).toEqual([]);
    await userEvent.type(dialog.getByLabelText("Why is it cancelled?"), "It stopped dripping.");
    await press("Cancel Work Order");
    await expectToast("Error", "Failed to update work order status.", "destructive");
    responses[move] = buildWorkOrder(7, { status: "cancelled", version: 2, can: noActions });
    await press("Cancel Work Order");
    await waitFor(() => expect(screen.queryByLabelText("Why is it cancelled?")).toBeNull());
    expect(findCalls(sent, move).at(-1)?.body).toEqual({
      status: "cancelled",
      reason: "It stopped dripping.",
    });
  });

  it("a tenant who cancels sees that no one is assigned yet and can keep the work order", async () => {
    const { sent } = await open(tenant, { createdBy: ownCreator, can });
    await press("Cancel this work order");
    const dialog = await question();
    dialog.getByText("No one is assigned yet. The property manager can read the reason in the work order.");
    await press("Keep Work Order");
    await waitFor(() => expect(screen.queryByLabelText("Why is it cancelled?")).toBeNull());
    expect(findCalls(sent, move)).toEqual([]);
  });

  it("staff who select Cancelled give a reason and see the names of everyone who will be notified", async () => {
    const { sent } = await open(
      landlord,
      { assignee, watchers: [{ id: landlord.id, fullName: landlord.fullName }, assignee] },
      buildWorkOrder(7, { status: "cancelled", version: 2 }),
    );
    await press("Change status");
    await userEvent.click(screen.getByRole("menuitem", { name: "Cancelled" }));
    const dialog = await question();
    dialog.getByText("Theo Unger and Maria Gonzales will be notified and can read the reason.");
    await userEvent.type(dialog.getByLabelText("Why is it cancelled?"), "Reported twice.");
    await press("Cancel Work Order");
    await expectToast("Status Updated", "Work order status has been updated successfully.");
    expect(findCalls(sent, move)[0]?.body).toEqual({ status: "cancelled", reason: "Reported twice." });
  });
});
