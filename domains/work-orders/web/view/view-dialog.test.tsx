import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { admin, conflict, problem, resetBrowser, type SentRequest, tenant } from "#web/testing/open-page.tsx";
import type { WorkOrder } from "../../contract.ts";
import {
  buildEntry,
  buildImage,
  buildSignature,
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

const openOrder = async (user = admin, more: Partial<WorkOrder> = {}, responses = {}) => {
  const portal = await openAs(user, "/work-orders/7", {
    "GET /api/work-orders/7": buildWorkOrder(7, more),
    "GET /api/work-orders/7/history": [buildEntry(1)],
    ...responses,
  });
  await screen.findByText("Activity Log");
  return portal;
};
const dialog = () => within(screen.getByRole("dialog", { name: "Work Order #WO-0007" }));
const getDetail = (label: string) =>
  dialog().getByText(label, { selector: "dt" }).parentElement?.querySelector("dd")?.textContent;

describe("viewing a work order", () => {
  it("WO-53 shows seven labeled details", async () => {
    await openOrder(admin, { status: "in_progress", priority: "high" });
    expect(getDetail("Title")).toBe("Problem 7");
    expect(getDetail("Status")).toBe("In Progress");
    expect(getDetail("Category")).toBe("Plumbing");
    expect(getDetail("Priority")).toBe("High");
    expect(getDetail("Location")).toBe("Room 7");
    expect(getDetail("Reported")).toContain("Jan 5, 2025");
    expect(getDetail("Description")).toBe("It has been broken since Monday morning.");
  });

  it("WO-01 WO-54 WO-55 has the signature panel and the log, and Close closes it", async () => {
    await openOrder();
    expect(dialog().getByRole("region", { name: "Digital Signature" })).toBeTruthy();
    expect(dialog().getByRole("region", { name: "Activity Log" })).toBeTruthy();
    await userEvent.click(dialog().getByRole("button", { name: "Close" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(location.pathname).toBe("/work-orders");
  });

  it("the page title names the open work order", async () => {
    await openOrder();
    await waitFor(() => expect(document.title).toBe("#WO-0007 Problem 7 · Property Management Portal"));
    await userEvent.click(dialog().getByRole("button", { name: "Close" }));
    await waitFor(() => expect(document.title).toBe("Work Orders · Property Management Portal"));
  });

  it("a work order from a pending user is marked", async () => {
    await openOrder(admin, { awaitingApproval: true });
    expect(dialog().getByText("Not yet approved")).toBeTruthy();
  });

  it("a deleted work order shows a message", async () => {
    await openAs(admin, "/work-orders/7", {
      "GET /api/work-orders/7": problem(
        404,
        "This work order doesn't exist, or you don't have access to it.",
      ),
    });
    await screen.findByText("Work order not found");
    expect(screen.getByText("This work order doesn't exist, or you don't have access to it.")).toBeTruthy();
  });

  it("photos are thumbnails that open full size", async () => {
    await openOrder(admin, { images: [buildImage(1), buildImage(2)] });
    await userEvent.click(dialog().getByRole("button", { name: "Show photo 1 of 2" }));
    const large = within(await screen.findByRole("dialog", { name: "Photo 1 of 2" }));
    expect(large.getByRole("img").getAttribute("src")).toBe("/api/work-orders/7/images/1");
    await userEvent.click(large.getByRole("button", { name: "Next" }));
    await screen.findByRole("dialog", { name: "Photo 2 of 2" });
  });
});

describe("status", () => {
  it("ROLE-18 WO-07 staff change it to any status the work order allows", async () => {
    const moved = buildWorkOrder(7, { status: "cancelled", version: 2 });
    const { sent } = await openOrder(landlord, {}, { "PATCH /api/work-orders/7/status": moved });
    await userEvent.click(dialog().getByRole("button", { name: "Change status" }));
    expect(screen.getAllByRole("menuitem").map(({ textContent }) => textContent)).toEqual([
      "In Progress",
      "Scheduled",
      "Completed",
      "Urgent",
      "Cancelled",
    ]);
    await userEvent.click(screen.getByRole("menuitem", { name: "Cancelled" }));
    await waitFor(() => expect(getDetail("Status")).toBe("Cancelled"));
    const [patch] = findCalls(sent, "PATCH /api/work-orders/7/status");
    expect(patch?.body).toEqual({ status: "cancelled" });
    const after = sent.slice(sent.indexOf(patch as SentRequest) + 1);
    await waitFor(() => expect(findCalls(after, "GET /api/work-orders/7/history")).toHaveLength(1));
  });

  it("ROLE-18 a tenant cancels their own open work order after confirming", async () => {
    const { sent } = await openOrder(
      tenant,
      { can: { ...noActions, moveTo: ["cancelled"] } },
      { "PATCH /api/work-orders/7/status": buildWorkOrder(7, { status: "cancelled", can: noActions }) },
    );
    expect(dialog().queryByRole("button", { name: "Change status" })).toBeNull();
    await userEvent.click(dialog().getByRole("button", { name: "Cancel this work order" }));
    await userEvent.click(screen.getByRole("button", { name: "Cancel work order" }));
    await waitFor(() => expect(findCalls(sent, "PATCH /api/work-orders/7/status")).toHaveLength(1));
  });

  it("ROLE-18 users who can't change the status see no buttons", async () => {
    await openOrder(tenant, { can: noActions });
    for (const name of ["Change status", "Not fixed? Reopen", "Cancel this work order"])
      expect(dialog().queryByRole("button", { name })).toBeNull();
  });
});

describe("next step", () => {
  const steps = ["Assign", "Assign to me", "Start", "Complete", "Not fixed? Reopen", "Sign off"];
  const own = { id: technician.id, fullName: technician.fullName };
  const mayWork: WorkOrder["can"] = {
    ...noActions,
    assign: "self",
    moveTo: ["in_progress", "completed"],
    sign: true,
  };
  it.each<[string, string[], typeof technician, Partial<WorkOrder>]>([
    ["a manager assigns an unassigned work order", ["Assign"], landlord, {}],
    ["a technician takes an unassigned work order", ["Assign to me"], technician, { can: mayWork }],
    ["an assigned work order is started", ["Start"], technician, { assignee: own, can: mayWork }],
    [
      "another team's work order can't be taken or started",
      [],
      technician,
      { team: { id: 3, name: "Plumbers" }, can: { ...mayWork, assign: "no" } },
    ],
    [
      "a started work order is completed",
      ["Complete"],
      technician,
      { assignee: own, status: "in_progress", can: mayWork },
    ],
    [
      "a completed work order is signed off",
      ["Sign off"],
      tenant,
      { status: "completed", can: { ...noActions, sign: true } },
    ],
    [
      "a completed work order that can be reopened is signed off or reopened",
      ["Not fixed? Reopen", "Sign off"],
      tenant,
      { status: "completed", can: { ...noActions, moveTo: ["open"], sign: true } },
    ],
    [
      "a signed work order has no next step",
      [],
      tenant,
      {
        status: "completed",
        signatureUrl: "/api/work-orders/7/signatures/9",
        signatures: [buildSignature()],
        can: { ...noActions, sign: true },
      },
    ],
    [
      "a work order that was reopened and completed again is signed off again or reopened",
      ["Not fixed? Reopen", "Sign off"],
      tenant,
      {
        status: "completed",
        signatures: [buildSignature()],
        can: { ...noActions, moveTo: ["open"], sign: true },
      },
    ],
    [
      "a cancelled work order has no next step",
      [],
      landlord,
      { status: "cancelled", can: { ...noActions, moveTo: ["open"] } },
    ],
    [
      "a tenant has no next step",
      [],
      tenant,
      { assignee: own, can: { ...noActions, moveTo: ["cancelled"], sign: true } },
    ],
  ])("%s", async (_, expected, user, order) => {
    await openOrder(user, order);
    const named = dialog()
      .getAllByRole("button")
      .map(({ textContent }) => textContent ?? "");
    expect(named.filter((name) => steps.includes(name))).toEqual(expected);
  });

  it("Complete completes the work order", async () => {
    const order = { assignee: own, status: "in_progress", can: mayWork } as const;
    const { sent } = await openOrder(technician, order, {
      "PATCH /api/work-orders/7/status": buildWorkOrder(7, { ...order, status: "completed", version: 2 }),
    });
    await userEvent.click(dialog().getByRole("button", { name: "Complete" }));
    await waitFor(() => expect(getDetail("Status")).toBe("Completed"));
    expect(findCalls(sent, "PATCH /api/work-orders/7/status")[0]?.body).toEqual({ status: "completed" });
  });

  it("Sign off leads to the signature panel", async () => {
    await openOrder(tenant, { status: "completed", can: { ...noActions, sign: true } });
    await userEvent.click(dialog().getByRole("button", { name: "Sign off" }));
    expect(document.activeElement).toBe(dialog().getByRole("heading", { name: "Digital Signature" }));
  });
});

describe("assignment", () => {
  it("admins and landlords assign any of the property's staff", async () => {
    const assignee = { id: 5, fullName: "Theo Unger" };
    const { sent } = await openOrder(
      landlord,
      {},
      {
        "GET /api/work-orders/7/assignees": [assignee],
        "PUT /api/work-orders/7/assignee": buildWorkOrder(7, { assignee, version: 2 }),
      },
    );
    await userEvent.click(dialog().getByRole("button", { name: "Assign" }));
    await userEvent.click(await screen.findByRole("menuitem", { name: "Theo Unger" }));
    await waitFor(() => expect(getDetail("Assigned to")).toContain("Theo Unger"));
    expect(findCalls(sent, "PUT /api/work-orders/7/assignee")[0]?.body).toEqual({ userId: 5 });
  });

  it("a work order is assigned to a team instead of a person, shows the team, and returns to it or becomes unassigned", async () => {
    const team = { id: 3, name: "Plumbers" };
    const assigned = buildWorkOrder(7, { team, version: 2, can: { ...noActions, assign: "any" } });
    const { sent, responses } = await openOrder(
      landlord,
      { can: { ...noActions, assign: "any" } },
      {
        "GET /api/work-orders/7/assignees": [{ id: 5, fullName: "Theo Unger" }],
        "GET /api/work-orders/7/teams": [team],
        "PUT /api/work-orders/7/assignee": assigned,
      },
    );
    const choose = async (name: string) => userEvent.click(await screen.findByRole("menuitem", { name }));
    await userEvent.click(dialog().getByRole("button", { name: "Assign" }));
    await choose("Plumbers");
    await waitFor(() => expect(getDetail("Assigned to")).toContain("Team Plumbers"));
    const taken = { ...assigned, version: 3, assignee: { id: 5, fullName: "Theo Unger" } };
    responses["PUT /api/work-orders/7/assignee"] = taken;
    await userEvent.click(dialog().getByRole("button", { name: "Reassign" }));
    await choose("Theo Unger");
    await waitFor(() => expect(getDetail("Assigned to")).toContain("Theo Unger, team Plumbers"));
    responses["PUT /api/work-orders/7/assignee"] = { ...assigned, version: 4 };
    await userEvent.click(dialog().getByRole("button", { name: "Reassign" }));
    await choose("Return to team Plumbers");
    await waitFor(() => expect(getDetail("Assigned to")).not.toContain("Theo"));
    await userEvent.click(dialog().getByRole("button", { name: "Reassign" }));
    await choose("Unassign");
    await waitFor(() =>
      expect(findCalls(sent, "PUT /api/work-orders/7/assignee").map(({ body }) => body)).toEqual([
        { userId: null, teamId: 3 },
        { userId: 5 },
        { userId: null },
        { userId: null, teamId: null },
      ]),
    );
    const put = findCalls(sent, "PUT /api/work-orders/7/assignee");
    const versions = put.map(({ init }) => new Headers(init.headers).get("If-Match"));
    expect(versions).toEqual(['"1"', '"2"', '"3"', '"4"']);
  });

  it("shows the assignee when someone else was faster", async () => {
    const current = buildWorkOrder(7, { assignee: { id: 8, fullName: "Uma Reyes" }, version: 2 });
    const rejection = "Linda Harcourt reassigned #WO-0007 after you opened it.";
    await openOrder(
      landlord,
      {},
      {
        "GET /api/work-orders/7/assignees": [{ id: 5, fullName: "Theo Unger" }],
        "PUT /api/work-orders/7/assignee": conflict(rejection, current),
      },
    );
    await userEvent.click(dialog().getByRole("button", { name: "Assign" }));
    await userEvent.click(await screen.findByRole("menuitem", { name: "Theo Unger" }));
    await expectToast("Error", rejection, "destructive");
    expect(getDetail("Assigned to")).toContain("Uma Reyes");
  });

  it.each([
    ["takes an unassigned work order", null, "Assign to me", technician.id],
    ["releases their own work order", { id: technician.id, fullName: technician.fullName }, "Release", null],
  ])("a technician %s", async (_, assignee, name, userId) => {
    const { sent } = await openOrder(
      technician,
      { assignee, can: { ...noActions, assign: "self" } },
      { "PUT /api/work-orders/7/assignee": buildWorkOrder(7) },
    );
    await userEvent.click(dialog().getByRole("button", { name }));
    await waitFor(() =>
      expect(findCalls(sent, "PUT /api/work-orders/7/assignee")[0]?.body).toEqual({ userId }),
    );
  });
});

describe("comments", () => {
  it("staff select who can see a comment, and internal comments are labeled", async () => {
    const entry = buildEntry(2, {
      actionType: "comment_added",
      message: "Ordered the part.",
      internal: true,
    });
    const { sent, responses } = await openOrder(
      technician,
      {},
      { "POST /api/work-orders/7/comments": () => Response.json(entry, { status: 201 }) },
    );
    responses["GET /api/work-orders/7/history"] = [entry, buildEntry(1)];
    expect(dialog().getByText("Visible to the tenant.")).toBeTruthy();
    await userEvent.click(dialog().getByRole("radio", { name: "Internal" }));
    expect(dialog().getByText("Visible to staff only.")).toBeTruthy();
    await userEvent.type(dialog().getByLabelText("Comment"), "Ordered the part.");
    await userEvent.click(dialog().getByRole("button", { name: "Add note" }));
    await dialog().findByText("Ordered the part.", { selector: "p" });
    expect(dialog().getByText("Internal: staff only")).toBeTruthy();
    expect(findCalls(sent, "POST /api/work-orders/7/comments")[0]?.body).toEqual({
      text: "Ordered the part.",
      internal: true,
    });
  });

  it("an unsent comment survives closing the work order, and a sent one is cleared", async () => {
    const entry = buildEntry(2, { actionType: "comment_added", message: "Still wet." });
    const again = async () => {
      await openOrder(
        tenant,
        { can: { ...noActions, comment: true } },
        { "POST /api/work-orders/7/comments": () => Response.json(entry, { status: 201 }) },
      );
    };
    const box = () => dialog().getByLabelText<HTMLTextAreaElement>("Comment");
    await again();
    await userEvent.type(box(), "Still wet.");
    await userEvent.keyboard("{Escape}");
    cleanup();
    await again();
    await waitFor(() => expect(box().value).toBe("Still wet."));
    await userEvent.click(dialog().getByRole("button", { name: "Comment" }));
    await waitFor(() => expect(box().value).toBe(""));
    expect(Object.keys(localStorage).filter((key) => key.startsWith("draft:"))).toEqual([]);
    cleanup();
    await again();
    expect(box().value).toBe("");
  });

  it("a comment isn't duplicated when its response is lost, and can be posted again after it was sent", async () => {
    const path = "POST /api/work-orders/7/comments";
    const { sent, responses } = await openOrder(
      tenant,
      { can: { ...noActions, comment: true } },
      { [path]: problem(503, "Please try again in a moment.") },
    );
    const send = async () => {
      const before = findCalls(sent, path).length;
      await userEvent.clear(dialog().getByLabelText("Comment"));
      await userEvent.type(dialog().getByLabelText("Comment"), "Still wet.");
      await userEvent.click(dialog().getByRole("button", { name: "Comment" }));
      await waitFor(() => expect(findCalls(sent, path)).toHaveLength(before + 1));
    };
    await send();
    responses[path] = () =>
      Response.json(buildEntry(2, { actionType: "comment_added", message: "Still wet." }));
    await send();
    await waitFor(() => expect(dialog().getByLabelText<HTMLTextAreaElement>("Comment").value).toBe(""));
    await send();
    const [first, again, another] = findCalls(sent, path).map(({ init }) =>
      new Headers(init.headers).get("Idempotency-Key"),
    );
    expect(again).toBe(first);
    expect(another).not.toBe(first);
  });

  it("a tenant's comment is shared, without a choice", async () => {
    const entry = buildEntry(2, { actionType: "comment_added", message: "Still wet." });
    const { sent } = await openOrder(
      tenant,
      { can: { ...noActions, comment: true } },
      { "POST /api/work-orders/7/comments": entry },
    );
    expect(dialog().queryByRole("radio")).toBeNull();
    await userEvent.type(dialog().getByLabelText("Comment"), "Still wet.");
    await userEvent.click(dialog().getByRole("button", { name: "Comment" }));
    await waitFor(() =>
      expect(findCalls(sent, "POST /api/work-orders/7/comments")[0]?.body).toEqual({
        text: "Still wet.",
        internal: false,
      }),
    );
  });
});

describe("verifying", () => {
  const result = {
    valid: true,
    entries: 3,
    photos: 1,
    files: 0,
    signatures: 0,
    problems: [],
    headHash: "ab",
  };
  it("confirms that everything matches", async () => {
    await openOrder(admin, {}, { "GET /api/work-orders/7/verify": result });
    await userEvent.click(dialog().getByRole("button", { name: "Verify" }));
    await screen.findByText("The record is intact");
    expect(
      screen.getByText("Checked 3 log entries, 1 photo, 0 signatures. Everything matches."),
    ).toBeTruthy();
  });

  it("lists what doesn't match", async () => {
    const problems = ["Photo 1 doesn't match the original."];
    await openOrder(admin, {}, { "GET /api/work-orders/7/verify": { ...result, valid: false, problems } });
    await userEvent.click(dialog().getByRole("button", { name: "Verify" }));
    await screen.findByText("Verification found problems");
    expect(screen.getByText("Photo 1 doesn't match the original.")).toBeTruthy();
  });
});
