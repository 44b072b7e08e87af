import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import {
  admin,
  conflict,
  type FakeResponses,
  onPhone,
  problem,
  resetBrowser,
  type SentRequest,
  tenant,
  unreachable,
} from "#web/testing/open-page.tsx";
import { drag, findCardIn, findColumn, findCount, serveBoard, toNumber } from "../testing/board.ts";
import {
  buildRow,
  buildWorkOrder,
  expectToast,
  fakeCanvas,
  findCalls,
  openAs,
  waitForPage,
} from "../testing/work-orders.ts";

resetBrowser();
fakeCanvas();

/** The height of a card and the space below it, before cards are measured. */
const cardPitch = 103 + 8;

describe("kanban board", () => {
  it("WO-11 the view selector switches between table and board and keeps the view in the URL", async () => {
    await openAs(admin, "/work-orders", serveBoard([buildRow(7)]).responses);
    await userEvent.click(await screen.findByRole("tab", { name: "Kanban Board" }));
    await findColumn("Open");
    expect(location.search).toBe("?view=board");
    await userEvent.click(screen.getByRole("tab", { name: "Table View" }));
    await screen.findByRole("table", { name: "Work orders" });
  });

  it("WO-22 WO-23 WO-25 the board has four columns in order with their counts, and an empty column shows a message", async () => {
    const rows = [buildRow(1), buildRow(2, { status: "urgent" }), buildRow(3, { status: "completed" })];
    await openAs(admin, "/work-orders?view=board", serveBoard(rows).responses);
    await findCardIn("Open", 2);
    const board = within(screen.getByRole("region", { name: "Kanban board" }));
    const headings = board.getAllByRole("heading", { level: 2 }).map((heading) => heading.textContent);
    expect(headings).toEqual(["Open", "In Progress", "Scheduled", "Completed"]);
    await waitFor(async () => {
      expect(await findCount("Open")).toContain("2");
      expect(await findCount("In Progress")).toContain("0");
      expect(await findCount("Completed")).toContain("1");
    });
    expect(within(await findColumn("Scheduled")).getByText("No work orders")).toBeTruthy();
    expect(within(await findColumn("Open")).queryByText("No work orders")).toBeNull();
  });

  it("WO-06 an urgent card is in the Open column with its badge, and a cancelled work order is in no column", async () => {
    const rows = [buildRow(1, { status: "urgent" }), buildRow(2, { status: "cancelled" })];
    await openAs(admin, "/work-orders?view=board", serveBoard(rows).responses);
    expect(within(await findCardIn("Open", 1)).getByText("Urgent")).toBeTruthy();
    expect(screen.queryByText("#WO-0002")).toBeNull();
  });

  it("WO-03 WO-21 WO-24 a card summarizes the work order, and its View button opens it", async () => {
    await openAs(admin, "/work-orders?view=board", {
      ...serveBoard([buildRow(7)]).responses,
      "GET /api/work-orders/7": buildWorkOrder(7),
      "GET /api/work-orders/7/history": [],
    });
    const card = await findCardIn("Open", 7);
    for (const text of ["#WO-0007", "Open", "Problem 7", "Plumbing", "Room 7", "Jan 5, 2025"])
      expect(within(card).getByText(text)).toBeTruthy();
    await userEvent.click(within(card).getByRole("button", { name: "View #WO-0007" }));
    await screen.findByRole("dialog", { name: "Work Order #WO-0007" });
  });

  it("a card shows priority, unit, age in words, and the assignee", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2025-01-09T12:00:00Z") });
    const assignee = { id: 5, fullName: "Theo Unger" };
    const rows = [buildRow(7, { priority: "high", assignee }), buildRow(8, { unitNumber: null })];
    await openAs(admin, "/work-orders?view=board", serveBoard(rows).responses);
    const card = await findCardIn("Open", 7);
    for (const text of ["High", "Unit 101", "4 days"]) expect(within(card).getByText(text)).toBeTruthy();
    expect(within(card).getByRole("img", { name: "Assigned to Theo Unger" })).toBeTruthy();
    const other = await findCardIn("Open", 8);
    expect(within(other).getByRole("img", { name: "Unassigned" })).toBeTruthy();
    expect(within(other).queryByText(/^Unit/)).toBeNull();
  });

  it("WO-26 WO-28 WO-30 dropping a card on another column sends its status and refetches lists and stats", async () => {
    const { responses } = serveBoard([buildRow(7, { version: 4 }), buildRow(8)]);
    const { sent } = await openAs(admin, "/work-orders?view=board", responses);
    const card = await findCardIn("Open", 7);
    const statsBefore = findCalls(sent, "GET /api/dashboard/stats").length;
    await drag(card, await findColumn("In Progress"));
    await findCardIn("In Progress", 7);
    await expectToast("Status Updated", "Work order status has been updated successfully.");
    const [patch] = findCalls(sent, "PATCH /api/work-orders/7/status");
    expect(patch?.body).toEqual({ status: "in_progress" });
    expect(new Headers(patch?.init.headers).get("If-Match")).toBe('"4"');
    const after = sent.slice(sent.indexOf(patch as SentRequest) + 1);
    await waitFor(() => expect(findCalls(after, "GET /api/work-orders").length).toBeGreaterThan(0));
    expect(findCalls(sent, "GET /api/dashboard/stats").length).toBeGreaterThan(statsBefore);
    await waitFor(async () => expect(await findCount("Open")).toContain("1"));
    expect(await findCount("In Progress")).toContain("1");
    await userEvent.click(screen.getByRole("button", { name: "Undo" }));
    await findCardIn("Open", 7);
    expect(findCalls(sent, "PATCH /api/work-orders/7/status")[1]?.body).toEqual({ status: "open" });
  });

  it.each(["open", "urgent"])(
    "WO-27 dropping a card with status %s on its own column, Open, does nothing",
    async (status) => {
      const { sent } = await openAs(
        admin,
        "/work-orders?view=board",
        serveBoard([buildRow(7, { status }), buildRow(8)]).responses,
      );
      await drag(await findCardIn("Open", 7), await findColumn("Open"));
      expect(document.querySelector("[data-variant]")).toBeNull();
      // By the time a second, real move has arrived, a request from the first would be visible.
      await drag(await findCardIn("Open", 8), await findColumn("Completed"));
      await expectToast("Status Updated", "Work order status has been updated successfully.");
      expect(sent.filter(({ method }) => method !== "GET").map(({ path }) => path)).toEqual([
        "/api/work-orders/8/status",
      ]);
    },
  );

  it("WO-29 TST-06 a card whose move fails returns to its column, and an error is shown", async () => {
    const { responses } = serveBoard([buildRow(7)]);
    const failing = { ...responses, "PATCH /api/work-orders/7/status": problem(500, "Something broke.") };
    await openAs(admin, "/work-orders?view=board", failing);
    await drag(await findCardIn("Open", 7), await findColumn("Completed"));
    await expectToast("Error", "Failed to update work order status.", "destructive");
    await findCardIn("Open", 7);
    expect(await findCount("Completed")).toContain("0");
  });

  it("on a filtered board, a card returns if its move doesn't reach the server", async () => {
    const { responses } = serveBoard([buildRow(7)]);
    const { responses: now } = await openAs(admin, "/work-orders?view=board&assignee=me", responses);
    const card = await findCardIn("Open", 7);
    for (const request of ["PATCH /api/work-orders/7/status", "GET /api/work-orders", "GET /api/me"])
      now[request] = unreachable;
    await drag(card, await findColumn("Completed"));
    await expectToast("Error", "Failed to update work order status.", "destructive");
    await findCardIn("Open", 7);
    expect(await findCount("Completed")).toContain("0");
  });

  it("after an outdated move is rejected, the card goes to its current column, and the message names the person who moved it", async () => {
    const { responses, state } = serveBoard([buildRow(7)]);
    const stale = () => {
      const moved = buildRow(7, { status: "scheduled", version: 2 });
      state.set(7, moved);
      return conflict(
        "Linda Harcourt changed the status of #WO-0007 to Scheduled after you opened it.",
        buildWorkOrder(7, moved),
      )();
    };
    await openAs(admin, "/work-orders?view=board", {
      ...responses,
      "PATCH /api/work-orders/7/status": stale,
    });
    await drag(await findCardIn("Open", 7), await findColumn("Completed"));
    await expectToast(
      "Error",
      "Linda Harcourt changed the status of #WO-0007 to Scheduled after you opened it.",
      "destructive",
    );
    await findCardIn("Scheduled", 7);
    expect(within(await findColumn("Completed")).queryByText("#WO-0007")).toBeNull();
  });

  it("WO-26 Move to... works like dragging, for keyboard and touch users", async () => {
    const { sent } = await openAs(admin, "/work-orders?view=board", serveBoard([buildRow(7)]).responses);
    const card = await findCardIn("Open", 7);
    await userEvent.click(within(card).getByRole("button", { name: "Move #WO-0007 to..." }));
    expect(screen.getByRole("menuitem", { name: "Open" }).getAttribute("aria-disabled")).toBe("true");
    await userEvent.click(screen.getByRole("menuitem", { name: "Completed" }));
    const moved = await findCardIn("Completed", 7);
    expect(findCalls(sent, "PATCH /api/work-orders/7/status")[0]?.body).toEqual({ status: "completed" });
    expect(document.activeElement).toBe(within(moved).getByRole("button", { name: "Move #WO-0007 to..." }));
  });

  it("when a column's last card moves out of sight, focus stays on the column", async () => {
    const completed = Array.from({ length: 60 }, (_, index) =>
      buildRow(100 + index, { status: "completed" }),
    );
    await openAs(admin, "/work-orders?view=board", serveBoard([...completed, buildRow(7)]).responses);
    const card = await findCardIn("Open", 7);
    await userEvent.click(within(card).getByRole("button", { name: "Move #WO-0007 to..." }));
    await userEvent.click(screen.getByRole("menuitem", { name: "Completed" }));
    const list = within(await findColumn("Open")).getByRole("group", { name: "Open work orders" });
    await waitFor(() => expect(document.activeElement).toBe(list));
  });

  it("two quick moves of a card are sent in order, the second with the version returned by the first", async () => {
    const { sent } = await openAs(admin, "/work-orders?view=board", serveBoard([buildRow(7)]).responses);
    await drag(await findCardIn("Open", 7), await findColumn("In Progress"));
    await drag(await findCardIn("In Progress", 7), await findColumn("Completed"));
    await waitFor(() => expect(findCalls(sent, "PATCH /api/work-orders/7/status")).toHaveLength(2));
    const versions = findCalls(sent, "PATCH /api/work-orders/7/status").map(({ init }) =>
      new Headers(init.headers).get("If-Match"),
    );
    expect(versions).toEqual(['"1"', '"2"']);
  });

  it("ROLE-18 tenants can't drag cards and see no menu on them", async () => {
    const { sent } = await openAs(tenant, "/work-orders?view=board", serveBoard([buildRow(7)]).responses);
    const card = await findCardIn("Open", 7);
    expect(card.getAttribute("draggable")).toBe("false");
    expect(within(card).queryByRole("button", { name: /Move/ })).toBeNull();
    await drag(card, await findColumn("Completed"));
    expect(findCalls(sent, "PATCH /api/work-orders/7/status")).toEqual([]);
  });

  it("a column with thousands of cards loads 20 at a time and renders only a few", async () => {
    const rows = Array.from({ length: 5000 }, (_, index) => buildRow(5000 - index));
    const { sent } = await openAs(admin, "/work-orders?view=board", serveBoard(rows).responses);
    await waitForPage();
    await findCardIn("Open", 5000);
    await waitFor(async () => expect(await findCount("Open")).toContain("5,000"));
    expect(screen.getAllByRole("article").length).toBeLessThan(20);
    const requests = findCalls(sent, "GET /api/work-orders").map(({ path }) => path);
    expect(requests.filter((path) => path.includes("status=open"))).toEqual([
      "/api/work-orders?status=open&page=1&pageSize=20",
    ]);
    const scroller = within(await findColumn("Open")).getByRole("group");
    scroller.scrollTop = 15 * cardPitch;
    fireEvent.scroll(scroller);
    await findCardIn("Open", 4985);
    await waitFor(() =>
      expect(findCalls(sent, "GET /api/work-orders").map(({ path }) => path)).toContain(
        "/api/work-orders?status=open&page=2&pageSize=20",
      ),
    );
  });

  it("API-33 the board applies every filter but the status, which its columns already show", async () => {
    const rows = [buildRow(1, { category: "HVAC" }), buildRow(2)];
    const { sent } = await openAs(
      admin,
      "/work-orders?view=board&status=completed&category=HVAC",
      serveBoard(rows).responses,
    );
    await findCardIn("Open", 1);
    expect(screen.queryByText("#WO-0002")).toBeNull();
    const requests = findCalls(sent, "GET /api/work-orders").map(({ path }) => path);
    expect(requests).toContain("/api/work-orders?category=HVAC&status=open&page=1&pageSize=20");
  });
});

