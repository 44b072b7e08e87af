import { afterAll, beforeAll, expect, test } from "vitest";
import type { SignedInCtx } from "#server/http/context.ts";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { createContext } from "#test/context.ts";
import { addReconciledProperty } from "#test/money/reconciliations.ts";
import { amendRecoveryTerms, poolRecovery } from "#test/money/recoveries.ts";
import type { TestPortal } from "#test/portal.ts";
import type { PoolRecovery } from "../../recovery-terms.ts";
import { readInputs } from "./read-inputs.ts";

let portal: TestPortal;
let building: TestBuilding;
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
});
afterAll(() => portal.close());

test("the costs of all pools, base years, and years behind a cap are read with one query [REC-03]", async () => {
  const { propertyId, camId, shopLeaseId } = await addReconciledProperty(portal.db, building.landlord.id);
  const count = async (changes: Partial<PoolRecovery>) => {
    await amendRecoveryTerms(portal.db, shopLeaseId, [poolRecovery({ poolId: camId, ...changes })]);
    let statements = 0;
    const db = portal.db.withPlugin({
      transformQuery: ({ node }) => {
        statements += 1;
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    const actor = { accessScope: { everywhere: true, effectiveRole: "admin" } };
    await readInputs({ ...createContext(portal, db), actor } as unknown as SignedInCtx, propertyId, 2025);
    return statements;
  };
  const plain = await count({});
  expect(await count({ base: { kind: "year", year: 2023 } })).toBe(plain);
  const cap = { kind: "non-cumulative", basisPoints: 500, baseYear: 2015, baseCents: 10_000 } as const;
  // One more for the amounts on statements.
  expect(await count({ cap })).toBe(plain + 1);
});
