import { afterAll, beforeAll, expect, test } from "vitest";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { dayFromToday } from "#test/dates.ts";
import { createActiveLease, sampleTerms, writeCharge, writeTerms } from "#test/money/ledger.ts";
import { createProperty, createUnit } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import type { StackingPlan } from "../../contract.ts";

let portal: TestPortal;
let building: TestBuilding;
let endingId: number;

/** A lease with overdue rent, one that ends soon, one without either, and a vacant and a reserved unit. */
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
  const { db, services } = portal;
  const { propertyId, leaseId, unitId, otherUnitId, otherLeaseId } = building;
  const set = (id: number, fields: object) =>
    db.updateTable("units").set(fields).where("id", "=", id).execute();
  await writeTerms(db, { leaseId, from: "2020-01-01", terms: sampleTerms() });
  await writeCharge(services, { propertyId, leaseId, cents: 12_345, dueOn: dayFromToday(-5) });
  await writeCharge(services, { propertyId, leaseId: otherLeaseId, cents: 12_345, dueOn: dayFromToday(5) });
  await set(unitId, { status: "occupied", floor: "1", size_sqft: 900, rentable_sqft: 1_000 });
  await set(otherUnitId, { status: "occupied", floor: "1" });
  endingId = await createActiveLease(db, { propertyId, from: dayFromToday(-300), to: dayFromToday(90) });
  await db.updateTable("units").set({ status: "occupied" }).where("status", "=", "vacant").execute();
  await set(await createUnit(db, propertyId, "901"), { status: "vacant", floor: "9" });
  await set(await createUnit(db, propertyId, "902"), { status: "reserved", floor: "9" });
  await createUnit(db, await createProperty(db));
});
afterAll(() => portal.close());

const read = (cookie: string) =>
  portal.call("GET", `/api/properties/${building.propertyId}/stacking-plan`, { cookie });

test.each(["landlord", "admin"] as const)(
  "for the %s, the stacking plan shows each unit with its area, lease, and status",
  async (who) => {
    const { units, ...counts } = (await read(building[who].cookie)).json<StackingPlan>();
    expect(counts).toEqual({ occupied: 3, vacant: 1, other: 1 });
    expect(units).toHaveLength(5);
    const find = (number: string) => units?.find(({ unitNumber }) => unitNumber === number);
    expect(find("101")).toMatchObject({
      floor: "1",
      areaSqft: 1_000,
      status: "occupied",
      state: "overdue",
      lease: { monthlyRentCents: 300_000, units: 1 },
    });
    expect(units?.find(({ id }) => id === building.otherUnitId)?.state).toBe("occupied");
    const ending = await portal.call("GET", `/api/leases/${endingId}`, { cookie: building[who].cookie });
    const [unit] = ending.json<{ units: { id: number }[] }>().units;
    expect(units?.find(({ id }) => id === unit?.id)).toMatchObject({
      state: "ending",
      lease: { to: dayFromToday(90), monthlyRentCents: 0 },
    });
    expect(find("901")).toMatchObject({ state: "vacant", lease: null });
    expect(find("902")).toMatchObject({ state: "other", status: "reserved", lease: null });
  },
);
