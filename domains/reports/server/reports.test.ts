import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { toCents } from "#shared/format/money.ts";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { createActiveLease, sampleTerms, writeCharge, writeTerms } from "#test/money/ledger.ts";
import { createProperty, createUnit, createWorkOrder } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import type { ReportDocument } from "../contract.ts";
import { type ReportName, reportNames } from "../reports.ts";

let portal: TestPortal;
let building: TestBuilding;
/** From 2026-01-01 to 2026-12-31 with 900 sq ft in its terms and a rent step. */
let leaseId: number;
let otherPropertyId: number;

/**
 * Today is June 10, 2026. The property has the units 101 and 102, which the building's leases have without terms,
 * 201 with a lease and 202 without one. A second property is another landlord's.
 */
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
  const { db, services } = portal;
  const { propertyId } = building;
  portal.clock.now = new Date("2026-06-10T20:00:00Z");
  await sql`update sessions set ends_at = '2199-01-01', idle_until = '2199-01-01'`.execute(db);
  await sql`update leases set starts_on = '2025-01-01' where property_id = ${propertyId}`.execute(db);
  await sql`update lease_units set during = '[2025-01-01,)' where property_id = ${propertyId}`.execute(db);
  leaseId = await createActiveLease(db, { propertyId, from: "2026-01-01", to: "2026-12-31" });
  await sql`update units set unit_number = '201', rentable_sqft = 1000
    where id = (select unit_id from lease_units where lease_id = ${leaseId})`.execute(db);
  await sql`update companies set name = 'Zephyr Books', contact_email = 'zephyr@example.com', contact_phone = '206-555-0100'
    where id = (select company_id from leases where id = ${leaseId})`.execute(db);
  await writeTerms(db, {
    leaseId,
    from: "2026-01-01",
    terms: sampleTerms({ areaSquareFeet: 900, escalations: [{ on: "2026-07-01", basisPoints: 1_000 }] }),
  });
  const vacantId = await createUnit(db, propertyId, "202");
  await sql`update units set status = 'vacant', rentable_sqft = 500, rent_cents = 150000 where id = ${vacantId}`.execute(
    db,
  );
  await writeCharge(services, { propertyId, leaseId, cents: 300_000, dueOn: "2026-05-01" });
  await writeCharge(services, { propertyId, leaseId, cents: -450_000, dueOn: "2026-06-05" });
  otherPropertyId = await createProperty(db, { name: "Hill House" });
  const otherLeaseId = await createActiveLease(db, { propertyId: otherPropertyId, from: "2026-01-01" });
  await writeTerms(db, { leaseId: otherLeaseId, from: "2026-01-01", terms: sampleTerms() });
  await writeCharge(services, {
    propertyId: otherPropertyId,
    leaseId: otherLeaseId,
    cents: 100,
    dueOn: "2026-05-01",
  });
  await createWorkOrder(db, {
    propertyId: otherPropertyId,
    createdById: building.admin.id,
    title: "Hill House elevator",
  });
  await createWorkOrder(db, { propertyId, createdById: building.admin.id, title: "Harbor House door" });
  await sql`update work_orders set created_at = '2026-06-01T20:00:00Z'`.execute(db);
});
afterAll(() => portal.close());

type Who = "landlord" | "admin" | "tenant" | "technician";
const call = (name: ReportName, query = "", who: Who = "landlord") =>
  portal.call("GET", `/api/reports/${name}/document${query}`, { cookie: building[who].cookie });

async function read(name: ReportName, query = "", who: Who = "landlord"): Promise<ReportDocument> {
  const response = await call(name, query, who);
  expect(response.statusCode, response.body).toBe(200);
  return response.json<ReportDocument>();
}

const cellsOf = ({ rows }: ReportDocument) => rows.map(({ cells }) => cells);
const figuresOf = ({ figures }: ReportDocument) => figures.map(({ label, value }) => [label, value]);

