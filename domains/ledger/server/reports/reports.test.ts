import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { toCents } from "#shared/format/money.ts";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { createActiveLease, runOnDay, sampleTerms, writePayment, writeTerms } from "#test/money/ledger.ts";
import { createProperty, createUnit } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import type { AgedLease, LedgerMonth, RentRollLease, RentRollTotals } from "../../reports-contract.ts";
import { postCharges } from "../posting/post-charges.ts";

let portal: TestPortal;
let building: TestBuilding;
let leaseId: number;
let secondId: number;
let otherPropertyId: number;

const pay = (id: number, day: string, cents: number) =>
  writePayment(portal.services, { leaseId: id, day, cents });

/**
 * Today is April 10, 2026. Each lease is charged 3,000.00 on the 1st starting in January, posted 10 days
 * earlier.
 */
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
  const { db, services } = portal;
  const { propertyId } = building;
  otherPropertyId = await createProperty(db, { name: "Hill House" });
  leaseId = await createActiveLease(db, { propertyId, from: "2026-01-01" });
  secondId = await createActiveLease(db, { propertyId, from: "2026-01-01", to: "2027-12-31" });
  const thirdId = await createActiveLease(db, { propertyId: otherPropertyId, from: "2026-01-01" });
  const ids = [leaseId, secondId, thirdId];
  const line = { from: "2026-01-01", to: null };
  for (const id of ids)
    await writeTerms(db, {
      leaseId: id,
      from: "2026-01-01",
      terms:
        id === secondId
          ? sampleTerms({
              lines: [
                {
                  ...line,
                  key: 1,
                  kind: "rent",
                  label: "Base rent",
                  price: { monthlyCents: toCents(300_000) },
                },
                {
                  ...line,
                  key: 2,
                  kind: "utilities",
                  label: "Utilities",
                  price: { monthlyCents: toCents(2_500) },
                },
              ],
              escalations: [
                { on: "2026-03-01", basisPoints: 0 },
                { on: "2027-01-01", basisPoints: 350 },
              ],
            })
          : sampleTerms(),
    });
  for (const day of ["2026-01-05", "2026-01-25", "2026-02-25"])
    await runOnDay(services, day, (ctx) => postCharges(ctx, ids));
  await pay(leaseId, "2026-02-10", 200_000);
  await pay(leaseId, "2026-03-05", 150_000);
  await pay(secondId, "2026-03-10", 1_000_000);
  for (const day of ["2026-03-25", "2026-04-10"])
    await runOnDay(services, day, (ctx) => postCharges(ctx, ids));
  await db
    .updateTable("companies")
    .set({ name: "Zephyr Books" })
    .where("id", "in", (eb) => eb.selectFrom("leases").select("company_id").where("id", "=", secondId))
    .execute();
  await sql`update leases set starts_on = '2025-01-01' where id = any(${[building.leaseId, building.otherLeaseId]}::bigint[])`.execute(
    db,
  );
  await sql`update lease_units set during = '[2025-01-01,)' where lease_id = any(${[building.leaseId, building.otherLeaseId]}::bigint[])`.execute(
    db,
  );
  await sql`update organization set time_zone = 'America/Los_Angeles'`.execute(db);
  portal.clock.now = new Date("2026-04-10T20:00:00Z");
  await sql`update sessions set ends_at = '2199-01-01', idle_until = '2199-01-01'`.execute(db);
});
afterAll(() => portal.close());

type Who = "landlord" | "admin";
async function request<Body>(address: string, who: Who = "landlord") {
  const response = await portal.call("GET", address, { cookie: building[who].cookie });
  expect(response.statusCode, response.body).toBe(200);
  return { response: response.json<Body>(), headers: response.headers };
}
const readPages = (row: AgedLease) => [
  row.notDueCents,
  row.days1To30Cents,
  row.days31To60Cents,
  row.days61To90Cents,
  row.over90Cents,
  row.creditCents,
  row.balanceCents,
];

