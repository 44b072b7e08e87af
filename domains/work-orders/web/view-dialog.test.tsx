import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { admin, cleanBrowser, conflict, problem, type Sent, tenant } from "#web/testing/open-page.tsx";
import type { WorkOrder } from "../contract.ts";
import {
  calls,
  entryOf,
  expectToast,
  fakeCanvas,
  imageOf,
  landlord,
  openAs,
  orderOf,
  signatureOf,
  technician,
} from "./testing/orders.ts";

cleanBrowser();
fakeCanvas();

const mayNothing: WorkOrder["may"] = {
  edit: false,
  delete: false,
  moveTo: [],
  assign: "no",
  work: false,
  setDue: false,
  plan: false,
  proposeVisit: false,
  agreeToVisit: false,
  callOffVisit: false,
  watch: false,
  changeWatchers: false,
  comment: false,
  commentInternally: false,
  addPhotos: false,
  addFiles: false,
  sign: false,
};
const openOrder = async (user = admin, more: Partial<WorkOrder> = {}, responses = {}) => {
  const portal = await openAs(user, "/work-orders/7", {
    "GET /api/work-orders/7": orderOf(7, more),
    "GET /api/work-orders/7/history": [entryOf(1)],
    ...responses,
  });
  await screen.findByText("Activity Log");
  return portal;
};
const dialog = () => within(screen.getByRole("dialog", { name: "Work Order #WO-0007" }));
const factOf = (label: string) =>
  dialog().getByText(label, { selector: "dt" }).parentElement?.querySelector("dd")?.textContent;

