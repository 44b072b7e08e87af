import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { verifyLedger } from "#domains/ledger/server/verify-ledger.ts";
import { runAsPortal } from "#server/jobs/as-portal.ts";
import { toCents } from "#shared/format/money.ts";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { createActiveLease, readSums, sampleTerms, writeTerms } from "#test/money/ledger.ts";
import { addCost2025, ReconciliationCalls } from "#test/money/reconciliations.ts";
import { addRecoveryTerms, areaShare, poolRecovery } from "#test/money/recoveries.ts";
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
  share: fc.constantFrom(
    areaShare(),
    { kind: "none" } as const,
    { kind: "percentage", millionths: 123_457 } as const,
  ),
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
  for (const { squareFeet, startsAfter: from, share, estimateCents, estimateKind } of tenants) {
    const leaseId = await createActiveLease(db, { propertyId, from });
    leaseIds.push(leaseId);
    await sql`update units set size_sqft = ${squareFeet} where id in (select unit_id from lease_units where lease_id = ${leaseId})`.execute(
      db,
    );
    await addRecoveryTerms(
      db,
      leaseId,
      from,
      pools.map(({ id }) => poolRecovery({ poolId: id, share })),
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

test("random reconciliations post what was previewed, corrections post the difference, and reversals restore every balance [REC-09, REC-10, REC-11]", {
  timeout: 600_000,
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
      if (await expectIssued()) issued += 1;
      if (issued === 2) await expectReversal(2, afterFirst);
      await expectReversal(1, before);
    }),
    { numRuns: isTorture ? 60 : 5 },
  );
  const problems = [];
  for await (const problem of verifyLedger(portal.db)) problems.push(problem);
  expect(problems).toEqual([]);
});