describe("aged receivables", () => {
  test("aged receivables show each lease's balance by days past due and its credit, with the longest overdue first", async () => {
    const { response, headers } = await request<AgedLease[]>("/api/reports/aged");
    expect(headers["x-total-count"]).toBe("2");
    expect(response.map(({ id }) => id)).toEqual([leaseId, secondId]);
    // Zephyr: 4 x 3,025.00 less 10,000.00 = 2,100.00, all for April, due 9 days ago.
    expect(readPages(response[1] as AgedLease)).toEqual([0, 210_000, 0, 0, 0, 0, 210_000]);
    // 4 x 3,000.00 less 3,500.00: 2,500.00 for February (68 days), March (40 days), April (9 days).
    expect(readPages(response[0] as AgedLease)).toEqual([0, 300_000, 300_000, 250_000, 0, 0, 850_000]);
  });

  test("aged receivables as of a past date exclude later entries and allocations", async () => {
    // By March 4 it had paid 2,000.00 for January. March was due 3 days earlier, and Zephyr had paid nothing.
    const { response } = await request<AgedLease[]>("/api/reports/aged?on=2026-03-04");
    expect(response.map(readPages)).toEqual([
      [0, 300_000, 300_000, 100_000, 0, 0, 700_000],
      [0, 302_500, 302_500, 302_500, 0, 0, 907_500],
    ]);
    // On March 10 Zephyr had paid 925.00 more than was posted.
    const later = await request<AgedLease[]>("/api/reports/aged?on=2026-03-10&q=zephyr");
    expect(later.response.map(readPages)).toEqual([[0, 0, 0, 0, 0, -92_500, -92_500]]);
    // A charge isn't overdue on its due date. On these dates January is 59, 60, 61 days overdue and February
    // 28, 29, 30.
    for (const [day, ...parts] of [
      ["2026-03-01", 302_500, 302_500, 302_500, 0],
      ["2026-03-02", 0, 605_000, 302_500, 0],
      ["2026-03-03", 0, 605_000, 0, 302_500],
    ] as const) {
      const { response: rows } = await request<AgedLease[]>(`/api/reports/aged?on=${day}&q=zephyr`);
      expect(rows.map((row) => readPages(row).slice(0, 4))).toEqual([parts]);
    }
  });

  test("aged receivables without a date show the end of today", async () => {
    const now = (await request<AgedLease[]>("/api/reports/aged", "admin")).response;
    expect((await request<AgedLease[]>("/api/reports/aged?on=2026-04-10", "admin")).response).toEqual(now);
  });

  test("aged receivables can be filtered by overdue leases, company, and property", async () => {
    const readIds = async (query: string, who: Who = "admin") =>
      (await request<AgedLease[]>(`/api/reports/aged${query}`, who)).response.map(({ id }) => id);
    expect(await readIds("?q=zeph")).toEqual([secondId]);
    expect(await readIds("?on=2026-03-10&overdue=yes")).not.toContain(secondId);
    expect(await readIds(`?propertyId=${otherPropertyId}`)).toHaveLength(1);
    expect(await readIds(`?propertyId=${otherPropertyId}`, "landlord")).toEqual([]);
  });

  test("the pages of aged receivables have no gaps or duplicates", async () => {
    const { response: whole } = await request<AgedLease[]>("/api/reports/aged", "admin");
    expect(whole).toHaveLength(3);
    for (const first of ["/api/reports/aged?limit=1", "/api/reports/aged?page=1&pageSize=1"]) {
      const parts: AgedLease[] = [];
      for (let link: string | undefined = first; link !== undefined; ) {
        const part: Awaited<ReturnType<typeof request<AgedLease[]>>> = await request(link, "admin");
        parts.push(...part.response);
        link = /<([^>]*)>/.exec(String(part.headers["link"]))?.[1];
      }
      expect(parts).toEqual(whole);
    }
  });

  test.each(["", "&on=2026-03-20"])(
    "aged receivables can be sorted by balance across pages%s",
    async (day) => {
      const part = async (query: string) =>
        (await request<AgedLease[]>(`/api/reports/aged?${query}${day}`, "admin")).response;
      const whole = await part("sort=balance");
      const balances = whole.map(({ balanceCents }) => balanceCents);
      // The lease at Hill House never paid. Zephyr has 2,100.00 due now and had 925.00 of credit on March 20.
      expect(balances).toEqual(day === "" ? [1_200_000, 850_000, 210_000] : [900_000, 550_000, -92_500]);
      expect(await part("sort=balance&page=2&pageSize=1")).toEqual(whole.slice(1, 2));
      expect(await part("sort=balance&limit=2&page=2")).toEqual(whole.slice(2));
    },
  );

  test("aged receivables can be sorted by days overdue and by company without gaps or duplicates", async () => {
    const of = async (query: string) =>
      (await request<AgedLease[]>(`/api/reports/aged?${query}`, "admin")).response.map(({ id }) => id);
    const [hillHouse] = await of(`propertyId=${otherPropertyId}`);
    // Unpaid since January, February, and April.
    expect(await of("sort=longest")).toEqual([hillHouse, leaseId, secondId]);
    expect(await of("sort=longest&limit=1&page=3")).toEqual([secondId]);
    // On March 6 Zephyr had been overdue since January too.
    expect(await of("sort=longest&on=2026-03-06")).toEqual([secondId, hillHouse, leaseId]);
    // The other two belong to Harbor Lane Coffee.
    expect(await of("sort=company")).toEqual([leaseId, hillHouse, secondId]);
    expect(await of("sort=company&limit=1&page=2")).toEqual([hillHouse]);
  });

  test("aged receivables reject an invalid date or an unknown sort order", async () => {
    const response = await portal.call("GET", "/api/reports/aged?on=2026-02-30&sort=amount", {
      cookie: building.admin.cookie,
    });
    expect([response.statusCode, response.json()]).toMatchObject([
      400,
      {
        fields: {
          on: "on must be a date (YYYY-MM-DD).",
          sort: "sort must be one of newest, balance, longest, company.",
        },
      },
    ]);
  });
});

