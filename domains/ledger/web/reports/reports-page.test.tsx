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
import type { AgedLease, LedgerMonth, RentRollLease, RentRollTotals } from "../../reports-contract.ts";

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
const rentSums = {
  areaSquareFeet: 1_850,
  monthlyRentCents: 540_000,
  otherMonthlyCents: 41_500,
  depositCents: 1_000_000,
  overdueCents: 0,
  balanceCents: -20_000,
};
const leasedUnit: RentRollLease = {
  id: 3,
  company: "Kestrel Legal Partners",
  companyId: 3,
  property: { id: 1, name: "Harborview Center" },
  units: ["201"],
  from: "2025-05-01",
  to: null,
  ...rentSums,
  nextStep: { on: "2027-05-01", monthlyRentCents: 556_200 },
};
const rentRollTotals: RentRollTotals = {
  leases: 2,
  sums: { ...rentSums, monthlyRentCents: 640_000 },
  properties: [
    { id: 1, leases: 1, ...rentSums },
    { id: 2, leases: 1, ...rentSums, monthlyRentCents: 100_000 },
  ],
  years: [
    { year: 2030, leases: 1, monthlyRentCents: 540_000 },
    { year: null, leases: 1, monthlyRentCents: 100_000 },
  ],
};
const months: LedgerMonth[] = ["2026-10-01", "2026-11-01"].map((month) => ({
  month,
  dueCents: 500_000,
  collectedCents: 310_000,
  overdueCents: 150_000,
  upcomingCents: 40_000,
  creditedCents: 10_000,
  receivedCents: 300_000,
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
      "GET /api/reports/rent-roll/totals": rentRollTotals,
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
    const amounts = ["–", "$1,200.50", "–", "–", "$2,500.00", "-$200.00", "$3,500.50"];
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
    const search = "propertyId=2&on=2026-10-31&overdue=yes";
    await waitFor(() => expect(location.search).toBe(`?${search}`));
    await waitFor(() => {
      expect(sent.map(({ path }) => path)).toContain(`/api/reports/aged?${search}&page=1&pageSize=100`);
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
      expect(sent.map(({ path }) => path)).toContain("/api/reports/aged?sort=balance&page=1&pageSize=100"),
    );
    expect(sent.map(({ path }) => path).filter((path) => /totals.*sort/.test(path))).toEqual([]);
    expect(screen.getByRole("link", { name: "Export aged receivables as CSV" }).getAttribute("href")).toBe(
      "/api/reports/aged.csv?sort=balance",
    );
  });

  it("shows the rent roll by property, with subtotals, the next rent, and when leases end", async () => {
    const other = { ...leasedUnit, id: 4, property: { id: 2, name: "Pier House" }, to: "2030-04-30" };
    await open("/reports/rent-roll", {
      "GET /api/reports/rent-roll": [leasedUnit, { ...other, monthlyRentCents: 100_000 }],
    });
    const table = within(await screen.findByRole("table", { name: "Rent roll" }));
    const [row] = await table.findAllByRole("row", { name: /Kestrel Legal Partners/ });
    expect(readCells(row as HTMLElement)).toEqual([
      "201",
      "Kestrel Legal Partners",
      "May 1, 2025 – open-ended",
      "1,850",
      "$5,400.00",
      "$35.03",
      "$415.00",
      "$5,562.00 May 1, 2027",
      "$10,000.00",
      "–",
      "Credit of $200.00",
    ]);
    await table.findByRole("row", { name: /^Total of 2 leases/ });
    const names = table.getAllByRole("row").map((shown) => shown.firstElementChild?.textContent);
    expect(names).toEqual([
      "Unit",
      "House 11 Harbor Way1 lease",
      "201",
      "Harborview Center",
      "House 21 Harbor Way1 lease",
      "201",
      "Pier House",
      "Total of 2 leases",
    ]);
    expect(screen.getByText("Rent by year of expiration").parentElement?.textContent).toContain(
      "84%20301 lease16%Open1 lease",
    );
  });

  it("asks to select a property if totals require one", async () => {
    await open("/reports/rent-roll", {
      "GET /api/reports/rent-roll/totals": { leases: 6_000, sums: null, properties: [], years: [] },
    });
    await screen.findByText("Select a property to see totals.");
    expect(screen.queryByRole("region", { name: "Totals" })).toBeNull();
  });

  it("has a letterhead with the organization, the selected property, and figures", async () => {
    await open("/reports/aged?propertyId=2");
    const paper = within(await screen.findByRole("article"));
    await paper.findByText("1200 Alaskan Way, Seattle, WA 98101");
    await paper.findByText("House 2");
    const figures = within(await paper.findByRole("region", { name: "Totals" }));
    expect(figures.getByText("Overdue").parentElement?.textContent).toContain("$1,200.50");
  });

  it("shows the months with their total, and switches between reports", async () => {
    await open("/reports/aged");
    await userEvent.click(await screen.findByRole("tab", { name: "Rent by Month" }));
    const total = await screen.findByRole("row", { name: /Total/ });
    expect(location.pathname).toBe("/reports/months");
    expect(readCells(total)).toEqual([
      "Total",
      "$10,000.00",
      "$6,200.00",
      "$3,000.00",
      "$800.00",
      "$200.00",
      "$6,000.00",
    ]);
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
