import { act, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { navigate } from "wouter/use-browser-location";
import { admin, conflict, problem, resetBrowser, type SentRequest, tenant } from "#web/testing/open-page.tsx";
import type { WorkOrder } from "../../contract.ts";
import {
  buildRow,
  buildWorkOrder,
  expectToast,
  fakeCanvas,
  findCalls,
  openAs,
  serveList,
  waitForPage,
} from "../testing/work-orders.ts";

resetBrowser();
fakeCanvas();

const openEdit = async (overrides: Partial<WorkOrder> = {}, responses = {}) => {
  const portal = await openAs(admin, "/work-orders/7/edit", {
    "GET /api/work-orders/7": buildWorkOrder(7, overrides),
    "GET /api/work-orders/7/history": [],
    "PATCH /api/work-orders/7": buildWorkOrder(7, { ...overrides, version: 2 }),
    ...responses,
  });
  await screen.findByLabelText("Title");
  return portal;
};
const value = (label: string) => (screen.getByLabelText(label) as HTMLInputElement).value;
const getOptions = (label: string) =>
  within(screen.getByLabelText(label))
    .getAllByRole("option")
    .map((option) => (option as HTMLOptionElement).value);
const save = () => userEvent.click(screen.getByRole("button", { name: "Save Changes" }));

describe("editing", () => {
  it("WO-31 WO-32 WO-33 WO-34 WO-35 WO-36 WO-37 the edit dialog shows its title and the fields with their current values and options", async () => {
    await openEdit({ priority: "high", status: "in_progress" });
    expect(screen.getByRole("dialog", { name: "Edit Work Order #WO-0007" })).toBeTruthy();
    expect(value("Title")).toBe("Problem 7");
    expect(value("Description")).toBe("It has been broken since Monday morning.");
    expect(value("Category")).toBe("plumbing");
    expect(value("Location")).toBe("Room 7");
    expect(value("Priority")).toBe("high");
    expect(value("Status")).toBe("in-progress");
    expect(getOptions("Status")).toEqual(["open", "in-progress", "completed", "cancelled"]);
    expect(getOptions("Priority")).toEqual(["low", "medium", "high", "urgent"]);
    expect(getOptions("Category")).toEqual([
      "plumbing",
      "electrical",
      "hvac",
      "general",
      "cleaning",
      "security",
    ]);
    expect(screen.getByRole("button", { name: "Cancel" })).toBeTruthy();
  });

  it.each([
    ["scheduled", "Structural"],
    ["urgent", "Other"],
  ] as const)(
    "WO-06 WO-44 status %s and category %s aren't standard options, so the dialog lists them first, and saving changes neither",
    async (status, category) => {
      const { sent } = await openEdit({ status, category });
      expect(getOptions("Status")).toEqual([status, "open", "in-progress", "completed", "cancelled"]);
      expect(getOptions("Category")[0]).toBe(category);
      await save();
      await waitFor(() => expect(findCalls(sent, "PATCH /api/work-orders/7")).toHaveLength(1));
      expect(findCalls(sent, "PATCH /api/work-orders/7")[0]?.body).toMatchObject({ status, category });
    },
  );

  it("WO-38 WO-39 WO-40 WO-41 WO-42 saving an edit sends the six fields and the version, shows a toast, closes the dialog, and refetches", async () => {
    let response: (value: unknown) => void = () => undefined;
    const { sent } = await openEdit(
      { version: 3 },
      { "PATCH /api/work-orders/7": () => new Promise((resolve) => (response = resolve)) },
    );
    await userEvent.clear(screen.getByLabelText("Title"));
    await userEvent.type(screen.getByLabelText("Title"), "A better title");
    await userEvent.selectOptions(screen.getByLabelText("Status"), "completed");
    await save();
    await screen.findByRole("button", { name: "Saving..." });
    response(buildWorkOrder(7, { title: "A better title", version: 4 }));
    await expectToast("Work Order Updated", "Work order has been updated successfully.");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    const [patch] = findCalls(sent, "PATCH /api/work-orders/7");
    expect(patch?.body).toEqual({
      title: "A better title",
      description: "It has been broken since Monday morning.",
      category: "plumbing",
      location: "Room 7",
      priority: "medium",
      status: "completed",
    });
    expect(new Headers(patch?.init.headers).get("If-Match")).toBe('"3"');
    const after = sent.slice(sent.indexOf(patch as SentRequest) + 1);
    expect(findCalls(after, "GET /api/work-orders").length).toBeGreaterThan(0);
    expect(findCalls(after, "GET /api/dashboard/stats").length).toBeGreaterThan(0);
  });

  it("WO-45 the edit dialog validates like the create form", async () => {
    const { sent } = await openEdit();
    await userEvent.clear(screen.getByLabelText("Title"));
    await userEvent.clear(screen.getByLabelText("Description"));
    await userEvent.clear(screen.getByLabelText("Location"));
    await save();
    await screen.findByText("Title must be at least 5 characters");
    expect(screen.getByText("Please provide a detailed description")).toBeTruthy();
    expect(screen.getByText("Location must be at least 3 characters")).toBeTruthy();
    expect(findCalls(sent, "PATCH /api/work-orders/7")).toEqual([]);
  });

  it("WO-43 TST-06 a failed edit shows an error and keeps the dialog open with the entered values", async () => {
    await openEdit({}, { "PATCH /api/work-orders/7": problem(500, "Something broke.") });
    await userEvent.type(screen.getByLabelText("Title"), " again");
    await save();
    await expectToast("Error", "Failed to update work order.", "destructive");
    expect(value("Title")).toBe("Problem 7 again");
  });

  describe("an outdated edit is rejected, names the person who saved first, and shows both versions", () => {
    const current = buildWorkOrder(7, { title: "Edited by Linda", status: "in_progress", version: 5 });
    const openRefused = async () => {
      const message = "Linda Harcourt edited #WO-0007 after you opened it.";
      const portal = await openEdit({}, { "PATCH /api/work-orders/7": conflict(message, current) });
      await userEvent.selectOptions(screen.getByLabelText("Priority"), "urgent");
      await save();
      await screen.findByText(message);
      return portal;
    };

    it("after an outdated edit, the user can continue with the other version", async () => {
      await openRefused();
      const table = within(screen.getByRole("table", { name: "Differences" }));
      expect(table.getAllByRole("row").map((row) => row.textContent)).toEqual([
        "FieldTheirsYours",
        "TitleEdited by LindaProblem 7",
        "PriorityMediumUrgent",
        "StatusIn ProgressOpen",
      ]);
      await userEvent.click(screen.getByRole("button", { name: "Keep theirs" }));
      expect(value("Title")).toBe("Edited by Linda");
      expect(value("Priority")).toBe("medium");
    });

    it("after an outdated edit, the user can overwrite the other version", async () => {
      const { sent, responses } = await openRefused();
      responses["PATCH /api/work-orders/7"] = buildWorkOrder(7, { priority: "urgent", version: 6 });
      await userEvent.click(screen.getByRole("button", { name: "Keep mine" }));
      await expectToast("Work Order Updated", "Work order has been updated successfully.");
      const versions = findCalls(sent, "PATCH /api/work-orders/7").map(({ init }) =>
        new Headers(init.headers).get("If-Match"),
      );
      expect(versions).toEqual(['"1"', '"5"']);
    });
  });

  it("WO-37 Cancel closes the edit dialog without a request", async () => {
    const { sent } = await openEdit();
    await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(sent.filter(({ method }) => method !== "GET")).toEqual([]);
  });

  it("WO-20 ROLE-07 without permission to edit, the edit dialog's URL shows the work order read-only", async () => {
    const can = { ...buildWorkOrder(7).can, edit: false, delete: false };
    await openAs(tenant, "/work-orders/7/edit", {
      "GET /api/work-orders/7": buildWorkOrder(7, { can }),
      "GET /api/work-orders/7/history": [],
    });
    await screen.findByRole("dialog", { name: "Work Order #WO-0007" });
    expect(screen.queryByRole("button", { name: "Save Changes" })).toBeNull();
    expect(screen.queryByRole("button", { name: "Edit" })).toBeNull();
  });
});

describe("deleting", () => {
  const openDelete = (response: unknown = { success: true }) =>
    openAs(admin, "/work-orders/7/delete", {
      "GET /api/work-orders/7": buildWorkOrder(7),
      "DELETE /api/work-orders/7": response,
    });

  it("WO-46 WO-47 WO-48 deleting a work order asks for confirmation, and Cancel closes the dialog without a request", async () => {
    const { sent } = await openDelete();
    const question = await screen.findByRole("alertdialog", { name: "Delete Work Order" });
    expect(question.textContent).toContain(
      "Are you sure you want to delete work order #WO-0007? This action cannot be undone.",
    );
    await userEvent.click(within(question).getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    expect(sent.filter(({ method }) => method === "DELETE")).toEqual([]);
  });

  it("WO-48 WO-49 WO-50 WO-51 API-02 Delete sends a request without a body, shows a toast, and refetches the lists", async () => {
    const { sent } = await openDelete();
    const question = await screen.findByRole("alertdialog");
    await userEvent.click(within(question).getByRole("button", { name: "Delete" }));
    await expectToast("Work Order Deleted", "Work order has been deleted successfully.");
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    const [request] = findCalls(sent, "DELETE /api/work-orders/7");
    expect(request?.init.body).toBeUndefined();
    expect(new Headers(request?.init.headers).has("Content-Type")).toBe(false);
    const after = sent.slice(sent.indexOf(request as SentRequest) + 1);
    await waitFor(() => expect(findCalls(after, "GET /api/work-orders").length).toBeGreaterThan(0));
  });

  it("WO-52 TST-06 an error is shown if a work order can't be deleted", async () => {
    await openDelete(problem(500, "Something broke."));
    const question = await screen.findByRole("alertdialog");
    await userEvent.click(within(question).getByRole("button", { name: "Delete" }));
    await expectToast("Error", "Failed to delete work order.", "destructive");
    expect(screen.getByRole("alertdialog")).toBeTruthy();
  });
});

describe("a late response", () => {
  it.each([
    ["editing", "edit", "Save Changes", "PATCH /api/work-orders/7", buildWorkOrder(7), "Work Order Updated"],
    ["deleting", "delete", "Delete", "DELETE /api/work-orders/7", { success: true }, "Work Order Deleted"],
  ] as const)(
    "a late response to %s one work order doesn't close the work order that is now open",
    async (_, kind, button, change, response, title) => {
      let respond = (_: unknown) => {};
      await openAs(admin, "/work-orders", {
        "GET /api/work-orders": serveList(() => [buildRow(8)]),
        "GET /api/work-orders/7": buildWorkOrder(7),
        "GET /api/work-orders/8": buildWorkOrder(8),
        "GET /api/work-orders/8/history": [],
        [change]: () => new Promise((resolve) => (respond = resolve)),
      });
      await waitForPage();
      act(() => navigate(`/work-orders/7/${kind}`));
      await userEvent.click(await screen.findByRole("button", { name: button }));
      act(() => navigate("/work-orders/8"));
      await screen.findByText("Digital Signature");
      respond(response);
      await screen.findByText(title);
      expect(location.pathname).toBe("/work-orders/8");
    },
  );
});
