import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { workOrderList } from "#domains/work-orders/web/list/work-order-list.tsx";
import { readList } from "#web/list/use-list-url.ts";
import { admin, onPhone, problem, resetBrowser, tenant } from "#web/testing/open-page.tsx";
import { charts, openDashboard } from "../testing/dashboard.ts";

resetBrowser();

describe("the dashboard's charts", () => {
  it("DASH-29 the chart of open work orders by category and age opens the lists it counts", async () => {
    await openDashboard(admin);
    const card = within(await screen.findByRole("region", { name: "Open work orders by age" }));
    expect(card.getByText("49 of 78 open for more than a week")).toBeTruthy();
    const [, ...rows] = within(
      card.getByRole("table", { name: "Open work orders by category and age" }),
    ).getAllByRole("row");
    const cells = rows.map((row) => [
      within(row).getByRole("rowheader").textContent,
      ...within(row)
        .getAllByRole("cell")
        .map(({ textContent }) => textContent),
    ]);
    expect(cells.slice(1, 4)).toEqual([
      ["Plumbing", "1", "2", "3", "4"],
      ["HVAC", "2", "3", "4", "5"],
      ["Structural", "0", "0", "0", "0"],
    ]);
    const links = within(rows[1] as HTMLElement)
      .getAllByRole("link")
      .map((link) => link.getAttribute("href"));
    expect(links).toEqual([
      "/work-orders?status=open&category=Plumbing",
      ...["0-2", "3-7", "8-30", "over-30"].map(
        (age) => `/work-orders?status=open&category=Plumbing&age=${age}`,
      ),
    ]);
    // A 0 opens nothing.
    expect(within(rows[3] as HTMLElement).getAllByRole("link")).toHaveLength(1);
    for (const address of links)
      expect(readList(workOrderList, address?.split("?")[1] ?? "").filters).toMatchObject({ status: "open" });
  });

  it("DASH-29 on a phone, the chart shows one row of ages for all categories, and a button shows each category", async () => {
    onPhone();
    await openDashboard(admin);
    const table = within(await screen.findByRole("table", { name: "Open work orders by category and age" }));
    const links = table.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")]);
    expect(links).toEqual([
      ["All", "/work-orders?status=open"],
      ["12", "/work-orders?status=open&age=0-2"],
      ["17", "/work-orders?status=open&age=3-7"],
      ["22", "/work-orders?status=open&age=8-30"],
      ["27", "/work-orders?status=open&age=over-30"],
    ]);
    await userEvent.click(screen.getByRole("button", { name: "Show by category" }));
    expect(table.getByRole("rowheader", { name: "Plumbing" })).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Show by category" })).toBeNull();
  });

  it.each([
    [1, "None of the 6 have been open for more than a week"],
    [0, "No open work orders"],
  ])("if no work order has been open for long, the chart says so: %d each", async (each, sentence) => {
    const openWorkOrders = charts.openWorkOrders.map((part) => ({
      ...part,
      count: part.age === "0-2" ? each : 0,
    }));
    await openDashboard(admin, { "GET /api/dashboard/charts": { ...charts, openWorkOrders } });
    expect(await screen.findByText(sentence)).toBeTruthy();
  });

  it("DASH-29 the rent chart shows rent by the month it was due and opens the overdue leases or the report", async () => {
    await openDashboard(admin);
    const card = within(await screen.findByRole("region", { name: "Rent due and collected by month" }));
    const [, ...rows] = card.getAllByRole("row");
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      "October 2026$5,000.00$4,850.00100%$150.00$0.00$0.00",
      "November 2026$5,000.00$2,500.0050%$0.00$2,000.00$500.00",
    ]);
    expect(card.getByText("Unpaid: $2,000.00 in November")).toBeTruthy();
    const bars = within(card.getByRole("list", { name: "Rent by month" })).getAllByRole("link");
    expect(bars.map((bar) => [bar.getAttribute("aria-label"), bar.getAttribute("href")])).toEqual([
      ["October 2026: $4,850.00 of $4,850.00 collected, 100%", "/reports/months?year=2026"],
      ["November 2026: $2,500.00 of $5,000.00 collected, 50%", "/reports/aged?overdue=yes"],
    ]);
    expect(card.getByRole("link", { name: "View by month" }).getAttribute("href")).toBe("/reports/months");
  });

  it.each([
    [[0, 0, 0], "Everything due so far is paid"],
    [[100, 0, 50], "Unpaid: $1.50 in September and November"],
    [[100, 50, 50], "Unpaid: $2.00 in 3 months"],
  ])("the rent chart says how much rent is unpaid: %j cents", async (unpaid, sentence) => {
    const months = unpaid.map((overdueCents, index) => ({
      month: `2026-${String(index + 9).padStart(2, "0")}-01`,
      dueCents: 1_000,
      collectedCents: 1_000 - overdueCents,
      creditedCents: 0,
      receivedCents: 0,
      overdueCents,
      upcomingCents: 0,
    }));
    await openDashboard(admin, { "GET /api/dashboard/charts": { ...charts, months } });
    expect(await screen.findByText(sentence)).toBeTruthy();
  });

  it("DASH-29 roles without access to money see only the chart of their work orders", async () => {
    await openDashboard(
      { ...admin, role: "maintenance" },
      { "GET /api/dashboard/charts": { ...charts, occupancy: null, months: null } },
    );
    await screen.findByRole("table", { name: "Open work orders by category and age" });
    expect(screen.queryByText("Rent due and collected by month")).toBeNull();
    expect(screen.queryByRole("list", { name: "Occupancy" })).toBeNull();
  });

  it("charts that fail to load show a message and a retry button", async () => {
    let isDown = true;
    await openDashboard(admin, {
      "GET /api/dashboard/charts": () => (isDown ? problem(500, "Something broke.")() : charts),
    });
    const failure = await screen.findByText("Couldn't load the charts.");
    isDown = false;
    const card = failure.closest("section") as HTMLElement;
    await userEvent.click(within(card).getByRole("button"));
    expect(await screen.findByRole("table", { name: "Open work orders by category and age" })).toBeTruthy();
  });

  it("a tenant's dashboard neither shows nor requests the charts", async () => {
    const { sent } = await openDashboard(tenant);
    await screen.findByText("Building Overview");
    expect(screen.queryByText("Open work orders by age")).toBeNull();
    expect(sent.some(({ path }) => path === "/api/dashboard/charts")).toBe(false);
  });

  it("DASH-27 after the user's own change, the totals and charts are refetched", async () => {
    const { sent } = await openDashboard(admin);
    await screen.findByRole("table", { name: "Open work orders by category and age" });
    const [{ queryClient }, { refetchWorkOrders }] = await Promise.all([
      import("#web/query-client.ts"),
      import("#domains/work-orders/web/refetch.ts"),
    ]);
    const times = (path: string) => sent.filter((request) => request.path === path).length;
    await refetchWorkOrders(queryClient);
    await waitFor(() => {
      expect(times("/api/dashboard/stats")).toBe(2);
      expect(times("/api/dashboard/charts")).toBe(2);
    });
  });
});
