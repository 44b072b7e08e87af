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
  within(await screen.findByRole("region", { name: "Leasing summary" }))
    .getAllByRole("link")
    .map((link) => [link.textContent, link.getAttribute("href")]);

describe("the leasing summary", () => {
  it("each figure opens the list or report it's the total of", async () => {
    await openDashboard(admin);
    expect(await figures()).toEqual([
      ["Overdue$3,050.00Charges past due", "/reports/aged?overdue=yes"],
      ["Collected this month50%$2,500.00 of $5,000.00 due", "/reports/months"],
      ["Occupied78%12,400 of 16,000 sq ft", "/units?occupancy=occupied"],
      ["Leases ending4Within 90 days", "/leases?state=ending"],
    ]);
  });

  it("occupancy counts units if no size is known, and a month without charges shows no rate", async () => {
    const occupancy = { occupied: 3, vacant: 1, other: 0, occupiedSquareFeet: 0, squareFeet: 0 };
    const rentByMonth = [{ ...charts.rentByMonth[0], chargedCents: 0, collectedCents: 0 }];
    await openDashboard(admin, {
      "GET /api/dashboard/charts": { ...charts, occupancy, rentByMonth, overdueCents: 0 },
    });
    expect((await figures()).map(([text]) => text)).toEqual([
      "Overdue$0.00Nothing overdue",
      "Collected this month–$0.00 of $0.00 due",
      "Occupied75%3 of 4 units",
      "Leases ending4Within 90 days",
    ]);
  });

  it("tenants don't see the leasing summary", async () => {
    await openDashboard(tenant);
    await screen.findByText("Building Overview");
    expect(screen.queryByRole("region", { name: "Leasing summary" })).toBeNull();
  });
});
