import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { verifyLedger } from "#domains/ledger/server/verify-ledger.ts";
import type { Reconciliation } from "#domains/recoveries/reconciliation-contract.ts";
import { runAsPortal } from "#server/jobs/as-portal.ts";
import { toCents } from "#shared/format/money.ts";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { arbitraryRecovery } from "#test/money/arbitrary-recovery.ts";
import { createActiveLease, readSums, sampleTerms, writeTerms } from "#test/money/ledger.ts";
import { addCost2025, ReconciliationCalls } from "#test/money/reconciliations.ts";
import { addRecoveryTerms, poolRecovery } from "#test/money/recoveries.ts";
import { createProperty } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import { isTorture } from "#test/torture.ts";

let portal: TestPortal;
let building: TestBuilding;
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
});
afterAll(() => portal.close());

const categories = ["Cleaning", "Property tax", "Common electricity"] as const;
const someCost = fc.record({
  category: fc.constantFrom(...categories),
  amountCents: fc.integer({ min: -50_000, max: 5_000_000 }).filter((cents) => cents !== 0),
});
const someTenant = fc.record({
  squareFeet: fc.integer({ min: 1, max: 9_000 }),
  /** The days in 2025 after which it moves in. */
  startsAfter: fc.constantFrom("2024-03-01", "2025-01-31", "2025-07-17"),
  recovery: fc.oneof(fc.constant({}), arbitraryRecovery([])),
  estimateCents: fc.integer({ min: 0, max: 400_000 }),
  estimateKind: fc.constantFrom("common-area" as const, "utilities" as const),
});
const someProperty = fc.record({
  tenants: fc.array(someTenant, { minLength: 1, maxLength: 4 }),
  costs: fc.array(someCost, { minLength: 1, maxLength: 4 }),
  lateCosts: fc.array(someCost, { maxLength: 2 }),
});
type SomeProperty = typeof someProperty extends fc.Arbitrary<infer Value> ? Value : never;

async function writeProperty({
  tenants,
  costs,
}: SomeProperty): Promise<{ propertyId: number; leaseIds: number[] }> {
  const { db, services } = portal;
  const propertyId = await createProperty(db);
  const pools = await db.selectFrom("expense_pools").select("id").execute();
  const leaseIds = [];
  for (const { squareFeet, startsAfter: from, recovery, estimateCents, estimateKind } of tenants) {
    const leaseId = await createActiveLease(db, { propertyId, from });
    leaseIds.push(leaseId);
    await sql`update units set size_sqft = ${squareFeet} where id in (select unit_id from lease_units where lease_id = ${leaseId})`.execute(
      db,
    );
    await addRecoveryTerms(
      db,
      leaseId,
      from,
      pools.map(({ id }) => poolRecovery({ ...recovery, poolId: id })),
    );
    const price = { monthlyCents: toCents(estimateCents) };
    const line = { key: 1, kind: estimateKind, label: "Estimate", from, to: "2025-12-31", price };
    const terms = sampleTerms({ areaSquareFeet: 0, lines: estimateCents === 0 ? [] : [line] });
    await writeTerms(db, { leaseId, from, terms });
    await runAsPortal(services, (ctx) => ctx.postCharges(ctx, [leaseId]));
  }
  for (const cost of costs) await addCost2025(db, { propertyId, createdById: building.admin.id, ...cost });
  return { propertyId, leaseIds };
}

