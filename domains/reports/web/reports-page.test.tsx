import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, describe, expect, it } from "vitest";
import {
  admin,
  type FakeResponses,
  onPhone,
  openPortal,
  problem,
  resetBrowser,
} from "#web/testing/open-page.tsx";
import type { ReportColumn, ReportDocument } from "../contract.ts";

resetBrowser();
beforeAll(() => import("#domains/reports/web/reports-page.tsx"));

const column = (
  key: string,
  header: string,
  rest: Partial<ReportColumn> & Pick<ReportColumn, "type">,
): ReportColumn => ({
  key,
  header,
  noteInColumn: null,
  noteLabel: null,
  isSpreadsheetOnly: false,
  needsAttention: false,
  phoneSlot: null,
  relativeWidth: 10,
  ...rest,
});

const rentRoll: ReportDocument = {
  title: "Rent roll",
  summary: "As of Nov 28, 2026. 2 units, 1 lease.",
  filters: ["House 1"],
  preparedAt: "2026-11-28T20:00:00Z",
  figures: [{ label: "Leased", value: "86%", note: "3,110 of 3,610 sq ft" }],
  chart: {
    title: "Rent by year of expiration",
    bars: [{ label: "2030", size: 745_033, value: "100%", note: "1 lease" }],
  },
  columns: [
    column("unit", "Unit", { type: "text", phoneSlot: "line" }),
    column("tenant", "Tenant", { type: "text", phoneSlot: "title" }),
    column("to", "End", { type: "date" }),
    column("area", "Sq ft", { type: "number" }),
    column("leaseArea", "Sq ft in lease", { type: "number", noteInColumn: "area", noteLabel: "lease" }),
    column("leasedArea", "Leased sq ft", { type: "number", isSpreadsheetOnly: true }),
    column("rent", "Monthly rent", { type: "money", phoneSlot: "figure" }),
    column("asking", "Asking rent", { type: "money", noteInColumn: "rent", noteLabel: "asking" }),
    column("overdue", "Overdue", { type: "money", noteInColumn: "balance", noteLabel: "overdue" }),
    column("balance", "Balance", { type: "money" }),
  ],
  groups: [1, 2].map((id) => ({
    id,
    name: `House ${id}`,
    note: "1 of 1 unit leased",
    isProperty: true,
    totals: { area: 1_000 * id, rent: 100_000 * id, balance: 0 },
  })),
  rows: [
    {
      group: 1,
      href: "/leases/3",
      cells: {
        unit: "201",
        tenant: "Kestrel Legal Partners",
        to: "2030-04-30",
        area: 3_110,
        leaseArea: 2_800,
        leasedArea: 3_110,
        rent: 745_033,
        asking: null,
        overdue: 5_000,
        balance: -20_000,
      },
    },
    {
      group: 2,
      href: "/units/9",
      cells: {
        unit: "103",
        tenant: "Vacant",
        to: null,
        area: 500,
        leaseArea: null,
        leasedArea: null,
        rent: null,
        asking: 295_000,
        balance: null,
      },
    },
  ],
  rowCount: 2,
  groupedBy: "Property",
  totals: { label: "Total of 1 lease", cells: { area: 3_610, rent: 745_033, overdue: 0, balance: -20_000 } },
  note: "Average rent uses leased area.",
};
const empty: ReportDocument = { ...rentRoll, title: "Aged receivables", rows: [], groups: [], rowCount: 0 };
const buildings = [1, 2].map((id) => ({ id, name: `House ${id}`, address: "1 Harbor Way", image: null }));

const open = (path: string, responses: FakeResponses = {}, role: "landlord" | "admin" = "landlord") =>
  openPortal(path, {
    session: { ...admin, role },
    responses: {
      "GET /api/buildings": buildings,
      "GET /api/reports/rent-roll/document": rentRoll,
      "GET /api/reports/aged/document": empty,
      ...responses,
    },
  });
const readCells = (row: HTMLElement) =>
  within(row)
    .getAllByRole("cell")
    .map(({ textContent }) => textContent);