describe("the rent roll", () => {
  test("the rent roll lists every unit with its lease, rent, next rent, and balance, and vacant units with their asking rent", async () => {
    const report = await read("rent-roll");
    expect(cellsOf(report).map(({ unit, tenant }) => [unit, tenant])).toEqual([
      ["101", expect.any(String)],
      ["102", expect.any(String)],
      ["201", "Zephyr Books"],
      ["202", "Vacant"],
    ]);
    expect(report.rows[2]).toMatchObject({
      group: building.propertyId,
      href: `/leases/${leaseId}`,
      cells: {
        from: "2026-01-01",
        to: "2026-12-31",
        rent: 300_000,
        yearlyRent: 3_600_000,
        // 36,000.00 for 1,000 sq ft.
        rate: 3_600,
        nextRent: 330_000,
        nextRentOn: "2026-07-01",
        overdue: 300_000,
        balance: -150_000,
      },
    });
    expect(report.rows[3]?.cells).toMatchObject({ area: 500, asking: 150_000, rent: null, balance: null });
    expect(report.totals).toMatchObject({
      label: "Total of 3 leases",
      cells: { area: 1_500, leasedArea: 1_000, rent: 300_000, rate: 3_600, balance: -150_000 },
    });
    expect(report.groups).toMatchObject([{ name: "Harbor House", totals: { rent: 300_000 } }]);
  });

  test("if a lease's stated area differs from its units' area, the rent roll shows the stated area and uses it in the totals", async () => {
    const lease = async () => (await read("rent-roll", "?q=zephyr")).rows[0]?.cells;
    expect(await lease()).toMatchObject({ area: 1_000, leaseArea: 900, leasedArea: 1_000 });
    await sql`update units set rentable_sqft = 900 where unit_number = '201'`.execute(portal.db);
    expect(await lease()).toMatchObject({ area: 900, leaseArea: null });
    await sql`update units set rentable_sqft = 1000 where unit_number = '201'`.execute(portal.db);
  });

  test("the rent roll as of an earlier date has the units' areas on that date [REC-20]", async () => {
    const { rows } = await sql<{ id: number }>`select id from units where unit_number = '201'`.execute(
      portal.db,
    );
    const change = (body: object) =>
      portal.call("PATCH", `/api/units/${rows[0]?.id}`, { cookie: building.landlord.cookie, body });
    expect((await change({ rentableSqft: 1_200, areaFrom: "2026-06-01" })).statusCode).toBe(200);
    const readArea = async (on: string) =>
      (await read("rent-roll", `?q=zephyr&on=${on}`)).rows[0]?.cells.area;
    expect([await readArea("2026-05-31"), await readArea("2026-06-01")]).toEqual([1_000, 1_200]);
    await change({ rentableSqft: 1_000, areaFrom: null });
  });

  test("the rent roll's figures are the leased area, the rent, the average rent, and the remaining term weighted by rent", async () => {
    const report = await read("rent-roll");
    expect(figuresOf(report)).toEqual([
      ["Leased", "67%"],
      ["Rent a month", "$3,000.00"],
      ["Average rent", "$36.00"],
      // June 10 to December 31 is 205 days.
      ["Remaining term", "0.6 years"],
    ]);
    expect(report.chart?.bars.map(({ label, value }) => [label, value])).toEqual([
      ["2026", "100%"],
      ["Open", "0%"],
    ]);
  });

  test("as of a past date, the rent roll shows the leases, rents, and balances at the end of that date", async () => {
    expect((await read("rent-roll", "?on=2026-05-01&q=zephyr")).rows[0]?.cells).toMatchObject({
      overdue: 0,
      balance: 300_000,
    });
    // Its lease starts later, so its unit is vacant and the lease is signed.
    const before = await read("rent-roll", "?on=2025-12-31");
    expect(cellsOf(before).filter(({ unit }) => unit === "201")).toMatchObject([
      { tenant: "Vacant", rent: null },
      { tenant: "Zephyr Books", status: "Signed", rent: null, nextRent: 300_000, nextRentOn: "2026-01-01" },
    ]);
    expect(cellsOf(before).filter(({ unit }) => unit === "201")[1]?.area).toBeNull();
    expect(before.totals?.label).toBe("Total of 2 leases");
    expect((await read("rent-roll", "?on=2026-07-01&q=zephyr")).rows[0]?.cells).toMatchObject({
      rent: 330_000,
    });
  });

  test("the rent roll shows the status of units that can't be leased and the days left for leases that end soon", async () => {
    await sql`update units set status = 'renovation' where unit_number = '202'`.execute(portal.db);
    expect(cellsOf(await read("rent-roll", "?q=202"))).toMatchObject([{ tenant: "Under Renovation" }]);
    expect(cellsOf(await read("rent-roll", "?on=2026-12-01&q=zephyr"))).toMatchObject([
      { status: "30 days left", nextRent: null },
    ]);
  });

  test("the rent roll of a property with 500 leases loads in less than two seconds", async () => {
    const { db } = portal;
    const propertyId = await createProperty(db, { name: "Tower" });
    await sql`with unit as (
        insert into units (property_id, unit_number, type, rentable_sqft, status)
        select ${propertyId}, 'T' || n, 'office', 1000, 'occupied' from generate_series(1, 500) n returning id, unit_number
      ), company as (insert into companies (name) select 'Tower tenant ' || n from generate_series(1, 500) n returning id),
      lease as (
        insert into leases (property_id, company_id, starts_on, ends_on)
        select ${propertyId}, id, '2026-01-01'::date, '2028-12-31'::date from company returning id
      ), numbered as (select id, row_number() over (order by id) as n from lease),
      held as (
        insert into lease_units (lease_id, unit_id, property_id, during)
        select numbered.id, unit.id, ${propertyId}, '[2026-01-01,2029-01-01)' from numbered
          join unit on unit.unit_number = 'T' || numbered.n
      )
      insert into lease_terms (lease_id, property_id, number, starts_on, terms)
      select id, ${propertyId}, 1, '2026-01-01', ${JSON.stringify(sampleTerms())}::jsonb from numbered`.execute(
      db,
    );
    const startedAt = performance.now();
    const report = await read("rent-roll", `?propertyId=${propertyId}`, "admin");
    expect(performance.now() - startedAt).toBeLessThan(2_000);
    expect([report.rowCount, report.totals?.cells["rent"]]).toEqual([500, 500 * 300_000]);
  });
});

