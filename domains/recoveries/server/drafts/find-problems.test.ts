import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { runAsPortal } from "#server/jobs/as-portal.ts";
import { toCents } from "#shared/format/money.ts";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { createVendor, insertBill } from "#test/money/expenses.ts";
import { createActiveLease, sampleTerms, writeTerms } from "#test/money/ledger.ts";
import { addRecoveryTerms, poolRecovery } from "#test/money/recoveries.ts";
import { createProperty } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import type { Reconciliation } from "../../reconciliation-contract.ts";
import type { PoolRecovery } from "../../recovery-terms.ts";

let portal: TestPortal;
let building: TestBuilding;
let propertyId: number;
let leaseId: number;
let camId: number;

beforeAll(async () => {
  ({ portal, building } = await startBuilding());
  const { rows } = await sql<{ id: number }>`select id from expense_pools where name = 'CAM'`.execute(
    portal.db,
  );
  camId = rows[0]?.id ?? 0;
});
afterAll(() => portal.close());

/** A property with a single lease of all its 1,000 sq ft, and $1,000.00 for cleaning. */
beforeEach(async () => {
  propertyId = await createProperty(portal.db);
  leaseId = await createActiveLease(portal.db, { propertyId, from: "2024-01-01" });
  await sql`update units set size_sqft = 1000 where property_id = ${propertyId}`.execute(portal.db);
  await addBill({ lines: [{ category: "Cleaning", amountCents: 100_000 }] });
});

/** Inserts a bill for the days of 2025. */
const addBill = (bill: {
  vendorId?: number;
  number?: string;
  lines: { category: string; amountCents: number }[];
}) =>
  insertBill(portal.db, {
    propertyId,
    createdById: building.admin.id,
    serviceFrom: "2025-01-01",
    serviceTo: "2025-12-31",
    ...bill,
  });
const share = (changes: Partial<PoolRecovery> = {}) =>
  addRecoveryTerms(portal.db, leaseId, "2024-01-01", [poolRecovery({ poolId: camId, ...changes })]);
const read = async () => {
  const path = `/api/properties/${propertyId}/reconciliations/2025`;
  const response = await portal.call("GET", path, { cookie: building.admin.cookie });
  expect(response.statusCode, response.body).toBe(200);
  return response
    .json<Reconciliation>()
    .findings.map(({ kind, sentence, cents, leaseId: of }) => ({ kind, sentence, cents, leaseId: of }));
};

test("a reconciliation without problems has no findings [REC-05]", async () => {
  await share();
  expect(await read()).toEqual([]);
});

test("a lease without a rule for a pool is a finding that shows the cost attributable to its area [REC-05]", async () => {
  expect(await read()).toEqual([
    { kind: "no-rule", sentence: "Harbor Lane Coffee has no rule for CAM.", cents: 100_000, leaseId },
  ]);
});

test("a base year without bills and a cap without last year's amount are findings [REC-05]", async () => {
  await share({
    base: { kind: "year", year: 2023 },
    cap: { kind: "non-cumulative", basisPoints: 500, baseYear: 2023, baseCents: 90_000 },
  });
  // An amendment of the rent splits the year. Each finding is listed once.
  const terms = sampleTerms({ areaSquareFeet: 0, lines: [] });
  await writeTerms(portal.db, { leaseId, from: "2024-01-01", terms });
  await writeTerms(portal.db, { leaseId, number: 2, from: "2025-07-01", terms });
  expect((await read()).map(({ kind }) => kind)).toEqual(["no-base", "no-cap-history"]);
});

test("shares that exceed a pool's cost, excluding fees, are a finding with the difference [REC-05]", async () => {
  const fee = { basisPoints: 1_000, isInsideCap: false, categoryIds: null };
  const denominator = { kind: "fixed", squareFeet: 800 } as const;
  await share({ fee, share: { kind: "area", denominator, anchors: "shared", floorSquareFeet: null } });
  expect(await read()).toMatchObject([{ kind: "over-recovered", cents: 25_000 }]);
});

test("a fee alone doesn't make the shares exceed the pool's cost [REC-05]", async () => {
  await share({ fee: { basisPoints: 1_000, isInsideCap: false, categoryIds: null } });
  expect(await read()).toEqual([]);
});

test("an area in the lease that differs from its units is a finding [REC-05]", async () => {
  await share();
  await writeTerms(portal.db, {
    leaseId,
    from: "2024-01-01",
    terms: sampleTerms({ areaSquareFeet: 900, lines: [] }),
  });
  expect(await read()).toMatchObject([
    {
      kind: "area",
      sentence:
        "The lease of Harbor Lane Coffee states 900 sq ft, but its units have 1,000 sq ft. The area in the lease is billed.",
    },
  ]);
});

test("estimates billed to a tenant without a share are a finding [REC-05]", async () => {
  await share({ share: { kind: "none" } });
  const price = { monthlyCents: toCents(10_000) };
  const line = {
    key: 1,
    kind: "common-area",
    label: "CAM",
    from: "2025-01-01",
    to: "2025-02-28",
    price,
  } as const;
  const terms = sampleTerms({ areaSquareFeet: 0, lines: [line] });
  await writeTerms(portal.db, { leaseId, from: "2024-01-01", terms });
  await runAsPortal(portal.services, (ctx) => ctx.postCharges(ctx, [leaseId]));
  expect(await read()).toMatchObject([{ kind: "estimates-without-share", cents: 20_000 }]);
});

test("a recoverable cost outside all pools and a bill entered twice are findings [REC-05]", async () => {
  await share();
  const vendorId = await createVendor(portal.db, "Bright & Clean");
  const bill = { vendorId, lines: [{ category: "Cleaning", amountCents: 5_000 }] };
  await addBill({ ...bill, number: "A-1" });
  await addBill({ ...bill, number: "A 1b" });
  await sql`insert into expense_categories (name, is_recoverable, is_controllable, varies_with_occupancy, is_capital)
    values ('Window washing', true, true, false, false)`.execute(portal.db);
  await addBill({ lines: [{ category: "Window washing", amountCents: 7_000 }] });
  expect(await read()).toEqual([
    {
      kind: "no-pool",
      sentence: "Window washing is recoverable but in no pool, so no tenant shares it.",
      cents: 7_000,
      leaseId: null,
    },
    {
      kind: "billed-twice",
      sentence: "Bright & Clean billed $50.00 for the same days more than once: A-1, A 1b.",
      cents: 5_000,
      leaseId: null,
    },
  ]);
});
