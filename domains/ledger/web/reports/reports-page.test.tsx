import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, describe, expect, it } from "vitest";
import {
  admin,
  type FakeResponses,
  openPortal,
  problem,
  resetBrowser,
  tenant,
} from "#web/testing/open-page.tsx";
import type { AgedLease, LedgerMonth, RentRollLease } from "../../reports-contract.ts";

resetBrowser();
beforeAll(() => import("#domains/ledger/web/reports/reports-page.tsx"));

const sums = {
  notDueCents: 250_000,
  upTo30Cents: 0,
  upTo60Cents: 120_050,
  upTo90Cents: 0,
  over90Cents: 0,
  creditCents: -20_000,
  balanceCents: 350_050,
};
const agedLease: AgedLease = {
  id: 3,
  company: "Kestrel Legal Partners",
  companyId: 3,
  property: { id: 1, name: "Harborview Center" },
  units: ["201", "202"],
  ...sums,
};
const leasedUnit: RentRollLease = {
  id: 3,
  company: "Kestrel Legal Partners",
  companyId: 3,
  property: { id: 1, name: "Harborview Center" },
  units: ["201"],
  from: "2025-05-01",
  to: null,
  areaSquareFeet: 1_850,
  monthlyRentCents: 540_000,
  otherMonthlyCents: 41_500,
  depositCents: 1_000_000,
  balanceCents: -20_000,
  nextStep: { on: "2027-05-01", monthlyRentCents: 556_200 },
};
const months: LedgerMonth[] = ["2026-10-01", "2026-11-01"].map((month) => ({
  month,
  chargedCents: 500_000,
  creditedCents: 10_000,
  collectedCents: 300_000,
  differenceCents: 190_000,
}));
const buildings = [1, 2].map((id) => ({ id, name: `House ${id}`, address: "1 Harbor Way", image: null }));

const open = (
  path: string,
  responses: FakeResponses = {},
  session = { ...admin, role: "landlord" as const },
) =>
  openPortal(path, {
    session,
    responses: {
      "GET /api/buildings": buildings,
      "GET /api/reports/aged": [agedLease],
      "GET /api/reports/aged/totals": { leases: 1, ...sums },
      "GET /api/reports/rent-roll": [leasedUnit],
      "GET /api/reports/rent-roll/totals": { leases: 1, sums: { ...leasedUnit, balanceCents: -20_000 } },
      "GET /api/reports/months": months,
      ...responses,
    },
  });
const readCells = (row: HTMLElement) =>
  within(row)
    .getAllByRole("cell")
    .map(({ textContent }) => textContent);