/** Checks that the bills add up to the pools, the lines and losses to the pools, and the postings to the lines. */
async function expectTies(
  { pools, statements }: Reconciliation,
  calls: ReconciliationCalls,
  costs: SomeProperty["costs"],
): Promise<void> {
  expect(addUp(pools.map(({ totalCents }) => totalCents))).toBe(
    addUp(costs.map(({ amountCents }) => amountCents)),
  );
  for (const { id, totalCents, recoveredCents, categories, losses } of pools) {
    const lines = statements.flatMap((statement) => statement.lines.filter(({ poolId }) => poolId === id));
    expect(addUp(lines.map(({ cents }) => cents))).toBe(recoveredCents);
    expect(addUp(categories.map(({ cents }) => cents))).toBe(totalCents);
    expect(recoveredCents + addUp(losses.map(({ cents }) => cents))).toBe(totalCents);
  }
  for (const { leaseId, lines, totalCents, estimatesBilledCents, dueCents } of statements) {
    expect(addUp(lines.map(({ cents }) => cents))).toBe(totalCents);
    expect(totalCents - estimatesBilledCents).toBe(dueCents);
    const { pools: explained, issued } = await calls.readStatement(leaseId);
    expect(explained.map(({ id, cents }) => [id, cents])).toEqual(
      lines.map(({ poolId, cents }) => [poolId, cents]),
    );
    for (const { categories } of explained.flatMap(({ parts }) => parts))
      for (const { cents, bills } of categories) expect(addUp(bills.map((bill) => bill.cents))).toBe(cents);
    // The receivable has what was posted, and the income accounts the opposite.
    const { rows } = await sql<{ cents: number }>`
      select coalesce(sum(amount_cents) filter (where account = 'receivable'), 0)::bigint as cents
      from ledger_postings where entry_id = ${issued?.entryId ?? null}`.execute(portal.db);
    expect(rows[0]?.cents).toBe(issued?.postedCents ?? 0);
  }
}
const addUp = (cents: readonly number[]) => cents.reduce((total, amount) => total + amount, 0);

/** The calculation has a randomized test without a database. Each property takes a thousand times as long here. */
const numRuns = Math.ceil(Number(process.env.TORTURE_RUNS ?? 125) / 25);

test("random reconciliations post what was previewed, corrections post the difference, and reversals restore every balance [REC-09, REC-10, REC-11]", {
  timeout: isTorture ? 7_200_000 : 60_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(someProperty, async (facts) => {
      const { propertyId, leaseIds } = await writeProperty(facts);
      const calls = new ReconciliationCalls(portal, { propertyId, cookie: building.admin.cookie });
      const readBalances = async () =>
        Promise.all(leaseIds.map(async (id) => (await readSums(portal.db, id)).stored));
      const acceptFindings = async () => {
        const { findings } = await calls.read("?draft=yes");
        for (const { key, sentence, cents, acceptance } of findings)
          if (acceptance === null)
            await calls.send("POST", "/findings/accept", { key, sentence, cents, reason: "Random" });
      };
      const before = await readBalances();
      const costs = [...facts.costs];
      const expectIssued = async () => {
        await acceptFindings();
        const preview = await calls.read("?draft=yes");
        // All costs can add up to nothing.
        if (preview.cannotIssue !== null) return false;
        const response = await calls.reviewAndIssue({ reason: "Random" });
        expect(response.statusCode, response.body).toBe(200);
        const due = new Map(preview.statements.map(({ leaseId, dueCents }) => [leaseId, dueCents]));
        expect(await readBalances()).toEqual(
          leaseIds.map((id, index) => (before[index] ?? 0) + (due.get(id) ?? 0)),
        );
        const { state, changes, statements, pools, runs } = await calls.read();
        expect({ state, changes, statements, pools }).toEqual({
          state: "issued",
          changes: [],
          statements: preview.statements,
          pools: preview.pools,
        });
        await expectTies(preview, calls, costs);
        const { charges, chargedCents, credits, creditedCents } = runs[0] ?? {};
        expect({ charges, chargedCents, credits, creditedCents }).toEqual(preview.toIssue);
        return true;
      };
      /** Reverses a run, which restores these balances. */
      const expectReversal = async (number: number, balances: unknown) => {
        const response = await calls.send("POST", "/reverse", { number, reason: "Random" });
        expect(response.statusCode, response.body).toBe(200);
        expect(await readBalances()).toEqual(balances);
      };
      let issued = (await expectIssued()) ? 1 : 0;
      if (issued === 0) return;
      const afterFirst = await readBalances();
      for (const cost of facts.lateCosts)
        await addCost2025(portal.db, { propertyId, createdById: building.admin.id, ...cost });
      costs.push(...facts.lateCosts);
      if (await expectIssued()) issued += 1;
      if (issued === 2) await expectReversal(2, afterFirst);
      await expectReversal(1, before);
    }),
    { numRuns },
  );
  const problems = [];
  for await (const problem of verifyLedger(portal.db)) problems.push(problem);
  expect(problems).toEqual([]);
});