describe("bulk actions on the board", () => {
  const findCheckbox = async (name: string, id: number) =>
    within(await findCardIn(name, id)).getByRole<HTMLInputElement>("checkbox", {
      name: `Select ${toNumber(id)}`,
    });
  const bar = async () => within(await screen.findByRole("region", { name: "Selected work orders" }));
  const pick = async (menu: string, item: string) => {
    await userEvent.click((await bar()).getByRole("button", { name: menu }));
    await userEvent.click(await screen.findByRole("menuitem", { name: item }));
  };

  it("cards can be selected with their checkboxes across columns and still be dragged individually", async () => {
    const rows = [buildRow(1), buildRow(2), buildRow(3, { status: "scheduled" })];
    const { sent } = await openAs(admin, "/work-orders?view=board", serveBoard(rows).responses);
    await userEvent.click(await findCheckbox("Open", 1));
    await userEvent.click(await findCheckbox("Scheduled", 3));
    expect((await bar()).getByText("2 selected")).toBeTruthy();
    await drag(await findCardIn("Open", 2), await findColumn("In Progress"));
    await waitFor(() => expect(findCalls(sent, "PATCH /api/work-orders/2/status")).toHaveLength(1));
    expect((await bar()).getByText("2 selected")).toBeTruthy();
    await userEvent.click(await findCheckbox("Open", 1));
    expect((await bar()).getByText("1 selected")).toBeTruthy();
    await userEvent.click((await bar()).getByRole("button", { name: "Clear" }));
    expect(screen.queryByRole("region", { name: "Selected work orders" })).toBeNull();
  });

  it("Shift-clicking selects all cards in the column starting from the last selected card", async () => {
    const rows = [1, 2, 3, 4].map((id) => buildRow(id));
    await openAs(admin, "/work-orders?view=board", serveBoard(rows).responses);
    await userEvent.click(await findCheckbox("Open", 4));
    const user = userEvent.setup();
    await user.keyboard("{Shift>}");
    await user.click(await findCheckbox("Open", 2));
    expect((await bar()).getByText("3 selected")).toBeTruthy();
    await user.click(within(await findCardIn("Open", 1)).getByRole("heading"));
    await user.keyboard("{/Shift}");
    expect((await bar()).getByText("4 selected")).toBeTruthy();
  });

  it("moving several cards shows a result for each, and rejected moves can be retried", async () => {
    const { state, responses } = serveBoard([buildRow(1), buildRow(2)]);
    let isTaken = true;
    const moved = (responses as FakeResponses)["PATCH /api/work-orders/2/status"] as (
      sent: SentRequest,
    ) => unknown;
    const said = "Lee Park changed the status of #WO-0002 to Completed after you opened it.";
    const { sent } = await openAs(admin, "/work-orders?view=board", {
      ...responses,
      "PATCH /api/work-orders/2/status": (request: SentRequest) => {
        if (!isTaken) return moved(request);
        const current = { ...buildRow(2), status: "completed", version: 9 };
        state.set(2, current);
        return conflict(said, buildWorkOrder(2, current))();
      },
    });
    for (const id of [1, 2]) await userEvent.click(await findCheckbox("Open", id));
    await pick("Status...", "In Progress");
    const dialog = within(await screen.findByRole("dialog", { name: "1 of 2 work orders not updated" }));
    expect(dialog.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
      `#WO-0002 Problem 2${said}`,
      "#WO-0001 Problem 1Done",
    ]);
    isTaken = false;
    await userEvent.click(dialog.getByRole("button", { name: "Try again" }));
    await findCardIn("In Progress", 1);
    await findCardIn("In Progress", 2);
    expect(
      new Headers(findCalls(sent, "PATCH /api/work-orders/2/status").at(-1)?.init.headers).get("If-Match"),
    ).toBe('"9"');
  });

  it("several cards can be assigned, prioritized, and given a due date from the bulk action bar", async () => {
    await openAs(admin, "/work-orders?view=board", serveBoard([buildRow(1)]).responses);
    await userEvent.click(await findCheckbox("Open", 1));
    expect((await bar()).getAllByRole("button").map(({ textContent }) => textContent)).toEqual([
      "Assign...",
      "Status...",
      "Priority...",
      "Due date...",
      "Clear",
    ]);
  });

  it.each([
    ["a tenant", tenant, () => {}],
    ["an admin on a phone", admin, onPhone],
  ] as const)("%s sees no checkboxes on the board", async (_, user, onScreen) => {
    onScreen();
    await openAs(user, "/work-orders?view=board", serveBoard([buildRow(7)]).responses);
    await findCardIn("Open", 7);
    expect(screen.queryByRole("checkbox")).toBeNull();
  });
});
