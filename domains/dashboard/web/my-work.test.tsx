import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeAll, describe, expect, it } from "vitest";
import type { WorkOrderRow } from "#domains/work-orders/contract.ts";
import { sortByUrgency } from "#domains/work-orders/sort-by-urgency.ts";
import { buildWorkOrder } from "#domains/work-orders/web/testing/work-orders.ts";
import { admin, problem, resetBrowser, type SentRequest } from "#web/testing/open-page.tsx";
import { building, openDashboard, order } from "./testing/dashboard.ts";

resetBrowser();
beforeAll(() =>
  Promise.all([
    import("#web/layout/app-layout.tsx"),
    import("#web/query-provider.tsx"),
    import("./dashboard-page.tsx"),
    import("./my-work-card.tsx"),
  ]),
);

const technician = { ...admin, id: 9, fullName: "Theo Technician", role: "maintenance" } as const;
const me = { id: 9, fullName: "Theo Technician" };
const row = (id: number, facts: Partial<WorkOrderRow> = {}): WorkOrderRow => ({ ...order(id), ...facts });

/** A fake server with these work orders, whose list supports the filters of the card. */
function fakeServer(orders: WorkOrderRow[]) {
  const respond = ({ path }: SentRequest) => {
    const query = new URLSearchParams(path.split("?")[1]);
    const rows = orders.filter(
      ({ status, assignee, team, priority }) =>
        (query.get("status") === null || (status === "urgent" ? "open" : status) === query.get("status")) &&
        (query.get("assignee") === null ||
          query.get("assignee") === (assignee !== null ? "me" : team !== null ? "team" : "none")) &&
        (query.get("priority") !== "pressing" || priority === "high" || priority === "urgent"),
    );
    return Response.json(rows, { headers: { "X-Total-Count": String(rows.length) } });
  };
  return { "GET /api/work-orders": respond };
}
const card = async () => within(await screen.findByRole("region", { name: "My work" }));
const region = async (name: string) => within(await screen.findByRole("region", { name }));
const titles = async (name = "My work") =>
  (await region(name)).getAllByRole("listitem").map((one) => within(one).getByRole("link").textContent);

