import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createVendor } from "#test/money/expenses.ts";
import { ReconciledLease } from "#test/money/reconciled-lease.ts";
import { ReconciliationCalls } from "#test/money/reconciliations.ts";
import { addRecoveryTerms, poolRecovery } from "#test/money/recoveries.ts";

let tested: ReconciledLease;

beforeAll(async () => {
  tested = await ReconciledLease.start();
});
afterAll(() => tested.portal.close());
beforeEach(() => tested.addProperty());

test("a recoverable cost outside all pools and a bill entered twice are findings [REC-05]", async () => {
  await tested.share();
  const vendorId = await createVendor(tested.portal.db, "Bright & Clean");
  const bill = { vendorId, lines: [{ category: "Cleaning", amountCents: 5_000 }] };
  await tested.addBill({ ...bill, number: "A-1" });
  await tested.addBill({ ...bill, number: "A 1b" });
  await sql`insert into expense_categories (name, is_recoverable, is_controllable, varies_with_occupancy, is_capital)
    values ('Window washing', true, true, false, false)`.execute(tested.portal.db);
  await tested.addBill({ lines: [{ category: "Window washing", amountCents: 7_000 }] });
  expect(await tested.read()).toEqual([
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

test("duplicate bills in two pools are a finding with both bills [REC-05, REC-22]", async () => {
  await addRecoveryTerms(
    tested.portal.db,
    tested.leaseId,
    "2024-01-01",
    ["CAM", "Utilities"].map((name) => poolRecovery({ poolId: tested.poolIds[name] ?? 0 })),
  );
  const vendorId = await createVendor(tested.portal.db, "Harbor Services");
  const first = await tested.addBill({
    vendorId,
    number: "1",
    lines: [{ category: "Cleaning", amountCents: 5_000 }],
  });
  const second = await tested.addBill({
    vendorId,
    number: "2",
    lines: [{ category: "Common electricity", amountCents: 5_000 }],
  });
  expect(await tested.readFindings()).toMatchObject([
    {
      kind: "billed-twice",
      cents: 5_000,
      bills: [
        { id: first, vendor: "Harbor Services", number: "1" },
        { id: second, vendor: "Harbor Services", number: "2" },
      ],
    },
  ]);
});

test("a capital cost among the repairs or in a capital category is a finding with its bill [REC-22]", async () => {
  await tested.share();
  await tested.addBill({
    lines: [{ category: "Repairs and maintenance", amountCents: 499_900, memo: "Replaced two pumps" }],
  });
  await tested.addBill({
    lines: [{ category: "Repairs and maintenance", amountCents: 600_000, memo: "Leaks" }],
  });
  expect(await tested.readKinds()).toEqual([]);
  const billId = await tested.addBill({
    number: "R-9",
    lines: [{ category: "Repairs and maintenance", amountCents: 620_000, memo: "New rooftop unit" }],
  });
  await sql`insert into expense_categories (name, pool_id, is_recoverable, is_controllable, varies_with_occupancy, is_capital)
    values ('Paving', ${tested.poolIds.CAM}, true, false, false, true)`.execute(tested.portal.db);
  await tested.addBill({ lines: [{ category: "Paving", amountCents: 10_000 }] });
  const findings = await tested.readFindings();
  expect(findings).toMatchObject([
    {
      kind: "capital-cost",
      sentence:
        "“New rooftop unit” for $6,200.00 looks like a capital cost, but it's in Repairs and maintenance, which tenants share in full.",
      cents: 620_000,
      leases: [{ id: tested.leaseId }],
      bills: [{ id: billId, number: "R-9" }],
    },
    {
      kind: "capital-cost",
      sentence:
        "Paving is a capital cost. Tenants share all $100.00 of it in one year, unless you enter only the year's installment.",
    },
  ]);
});

test("a refund that tenants don't share is a finding if they share the vendor's bills [REC-22]", async () => {
  await tested.share();
  const vendorId = await createVendor(tested.portal.db, "County Treasury");
  const refund = { vendorId, lines: [{ category: "Legal and accounting", amountCents: -30_000 }] };
  const billId = await tested.addBill({ number: "R-1", ...refund });
  expect(await tested.readKinds()).toEqual([]);
  await tested.addBill({ vendorId, lines: [{ category: "Cleaning", amountCents: 90_000 }] });
  expect(await tested.readFindings()).toMatchObject([
    {
      kind: "refund-not-shared",
      sentence:
        "County Treasury credited $300.00 in Legal and accounting, which tenants don't share, but they share its bills.",
      cents: 30_000,
      bills: [{ id: billId }],
    },
  ]);
});

test("a refund for an earlier year is a finding until a statement for that year has it [REC-22]", async () => {
  await tested.share();
  const vendorId = await createVendor(tested.portal.db, "State Treasury");
  const earlier = { serviceFrom: "2024-07-01", serviceTo: "2024-12-31" };
  await tested.addBill({
    ...earlier,
    billedOn: "2024-08-01",
    lines: [{ category: "Cleaning", amountCents: 95_000 }],
  });
  const billId = await tested.addBill({
    ...earlier,
    vendorId,
    billedOn: "2025-05-02",
    lines: [{ category: "Cleaning", amountCents: -5_000 }],
  });
  expect(await tested.readFindings()).toMatchObject([
    {
      kind: "refund-for-earlier-year",
      sentence:
        "State Treasury credited $50.00 for 2024, which is on no statement. Correct the statements for 2024.",
      cents: 5_000,
      bills: [{ id: billId }],
    },
  ]);
  const calls = new ReconciliationCalls(tested.portal, {
    propertyId: tested.propertyId,
    cookie: tested.building.admin.cookie,
    year: 2024,
  });
  expect((await calls.reviewAndIssue()).statusCode).toBe(200);
  expect(await tested.readKinds()).toEqual([]);
});
