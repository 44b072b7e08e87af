import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeAll, describe, expect, it } from "vitest";
import type { WorkOrderRow } from "#domains/work-orders/contract.ts";
import { inOrderOfWork } from "#domains/work-orders/order-of-work.ts";
import { orderOf } from "#domains/work-orders/web/testing/orders.ts";
import { admin, cleanBrowser, problem, type Sent } from "#web/testing/open-page.tsx";
import { building, openAs, order } from "./testing/dashboard.ts";

cleanBrowser();
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

/** A server with these orders, whose list knows the filters of the card. */
function serverOf(orders: WorkOrderRow[]) {
  const found = ({ path }: Sent) => {
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
  return { "GET /api/work-orders": found };
}
const card = async () => within(await screen.findByRole("region", { name: "My work" }));
const titles = async () =>
  (await card()).getAllByRole("listitem").map((one) => within(one).getByRole("link").textContent);

describe("a technician's work", () => {
  it("is in the order of urgency, then of age, each order once and without finished ones", () => {
    const ids = inOrderOfWork([
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

  it("begins with what is overdue or due today, by its due time; what is due later follows urgency", () => {
    const ids = inOrderOfWork(
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

  it("lists the own orders first, then the unassigned ones, each with its next step", async () => {
    const orders = [
      row(1, { assignee: me, priority: "low" }),
      row(2, { assignee: me, status: "in_progress", priority: "high", unitNumber: "101" }),
      row(3, { assignee: me, status: "scheduled" }),
      row(4, { priority: "urgent" }),
      row(5),
    ];
    await openAs(technician, {
      ...serverOf(orders),
      "GET /api/buildings": [building, { ...building, id: 2, name: "Canal House" }],
    });
    await (await card()).findByRole("link", { name: "Fault number 2" });
    expect(await titles()).toEqual([2, 3, 1, 4, 5].map((id) => `Fault number ${id}`));
    expect(await (await card()).findByText("Room 2 · Unit 101 · Harborview Center")).toBeTruthy();
    const steps = (await card()).getAllByRole("button").map(({ textContent }) => textContent);
    expect(steps).toEqual([
      "Complete Fault number 2",
      "Start Fault number 3",
      "Start Fault number 1",
      "Take it: Fault number 4",
      "Take it: Fault number 5",
    ]);
    const all = (await card()).getAllByRole("link", { name: /^View all/ });
    expect(all.map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
      ["View all my orders", "/work-orders?assignee=me"],
      ["View all 2 unassigned orders", "/work-orders?status=open&assignee=none"],
    ]);
  });

  it("starts an order and completes it, in the row", async () => {
    const orders = [row(1, { assignee: me })];
    const { sent } = await openAs(technician, {
      ...serverOf(orders),
      "PATCH /api/work-orders/1/status": ({ body }: Sent) => {
        const { status } = body as { status: string };
        orders[0] = row(1, { assignee: me, status, version: (orders[0]?.version ?? 0) + 1 });
        return orderOf(1, orders[0]);
      },
    });
    await userEvent.click(await (await card()).findByRole("button", { name: /^Start\s*Fault number 1$/ }));
    await userEvent.click(await (await card()).findByRole("button", { name: /^Complete\s*Fault number 1$/ }));
    expect(await (await card()).findByText("Nothing is assigned to you.")).toBeTruthy();
    expect(document.activeElement?.textContent).toBe("My work");
    const moves = sent.filter(({ method }) => method === "PATCH").map(({ body }) => body);
    expect(moves).toEqual([{ status: "in_progress" }, { status: "completed" }]);
  });

  it("takes an unassigned order, which then is among the own ones", async () => {
    const orders = [row(1)];
    const { sent } = await openAs(technician, {
      ...serverOf(orders),
      "PUT /api/work-orders/1/assignee": () => {
        orders[0] = row(1, { assignee: me });
        return orderOf(1, orders[0]);
      },
    });
    await userEvent.click(await (await card()).findByRole("button", { name: "Take it: Fault number 1" }));
    expect(await (await card()).findByRole("button", { name: /^Start\s*Fault number 1$/ })).toBeTruthy();
    expect(sent.find(({ method }) => method === "PUT")?.body).toEqual({ userId: 9 });
  });

  it("has what the own team is to take before what nobody has", async () => {
    await openAs(technician, serverOf([row(1), row(2, { team: { id: 3, name: "Plumbers" } })]));
    await (await card()).findByRole("link", { name: "Fault number 1" });
    expect(await titles()).toEqual(["Fault number 2", "Fault number 1"]);
    expect((await card()).getByRole("link", { name: /^View all 1\s*orders for your team$/ })).toBeTruthy();
  });

  it("says so when nothing is assigned", async () => {
    await openAs(technician, serverOf([]));
    expect(await (await card()).findByText("Nothing is assigned to you.")).toBeTruthy();
    expect((await card()).queryByText("Unassigned")).toBeNull();
  });

  it("shows at most ten own orders", async () => {
    await openAs(technician, serverOf(Array.from({ length: 12 }, (_, at) => row(at + 1, { assignee: me }))));
    await (await card()).findByRole("link", { name: "Fault number 1" });
    expect(await titles()).toHaveLength(10);
  });

  it("can be retried when it cannot be loaded", async () => {
    let isDown = true;
    const { "GET /api/work-orders": found } = serverOf([row(1, { assignee: me })]);
    await openAs(technician, {
      "GET /api/work-orders": (sent: Sent) => (isDown ? problem(503, "Later.")() : found(sent)),
    });
    await (await card()).findByText("Your work could not be loaded.");
    isDown = false;
    await userEvent.click((await card()).getByRole("button", { name: "Try again" }));
    expect(await (await card()).findByRole("link", { name: "Fault number 1" })).toBeTruthy();
  });

  it("is neither shown to others nor to technicians who are not approved", async () => {
    await openAs({ ...technician, membership: "pending" });
    await waitFor(() => expect(screen.getByText("Building Overview")).toBeTruthy());
    expect(screen.queryByRole("region", { name: "My work" })).toBeNull();
  });
});