describe("viewing an order", () => {
  it("WO-53 shows seven labelled facts", async () => {
    await openOrder(admin, { status: "in_progress", priority: "high" });
    expect(factOf("Title")).toBe("Fault number 7");
    expect(factOf("Status")).toBe("In Progress");
    expect(factOf("Category")).toBe("Plumbing");
    expect(factOf("Priority")).toBe("High");
    expect(factOf("Location")).toBe("Room 7");
    expect(factOf("Reported")).toContain("Jan 5, 2025");
    expect(factOf("Description")).toBe("It has been broken since Monday morning.");
  });

  it("WO-01 WO-54 WO-55 has the signature panel and the log, and Close closes it", async () => {
    await openOrder();
    expect(dialog().getByRole("region", { name: "Digital Signature" })).toBeTruthy();
    expect(dialog().getByRole("region", { name: "Activity Log" })).toBeTruthy();
    await userEvent.click(dialog().getByRole("button", { name: "Close" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(location.pathname).toBe("/work-orders");
  });

  it("the tab names the order while it is open", async () => {
    await openOrder();
    await waitFor(() => expect(document.title).toBe("#WO-0007 Fault number 7 · Property Management Portal"));
    await userEvent.click(dialog().getByRole("button", { name: "Close" }));
    await waitFor(() => expect(document.title).toBe("Work Orders · Property Management Portal"));
  });

  it("an order from a pending user is marked", async () => {
    await openOrder(admin, { awaitingApproval: true });
    expect(dialog().getByText("Not yet approved")).toBeTruthy();
  });

  it("a deleted order says so", async () => {
    await openAs(admin, "/work-orders/7", {
      "GET /api/work-orders/7": problem(
        404,
        "This work order does not exist, or you do not have access to it.",
      ),
    });
    await screen.findByText("There is no such work order");
    expect(screen.getByText("This work order does not exist, or you do not have access to it.")).toBeTruthy();
  });

  it("photos are thumbnails that open large", async () => {
    await openOrder(admin, { images: [imageOf(1), imageOf(2)] });
    await userEvent.click(dialog().getByRole("button", { name: "Show photo 1 of 2" }));
    const large = within(await screen.findByRole("dialog", { name: "Photo 1 of 2" }));
    expect(large.getByRole("img").getAttribute("src")).toBe("/api/work-orders/7/images/1");
    await userEvent.click(large.getByRole("button", { name: "Next" }));
    await screen.findByRole("dialog", { name: "Photo 2 of 2" });
  });
});

describe("the status", () => {
  it("ROLE-18 WO-07 staff change it to any status the order allows", async () => {
    const moved = orderOf(7, { status: "cancelled", version: 2 });
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
    await waitFor(() => expect(factOf("Status")).toBe("Cancelled"));
    const [patch] = calls(sent, "PATCH /api/work-orders/7/status");
    expect(patch?.body).toEqual({ status: "cancelled" });
    const after = sent.slice(sent.indexOf(patch as Sent) + 1);
    await waitFor(() => expect(calls(after, "GET /api/work-orders/7/history")).toHaveLength(1));
  });

  it("ROLE-18 a tenant cancels their own open order after a confirmation", async () => {
    const { sent } = await openOrder(
      tenant,
      { may: { ...mayNothing, moveTo: ["cancelled"] } },
      { "PATCH /api/work-orders/7/status": orderOf(7, { status: "cancelled", may: mayNothing }) },
    );
    expect(dialog().queryByRole("button", { name: "Change status" })).toBeNull();
    await userEvent.click(dialog().getByRole("button", { name: "Cancel this work order" }));
    await userEvent.click(screen.getByRole("button", { name: "Yes, cancel it" }));
    await waitFor(() => expect(calls(sent, "PATCH /api/work-orders/7/status")).toHaveLength(1));
  });

  it("ROLE-18 users who may not change it see no buttons", async () => {
    await openOrder(tenant, { may: mayNothing });
    for (const name of ["Change status", "Not fixed", "Cancel this work order"])
      expect(dialog().queryByRole("button", { name })).toBeNull();
  });
});

describe("the next step", () => {
  const steps = ["Assign", "Take it", "Start", "Complete", "Not fixed", "Sign off"];
  const own = { id: technician.id, fullName: technician.fullName };
  const mayWork: WorkOrder["may"] = {
    ...mayNothing,
    assign: "self",
    moveTo: ["in_progress", "completed"],
    sign: true,
  };
  it.each<[string, string[], typeof technician, Partial<WorkOrder>]>([
    ["a manager assigns what nobody has", ["Assign"], landlord, {}],
    ["a technician takes what nobody has", ["Take it"], technician, { may: mayWork }],
    ["an assigned order is started", ["Start"], technician, { assignee: own, may: mayWork }],
    [
      "an order of another team is neither taken nor started",
      [],
      technician,
      { team: { id: 3, name: "Plumbers" }, may: { ...mayWork, assign: "no" } },
    ],
    [
      "a started order is completed",
      ["Complete"],
      technician,
      { assignee: own, status: "in_progress", may: mayWork },
    ],
    [
      "a completed order is signed off",
      ["Sign off"],
      tenant,
      { status: "completed", may: { ...mayNothing, sign: true } },
    ],
    [
      "a completed order that may be reopened is signed off or not fixed",
      ["Not fixed", "Sign off"],
      tenant,
      { status: "completed", may: { ...mayNothing, moveTo: ["open"], sign: true } },
    ],
    [
      "a signed order has none",
      [],
      tenant,
      {
        status: "completed",
        signatureUrl: "/api/work-orders/7/signatures/9",
        signatures: [signatureOf()],
        may: { ...mayNothing, sign: true },
      },
    ],
    [
      "an order that was reopened and completed again is signed off again, or still not fixed",
      ["Not fixed", "Sign off"],
      tenant,
      {
        status: "completed",
        signatures: [signatureOf()],
        may: { ...mayNothing, moveTo: ["open"], sign: true },
      },
    ],
    [
      "a cancelled order has none",
      [],
      landlord,
      { status: "cancelled", may: { ...mayNothing, moveTo: ["open"] } },
    ],
    [
      "a tenant waits",
      [],
      tenant,
      { assignee: own, may: { ...mayNothing, moveTo: ["cancelled"], sign: true } },
    ],
  ])("%s", async (_, expected, user, order) => {
    await openOrder(user, order);
    const named = dialog()
      .getAllByRole("button")
      .map(({ textContent }) => textContent ?? "");
    expect(named.filter((name) => steps.includes(name))).toEqual(expected);
  });

  it("Complete completes it", async () => {
    const order = { assignee: own, status: "in_progress", may: mayWork } as const;
    const { sent } = await openOrder(technician, order, {
      "PATCH /api/work-orders/7/status": orderOf(7, { ...order, status: "completed", version: 2 }),
    });
    await userEvent.click(dialog().getByRole("button", { name: "Complete" }));
    await waitFor(() => expect(factOf("Status")).toBe("Completed"));
    expect(calls(sent, "PATCH /api/work-orders/7/status")[0]?.body).toEqual({ status: "completed" });
  });

  it("Sign off leads to the signature panel", async () => {
    await openOrder(tenant, { status: "completed", may: { ...mayNothing, sign: true } });
    await userEvent.click(dialog().getByRole("button", { name: "Sign off" }));
    expect(document.activeElement).toBe(dialog().getByRole("heading", { name: "Digital Signature" }));
  });
});

describe("the assignment", () => {
  it("admin and landlord assign any of the building's staff", async () => {
    const assignee = { id: 5, fullName: "Theo Unger" };
    const { sent } = await openOrder(
      landlord,
      {},
      {
        "GET /api/work-orders/7/assignees": [assignee],
        "PUT /api/work-orders/7/assignee": orderOf(7, { assignee, version: 2 }),
      },
    );
    await userEvent.click(dialog().getByRole("button", { name: "Assign" }));
    await userEvent.click(await screen.findByRole("menuitem", { name: "Theo Unger" }));
    await waitFor(() => expect(factOf("Assigned to")).toContain("Theo Unger"));
    expect(calls(sent, "PUT /api/work-orders/7/assignee")[0]?.body).toEqual({ userId: 5 });
  });

  it("an order is given to a team beside people, shows the team, and goes back to it or to nobody", async () => {
    const team = { id: 3, name: "Plumbers" };
    const given = orderOf(7, { team, version: 2, may: { ...mayNothing, assign: "any" } });
    const { sent, responses } = await openOrder(
      landlord,
      { may: { ...mayNothing, assign: "any" } },
      {
        "GET /api/work-orders/7/assignees": [{ id: 5, fullName: "Theo Unger" }],
        "GET /api/work-orders/7/teams": [team],
        "PUT /api/work-orders/7/assignee": given,
      },
    );
    const choose = async (name: string) => userEvent.click(await screen.findByRole("menuitem", { name }));
    await userEvent.click(dialog().getByRole("button", { name: "Assign" }));
    await choose("Plumbers");
    await waitFor(() => expect(factOf("Assigned to")).toContain("Team Plumbers"));
    const taken = { ...given, version: 3, assignee: { id: 5, fullName: "Theo Unger" } };
    responses["PUT /api/work-orders/7/assignee"] = taken;
    await userEvent.click(dialog().getByRole("button", { name: "Assign to another" }));
    await choose("Theo Unger");
    await waitFor(() => expect(factOf("Assigned to")).toContain("Theo Unger, team Plumbers"));
    responses["PUT /api/work-orders/7/assignee"] = { ...given, version: 4 };
    await userEvent.click(dialog().getByRole("button", { name: "Assign to another" }));
    await choose("Back to the team Plumbers");
    await waitFor(() => expect(factOf("Assigned to")).not.toContain("Theo"));
    await userEvent.click(dialog().getByRole("button", { name: "Assign to another" }));
    await choose("Take the assignment back");
    await waitFor(() =>
      expect(calls(sent, "PUT /api/work-orders/7/assignee").map(({ body }) => body)).toEqual([
        { userId: null, teamId: 3 },
        { userId: 5 },
        { userId: null },
        { userId: null, teamId: null },
      ]),
    );
    const put = calls(sent, "PUT /api/work-orders/7/assignee");
    const versions = put.map(({ init }) => new Headers(init.headers).get("If-Match"));
    expect(versions).toEqual(['"1"', '"2"', '"3"', '"4"']);
  });

  it("shows who has it when somebody else was quicker", async () => {
    const current = orderOf(7, { assignee: { id: 8, fullName: "Uma Reyes" }, version: 2 });
    const refusal = "Linda Harcourt changed who works on #WO-0007 in the meantime.";
    await openOrder(
      landlord,
      {},
      {
        "GET /api/work-orders/7/assignees": [{ id: 5, fullName: "Theo Unger" }],
        "PUT /api/work-orders/7/assignee": conflict(refusal, current),
      },
    );
    await userEvent.click(dialog().getByRole("button", { name: "Assign" }));
    await userEvent.click(await screen.findByRole("menuitem", { name: "Theo Unger" }));
    await expectToast("Error", refusal, "destructive");
    expect(factOf("Assigned to")).toContain("Uma Reyes");
  });

  it.each([
    ["takes one that nobody has", null, "Take it", technician.id],
    ["hands back an own one", { id: technician.id, fullName: technician.fullName }, "Release", null],
  ])("a technician %s", async (_, assignee, name, userId) => {
    const { sent } = await openOrder(
      technician,
      { assignee, may: { ...mayNothing, assign: "self" } },
      { "PUT /api/work-orders/7/assignee": orderOf(7) },
    );
    await userEvent.click(dialog().getByRole("button", { name }));
    await waitFor(() => expect(calls(sent, "PUT /api/work-orders/7/assignee")[0]?.body).toEqual({ userId }));
  });
});

describe("comments", () => {
  it("staff choose who reads a comment; an internal one has a label", async () => {
    const entry = entryOf(2, { actionType: "comment_added", message: "Ordered the part.", internal: true });
    const { sent, responses } = await openOrder(
      technician,
      {},
      { "POST /api/work-orders/7/comments": () => Response.json(entry, { status: 201 }) },
    );
    responses["GET /api/work-orders/7/history"] = [entry, entryOf(1)];
    expect(dialog().getByText("The tenant reads this.")).toBeTruthy();
    await userEvent.click(dialog().getByRole("radio", { name: "Internal" }));
    expect(dialog().getByText("Only staff read this.")).toBeTruthy();
    await userEvent.type(dialog().getByLabelText("Comment"), "Ordered the part.");
    await userEvent.click(dialog().getByRole("button", { name: "Add note" }));
    await dialog().findByText("Ordered the part.", { selector: "p" });
    expect(dialog().getByText("Internal: staff only")).toBeTruthy();
    expect(calls(sent, "POST /api/work-orders/7/comments")[0]?.body).toEqual({
      text: "Ordered the part.",
      internal: true,
    });
  });

  it("an unsent comment survives closing the order, and what was sent is gone", async () => {
    const entry = entryOf(2, { actionType: "comment_added", message: "Still wet." });
    const again = async () => {
      await openOrder(
        tenant,
        { may: { ...mayNothing, comment: true } },
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

  it("is not written twice when its response was lost, and is written again after it was sent", async () => {
    const path = "POST /api/work-orders/7/comments";
    const { sent, responses } = await openOrder(
      tenant,
      { may: { ...mayNothing, comment: true } },
      { [path]: problem(503, "Please try again in a moment.") },
    );
    const send = async () => {
      const before = calls(sent, path).length;
      await userEvent.clear(dialog().getByLabelText("Comment"));
      await userEvent.type(dialog().getByLabelText("Comment"), "Still wet.");
      await userEvent.click(dialog().getByRole("button", { name: "Comment" }));
      await waitFor(() => expect(calls(sent, path)).toHaveLength(before + 1));
    };
    await send();
    responses[path] = () => Response.json(entryOf(2, { actionType: "comment_added", message: "Still wet." }));
    await send();
    await waitFor(() => expect(dialog().getByLabelText<HTMLTextAreaElement>("Comment").value).toBe(""));
    await send();
    const [first, again, another] = calls(sent, path).map(({ init }) =>
      new Headers(init.headers).get("Idempotency-Key"),
    );
    expect(again).toBe(first);
    expect(another).not.toBe(first);
  });

  it("a tenant's comment is shared, without a choice", async () => {
    const entry = entryOf(2, { actionType: "comment_added", message: "Still wet." });
    const { sent } = await openOrder(
      tenant,
      { may: { ...mayNothing, comment: true } },
      { "POST /api/work-orders/7/comments": entry },
    );
    expect(dialog().queryByRole("radio")).toBeNull();
    await userEvent.type(dialog().getByLabelText("Comment"), "Still wet.");
    await userEvent.click(dialog().getByRole("button", { name: "Comment" }));
    await waitFor(() =>
      expect(calls(sent, "POST /api/work-orders/7/comments")[0]?.body).toEqual({
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
  it("says that everything matches", async () => {
    await openOrder(admin, {}, { "GET /api/work-orders/7/verify": result });
    await userEvent.click(dialog().getByRole("button", { name: "Verify" }));
    await screen.findByText("The record is intact");
    expect(
      screen.getByText("Checked 3 log entries, 1 photo, 0 signatures: all are as they were recorded."),
    ).toBeTruthy();
  });

  it("names what does not match", async () => {
    const problems = ["Photo 1 is not the one that was sent."];
    await openOrder(admin, {}, { "GET /api/work-orders/7/verify": { ...result, valid: false, problems } });
    await userEvent.click(dialog().getByRole("button", { name: "Verify" }));
    await screen.findByText("Something does not agree");
    expect(screen.getByText("Photo 1 is not the one that was sent.")).toBeTruthy();
  });
});
