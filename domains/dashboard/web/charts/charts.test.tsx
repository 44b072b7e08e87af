import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { workOrderList } from "#domains/work-orders/web/list/work-order-list.tsx";
import { readList } from "#web/list/use-list-address.ts";
import { admin, problem, resetBrowser, tenant } from "#web/testing/open-page.tsx";
import { charts, openDashboard } from "../testing/dashboard.ts";

resetBrowser();

const readRows = async (table: string) => {
  const [, ...rows] = within(await screen.findByRole("table", { name: table })).getAllByRole("row");
  return rows.map((row) => {
    const link = within(row).getByRole("link");
    const number = within(row).getByRole("cell").firstChild?.textContent;
    return [link.textContent, number, link.getAttribute("href")];
  });
};

describe("the dashboard's charts", () => {
  it("DASH-29 open work orders by age and by category open the lists they count", async () => {
    await openDashboard(admin);
    const card = within(await screen.findByRole("region", { name: "Open work orders by age" }));
    const links = card.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")]);
    expect(links).toEqual([
      ["0 to 2 days 12", "/work-orders?status=open&age=0-2"],
      ["3 to 7 days 17", "/work-orders?status=open&age=3-7"],
      ["8 to 30 days 22", "/work-orders?status=open&age=8-30"],
      ["Over 30 days 27", "/work-orders?status=open&age=over-30"],
      ...["Electrical", "Plumbing", "HVAC", "Structural", "Maintenance", "Other"].map((category) => [
        category,
        `/work-orders?status=open&category=${category}`,
      ]),
    ]);
    expect(card.getByText("49 of 78 open work orders have been open for more than a week")).toBeTruthy();
    for (const [, address] of links)
      expect(readList(workOrderList, address?.split("?")[1] ?? "").filters).toMatchObject({ status: "open" });
  });

  it("DASH-29 a table has the ages of each category, and clicking part of a bar opens its list", async () => {
    await openDashboard(admin);
    const table = within(await screen.findByRole("table", { name: "Open work orders by category and age" }));
    const row = table.getByRole("row", { name: /^Plumbing/ });
    expect(
      within(row)
        .getAllByRole("cell")
        .map(({ textContent }) => textContent),
    ).toEqual(["1", "2", "3", "4", "10"]);
    const part = row.querySelector("rect:nth-of-type(3)");
    expect(part?.textContent).toBe("3 Plumbing, 8 to 30 days");
    await userEvent.click(part as Element);
    expect(`${location.pathname}${location.search}`).toBe(
      "/work-orders?status=open&category=Plumbing&age=8-30",
    );
  });

  it("a message appears if nothing has been open for long", async () => {
    const openOrders = charts.openOrders.map((part) => ({ ...part, count: part.age === "0-2" ? 1 : 0 }));
    await openDashboard(admin, { "GET /api/dashboard/charts": { ...charts, openOrders } });
    expect(await screen.findByText("None of the 6 open work orders are more than a week old")).toBeTruthy();
  });

  it("DASH-29 rent is shown by month with its rate and shortfall, and opens the monthly report", async () => {
    await openDashboard(admin);
    const card = within(await screen.findByRole("region", { name: "Rent due and collected by month" }));
    const [, ...rows] = card.getAllByRole("row");
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      "October 2026$5,000.00$5,000.00100%$0.00",
      "November 2026$5,000.00$2,500.0050%$2,500.00",
    ]);
    expect(
      card.getByText(
        "75% collected over 12 months, $2,500.00 short. Payments are counted in the month received.",
      ),
    ).toBeTruthy();
    expect(card.getByRole("link", { name: "View by month" }).getAttribute("href")).toBe("/reports/months");
  });

  it("DASH-29 units are shown by occupancy with their total", async () => {
    await openDashboard(admin);
    expect(await readRows("Units by occupancy")).toEqual([
      ["Occupied", "7", "/units?occupancy=occupied"],
      ["Vacant", "2", "/units?occupancy=vacant"],
      ["Unavailable", "1", "/units?occupancy=other"],
    ]);
    expect(screen.getByText("10 units")).toBeTruthy();
  });

  it("DASH-29 a row explains its share on keyboard focus and on hover", async () => {
    await openDashboard(admin);
    const link = await screen.findByRole("link", { name: "Vacant" });
    const explained = document.getElementById(link.getAttribute("aria-describedby") ?? "");
    expect(explained?.textContent).toBe("2 of 10 units (20%)");
    await userEvent.click(link);
    expect(`${location.pathname}${location.search}`).toBe("/units?occupancy=vacant");
  });

  it("DASH-29 roles that don't lease units don't see occupancy", async () => {
    await openDashboard(
      { ...admin, role: "maintenance" },
      { "GET /api/dashboard/charts": { ...charts, occupancy: null } },
    );
    await screen.findByRole("table", { name: "Open work orders by category and age" });
    expect(screen.queryByText("Occupancy")).toBeNull();
  });

  it("without units, the chart says how to add them", async () => {
    const occupancy = { occupied: 0, vacant: 0, other: 0, occupiedSquareFeet: 0, squareFeet: 0 };
    await openDashboard(admin, { "GET /api/dashboard/charts": { ...charts, occupancy } });
    expect(await screen.findByText("No units yet")).toBeTruthy();
  });

  it("charts that fail to load show a message and can be retried", async () => {
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

  it("tenants don't see the charts, and they aren't requested for them", async () => {
    const { sent } = await openDashboard(tenant);
    await screen.findByText("Building Overview");
    expect(screen.queryByText("Open work orders by age")).toBeNull();
    expect(sent.some(({ path }) => path === "/api/dashboard/charts")).toBe(false);
  });

  it("DASH-27 the user's own change refetches totals and charts", async () => {
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