describe("reports", () => {
  it("shows each lease's balance by days overdue with totals, and links to the company and the lease", async () => {
    await open("/reports");
    const table = within(await screen.findByRole("table", { name: "Aged receivables" }));
    const last = await table.findByRole("row", { name: /Total of 1 lease/ });
    const amounts = ["$2,500.00", "–", "$1,200.50", "–", "–", "-$200.00", "$3,500.50"];
    const row = table.getByRole("row", { name: /Kestrel Legal Partners/ });
    expect(readCells(row)).toEqual(["Kestrel Legal PartnersHarborview Center · 201, 202", ...amounts]);
    expect(readCells(last).slice(1)).toEqual(amounts);
    const href = (name: string) => table.getByRole("link", { name }).getAttribute("href");
    expect(href("Kestrel Legal Partners")).toBe("/companies/3");
    expect(href("Harborview Center · 201, 202")).toBe("/leases/3");
  });

  it("keeps its filters in the URL, the request, and the CSV link", async () => {
    const { sent } = await open("/reports/aged?on=2026-10-31");
    await screen.findByRole("table", { name: "Aged receivables" });
    await userEvent.selectOptions(await screen.findByRole("combobox", { name: "Property" }), "2");
    await userEvent.selectOptions(screen.getByRole("combobox", { name: "Show" }), "yes");
    const search = "propertyId=2&overdue=yes&on=2026-10-31";
    await waitFor(() => expect(location.search).toBe(`?${search}`));
    await waitFor(() => {
      expect(sent.map(({ path }) => path)).toContain(`/api/reports/aged?${search}&page=1&pageSize=20`);
      expect(sent.map(({ path }) => path)).toContain(`/api/reports/aged/totals?${search}`);
    });
    expect(screen.getByRole("link", { name: "Export aged receivables as CSV" }).getAttribute("href")).toBe(
      `/api/reports/aged.csv?${search}`,
    );
  });

  it("sorts by balance in the URL and the CSV file too, but not for the totals", async () => {
    const { sent } = await open("/reports/aged?sort=company");
    const order = (await screen.findByRole("combobox", { name: "Sort by" })) as HTMLSelectElement;
    expect(order.value).toBe("company");
    await userEvent.selectOptions(order, "Highest balance first");
    await waitFor(() => expect(location.search).toBe("?sort=balance"));
    await waitFor(() =>
      expect(sent.map(({ path }) => path)).toContain("/api/reports/aged?sort=balance&page=1&pageSize=20"),
    );
    expect(sent.map(({ path }) => path).filter((path) => /totals.*sort/.test(path))).toEqual([]);
    expect(screen.getByRole("link", { name: "Export aged receivables as CSV" }).getAttribute("href")).toBe(
      "/api/reports/aged.csv?sort=balance",
    );
  });

  it("shows the rent roll with the next rent, and asks to select a property if totals require one", async () => {
    await open("/reports/rent-roll", {
      "GET /api/reports/rent-roll/totals": { leases: 6_000, sums: null },
    });
    const row = await screen.findByRole("row", { name: /Kestrel Legal Partners/ });
    expect(readCells(row).slice(1)).toEqual([
      "May 1, 2025 – open-ended",
      "1,850",
      "$5,400.00",
      "$415.00",
      "$5,562.00 from May 1, 2027",
      "$10,000.00",
      "Credit of $200.00",
    ]);
    await screen.findByText("Select a property to see totals.");
  });

  it("shows the months with their total, and switches between reports", async () => {
    await open("/reports/aged");
    await userEvent.click(await screen.findByRole("tab", { name: "Rent by Month" }));
    const total = await screen.findByRole("row", { name: /Total/ });
    expect(location.pathname).toBe("/reports/months");
    expect(readCells(total)).toEqual(["Total", "$10,000.00", "$200.00", "$6,000.00", "$3,800.00"]);
    expect(screen.getByRole("row", { name: /October 2026/ })).toBeTruthy();
  });

  it("shows messages for no balances, no matches, and a failed request", async () => {
    const { responses } = await open("/reports/aged?q=unicorn", { "GET /api/reports/aged": [] });
    await userEvent.click(await screen.findByRole("button", { name: "Clear filters" }));
    await screen.findByText("No balances due");
    responses["GET /api/reports/rent-roll"] = problem(503, "The database is away.");
    await userEvent.click(screen.getByRole("tab", { name: "Rent roll" }));
    await screen.findByText("The rent roll could not be loaded.");
    responses["GET /api/reports/rent-roll"] = [leasedUnit];
    await userEvent.click(screen.getByRole("button", { name: /Try again|Retry/ }));
    expect(await screen.findByRole("table", { name: "Rent roll" })).toBeTruthy();
  });

  it("denies access to tenants", async () => {
    const { sent } = await openPortal("/reports/aged", { session: tenant, responses: {} });
    await screen.findByText("Access Denied");
    expect(sent.filter(({ path }) => path.includes("/reports/"))).toEqual([]);
  });

  it("shows Page Not Found for an unknown report", async () => {
    await open("/reports/weather");
    expect(await screen.findByText("404 Page Not Found")).toBeTruthy();
  });
});
