import { screen, within } from "@testing-library/react";
import { beforeAll, describe, expect, it } from "vitest";
import { cleanBrowser, openPortal, tenant } from "#web/testing/open-page.tsx";
import { account } from "./testing/ledger.ts";

cleanBrowser();
beforeAll(() =>
  Promise.all([
    import("#web/layout/app-layout.tsx"),
    import("#web/query-provider.tsx"),
    import("#domains/dashboard/web/dashboard-page.tsx"),
    import("./own-accounts.tsx"),
  ]),
);

const lease = {
  id: 7,
  state: "active",
  company: { id: 3, name: "Kestrel Legal Partners" },
  property: { id: 1, name: "Harborview Center" },
  units: [{ id: 3, unitNumber: "101" }],
  from: "2025-05-01",
  to: null,
  version: 1,
};
const open = (balanceCents: number) =>
  openPortal("/dashboard", {
    session: tenant,
    responses: { "GET /api/leases": [lease], "GET /api/leases/7/account": { ...account, balanceCents } },
  });
const card = async () =>
  within(await screen.findByRole("region", { name: "Lease of Kestrel Legal Partners" }));

describe("a tenant's lease on the dashboard", () => {
  it("shows the balance, and links to paying it and to its explanation", async () => {
    await open(305_000);
    const own = await card();
    expect(own.getByText("Balance").nextElementSibling?.textContent).toContain("$3,050.00");
    expect(own.getByRole("link", { name: "Make a Payment" }).getAttribute("href")).toBe(
      "/payments?tab=make-payment&lease=7",
    );
    expect(own.getByRole("link", { name: "Why is this my balance?" }).getAttribute("href")).toBe(
      "/leases/7/balance",
    );
  });

  it("has no link to pay if nothing is owed", async () => {
    await open(-5_000);
    const own = await card();
    expect(own.getByText("Credit of $50.00")).toBeTruthy();
    expect(own.queryByRole("link", { name: "Make a Payment" })).toBeNull();
  });
});