describe("a technician's work", () => {
  it("a technician's work orders are sorted by urgency and then by age, each listed once, without completed ones", () => {
    const ids = sortByUrgency([
      row(1, { priority: "low", createdAt: "2026-01-01T00:00:00Z" }),
      row(2, { priority: "high", createdAt: "2026-03-02T00:00:00Z" }),
      row(3, { priority: "high", createdAt: "2026-03-01T00:00:00Z" }),
      row(4, { priority: "low", status: "urgent" }),
      row(5, { priority: "urgent" }),
      row(6, { priority: "urgent", status: "completed" }),
      row(2, { priority: "high", createdAt: "2026-03-02T00:00:00Z" }),
    ]).map(({ id }) => id);
    expect(ids).toEqual([4, 5, 3, 2, 1]);
  });

  it("work that is overdue or due today comes first by due date, and work due later is sorted by urgency", () => {
    const ids = sortByUrgency(
      [
        row(1, { priority: "urgent" }),
        row(2, { priority: "low", dueAt: "2026-12-02T01:00:00Z" }),
        row(3, { priority: "low", dueAt: "2026-11-30T01:00:00Z" }),
        row(4, { priority: "high", dueAt: "2026-12-05T01:00:00Z" }),
        row(5, { priority: "high", dueAt: "2026-12-04T01:00:00Z" }),
        row(6, { priority: "high" }),
      ],
      new Date("2026-12-01T18:00:00Z"),
    ).map(({ id }) => id);
    expect(ids).toEqual([3, 2, 1, 5, 4, 6]);
  });

  it("a technician's own work orders come before unassigned ones, each with its next step", async () => {
    const orders = [
      row(1, { assignee: me, priority: "low" }),
      row(2, { assignee: me, status: "in_progress", priority: "high", unitNumber: "101" }),
      row(3, { assignee: me, status: "scheduled" }),
      row(4, { priority: "urgent" }),
      row(5, { status: "scheduled" }),
    ];
    await openDashboard(technician, {
      ...fakeServer(orders),
      "GET /api/buildings": [building, { ...building, id: 2, name: "Canal House" }],
    });
    await (await card()).findByRole("link", { name: "Problem 2" });
    expect(await titles()).toEqual([2, 3, 1].map((id) => `Problem ${id}`));
    expect(await titles("Unassigned")).toEqual([4, 5].map((id) => `Problem ${id}`));
    expect(await (await card()).findByText("Room 2 · Unit 101 · Harborview Center")).toBeTruthy();
    const steps = [
      ...(await card()).getAllByRole("button"),
      ...(await region("Unassigned")).getAllByRole("button"),
    ].map(({ textContent }) => textContent);
    expect(steps).toEqual([
      "Complete Problem 2",
      "Start Problem 3",
      "Start Problem 1",
      "Assign to me: Problem 4",
      "Assign to me: Problem 5",
    ]);
    const all = ["My work", "Unassigned"].map((name) =>
      within(screen.getByRole("region", { name })).getByRole("link", { name: /^View all/ }),
    );
    expect(all.map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
      ["View all my work orders", "/work-orders?assignee=me"],
      ["View all 2 unassigned work orders", "/work-orders?assignee=none"],
    ]);
  });

  it("a technician can start a work order in its row and complete it in the finishing sheet", async () => {
    const orders = [row(1, { assignee: me })];
    const change = (status: string) => {
      orders[0] = row(1, { assignee: me, status, version: (orders[0]?.version ?? 0) + 1 });
      return buildWorkOrder(1, orders[0]);
    };
    const { sent } = await openDashboard(technician, {
      ...fakeServer(orders),
      "GET /api/work-orders/1": () => buildWorkOrder(1, orders[0]),
      "PATCH /api/work-orders/1/status": () => change("in_progress"),
      "POST /api/work-orders/1/work": () => change("completed"),
    });
    await userEvent.click(await (await card()).findByRole("button", { name: /^Start\s*Problem 1$/ }));
    await userEvent.click(await (await card()).findByRole("button", { name: /^Complete\s*Problem 1$/ }));
    await userEvent.click(await screen.findByRole("button", { name: "Complete" }));
    expect(await (await card()).findByText("You have no assigned work.")).toBeTruthy();
    expect(document.activeElement?.textContent).toBe("My work");
    const moves = sent.filter(({ method }) => method === "PATCH" || method === "POST");
    expect(moves.map(({ body }) => body)).toMatchObject([{ status: "in_progress" }, { step: "complete" }]);
  });

  it("an unassigned work order that the technician takes moves to their own work orders", async () => {
    const orders = [row(1)];
    const { sent } = await openDashboard(technician, {
      ...fakeServer(orders),
      "PUT /api/work-orders/1/assignee": () => {
        orders[0] = row(1, { assignee: me });
        return buildWorkOrder(1, orders[0]);
      },
    });
    await userEvent.click(
      await (await region("Unassigned")).findByRole("button", { name: "Assign to me: Problem 1" }),
    );
    expect(await (await card()).findByRole("button", { name: /^Start\s*Problem 1$/ })).toBeTruthy();
    expect(sent.find(({ method }) => method === "PUT")?.body).toEqual({ userId: 9 });
  });

  it("work orders for the technician's team come before unassigned ones", async () => {
    await openDashboard(technician, fakeServer([row(1), row(2, { team: { id: 3, name: "Plumbers" } })]));
    expect(await titles("For your team")).toEqual(["Problem 2"]);
    expect(await titles("Unassigned")).toEqual(["Problem 1"]);
    expect(
      (await region("For your team")).getByRole("link", { name: /^View all 1\s*work orders for your team$/ }),
    ).toBeTruthy();
  });

  it("My Work shows a message if no work is assigned", async () => {
    await openDashboard(technician, fakeServer([]));
    expect(await (await card()).findByText("You have no assigned work.")).toBeTruthy();
    expect(screen.queryByRole("region", { name: "Unassigned" })).toBeNull();
  });

  it("My Work shows the first three of the technician's own work orders", async () => {
    await openDashboard(
      technician,
      fakeServer(Array.from({ length: 12 }, (_, index) => row(index + 1, { assignee: me }))),
    );
    await (await card()).findByRole("link", { name: "Problem 1" });
    expect(await titles()).toHaveLength(3);
  });

  it("My Work can be reloaded after it fails to load", async () => {
    let isDown = true;
    const { "GET /api/work-orders": respond } = fakeServer([row(1, { assignee: me })]);
    await openDashboard(technician, {
      "GET /api/work-orders": (sent: SentRequest) => (isDown ? problem(503, "Later.")() : respond(sent)),
    });
    await (await card()).findByText("Couldn't load your work.");
    isDown = false;
    await userEvent.click((await card()).getByRole("button", { name: "Try again" }));
    expect(await (await card()).findByRole("link", { name: "Problem 1" })).toBeTruthy();
  });

  it("other roles and unapproved technicians don't see the My Work card", async () => {
    await openDashboard({ ...technician, membership: "pending" });
    await waitFor(() => expect(screen.getByText("Building Overview")).toBeTruthy());
    expect(screen.queryByRole("region", { name: "My work" })).toBeNull();
  });
});
