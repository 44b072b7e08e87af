import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runAsPortal } from "#server/jobs/as-portal.ts";
import { toCents } from "#shared/format/money.ts";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { insertBill } from "#test/money/expenses.ts";
import { createActiveLease, sampleTerms, writePayment, writeTerms } from "#test/money/ledger.ts";
import { addRecoveryTerms, poolRecovery } from "#test/money/recoveries.ts";
import { createProperty } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import type { Reconciliation, RecoveryStatement } from "../../reconciliation-contract.ts";

let portal: TestPortal;
let building: TestBuilding;
let propertyId: number;
let anchorLease: number;
let shopLease: number;
let poolIds: Record<string, number>;

/** A property of 10,000 sq ft with a lease of 6,000, one of 3,000 from July 2025, and a vacant unit of 1,000. */
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
  const { db } = portal;
  propertyId = await createProperty(db, { name: "Harborview Center" });
  await db
    .insertInto("property_landlords")
    .values({ property_id: propertyId, user_id: building.landlord.id })
    .execute();
  const pools = await db.selectFrom("expense_pools").select(["id", "name"]).execute();
  poolIds = Object.fromEntries(pools.map(({ id, name }) => [name, id]));
  anchorLease = await createActiveLease(db, { propertyId, from: "2024-01-01" });
  shopLease = await createActiveLease(db, { propertyId, from: "2025-07-01" });
  await setAreas();
  await db
    .insertInto("units")
    .values({ property_id: propertyId, unit_number: "Vacant", type: "retail", size_sqft: 1_000 })
    .execute();
  const bill = { propertyId, createdById: building.admin.id };
  await insertBill(db, {
    ...bill,
    serviceFrom: "2025-01-01",
    serviceTo: "2025-12-31",
    lines: [{ category: "Cleaning", amountCents: 365_000 }],
  });
  await insertBill(db, {
    ...bill,
    serviceFrom: "2025-07-01",
    serviceTo: "2026-06-30",
    lines: [{ category: "Property tax", amountCents: 1_200_000 }],
  });
  await addRecoveryTerms(db, anchorLease, "2024-01-01", [
    poolRecovery({ poolId: poolIds.CAM ?? 0, clause: "Section 4.2, page 11" }),
    poolRecovery({
      poolId: poolIds["Property tax"] ?? 0,
      share: { kind: "percentage", millionths: 600_000 },
    }),
  ]);
  await addRecoveryTerms(db, shopLease, "2025-07-01", [poolRecovery({ poolId: poolIds.CAM ?? 0 })]);
});
afterAll(() => portal.close());

const setAreas = () =>
  sql`
    update units u set size_sqft = case lu.lease_id when ${anchorLease} then 6000 else 3000 end
    from lease_units lu where lu.unit_id = u.id and lu.lease_id in (${anchorLease}, ${shopLease})`.execute(
    portal.db,
  );

const get = async <T>(path: string, cookie = building.landlord.cookie): Promise<T> => {
  const response = await portal.call("GET", `/api/properties/${propertyId}/reconciliations/${path}`, {
    cookie,
  });
  expect(response.statusCode, response.body).toBe(200);
  return response.json<T>();
};
const findPool = ({ pools }: Reconciliation, name: string) => pools.find((pool) => pool.name === name);

