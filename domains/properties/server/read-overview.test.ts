import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AgedTotals, RentRollTotals } from "#domains/ledger/reports-contract.ts";
import { toCents } from "#shared/format/money.ts";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { dayFromToday } from "#test/days.ts";
import { createLeaseOfDays, someTerms, writeCharge, writeTerms } from "#test/ledger.ts";
import { createPerson, createProperty, createUnit, signInAs } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import type { PropertyOverview, UnitInBuilding } from "../contract.ts";

let portal: TestPortal;
let building: TestBuilding;

/** Two current leases, one that begins later and one that has ended, in a building with units of every kind. */
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
  const { db, services } = portal;
  const { propertyId, leaseId, unitId, otherUnitId } = building;
  const coming = await createLeaseOfDays(db, { propertyId, from: dayFromToday(40) });
  await createLeaseOfDays(db, { propertyId, from: dayFromToday(-90), to: dayFromToday(-30) });
  for (const lease of [leaseId, coming])
    await writeTerms(db, { leaseId: lease, from: "2020-01-01", terms: someTerms() });
  await writeCharge(services, { propertyId, leaseId, cents: 12_345, dueOn: dayFromToday(-5) });
  await writeCharge(services, { propertyId, leaseId, cents: 50_000, dueOn: dayFromToday(5) });
  const set = (id: number, facts: { status: string; size_sqft: number | null; rentable_sqft?: number }) =>
    db.updateTable("units").set(facts).where("id", "=", id).execute();
  await set(unitId, { status: "occupied", size_sqft: 900, rentable_sqft: 1_000 });
  await set(otherUnitId, { status: "occupied", size_sqft: 500 });
  await set(await createUnit(db, propertyId), { status: "vacant", size_sqft: 300 });
  await set(await createUnit(db, propertyId), { status: "renovation", size_sqft: 200 });
  // Of another landlord, with everything that must not be counted.
  const elsewhere = await createProperty(db);
  const lease = await createLeaseOfDays(db, { propertyId: elsewhere, from: dayFromToday(-30) });
  await writeTerms(db, { leaseId: lease, from: "2020-01-01", terms: someTerms() });
  await writeCharge(services, { propertyId: elsewhere, leaseId: lease, cents: 7, dueOn: dayFromToday(-5) });
  await sql`update units set size_sqft = 4000, status = 'vacant' where property_id = ${elsewhere}`.execute(
    db,
  );
});
afterAll(() => portal.close());

const ask = (address: string, cookie = building.landlord.cookie) => portal.call("GET", address, { cookie });
const overview = async (cookie?: string) =>
  (await ask(`/api/properties/${building.propertyId}/overview`, cookie)).json<PropertyOverview>();

test("the overview of a property has its leases, rent, units, areas and what is overdue", async () => {
  const figures = {
    currentLeases: 2,
    comingLeases: 1,
    // The second current lease has no terms yet.
    monthlyRentCents: 300_000,
    overdueCents: 12_345,
    overdueLeases: 1,
    occupied: 2,
    // Those of the coming and the ended lease have no area.
    vacant: 3,
    other: 1,
    squareFeet: 2_000,
    occupiedSquareFeet: 1_500,
    vacantSquareFeet: 300,
  };
  expect(await overview()).toEqual(figures);
  expect(await overview(building.admin.cookie)).toEqual(figures);
});

test.each(["landlord", "admin"] as const)("each figure equals the list it opens, for the %s", async (who) => {
  const { cookie } = building[who];
  const of = `propertyId=${building.propertyId}`;
  const figures = await overview(cookie);
  const lengthOf = async (address: string) =>
    Number((await ask(`${address}&page=1`, cookie)).headers["x-total-count"]);
  expect(await lengthOf(`/api/leases?state=current&${of}`)).toBe(figures.currentLeases);
  expect(await lengthOf(`/api/leases?state=coming&${of}`)).toBe(figures.comingLeases);
  expect(await lengthOf(`/api/reports/aged?overdue=yes&${of}`)).toBe(figures.overdueLeases);
  const rentRoll = (await ask(`/api/reports/rent-roll/totals?${of}`, cookie)).json<RentRollTotals>();
  expect(rentRoll).toMatchObject({
    leases: figures.currentLeases,
    sums: { monthlyRentCents: figures.monthlyRentCents },
  });
  const aged = (await ask(`/api/reports/aged/totals?overdue=yes&${of}`, cookie)).json<AgedTotals>();
  const overdue = aged.upTo30Cents + aged.upTo60Cents + aged.upTo90Cents + aged.over90Cents;
  expect(toCents(overdue)).toBe(figures.overdueCents);
  const units = async (occupancy: string) => {
    const listed = (await ask(`/api/units?${of}${occupancy}`, cookie)).json<UnitInBuilding[]>();
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
});

test("another landlord's overview does not exist, and roles that do not let it may not ask", async () => {
  const other = await createPerson(portal.db, { role: "landlord" });
  const address = `/api/properties/${building.propertyId}/overview`;
  expect((await ask(address, await signInAs(portal.db, other))).statusCode).toBe(404);
  for (const { cookie } of [building.tenant, building.technician])
    expect((await ask(address, cookie)).statusCode).toBe(403);
});
