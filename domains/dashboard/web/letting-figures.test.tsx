import { screen, within } from "@testing-library/react";
import { beforeAll, describe, expect, it } from "vitest";
import { admin, cleanBrowser, tenant } from "#web/testing/open-page.tsx";
import { charts, openAs } from "./testing/dashboard.ts";

cleanBrowser();
beforeAll(() =>
  Promise.all([
    import("#web/layout/app-layout.tsx"),
    import("#web/query-provider.tsx"),
    import("./dashboard-page.tsx"),
  ]),
);

const figures = async () =>
  within(await screen.findByRole("region", { name: "Figures of letting" }))
    .getAllByRole("link")
    .map((link) => [link.textContent, link.getAttribute("href")]);

describe("the figures of letting", () => {
  it("each opens the list or report that it is the total of", async () => {
    await openAs(admin);
    expect(await figures()).toEqual([
      ["Overdue$3,050.00Charges past their due day", "/reports/aged?overdue=yes"],
      ["Collected this month50%$2,500.00 of $5,000.00 due", "/reports/months"],
      ["Occupied78%12,400 of 16,000 sq ft", "/units?occupancy=occupied"],
      ["Leases ending4Within 90 days", "/leases?state=ending"],
    ]);
  });

  it("count units where no size is known, and say nothing of a month without charges", async () => {
    const occupancy = { occupied: 3, vacant: 1, other: 0, occupiedSquareFeet: 0, squareFeet: 0 };
    const rentByMonth = [{ ...charts.rentByMonth[0], chargedCents: 0, collectedCents: 0 }];
    await openAs(admin, {
      "GET /api/dashboard/charts": { ...charts, occupancy, rentByMonth, overdueCents: 0 },
    });
    expect((await figures()).map(([text]) => text)).toEqual([
      "Overdue$0.00Nothing is overdue",
      "Collected this month–$0.00 of $0.00 due",
      "Occupied75%3 of 4 units",
      "Leases ending4Within 90 days",
    ]);
  });

  it("are not shown to tenants", async () => {
    await openAs(tenant);
    await screen.findByText("Building Overview");
    expect(screen.queryByRole("region", { name: "Figures of letting" })).toBeNull();
  });
});