describe("a reconciliation", () => {
  test("a reconciliation divides each pool by the leases' terms, and its lines and losses add up to the cost [REC-03]", async () => {
    const result = await get<Reconciliation>("2025");
    const cam = findPool(result, "CAM");
    // 3,000 of 10,000 sq ft for 184 of 365 days.
    expect(cam).toMatchObject({
      from: "2025-01-01",
      to: "2025-12-31",
      totalCents: 365_000,
      recoveredCents: 219_000 + 55_200,
      occupancy: "75.12%",
      categories: [{ name: "Cleaning", cents: 365_000 }],
      losses: [{ cause: "vacancy", cents: 365_000 - 219_000 - 55_200 }],
    });
    expect(result.statements.map(({ leaseId, totalCents }) => [leaseId, totalCents])).toEqual([
      [anchorLease, 219_000 + Math.round((1_200_000 * 184 * 0.6) / 365)],
      [shopLease, 55_200],
    ]);
  });

  test("a reconciliation counts only a bill's days of service in the year and lists unrecovered costs as losses [REC-03, REC-22]", async () => {
    const tax = findPool(await get<Reconciliation>("2025"), "Property tax");
    const half = Math.round((1_200_000 * 184) / 365);
    expect(tax).toMatchObject({ totalCents: half, recoveredCents: Math.round(half * 0.6) });
    expect(tax?.losses.map(({ cause }) => cause)).toEqual(["vacancy", "no-rule"]);
    expect(findPool(await get<Reconciliation>("2026"), "Property tax")?.totalCents).toBe(1_200_000 - half);
  });

  test("a reconciliation uses the property's own year for a pool [REC-03]", async () => {
    const { db } = portal;
    const key = { property_id: propertyId, pool_id: poolIds["Property tax"] ?? 0 };
    await db
      .insertInto("property_pools")
      .values({ ...key, period_start_month: 7 })
      .execute();
    expect(findPool(await get<Reconciliation>("2025"), "Property tax")).toMatchObject({
      from: "2025-07-01",
      to: "2026-06-30",
      totalCents: 1_200_000,
    });
    await db.deleteFrom("property_pools").where("property_id", "=", propertyId).execute();
  });

  test("a reconciliation explains every step of a lease's share with its rule and clause [REC-04]", async () => {
    const statement = await get<RecoveryStatement>(`2025/leases/${anchorLease}`);
    expect(statement.pools[0]).toMatchObject({
      name: "CAM",
      cents: 219_000,
      parts: [
        {
          clause: "Section 4.2, page 11",
          rule: ["The tenant pays a share of CAM: its area divided by the leasable area of the property."],
          categories: [{ name: "Cleaning", cents: 365_000, isExcluded: false, sharedCents: 365_000 }],
          steps: [
            { label: "Shared categories", cents: 365_000 },
            { label: "Cost to share", cents: 365_000 },
            {
              label: "Jan 1, 2025 to Dec 31, 2025",
              text: "6,000 sq ft of 10,000 sq ft for 365 of 365 days",
            },
            { label: "Share", text: "60% of the cost to share", cents: 219_000 },
            { label: "Amount", cents: 219_000 },
          ],
        },
      ],
    });
  });

  test("a reconciliation deducts the year's monthly charges and shows how much of them was paid [REC-03]", async () => {
    const line = {
      key: 1,
      kind: "common-area",
      label: "CAM",
      from: "2025-07-01",
      to: "2025-12-31",
      price: { monthlyCents: toCents(10_000) },
    } as const;
    await writeTerms(portal.db, {
      leaseId: shopLease,
      from: "2025-07-01",
      terms: sampleTerms({ areaSquareFeet: 0, lines: [line] }),
    });
    await runAsPortal(portal.services, (ctx) => ctx.postCharges(ctx, [shopLease]));
    await writePayment(portal.services, { leaseId: shopLease, cents: 25_000, day: "2025-08-02" });
    const { statements } = await get<Reconciliation>("2025");
    expect(statements.find(({ leaseId }) => leaseId === shopLease)).toMatchObject({
      totalCents: 55_200,
      estimatesBilledCents: 60_000,
      estimatesPaidCents: 25_000,
      dueCents: -4_800,
    });
  });

  test("a reconciliation can be exported as CSV, with shares and losses that add up to the cost [REC-03, REC-04]", async () => {
    const download = async (path: string) =>
      (
        await portal.call("GET", `/api/properties/${propertyId}/reconciliations/2025/${path}`, {
          cookie: building.landlord.cookie,
        })
      ).body
        .trim()
        .split(/\r?\n/);
    const cam = (await download("shares.csv")).filter((line) => line.startsWith("CAM,"));
    expect(cam.map((line) => line.split(",").slice(1, 2).concat(line.split(",").slice(-1)))).toEqual([
      ["Share", "2190.00"],
      ["Share", "552.00"],
      ["Not recovered", "908.00"],
      ["Cost", "3650.00"],
    ]);
    expect(await download(`leases/${anchorLease}/steps.csv`)).toContain(
      "CAM,2025-01-01,2025-12-31,Step,Share,60% of the cost to share,2190.00",
    );
  });

  test("a reconciliation splits the shares on the date a unit's area changed and doesn't change earlier years [REC-20, REC-22]", async () => {
    const { id } = await portal.db
      .selectFrom("units")
      .select("id")
      .where("property_id", "=", propertyId)
      .where("unit_number", "=", "Vacant")
      .executeTakeFirstOrThrow();
    const change = (body: object) =>
      portal.call("PATCH", `/api/units/${id}`, { cookie: building.landlord.cookie, body });
    expect((await change({ sizeSqft: 3_000, areaFrom: "2025-07-01" })).statusCode).toBe(200);
    const { statements } = await get<Reconciliation>("2025");
    const findCam = (leaseId: number) =>
      statements
        .find((statement) => statement.leaseId === leaseId)
        ?.lines.find(({ poolId }) => poolId === poolIds.CAM)?.cents;
    // $10.00 a day: 181 days of 6,000 in 10,000 sq ft, then 184 days of 6,000 in 12,000 sq ft.
    expect(findCam(anchorLease)).toBe(181 * 600 + 184 * 500);
    // 184 days of 3,000 in 12,000 sq ft.
    expect(findCam(shopLease)).toBe(184 * 250);
    expect((await change({ sizeSqft: 1_000, areaFrom: null })).statusCode).toBe(200);
    expect(findPool(await get<Reconciliation>("2025"), "CAM")?.recoveredCents).toBe(219_000 + 55_200);
  });

  test("the reconciliation of a year without bills comes to zero, and a lease at another property isn't found [REC-03]", async () => {
    const { pools, statements } = await get<Reconciliation>("2030");
    expect(pools.map(({ totalCents }) => totalCents)).toEqual([0, 0, 0, 0]);
    expect(statements.every(({ totalCents }) => totalCents === 0)).toBe(true);
    const path = `/api/properties/${propertyId}/reconciliations/2025/leases/${building.leaseId}`;
    expect((await portal.call("GET", path, { cookie: building.admin.cookie })).statusCode).toBe(404);
  });
});
