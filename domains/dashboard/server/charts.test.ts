import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { LedgerMonth } from "#domains/ledger/reports-contract.ts";
import type { UnitWithProperty } from "#domains/properties/contract.ts";
import { occupancies } from "#domains/properties/occupancy.ts";
import type { ReportDocument } from "#domains/reports/contract.ts";
import { categories } from "#domains/work-orders/categories.ts";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { dayFromToday } from "#test/dates.ts";
import { sumOverdue } from "#test/money/aged-report.ts";
import { createActiveLease, writeCharge } from "#test/money/ledger.ts";
import { createProperty, createUnit, createWorkOrder } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import type { DashboardCharts } from "../contract.ts";

let portal: TestPortal;
let building: TestBuilding;

beforeAll(async () => {
  ({ portal, building } = await startBuilding());
  const { db } = portal;
  const { propertyId, landlord, admin } = building;
  const elsewhere = await createProperty(db);
  const report = async (hoursOld: number, facts: Partial<Parameters<typeof createWorkOrder>[1]> = {}) => {
    const id = await createWorkOrder(db, { propertyId, createdById: landlord.id, ...facts });
    await sql`update work_orders set created_at = now() - make_interval(hours => ${hoursOld}) where id = ${id}`.execute(
      db,
    );
  };
  for (const days of [0, 2, 3, 7, 8, 30, 31, 90]) await report(days * 24 + 5);
  await report(1, { status: "urgent", category: "Cleaning" });
  await report(40 * 24, { awaitingApproval: true, category: "HVAC" });
  await report(1, { status: "completed" });
  await report(50 * 24, { status: "in_progress" });
  for (const category of categories)
    await report(1, { propertyId: elsewhere, category, createdById: admin.id });
  const units = ["vacant", "maintenance", "renovation", "reserved"] as const;
  for (const status of units) {
    const id = await createUnit(db, propertyId);
    await db.updateTable("units").set({ status }).where("id", "=", id).execute();
  }
  for (const unitId of [building.unitId, building.otherUnitId])
    await db.updateTable("units").set({ status: "occupied" }).where("id", "=", unitId).execute();
  const size = (id: number, sqft: number) =>
    db.updateTable("units").set({ size_sqft: sqft }).where("id", "=", id).execute();
  await size(building.unitId, 1_200);
  await size(await createUnit(db, elsewhere), 800);
  const ending = { from: dayFromToday(-300), to: dayFromToday(60) };
  await createActiveLease(db, { propertyId, ...ending });
  const leaseElsewhere = await createActiveLease(db, { propertyId: elsewhere, ...ending });
  const charge = { propertyId, leaseId: building.leaseId, cents: 100_000 };
  for (const days of [-20, 5]) await writeCharge(portal.services, { ...charge, dueOn: dayFromToday(days) });
  await writeCharge(portal.services, {
    propertyId: elsewhere,
    leaseId: leaseElsewhere,
    cents: 200_000,
    dueOn: dayFromToday(-100),
  });
});
afterAll(() => portal.close());

type Who = "admin" | "landlord" | "technician";
const readChartsAs = async (who: Who) =>
  (
    await portal.call("GET", "/api/dashboard/charts", { cookie: building[who].cookie })
  ).json<DashboardCharts>();
const readTotal = async (who: Who, address: string) => {
  const response = await portal.call("GET", address, { cookie: building[who].cookie });
  return Number(response.headers["x-total-count"]);
};

/** Sums the open work orders by age or by category. */
function sumBy({ openWorkOrders }: DashboardCharts, by: "age" | "category"): Record<string, number> {
  const totals: Record<string, number> = {};
  for (const order of openWorkOrders) totals[order[by]] = (totals[order[by]] ?? 0) + order.count;
  return totals;
}

