import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import {
  admin,
  conflict,
  onPhone,
  problem,
  resetBrowser,
  type SentRequest,
  tenant,
} from "#web/testing/open-page.tsx";
import type { WorkOrder } from "../../contract.ts";
import {
  buildEntry,
  buildImage,
  buildRow,
  buildSignature,
  buildWorkOrder,
  expectToast,
  fakeCanvas,
  findCalls,
  landlord,
  noActions,
  openAs,
  serveList,
  technician,
} from "../testing/work-orders.ts";

resetBrowser();
fakeCanvas();

const openOrder = async (user = admin, overrides: Partial<WorkOrder> = {}, responses = {}) => {
  const portal = await openAs(user, "/work-orders/7", {
    "GET /api/work-orders/7": buildWorkOrder(7, overrides),
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
  it("WO-53 the view dialog shows seven labeled details", async () => {
    await openOrder(admin, { status: "in_progress", priority: "high" });
    expect(getDetail("Title")).toBe("Problem 7");
    expect(getDetail("Status")).toBe("In Progress");
    expect(getDetail("Category")).toBe("Plumbing");
    expect(getDetail("Priority")).toBe("High");
    expect(getDetail("Location")).toBe("Room 7");
    expect(getDetail("Reported")).toContain("Jan 5, 2025");
    expect(getDetail("Description")).toBe("It has been broken since Monday morning.");
  });

  it("WO-01 WO-54 WO-55 the view dialog shows the signature panel and the log, and Close closes it", async () => {
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

  it("the view dialog shows the work order's position in the list and opens the next work order", async () => {
    await openOrder(
      landlord,
      {},
      {
        "GET /api/work-orders": serveList(() => [buildRow(8), buildRow(7), buildRow(6)]),
        "GET /api/work-orders/6": buildWorkOrder(6),
        "GET /api/work-orders/6/history": [],
      },
    );
    expect(await dialog().findByText("2 of 3")).toBeTruthy();
    await userEvent.click(dialog().getByRole("button", { name: "Next work order" }));
    const next = within(await screen.findByRole("dialog", { name: "Work Order #WO-0006" }));
    expect(next.getByText("3 of 3")).toBeTruthy();
    expect(next.getByRole("button", { name: "Next work order" })).toHaveProperty("disabled", true);
  });

  it("staff can call or email the person who reported a work order and can edit or delete it from the menu", async () => {
    await openOrder();
    const getLink = (name: string) => dialog().getByRole("link", { name }).getAttribute("href");
    expect(getLink("Call Maria Gonzales")).toBe("tel:4155550101");
    expect(getLink("Email Maria Gonzales")).toBe("mailto:maria@example.com");
    await userEvent.click(dialog().getByRole("button", { name: "More" }));
    await userEvent.click(screen.getByRole("menuitem", { name: "Edit" }));
    expect(await screen.findByRole("dialog", { name: "Edit Work Order #WO-0007" })).toBeTruthy();
  });

  const theo = { id: technician.id, fullName: technician.fullName };

  it("staff can email the assignee, but the assignee has no link to email themselves", async () => {
    const order = { assignee: theo, assigneeEmail: "theo@example.com" };
    await openOrder(landlord, order);
    const link = dialog().getByRole("link", { name: "Email Theo Unger" });
    expect(link.getAttribute("href")).toBe("mailto:theo@example.com");
    cleanup();
    await openOrder(technician, order);
    expect(dialog().queryByRole("link", { name: "Email Theo Unger" })).toBeNull();
  });

  it("the view dialog gives tenants the property manager's contact details from the settings", async () => {
    await openOrder(tenant, { assignee: theo, assigneeEmail: null });
    const link = await dialog().findByRole("link", { name: "Email the property manager" });
    expect(link.getAttribute("href")).toBe("mailto:help@portal.example");
    expect(dialog().queryByRole("link", { name: "Call the property manager" })).toBeNull();
  });

  it("on a phone, a work order fills the screen, and its rows open the signature and the files", async () => {
    onPhone();
    await openOrder(tenant, { can: { ...noActions, sign: true, addFiles: true } });
    expect(document.querySelector("canvas")).toBeNull();
    await userEvent.click(dialog().getByRole("button", { name: /^Digital Signature/ }));
    expect(document.querySelector("canvas")).not.toBeNull();
    await userEvent.click(dialog().getByRole("button", { name: /^Files/ }));
    expect(dialog().getByLabelText("Add files")).toBeTruthy();
  });

  it("a work order from a pending user is marked in the view dialog", async () => {
    await openOrder(admin, { awaitingApproval: true });
    expect(dialog().getByText("Not yet approved")).toBeTruthy();
  });

  it("opening a deleted work order shows a message", async () => {
    await openAs(admin, "/work-orders/7", {
      "GET /api/work-orders/7": problem(
        404,
        "This work order doesn't exist, or you don't have access to it.",
      ),
    });
    await screen.findByText("Work order not found");
    expect(screen.getByText("This work order doesn't exist, or you don't have access to it.")).toBeTruthy();
  });

  it("photos are shown as thumbnails that open full size", async () => {
    await openOrder(admin, { images: [buildImage(1), buildImage(2)] });
    await userEvent.click(dialog().getByRole("button", { name: "Show photo 1 of 2" }));
    const large = within(await screen.findByRole("dialog", { name: "Photo 1 of 2" }));
    expect(large.getByRole("img").getAttribute("src")).toBe("/api/work-orders/7/images/1");
    await userEvent.click(large.getByRole("button", { name: "Next" }));
    await screen.findByRole("dialog", { name: "Photo 2 of 2" });
  });
});

describe("status", () => {
  it("ROLE-18 WO-07 staff can change the status to any status the work order allows", async () => {
    const moved = buildWorkOrder(7, { status: "urgent", version: 2 });
    const { sent } = await openOrder(landlord, {}, { "PATCH /api/work-orders/7/status": moved });
    await userEvent.click(dialog().getByRole("button", { name: "Change status" }));
    expect(screen.getAllByRole("menuitem").map(({ textContent }) => textContent)).toEqual([
      "In Progress",
      "Scheduled",
      "Completed",
      "Urgent",
      "Cancelled",
    ]);
    await userEvent.click(screen.getByRole("menuitem", { name: "Urgent" }));
    await waitFor(() => expect(getDetail("Status")).toBe("Urgent"));
    const [patch] = findCalls(sent, "PATCH /api/work-orders/7/status");
    expect(patch?.body).toEqual({ status: "urgent" });
    const after = sent.slice(sent.indexOf(patch as SentRequest) + 1);
    await waitFor(() => expect(findCalls(after, "GET /api/work-orders/7/history")).toHaveLength(1));
  });

  it.each([
    [null, /^Is the problem fixed\? Sign off\. If not, you can reopen the work order within 7 days/],
    [
      "/api/work-orders/7/signatures/1",
      /^If the problem comes back, you can reopen the work order within 7 days/,
    ],
  ])(
    "a tenant is asked to sign off only until the work order is signed (%s) [ROLE-18]",
    async (signatureUrl, hint) => {
      await openOrder(tenant, {
        status: "completed",
        signatureUrl,
        can: { ...noActions, moveTo: ["open"], sign: true },
      });
      expect(await screen.findByText(hint)).toBeTruthy();
    },
  );

  it("ROLE-18 users who can't change the status see no buttons for it", async () => {
    await openOrder(tenant, { can: noActions });
    for (const name of ["Change status", "Not fixed? Reopen", "Cancel this work order"])
      expect(dialog().queryByRole("button", { name })).toBeNull();
  });
});

describe("next step", () => {
  const steps = [
    "Assign",
    "Assign to me",
    "Start",
    "Pause",
    "Resume",
    "Complete",
    "Not fixed? Reopen",
    "Sign off",
  ];
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
      "a started work order whose timer isn't running is resumed or completed",
      ["Resume", "Complete"],
      technician,
      { assignee: own, status: "in_progress", can: { ...mayWork, work: true } },
    ],
    [
      "a completed work order is signed off",
      ["Sign off"],
      tenant,
      { status: "completed", can: { ...noActions, sign: true } },
    ],
    [
      "a completed work order that can be reopened is signed off or reopened",
      ["Sign off", "Not fixed? Reopen"],
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
      ["Sign off", "Not fixed? Reopen"],
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

  it("the Complete button completes the work order", async () => {
    const order = { assignee: own, status: "in_progress", can: mayWork } as const;
    const { sent } = await openOrder(technician, order, {
      "PATCH /api/work-orders/7/status": buildWorkOrder(7, { ...order, status: "completed", version: 2 }),
    });
    await userEvent.click(dialog().getByRole("button", { name: "Complete" }));
    const finishing = within(await screen.findByRole("dialog", { name: "Finish #WO-0007" }));
    await userEvent.click(finishing.getByRole("button", { name: "Complete" }));
    await waitFor(() => expect(getDetail("Status")).toBe("Completed"));
    expect(findCalls(sent, "PATCH /api/work-orders/7/status")[0]?.body).toEqual({ status: "completed" });
  });

  it("the Sign off button leads to the signature panel", async () => {
    await openOrder(tenant, { status: "completed", can: { ...noActions, sign: true } });
    await userEvent.click(dialog().getByRole("button", { name: "Sign off" }));
    expect(document.activeElement).toBe(dialog().getByRole("heading", { name: "Digital Signature" }));
  });
});

describe("assignment", () => {
  it("the view dialog names the person who completed an unassigned work order", async () => {
    const user = { fullName: "Sam Whitfield", role: "maintenance" } as const;
    const completion = buildEntry(2, { newStatus: "completed", user });
    const history = { "GET /api/work-orders/7/history": [completion, buildEntry(1)] };
    await openOrder(landlord, { status: "completed" }, history);
    await waitFor(() => expect(getDetail("Assigned to")).toBe("Completed by Sam Whitfield"));
  });

  it("admins and landlords can assign anyone on the property's staff", async () => {
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
    await userEvent.click(await screen.findByText("Undo"));
    await waitFor(() => expect(findCalls(sent, "PUT /api/work-orders/7/assignee")).toHaveLength(2));
    const undo = findCalls(sent, "PUT /api/work-orders/7/assignee")[1];
    expect(undo?.body).toEqual({ userId: null, teamId: null });
    expect(new Headers(undo?.init.headers).get("If-Match")).toBe('"2"');
  });

  it("a work order can be assigned to a team, shows the team, and can return to it or become unassigned", async () => {
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

  it("if someone else assigned the work order first, the view dialog shows that assignee", async () => {
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