describe("reports", () => {
  it("the report page shows the rows below the name of their property, with notes, subtotals, and a total", async () => {
    await open("/reports/rent-roll");
    const table = within(await screen.findByRole("table", { name: "Rent roll" }));
    expect(table.getAllByRole("columnheader").map(({ textContent }) => textContent)).toEqual([
      "Unit",
      "Tenant",
      "End",
      "Sq ft",
      "Monthly rent",
      "Balance",
    ]);
    expect(readCells(table.getByRole("row", { name: /Kestrel Legal Partners/ }))).toEqual([
      "201",
      "Kestrel Legal Partners",
      "Apr 30, 2030",
      "3,110 lease 2,800",
      "$7,450.33",
      "-$200.00 overdue $50.00",
    ]);
    expect(readCells(table.getByRole("row", { name: /Vacant/ }))).toEqual([
      "103",
      "Vacant",
      "–",
      "500",
      " asking $2,950.00",
      "–",
    ]);
    const names = table.getAllByRole("row").map((row) => row.firstElementChild?.textContent);
    expect(names).toEqual([
      "Unit",
      "House 11 of 1 unit leased",
      "201",
      "House 1",
      "House 21 of 1 unit leased",
      "103",
      "House 2",
      "Total of 1 lease",
    ]);
  });

  it("a printed report has a letterhead with the organization, title, date, filters, figures, and a chart", async () => {
    await open("/reports/rent-roll");
    const paper = within(await screen.findByRole("article"));
    await paper.findByText("1200 Alaskan Way, Seattle, WA 98101");
    await paper.findByText("As of Nov 28, 2026. 2 units, 1 lease.");
    expect(paper.getAllByText("House 1").length).toBeGreaterThan(0);
    expect(within(paper.getByRole("region", { name: "Totals" })).getByText("86%")).toBeTruthy();
    expect(paper.getByText("Rent by year of expiration")).toBeTruthy();
  });

  it("the date field of a report says which date it uses when empty", async () => {
    await open("/reports/rent-roll");
    expect(await screen.findByLabelText("As of today, or")).toHaveProperty("value", "");
    await userEvent.selectOptions(screen.getByRole("combobox", { name: "Period" }), "End of last month");
    expect(await screen.findByLabelText("As of the end of last month, or")).toHaveProperty("value", "");
    fireEvent.change(screen.getByLabelText(/^As of/), { target: { value: "2026-10-31" } });
    expect(await screen.findByLabelText("As of")).toHaveProperty("value", "2026-10-31");
    fireEvent.change(screen.getByLabelText("As of"), { target: { value: "" } });
    expect(await screen.findByLabelText("As of the end of last month, or")).toBeTruthy();
  });

  it("the report page keeps its filters in the URL, the request, and the links to the files", async () => {
    const { sent } = await open("/reports/rent-roll?on=2026-10-31");
    await userEvent.selectOptions(await screen.findByRole("combobox", { name: "Property" }), "2");
    const search = "propertyId=2&on=2026-10-31";
    await waitFor(() => expect(location.search).toBe(`?${search}`));
    await waitFor(() =>
      expect(sent.map(({ path }) => path)).toContain(`/api/reports/rent-roll/document?${search}`),
    );
    await userEvent.click(screen.getByRole("button", { name: "Export" }));
    expect(
      screen.getAllByRole("link", { name: /^Download/ }).map((link) => link.getAttribute("href")),
    ).toEqual(
      ["csv", "xlsx", "pdf"].map((format) => `/api/reports/rent-roll/file?${search}&format=${format}`),
    );
  });

  it("the report page switches between reports and offers the audit report only to administrators", async () => {
    await open("/reports");
    const choice = await screen.findByRole("combobox", { name: "Report" });
    expect(within(choice).queryByRole("option", { name: "Audit" })).toBeNull();
    await userEvent.selectOptions(choice, "Rent roll");
    expect(location.pathname).toBe("/reports/rent-roll");
    await screen.findByRole("table", { name: "Rent roll" });
  });

  it("on a phone, a report shows two lines for each row, and tapping a row shows the rest", async () => {
    onPhone();
    await open("/reports/rent-roll");
    await userEvent.click(await screen.findByRole("button", { name: "Kestrel Legal Partners" }));
    const row = within(screen.getByRole("row", { name: /Kestrel Legal Partners/ }));
    expect(row.getByText("-$200.00")).toBeTruthy();
    expect(row.getAllByRole("cell").some(({ textContent }) => textContent === "Monthly rent $7,450.33")).toBe(
      true,
    );
    await userEvent.click(screen.getByRole("button", { name: "Open" }));
    expect(location.pathname).toBe("/leases/3");
  });

  it("the report page says how many rows of a very long report are shown", async () => {
    await open("/reports/rent-roll", {
      "GET /api/reports/rent-roll/document": { ...rentRoll, rowCount: 3_000 },
    });
    expect(await screen.findByText(/^These are the first 2 of 3,000 rows\./)).toBeTruthy();
  });

  it("the report page shows a message for an empty report, no matches, or a failed request", async () => {
    const { responses } = await open("/reports/aged?q=unicorn");
    await screen.findByText("Nothing matches these filters.");
    await userEvent.click(screen.getByRole("button", { name: "Clear filters" }));
    await screen.findByText("Average rent uses leased area.");
    responses["GET /api/reports/rent-roll/document"] = problem(503, "The database is away.");
    await userEvent.selectOptions(screen.getByRole("combobox", { name: "Report" }), "Rent roll");
    await screen.findByText("Couldn't load the report.");
    responses["GET /api/reports/rent-roll/document"] = rentRoll;
    await userEvent.click(screen.getByRole("button", { name: /Try again|Retry/ }));
    expect(await screen.findByRole("table", { name: "Rent roll" })).toBeTruthy();
  });

  it("landlords can't open the audit report", async () => {
    const { sent } = await open("/reports/audit");
    await screen.findByText("Access Denied");
    expect(sent.filter(({ path }) => path.includes("/reports/"))).toEqual([]);
  });

  it("the report page shows Page Not Found for an unknown report", async () => {
    await open("/reports/weather");
    expect(await screen.findByText("404 Page Not Found")).toBeTruthy();
  });
});
