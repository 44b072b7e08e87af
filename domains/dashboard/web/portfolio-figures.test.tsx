import { screen, within } from "@testing-library/react";
import { beforeAll, describe, expect, it } from "vitest";
import { admin, resetBrowser, tenant } from "#web/testing/open-page.tsx";
import { charts, openDashboard } from "./testing/dashboard.ts";

resetBrowser();
beforeAll(() =>
  Promise.all([
    import("#web/layout/app-layout.tsx"),
    import("#web/query-provider.tsx"),
    import("./dashboard-page.tsx"),
  ]),
);

const figures = async () =>
  within(await screen.findByRole("region", { name: "Portfolio" }))
    .getAllByRole("link")
    .map((link) => [link.textContent, link.getAttribute("href")]);

describe("portfolio figures", () => {
  it("each portfolio figure opens the list or report that adds up to it", async () => {
    await openDashboard(admin);
    expect(await figures()).toEqual([
      ["Overdue$3,050.002 leases, oldest since Oct 2, 2026", "/reports/aged?overdue=yes"],
      [
        "Collected for November50%$2,500.00 of $5,000.00, $2,300.00 cash received",
        "/reports/months?year=2026",
      ],
      ["Occupied78%12,400 of 16,000 sq ft", "/units?occupancy=occupied"],
      ["Leases ending4Harbor Lane Coffee, Dec 31, 2026", "/leases?state=ending"],
    ]);
  });

  it("occupancy is based on unit counts if no size is known, and a month without charges shows no collection rate", async () => {
    const occupancy = { occupied: 3, vacant: 1, other: 0, occupiedSquareFeet: 0, squareFeet: 0 };
    const months = [
      { ...charts.months[0], dueCents: 0, collectedCents: 0, creditedCents: 0, receivedCents: 0 },
    ];
    const overdue = { cents: 0, leases: 0, since: null };
    const endingLeases = { count: 0, first: null };
    await openDashboard(admin, {
      "GET /api/dashboard/charts": { ...charts, occupancy, months, overdue, endingLeases },
    });
    expect((await figures()).map(([text]) => text)).toEqual([
      "Overdue$0.00Nothing overdue",
      "Collected for October–$0.00 of $0.00, $0.00 cash received",
      "Occupied75%3 of 4 units",
      "Leases ending0None within 90 days",
    ]);
  });

  it("a waived part of the month's charges neither counts as collected nor lowers the collection rate", async () => {
    const months = [
      {
        ...charts.months[0],
        dueCents: 500_000,
        collectedCents: 242_500,
        creditedCents: 15_000,
        overdueCents: 242_500,
      },
    ];
    await openDashboard(admin, { "GET /api/dashboard/charts": { ...charts, months } });
    expect((await figures())[1]?.[0]).toBe(
      "Collected for October50%$2,425.00 of $4,850.00 after credits, $2,300.00 cash received",
    );
  });

  it("portfolio percentages are rounded, but never up to 100%", async () => {
    const occupancy = { occupied: 9, vacant: 1, other: 0, occupiedSquareFeet: 9_999, squareFeet: 10_000 };
    await openDashboard(admin, { "GET /api/dashboard/charts": { ...charts, occupancy } });
    expect((await figures())[2]?.[0]).toBe("Occupied99%9,999 of 10,000 sq ft");
  });

  it("tenants don't see portfolio figures", async () => {
    await openDashboard(tenant);
    await screen.findByText("Building Overview");
    expect(screen.queryByRole("region", { name: "Portfolio" })).toBeNull();
  });
});