describe("all reports", () => {
  const inHillHouse = (report: ReportDocument) => JSON.stringify(report).includes("Hill House");

  test.each(reportNames)("the %s report can be filtered by property", async (name) => {
    const filtered = await read(name, `?propertyId=${building.propertyId}`, "admin");
    expect([inHillHouse(filtered), filtered.filters[0]]).toEqual([false, "Harbor House"]);
  });

  test.each(reportNames.filter((name) => name !== "audit"))(
    "a landlord's %s report includes only the landlord's properties",
    async (name) => {
      expect(inHillHouse(await read(name))).toBe(false);
      const elsewhere = await read(name, `?propertyId=${otherPropertyId}`);
      expect([inHillHouse(elsewhere), elsewhere.filters[0]]).toEqual([false, "No property"]);
    },
  );

  test("only administrators can read the audit report", async () => {
    expect((await call("audit")).statusCode).toBe(403);
    expect((await call("audit", "", "admin")).statusCode).toBe(200);
  });

  test.each(["tenant", "technician"] as const)("a %s can't read reports", async (who) => {
    expect((await call("rent-roll", "", who)).statusCode).toBe(403);
  });

  test("aged receivables show each company's contact", async () => {
    const report = await read("aged", "?q=zephyr");
    expect(report.rows[0]?.cells).toMatchObject({
      tenant: "Zephyr Books",
      place: "Harbor House · 201",
      email: "zephyr@example.com",
      phone: "206-555-0100",
      days31To60: 300_000,
      credit: -450_000,
      balance: -150_000,
    });
  });

  test("lease expirations are grouped by year and show the next signed lease for the unit", async () => {
    const { db } = portal;
    const nextId = await createActiveLease(db, { propertyId: building.propertyId, from: "2027-01-01" });
    await sql`delete from lease_units where lease_id = ${nextId}`.execute(db);
    await sql`insert into lease_units (lease_id, unit_id, property_id, during)
      select ${nextId}, unit_id, property_id, '[2027-01-01,)' from lease_units where lease_id = ${leaseId}`.execute(
      db,
    );
    const report = await read("expirations");
    expect(report.groups.map(({ name, note }) => [name, note])).toEqual([
      ["2026", "1 lease, 100% of the rent"],
      ["Open-ended", "2 leases, 0% of the rent"],
    ]);
    expect(report.rows[0]?.cells).toMatchObject({ daysLeft: 204, next: "Harbor Lane Coffee, Jan 1, 2027" });
    const leasesOf201 = cellsOf(await read("rent-roll")).filter(({ unit }) => unit === "201");
    expect(leasesOf201).toHaveLength(2);
    await sql`delete from lease_units where lease_id = ${nextId}`.execute(db);
    await sql`delete from leases where id = ${nextId}`.execute(db);
  });

  test("the work orders report counts opened, completed, and unfinished work orders by property, category, or person", async () => {
    const report = await read("work-orders", "?from=2026-06-01&to=2026-06-10");
    expect(report.groups.map(({ name, note }) => [name, note])).toEqual([
      ["Harbor House", "1 opened, 0 completed, 1 not finished"],
    ]);
    expect(report.rows[0]?.cells).toMatchObject({ title: "Harbor House door", opened: "2026-06-01", age: 9 });
    await portal.db
      .updateTable("work_orders")
      .set({
        status: "completed",
        completed_at: new Date("2026-06-08T20:00:00Z"),
        assignee_id: building.technician.id,
      })
      .where("title", "=", "Harbor House door")
      .execute();
    const byPerson = await read("work-orders", "?from=2026-06-01&to=2026-06-10&by=person");
    expect(byPerson.groups.map(({ name, note }) => [name, note])).toEqual([
      ["Theo Technician", "1 opened, 1 completed, 0 not finished"],
    ]);
    expect(byPerson.rows[0]?.cells).toMatchObject({ completed: "2026-06-08", age: 7 });
    expect((await read("work-orders", "?from=2026-07-01&to=2026-07-31")).rowCount).toBe(0);
    await portal.db
      .updateTable("work_orders")
      .set({ status: "cancelled", completed_at: null })
      .where("title", "=", "Harbor House door")
      .execute();
    const cancelled = await read("work-orders", "?from=2026-06-01&to=2026-06-10");
    expect(cancelled.rows[0]?.cells).toMatchObject({ title: "Harbor House door", age: null });
  });

  test("the deposits report shows amounts held at the end of the date, and the payments report is grouped by payment date", async () => {
    const { db } = portal;
    const { propertyId } = building;
    await sql`with entry as (
        insert into ledger_entries (property_id, lease_id, kind, on_day, description)
        values (${propertyId}, ${leaseId}, 'deposit-received', '2026-02-01', 'Security deposit') returning id)
      insert into ledger_postings (entry_id, position, property_id, lease_id, account, amount_cents)
      select id, position, ${propertyId}, ${leaseId}, account, cents from entry,
        (values (1, 'bank', 500000), (2, 'deposits', -500000)) as posting (position, account, cents)`.execute(
      db,
    );
    expect(cellsOf(await read("deposits"))).toMatchObject([
      { tenant: "Zephyr Books", received: 500_000, held: 500_000 },
    ]);
    expect((await read("deposits", "?on=2026-01-31")).rowCount).toBe(0);
    await sql`with entry as (
        insert into ledger_entries (property_id, lease_id, kind, on_day, description)
        values (${propertyId}, ${leaseId}, 'deposit-applied', '2026-03-01', 'Security deposit applied'),
          (${propertyId}, ${leaseId}, 'deposit-refunded', '2026-03-01', 'Security deposit refunded') returning id, kind)
      insert into ledger_postings (entry_id, position, property_id, lease_id, account, amount_cents)
      select id, position, ${propertyId}, ${leaseId}, account, sign * case kind when 'deposit-applied' then 150000 else 350000 end
      from entry, (values (1, 'bank', -1), (2, 'deposits', 1)) as posting (position, account, sign)`.execute(
      db,
    );
    expect(cellsOf(await read("deposits", "?on=2026-03-31"))).toMatchObject([
      { tenant: "Zephyr Books", received: 500_000, applied: 150_000, refunded: 350_000, held: 0 },
    ]);
    expect((await read("deposits", "?on=2027-03-31")).rowCount).toBe(0);
    await sql`with entry as (
        insert into ledger_entries (property_id, lease_id, kind, on_day, description)
        values (${propertyId}, ${leaseId}, 'payment', '2026-06-09', 'Rent') returning id),
      postings as (insert into ledger_postings (entry_id, position, property_id, lease_id, account, amount_cents)
        select id, position, ${propertyId}, ${leaseId}, account, cents from entry,
          (values (1, 'receivable', -20000), (2, 'bank', 20000)) as posting (position, account, cents))
      insert into payments (entry_id, property_id, lease_id, receipt_number, method, description, reference, amount_cents,
        refunded_cents, paid_on, paid_at)
      select id, ${propertyId}, ${leaseId}, 7, 'check', 'Rent', '1042', 20000, 5000, '2026-06-09', '2026-06-09' from entry`.execute(
      db,
    );
    const payments = await read("payments");
    expect(payments.rows[0]?.cells).toMatchObject({
      method: "Check",
      reference: "1042",
      reversed: -5_000,
      kept: 15_000,
    });
    expect(payments.groups).toMatchObject([
      { name: "Jun 9, 2026", note: "Check $200.00. Returned or refunded $50.00", totals: { kept: 15_000 } },
    ]);
  });

  test("charges and collections add up to their total, and a period that ends before it starts is rejected", async () => {
    const months = await read("months", "?year=2026");
    expect([months.rowCount, months.totals?.cells["due"]]).toEqual([12, 300_000]);
    const response = await call("payments", "?from=2026-06-02&to=2026-06-01");
    expect(response.json()).toMatchObject({ fields: { to: "The end date can't be before the start date." } });
    expect(
      (await portal.call("GET", "/api/reports/weather/document", { cookie: building.admin.cookie }))
        .statusCode,
    ).toBe(400);
  });

  test("a relative period such as last month moves with today's date, and dates take precedence over it", async () => {
    expect((await read("rent-roll", "?period=last-month")).summary).toContain("As of May 31, 2026.");
    expect((await read("payments", "?period=last-quarter")).summary).toContain("Jan 1, 2026");
    expect((await read("rent-roll", "?period=last-month&on=2026-04-30")).summary).toContain("As of Apr 30");
    expect((await call("rent-roll", "?period=soon")).statusCode).toBe(400);
  });

  test("the period of a report for one property ends on today's date at that property", async () => {
    const { propertyId } = building;
    const { now } = portal.clock;
    portal.clock.now = new Date("2026-06-30T20:00:00Z");
    const setTimeZone = (name: string) =>
      sql`update properties set time_zone = ${name} where id = ${propertyId}`.execute(portal.db);
    // It's July there.
    await setTimeZone("Pacific/Kiritimati");
    const filters = `?period=last-month&propertyId=${propertyId}`;
    expect((await read("rent-roll", filters)).summary).toContain("As of Jun 30, 2026.");
    expect((await read("rent-roll", "?period=last-month")).summary).toContain("As of May 31, 2026.");
    await setTimeZone("America/Los_Angeles");
    portal.clock.now = now;
  });

  test("aged receivables total the balances and the credits separately", async () => {
    const report = await read("aged");
    expect(report.totals?.cells["balance"]).toBe(
      report.rows.reduce((sum, { cells }) => sum + Number(cells["balance"]), 0),
    );
    expect(toCents(Number(report.totals?.cells["credit"]))).toBe(-450_000);
  });
});
