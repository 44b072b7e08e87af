import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { admin, onPhone, resetBrowser } from "#web/testing/open-page.tsx";
import { drag, findCardIn, findColumn, findCount, serveBoard } from "../testing/board.ts";
import { buildRow, fakeCanvas, findCalls, openAs } from "../testing/work-orders.ts";

resetBrowser();
fakeCanvas();

describe("columns of the board", () => {
  it("a card shows a running timer, with a ring around the assignee", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2025-01-05T16:49:30Z") });
    const assignee = { id: 5, fullName: "Theo Unger" };
    const running = { assignee, status: "in_progress", clockStartedAt: "2025-01-05T16:07:00Z" };
    await openAs(admin, "/work-orders?view=board", serveBoard([buildRow(7, running)]).responses);
    const card = within(await findCardIn("In Progress", 7));
    expect(card.getByText("0:42")).toBeTruthy();
    expect(card.getByRole("img", { name: "Assigned to Theo Unger" }).className).toContain("outline-lamp");
  });

  it("a column's header shows how many of its filtered work orders are urgent or overdue", async () => {
    const rows = [
      ...[1, 2].map((id) => buildRow(id, { status: "urgent" })),
      buildRow(3),
      buildRow(4, { status: "in_progress" }),
    ];
    const { sent } = await openAs(
      admin,
      "/work-orders?view=board&category=Plumbing",
      serveBoard(rows).responses,
    );
    await waitFor(async () => expect(await findCount("Open")).toBe("Open3 work orders2 urgent"));
    const requests = findCalls(sent, "GET /api/work-orders").map(({ path }) => path);
    expect(requests).toContain(
      "/api/work-orders?category=Plumbing&status=in_progress&due=overdue&page=1&pageSize=1",
    );
  });

  it("filtering the board by due date replaces the overdue count in its columns", async () => {
    const { sent } = await openAs(
      admin,
      "/work-orders?view=board&due=today",
      serveBoard([buildRow(1)]).responses,
    );
    await findCardIn("Open", 1);
    expect(findCalls(sent, "GET /api/work-orders").filter(({ path }) => path.includes("overdue"))).toEqual(
      [],
    );
  });

  it("WO-22 on a phone, tabs name the columns and their counts", async () => {
    onPhone();
    await openAs(admin, "/work-orders?view=board", serveBoard([buildRow(1), buildRow(2)]).responses);
    await findCardIn("Open", 1);
    const tabs = within(screen.getByRole("navigation", { name: "Columns" })).getAllByRole("button");
    await waitFor(() =>
      expect(tabs.map(({ textContent }) => textContent)).toEqual([
        "Open2",
        "In Progress0",
        "Scheduled0",
        "Completed0",
      ]),
    );
    expect(tabs.map((tab) => tab.getAttribute("aria-current"))).toEqual(["true", "false", "false", "false"]);
  });

  it("on a phone, the board opens at the first column with work orders until the user chooses another column", async () => {
    onPhone();
    const rows = [
      buildRow(1),
      buildRow(2, { status: "scheduled", category: "HVAC" }),
      buildRow(3, { status: "completed", category: "HVAC" }),
    ];
    const opened: string[] = [];
    vi.spyOn(Element.prototype, "scrollIntoView").mockImplementation(function (this: Element) {
      opened.push(this.getAttribute("aria-label") ?? "");
    });
    await openAs(admin, "/work-orders?view=board&category=HVAC", serveBoard(rows).responses);
    await findCardIn("Scheduled", 2);
    await waitFor(() => expect(opened).toEqual(["Scheduled"]));
    const tabs = within(screen.getByRole("navigation", { name: "Columns" }));
    await userEvent.click(tabs.getByRole("button", { name: /^In Progress/ }));
    expect(opened).toEqual(["Scheduled", "In Progress"]);
  });

  it("only cards that someone else moved or reported are marked as new", async () => {
    const { responses, state } = serveBoard([buildRow(1), buildRow(2, { status: "scheduled" }), buildRow(3)]);
    await openAs(admin, "/work-orders?view=board", responses);
    const card = await findCardIn("Open", 3);
    await findCardIn("Scheduled", 2);
    state.set(2, buildRow(2, { status: "open" }));
    await drag(card, await findColumn("Completed"));
    // The mark disappears again, so that looking for it by role would be too slow.
    await waitFor(() =>
      expect(document.querySelector(".animate-arrive")?.getAttribute("data-card")).toBe("2"),
    );
    await findCardIn("Completed", 3);
  });
});
