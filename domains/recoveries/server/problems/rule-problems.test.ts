import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { findCategoryId } from "#test/money/expenses.ts";
import { createActiveLease, sampleTerms, writeTerms } from "#test/money/ledger.ts";
import { ReconciledLease } from "#test/money/reconciled-lease.ts";
import { addRecoveryTerms, amendRecoveryTerms, poolRecovery } from "#test/money/recoveries.ts";

let tested: ReconciledLease;

beforeAll(async () => {
  tested = await ReconciledLease.start();
});
afterAll(() => tested.portal.close());
beforeEach(() => tested.addProperty());

test("a reconciliation without problems has no findings [REC-05]", async () => {
  await tested.share();
  expect(await tested.read()).toEqual([]);
});

test("a lease without a rule for a pool is a finding with the cost that falls on its area [REC-05]", async () => {
  await tested.share();
  await tested.addBill({ lines: [{ category: "Common electricity", amountCents: 5_000 }] });
  expect(await tested.read()).toEqual([
    {
      kind: "no-rule",
      sentence: "Harbor Lane Coffee has no rule for Utilities.",
      cents: 5_000,
      leaseId: tested.leaseId,
    },
  ]);
});

test("a base year without bills and a cap without last year's amount are findings [REC-05]", async () => {
  await tested.share({
    base: { kind: "year", year: 2023 },
    cap: { kind: "non-cumulative", basisPoints: 500, baseYear: 2023, baseCents: 90_000 },
  });
  // An amendment of the rent splits the year. Each finding is listed once.
  const terms = sampleTerms({ areaSquareFeet: 0, lines: [] });
  await writeTerms(tested.portal.db, { leaseId: tested.leaseId, from: "2024-01-01", terms });
  await writeTerms(tested.portal.db, { leaseId: tested.leaseId, number: 2, from: "2025-07-01", terms });
  expect((await tested.read()).map(({ kind }) => kind)).toEqual(["no-base", "no-cap-history"]);
});

test("shares that exceed a pool's cost, excluding fees, are a finding with the difference [REC-05]", async () => {
  const fee = { basisPoints: 1_000, isInsideCap: false, categoryIds: null };
  const denominator = { kind: "fixed", squareFeet: 800 } as const;
  await tested.share({ fee, share: { kind: "area", denominator, anchors: "shared", floorSquareFeet: null } });
  expect(await tested.read()).toMatchObject([{ kind: "over-recovered", cents: 25_000 }]);
});

test("a fee alone doesn't make the shares exceed the pool's cost [REC-05]", async () => {
  await tested.share({ fee: { basisPoints: 1_000, isInsideCap: false, categoryIds: null } });
  expect(await tested.read()).toEqual([]);
});

test("shares that add up to more than the whole pool are a finding, even if a base keeps the amounts below the cost [REC-22]", async () => {
  const rule = {
    share: { kind: "percentage", millionths: 600_000 },
    base: { kind: "amount", cents: 50_000 },
  } as const;
  await tested.share(rule);
  const otherId = await createActiveLease(tested.portal.db, {
    propertyId: tested.propertyId,
    from: "2024-01-01",
  });
  await addRecoveryTerms(tested.portal.db, otherId, "2024-01-01", [
    poolRecovery({ poolId: tested.poolIds.CAM ?? 0, ...rule }),
  ]);
  expect(await tested.readFindings()).toMatchObject([
    {
      kind: "shares-above-whole",
      sentence: "The tenants' shares of CAM add up to 120%. Check their percentages and denominators.",
      cents: 20_000,
      leases: [{ id: tested.leaseId }, { id: otherId }],
    },
  ]);
});

test("a pool whose cost changed by more than 15% from the year before is a finding once the year is over [REC-22]", async () => {
  await tested.share();
  const lastYear = { serviceFrom: "2024-01-01", serviceTo: "2024-12-31" };
  await tested.addBill({ ...lastYear, lines: [{ category: "Cleaning", amountCents: 87_000 }] });
  expect(await tested.readKinds()).toEqual([]);
  await tested.addBill({ lines: [{ category: "Security", amountCents: 1_000 }] });
  expect(await tested.readFindings()).toMatchObject([
    {
      kind: "change",
      sentence: "CAM cost 16.1% more than in 2024, when it was $870.00. Cleaning changed most, by $130.00.",
      cents: 14_000,
      leases: [{ id: tested.leaseId }],
    },
  ]);
  const thisYear = tested.portal.clock.now.getUTCFullYear();
  await tested.addBill({
    serviceFrom: `${thisYear}-01-01`,
    serviceTo: `${thisYear}-01-31`,
    lines: [{ category: "Cleaning", amountCents: 1_000 }],
  });
  expect(await tested.readKinds(thisYear)).toEqual([]);
});

test("a cap on costs that aren't controllable anymore is a finding [REC-22]", async () => {
  await tested.share({
    cap: { kind: "cumulative-simple", basisPoints: 500, baseYear: 2023, baseCents: 100 },
  });
  expect(await tested.readKinds()).toEqual([]);
  await sql`update expense_categories set is_controllable = false where name = 'Cleaning'`.execute(
    tested.portal.db,
  );
  expect(await tested.read()).toMatchObject([
    {
      kind: "cap-without-effect",
      sentence:
        "The cap of Harbor Lane Coffee on CAM limits nothing, because none of the costs are marked as controllable.",
    },
  ]);
  await sql`update expense_categories set is_controllable = true where name = 'Cleaning'`.execute(
    tested.portal.db,
  );
});