describe("the rent roll", () => {
  test("the rent roll shows each lease's monthly rent, deposit, balance, and next rent change", async () => {
    const { response, headers } = await request<RentRollLease[]>("/api/reports/rent-roll?q=zephyr");
    expect(headers["x-total-count"]).toBe("1");
    expect(response[0]).toMatchObject({
      id: secondId,
      company: "Zephyr Books",
      property: { name: "Harbor House" },
      from: "2026-01-01",
      to: "2027-12-31",
      areaSquareFeet: 1_200,
      monthlyRentCents: 300_000,
      otherMonthlyCents: 2_500,
      depositCents: 0,
      balanceCents: 210_000,
      // 3,000.00 plus 3.5%.
      nextStep: { on: "2027-01-01", monthlyRentCents: 310_500 },
    });
  });

  test("the rent roll lists current leases, with or without terms, and their totals", async () => {
    const { response: rows } = await request<RentRollLease[]>("/api/reports/rent-roll");
    const { response: totals } = await request<RentRollTotals>("/api/reports/rent-roll/totals");
    const firstUnits = rows.map(({ units }) => units[0] ?? "");
    expect(firstUnits).toHaveLength(4);
    expect(firstUnits).toEqual([...firstUnits].sort());
    expect(rows.find(({ id }) => id === building.leaseId)).toMatchObject({
      monthlyRentCents: 0,
      nextStep: null,
    });
    // 3,000.00 twice, 25.00, and 8,500.00 with 2,100.00 due.
    expect(totals).toEqual({
      leases: 4,
      sums: {
        areaSquareFeet: 2_400,
        monthlyRentCents: 600_000,
        otherMonthlyCents: 2_500,
        depositCents: 0,
        overdueCents: 1_060_000,
        balanceCents: 1_060_000,
      },
      properties: [{ id: building.propertyId, leases: 4, ...totals.sums }],
      years: [
        { year: 2027, leases: 1, monthlyRentCents: 300_000 },
        { year: null, leases: 3, monthlyRentCents: 300_000 },
      ],
    });
    const { response: all } = await request<RentRollLease[]>("/api/reports/rent-roll", "admin");
    expect(all.map(({ property }) => property.name)).toEqual([
      ...Array(4).fill("Harbor House"),
      "Hill House",
    ]);
    expect(
      (await request<RentRollLease[]>(`/api/reports/rent-roll?propertyId=${otherPropertyId}`)).response,
    ).toEqual([]);
  });

  test("the rent roll uses the units' square feet, or the area in the lease terms if those are unknown, and shows a total", async () => {
    const { db } = portal;
    const { leaseId: plainId, unitId, otherUnitId, propertyId } = building;
    const readAreas = async () => {
      const { response: rows } = await request<RentRollLease[]>("/api/reports/rent-roll");
      const { response: totals } = await request<RentRollTotals>("/api/reports/rent-roll/totals");
      const areas = rows.map(({ areaSquareFeet }) => areaSquareFeet);
      expect(totals.sums?.areaSquareFeet).toBe(areas.reduce((sum, area) => sum + area, 0));
      return rows.find(({ id }) => id === plainId);
    };
    const [second, givenBack] = [
      await createUnit(db, propertyId, "1010"),
      await createUnit(db, propertyId, "1011"),
    ];
    const sized = [unitId, second, givenBack, otherUnitId];
    await sql`update units set size_sqft = 850 where id = any(${sized}::bigint[])`.execute(db);
    await sql`insert into lease_units (lease_id, unit_id, property_id, during)
      values (${plainId}, ${second}, ${propertyId}, '[2025-01-01,)'),
        (${plainId}, ${givenBack}, ${propertyId}, '[2025-01-01,2026-02-01)')`.execute(db);
    try {
      // 1011 was vacated in February.
      expect(await readAreas()).toMatchObject({ areaSquareFeet: 1_700, units: ["101", "1010", "1011"] });
      // The rentable area takes precedence over the size.
      await sql`update units set rentable_sqft = 950 where id = ${second}`.execute(db);
      expect(await readAreas()).toMatchObject({ areaSquareFeet: 1_800 });
      // The units take precedence over the terms.
      await writeTerms(db, {
        leaseId: plainId,
        from: "2025-01-01",
        terms: sampleTerms({ areaSquareFeet: 900 }),
      });
      expect(await readAreas()).toMatchObject({ areaSquareFeet: 1_800 });
      await sql`update units set rentable_sqft = null, size_sqft = null where id = any(${sized}::bigint[])`.execute(
        db,
      );
      expect(await readAreas()).toMatchObject({ areaSquareFeet: 900 });
    } finally {
      await sql`delete from lease_terms where lease_id = ${plainId}`.execute(db);
      await sql`delete from lease_units where unit_id = any(${[second, givenBack]}::bigint[])`.execute(db);
      await sql`update units set size_sqft = null where id = any(${sized}::bigint[])`.execute(db);
    }
  });
});

