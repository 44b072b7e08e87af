import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { RentRollTotals } from "#domains/ledger/reports-contract.ts";
import type { ReportDocument } from "#domains/reports/contract.ts";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { dayFromToday } from "#test/dates.ts";
import { sumOverdue } from "#test/money/aged-report.ts";
import { createActiveLease, sampleTerms, writeCharge, writeTerms } from "#test/money/ledger.ts";
import { createProperty, createUnit } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import type { PropertyOverview, UnitWithProperty } from "../../contract.ts";
import type { UnitStatus } from "../../unit-statuses.ts";

let portal: TestPortal;
let building: TestBuilding;

/** Two current leases, an upcoming one, and an ended one, at a property with units of every status. */
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
  const { db, services } = portal;
  const { propertyId, leaseId, unitId, otherUnitId } = building;
  const upcoming = await createActiveLease(db, { propertyId, from: dayFromToday(40) });
  await createActiveLease(db, { propertyId, from: dayFromToday(-90), to: dayFromToday(-30) });
  for (const lease of [leaseId, upcoming])
    await writeTerms(db, { leaseId: lease, from: "2020-01-01", terms: sampleTerms() });
  await writeCharge(services, { propertyId, leaseId, cents: 12_345, dueOn: dayFromToday(-5) });
  await writeCharge(services, { propertyId, leaseId, cents: 50_000, dueOn: dayFromToday(5) });
  const set = (
    id: number,
    fields: { status: UnitStatus; size_sqft: number | null; rentable_sqft?: number },
  ) => db.updateTable("units").set(fields).where("id", "=", id).execute();
  await set(unitId, { status: "occupied", size_sqft: 900, rentable_sqft: 1_000 });
  await set(otherUnitId, { status: "occupied", size_sqft: 500 });
  await set(await createUnit(db, propertyId), { status: "vacant", size_sqft: 300 });
  await set(await createUnit(db, propertyId), { status: "renovation", size_sqft: 200 });
  // Another landlord's property, with everything that must not be counted.
  const otherPropertyId = await createProperty(db);
  const lease = await createActiveLease(db, { propertyId: otherPropertyId, from: dayFromToday(-30) });
  await writeTerms(db, { leaseId: lease, from: "2020-01-01", terms: sampleTerms() });
  await writeCharge(services, {
    propertyId: otherPropertyId,
    leaseId: lease,
    cents: 7,
    dueOn: dayFromToday(-5),
  });
  await sql`update units set size_sqft = 4000, status = 'vacant' where property_id = ${otherPropertyId}`.execute(
    db,
  );
});
afterAll(() => portal.close());

const request = (address: string, cookie = building.landlord.cookie) =>
  portal.call("GET", address, { cookie });
const overview = async (cookie?: string) =>
  (await request(`/api/properties/${building.propertyId}/overview`, cookie)).json<PropertyOverview>();

test("the property overview has the leases, rent, units, areas, and overdue amount", async () => {
  const figures = {
    currentLeases: 2,
    comingLeases: 1,
    // The second current lease has no terms yet.
    monthlyRentCents: 300_000,
    overdueCents: 12_345,
    overdueLeases: 1,
    occupied: 2,
    // The units of the upcoming and the ended lease have no area.
    vacant: 3,
    other: 1,
    squareFeet: 2_000,
    occupiedSquareFeet: 1_500,
    vacantSquareFeet: 300,
  };
  expect(await overview()).toEqual(figures);
  expect(await overview(building.admin.cookie)).toEqual(figures);
});

test.each(["landlord", "admin"] as const)(
  "for the %s, each figure in the property overview equals the list it opens",
  async (who) => {
    const { cookie } = building[who];
    const filter = `propertyId=${building.propertyId}`;
    const figures = await overview(cookie);
    const countRows = async (address: string) =>
      Number((await request(`${address}&page=1`, cookie)).headers["x-total-count"]);
    expect(await countRows(`/api/leases?state=current&${filter}`)).toBe(figures.currentLeases);
    expect(await countRows(`/api/leases?state=coming&${filter}`)).toBe(figures.comingLeases);
    expect(await countRows(`/api/reports/aged?overdue=yes&${filter}`)).toBe(figures.overdueLeases);
    const rentRoll = (
      await request(`/api/reports/rent-roll/totals?${filter}`, cookie)
    ).json<RentRollTotals>();
    expect(rentRoll).toMatchObject({
      leases: figures.currentLeases,
      sums: { monthlyRentCents: figures.monthlyRentCents },
    });
    const { totals } = (
      await request(`/api/reports/aged/document?overdue=yes&${filter}`, cookie)
    ).json<ReportDocument>();
    expect(sumOverdue(totals)).toBe(figures.overdueCents);
    const units = async (occupancy: string) => {
      const listed = (await request(`/api/units?${filter}${occupancy}`, cookie)).json<UnitWithProperty[]>();
      return { number: listed.length, area: listed.reduce((sum, { areaSqft }) => sum + (areaSqft ?? 0), 0) };
    };
    expect(await units("")).toEqual({
      number: figures.occupied + figures.vacant + figures.other,
      area: figures.squareFeet,
    });
    expect(await units("&occupancy=occupied")).toEqual({
      number: figures.occupied,
      area: figures.occupiedSquareFeet,
    });
    expect(await units("&occupancy=vacant")).toEqual({
      number: figures.vacant,
      area: figures.vacantSquareFeet,
    });
  },
);