describe("the dashboard's charts", () => {
  test("DASH-29 open work orders are counted by full days since they were reported", async () => {
    expect(sumBy(await readChartsAs("landlord"), "age")).toEqual({
      "0-2": 3,
      "3-7": 2,
      "8-30": 2,
      "over-30": 3,
    });
  });

  test("DASH-29 open work orders are counted by category, in the same groups as the list's filter", async () => {
    expect(sumBy(await readChartsAs("admin"), "category")).toEqual({
      Electrical: 1,
      Plumbing: 9,
      HVAC: 2,
      Structural: 1,
      Maintenance: 1,
      Other: 5,
    });
  });

  test("DASH-29 units are counted as occupied, vacant, or other, for roles that lease units", async () => {
    expect((await readChartsAs("landlord")).occupancy).toMatchObject({ occupied: 2, vacant: 2, other: 3 });
    expect((await readChartsAs("admin")).occupancy).toMatchObject({ occupied: 2, vacant: 4, other: 3 });
    expect((await readChartsAs("technician")).occupancy).toBeNull();
  });

  test("DASH-29 the rent due in a month equals the report it opens, and the unpaid part equals the overdue charges", async () => {
    for (const who of ["admin", "landlord"] as const) {
      const report = await portal.call("GET", "/api/reports/months", { cookie: building[who].cookie });
      const months = (await readChartsAs(who)).months ?? [];
      expect(months).toEqual(report.json<LedgerMonth[]>());
      const sum = (part: "overdueCents" | "upcomingCents") =>
        months.reduce((all, month) => all + month[part], 0);
      expect(sum("overdueCents")).toBe(who === "admin" ? 300_000 : 100_000);
      // 1,000.00 is due in five days, which might be next month.
      expect([0, 100_000]).toContain(sum("upcomingCents"));
    }
    expect((await readChartsAs("technician")).months).toBeNull();
  });

  test.each(["admin", "landlord", "technician"] as const)(
    "DASH-29 every number in the charts for the %s is the length of the list it opens",
    async (who) => {
      const charts = await readChartsAs(who);
      const { openWorkOrders, occupancy } = charts;
      for (const { category, age, count } of openWorkOrders)
        expect(
          await readTotal(who, `/api/work-orders?status=open&category=${category}&age=${age}&page=1`),
          `${category} ${age}`,
        ).toBe(count);
      for (const [age, count] of Object.entries(sumBy(charts, "age")))
        expect(await readTotal(who, `/api/work-orders?status=open&age=${age}&page=1`), age).toBe(count);
      for (const name of occupancy === null ? [] : occupancies)
        expect(await readTotal(who, `/api/units?occupancy=${name}&page=1`), name).toBe(occupancy?.[name]);
      expect(openWorkOrders.reduce((sum, { count }) => sum + count, 0)).toBe(
        await readTotal(who, "/api/work-orders?status=open&page=1"),
      );
    },
  );

  test.each(["admin", "landlord"] as const)(
    "square feet, the overdue amount, and ending leases for the %s equal the totals of the lists they open",
    async (who) => {
      const read = async <T>(address: string) =>
        (await portal.call("GET", address, { cookie: building[who].cookie })).json<T>();
      const { occupancy, overdue, endingLeases } = await readChartsAs(who);
      const squareFeet = (units: UnitWithProperty[]) =>
        units.reduce((sum, { sizeSqft }) => sum + (sizeSqft ?? 0), 0);
      expect(occupancy?.occupiedSquareFeet).toBe(1_200);
      expect(squareFeet(await read("/api/units?occupancy=occupied"))).toBe(occupancy?.occupiedSquareFeet);
      expect(squareFeet(await read("/api/units"))).toBe(occupancy?.squareFeet);
      const aged = await read<ReportDocument>("/api/reports/aged/document?overdue=yes");
      expect(overdue).toEqual(
        who === "admin"
          ? { cents: 300_000, leases: 2, since: dayFromToday(-100) }
          : { cents: 100_000, leases: 1, since: dayFromToday(-20) },
      );
      expect([sumOverdue(aged.totals), aged.rowCount]).toEqual([overdue?.cents, overdue?.leases]);
      expect(endingLeases).toMatchObject({ count: who === "admin" ? 2 : 1, first: { to: dayFromToday(60) } });
      expect(await readTotal(who, "/api/leases?state=ending&page=1")).toBe(endingLeases?.count);
    },
  );

  test("technicians receive neither amounts nor leases in the charts", async () => {
    expect(await readChartsAs("technician")).toMatchObject({ overdue: null, endingLeases: null });
  });
});