describe("due and collected by month", () => {
  const addUp = (months: LedgerMonth[]) =>
    months.map((month) => [
      month.dueCents,
      month.collectedCents,
      month.overdueCents,
      month.upcomingCents,
      month.creditedCents,
      month.receivedCents,
    ]);

  test("the collected amount is the paid part of a month's charges, and cash counts in the month it was received", async () => {
    const { response } = await request<LedgerMonth[]>("/api/reports/months?year=2026");
    expect(response.map(({ month }) => month).slice(0, 2)).toEqual(["2026-01-01", "2026-02-01"]);
    // 3,000.00 and 3,025.00 each month. 2,000.00 came in February, 1,500.00 and 10,000.00 in March.
    expect(addUp(response).slice(0, 5)).toEqual([
      [602_500, 602_500, 0, 0, 0, 0],
      [602_500, 352_500, 250_000, 0, 0, 200_000],
      [602_500, 302_500, 300_000, 0, 0, 1_150_000],
      [602_500, 92_500, 510_000, 0, 0, 0],
      [0, 0, 0, 0, 0, 0],
    ]);
  });

  test("without a year, the monthly report shows the last twelve months, ending with the current month", async () => {
    const { response } = await request<LedgerMonth[]>("/api/reports/months");
    expect([response.length, response[0]?.month, response[11]?.month]).toEqual([
      12,
      "2025-05-01",
      "2026-04-01",
    ]);
    const { response: nothing } = await request<LedgerMonth[]>(
      `/api/reports/months?propertyId=${otherPropertyId}`,
    );
    expect(
      addUp(nothing)
        .flat()
        .some((sum) => sum !== 0),
    ).toBe(false);
    const { response: there } = await request<LedgerMonth[]>(
      `/api/reports/months?propertyId=${otherPropertyId}`,
      "admin",
    );
    expect(there[11]?.dueCents).toBe(300_000);
  });
});
