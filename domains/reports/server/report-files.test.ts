import { parse } from "csv-parse/sync";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { extractPdfText } from "#test/files/pdf-text.ts";
import { readXlsx } from "#test/files/xlsx.ts";
import { createActiveLease, sampleTerms, writeCharge, writeTerms } from "#test/money/ledger.ts";
import { createProperty } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import { type ReportName, reportNames } from "../reports.ts";

let portal: TestPortal;
let building: TestBuilding;

/** Two properties with a lease each, one of which has a credit. */
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
  const { db, services } = portal;
  await sql`update organization set name = 'Harbor Management'`.execute(db);
  portal.clock.now = new Date("2026-06-10T20:00:00Z");
  await sql`update sessions set ends_at = '2199-01-01', idle_until = '2199-01-01'`.execute(db);
  for (const name of ["Harbor House", "Hill House"]) {
    const propertyId =
      name === "Harbor House" ? building.propertyId : await createProperty(db, { name: "Hill House" });
    const leaseId = await createActiveLease(db, { propertyId, from: "2026-01-01", to: "2026-12-31" });
    await writeTerms(db, { leaseId, from: "2026-01-01", terms: sampleTerms() });
    const cents = name === "Hill House" ? -100_000 : 20_000;
    await writeCharge(services, { propertyId, leaseId, cents, dueOn: "2026-05-01" });
  }
});
afterAll(() => portal.close());

async function download(name: ReportName, format: string, query = "") {
  const response = await portal.call("GET", `/api/reports/${name}/file?format=${format}${query}`, {
    cookie: building.admin.cookie,
  });
  expect(response.statusCode, response.body.slice(0, 500)).toBe(200);
  return response;
}

test("negative amounts are numbers in CSV", async () => {
  const { body, headers } = await download("aged", "csv");
  const rows = parse(body, { bom: true, columns: true }) as Record<string, string>[];
  expect(rows.map(({ Credit, Balance }) => [Credit, Balance])).toEqual([
    ["0.00", "200.00"],
    ["-1000.00", "-1000.00"],
  ]);
  expect(headers["content-disposition"]).toBe('attachment; filename="aged-2026-06-10.csv"');
});

test("an XLSX file has real numbers and dates, formulas with their results for totals, a frozen header row, and title, date, and filters at the top", async () => {
  const response = await download("rent-roll", "xlsx", "&q=harbor");
  const { cells, xml } = await readXlsx(response.rawPayload);
  expect([cells.get("A1"), cells.get("A2")]).toEqual(["Rent roll", "Harbor Management"]);
  expect(cells.get("A3")).toMatch(/^As of Jun 10, 2026\. \d units?, \d leases?\.$/);
  expect(cells.get("A4")).toBe("All properties");
  expect(cells.get("A7")).toBe("Unit");
  const header = [...cells].filter(([at]) => /^[A-Z]7$/.test(at));
  const columnOf = (name: string) => header.find(([, value]) => value === name)?.[0][0] ?? "";
  // Harbor House: its name, its lease, its subtotal. Hill House: the same below. Then the total.
  const rent = columnOf("Monthly rent");
  expect([8, 9, 10, 11, 12, 13, 14].map((row) => cells.get(`${rent}${row}`))).toEqual([
    undefined,
    3_000,
    { formula: `SUBTOTAL(9,${rent}9:${rent}9)`, result: 3_000 },
    undefined,
    3_000,
    { formula: `SUBTOTAL(9,${rent}12:${rent}12)`, result: 3_000 },
    { formula: `SUBTOTAL(9,${rent}8:${rent}13)`, result: 6_000 },
  ]);
  const [yearly, leased] = [columnOf("Yearly rent"), columnOf("Leased sq ft")];
  expect(cells.get(`${columnOf("$/sq ft/yr")}14`)).toEqual({
    formula: `IF(${leased}14=0,"",${yearly}14/${leased}14)`,
    result: 30,
  });
  // January 1, 2026, in days since 1900.
  expect(cells.get(`${columnOf("Start")}9`)).toBe(46_023);
  expect(cells.get(`${columnOf("Balance")}12`)).toBe(-1_000);
  expect(xml).toMatch(/<pane ySplit="7"[^>]*state="frozen"/);
});

test.each(reportNames)(
  "the %s report's PDF has the organization, title, date, filters, and page numbers",
  async (name) => {
    const pages = extractPdfText((await download(name, "pdf")).rawPayload);
    const text = pages.join("\n").replace(/\s+/g, " ");
    for (const part of ["Harbor Management", "All properties", "Prepared Jun 10, 1:00 PM PT", "Page 1 of"])
      expect(text).toContain(part);
  },
);

test("a report's PDF repeats the header row on each page, keeps a group with its first row, and ends with the total", async () => {
  const { db } = portal;
  await sql`insert into units (property_id, unit_number, type, status)
    select ${building.propertyId}, 'V' || n, 'office', 'vacant' from generate_series(1, 90) n`.execute(db);
  const pages = extractPdfText((await download("rent-roll", "pdf")).rawPayload);
  const withRows = pages.filter((page) => page.includes("Vacant"));
  expect(withRows.length).toBeGreaterThan(2);
  for (const page of withRows) expect(page).toMatch(/Unit\n/);
  for (const page of pages) expect(page).not.toMatch(/unit leased\nRent roll\nPage/);
  expect(pages.join("\n")).toMatch(/Total of 2 leases\n[\d,]+\n\$6,000\.00\n/);
});

test("the audit log records each export with its filters", async () => {
  await download("deposits", "pdf", "&on=2026-06-01");
  const entry = await portal.db
    .selectFrom("audit_log")
    .select("details")
    .where("action", "=", "list.exported")
    .where("subject_id", "=", "deposits-held-report")
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  expect(entry.details).toMatchObject({ filters: { on: "2026-06-01", format: "pdf" } });
});