test("an administrative fee on a management fee is a finding, and on other categories it isn't [REC-22]", async () => {
  const fee = { basisPoints: 1_000, isInsideCap: false, categoryIds: null };
  await tested.share({ fee });
  await tested.addBill({ lines: [{ category: "Management fee", amountCents: 20_000 }] });
  expect(await tested.read()).toEqual([
    {
      kind: "fee-on-fee",
      sentence:
        "The administrative fee of Harbor Lane Coffee on CAM is also charged on Management fee, which is a fee on a fee.",
      cents: 2_000,
      leaseId: tested.leaseId,
    },
  ]);
  const categoryIds = [await findCategoryId(tested.portal.db, "Cleaning")];
  await amendRecoveryTerms(tested.portal.db, tested.leaseId, [
    poolRecovery({ poolId: tested.poolIds.CAM ?? 0, fee: { ...fee, categoryIds } }),
  ]);
  expect(await tested.readKinds()).toEqual([]);
});

test("an anchor's contribution reduces the fee on a fee in proportion [REC-22]", async () => {
  const { db } = tested.portal;
  const poolId = tested.poolIds.CAM ?? 0;
  await tested.share({ fee: { basisPoints: 1_000, isInsideCap: false, categoryIds: null } });
  const anchorId = await createActiveLease(db, { propertyId: tested.propertyId, from: "2024-01-01" });
  await sql`update units set size_sqft = 1000 where property_id = ${tested.propertyId}`.execute(db);
  await addRecoveryTerms(db, anchorId, "2024-01-01", [
    poolRecovery({ poolId, share: { kind: "percentage", millionths: 500_000 }, isAnchor: true }),
  ]);
  await tested.addBill({ lines: [{ category: "Management fee", amountCents: 20_000 }] });
  // The anchor pays half of all costs, so the fee is 10% of the other half of $200.00.
  expect(await tested.read()).toMatchObject([{ kind: "fee-on-fee", cents: 1_000 }]);
});

test("a tax that is grossed up is a finding with the amount above its cost [REC-22]", async () => {
  await tested.portal.db
    .insertInto("units")
    .values({ property_id: tested.propertyId, unit_number: "Vacant", type: "office", size_sqft: 1_000 })
    .execute();
  await addRecoveryTerms(
    tested.portal.db,
    tested.leaseId,
    "2024-01-01",
    ["CAM", "Property tax"].map((name) =>
      poolRecovery({ poolId: tested.poolIds[name] ?? 0, grossUpBasisPoints: 10_000 }),
    ),
  );
  await tested.addBill({ lines: [{ category: "Property tax", amountCents: 10_000 }] });
  expect(await tested.readKinds()).toEqual([]);
  await sql`update expense_categories set varies_with_occupancy = true where name = 'Property tax'`.execute(
    tested.portal.db,
  );
  expect(await tested.read()).toEqual([
    {
      kind: "fixed-grossed-up",
      sentence:
        "Property tax is grossed up for Harbor Lane Coffee, but it doesn't vary with occupancy. Mark the category as fixed.",
      // $200.00 instead of $100.00 at an occupancy of 50%, of which the tenant pays half.
      cents: 5_000,
      leaseId: tested.leaseId,
    },
  ]);
  await sql`update expense_categories set varies_with_occupancy = false where name = 'Property tax'`.execute(
    tested.portal.db,
  );
});

test("a category without a cost in the base year is a finding with the tenant's share of it [REC-22]", async () => {
  await tested.share({ base: { kind: "year", year: 2024 } });
  await tested.addBill({
    serviceFrom: "2024-01-01",
    serviceTo: "2024-12-31",
    lines: [{ category: "Cleaning", amountCents: 100_000 }],
  });
  expect(await tested.readKinds()).toEqual([]);
  await tested.addBill({ lines: [{ category: "Security", amountCents: 5_000 }] });
  await tested.addBill({ lines: [{ category: "Landscaping", amountCents: 2_000 }] });
  expect(await tested.read()).toEqual([
    {
      kind: "new-category",
      sentence:
        "Harbor Lane Coffee pays above the cost of CAM in 2024, which had no cost for Landscaping and Security. Check if its base must rise.",
      cents: 7_000,
      leaseId: tested.leaseId,
    },
  ]);
});

test("an excluded category that moved to a pool where it's shared is a finding [REC-22]", async () => {
  const category = await tested.portal.db
    .insertInto("expense_categories")
    .values({
      name: "Elevator upgrade",
      pool_id: tested.poolIds.CAM ?? 0,
      is_recoverable: true,
      is_controllable: true,
      varies_with_occupancy: false,
      is_capital: false,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await addRecoveryTerms(tested.portal.db, tested.leaseId, "2024-01-01", [
    poolRecovery({ poolId: tested.poolIds.CAM ?? 0, excludedCategoryIds: [category.id] }),
    poolRecovery({ poolId: tested.poolIds.Utilities ?? 0 }),
  ]);
  await tested.addBill({ lines: [{ category: "Elevator upgrade", amountCents: 3_000 }] });
  expect(await tested.readKinds()).toEqual([]);
  await tested.portal.db
    .updateTable("expense_categories")
    .set({ pool_id: tested.poolIds.Utilities ?? 0 })
    .where("id", "=", category.id)
    .execute();
  expect(await tested.read()).toEqual([
    {
      kind: "exclusion-elsewhere",
      sentence:
        "Harbor Lane Coffee doesn't share Elevator upgrade in CAM, but it's in Utilities now, where it's shared. Exclude it there too.",
      cents: 3_000,
      leaseId: tested.leaseId,
    },
  ]);
});
