import fc from "fast-check";
import type { PoolRecovery, RecoveryShare } from "#domains/recoveries/recovery-terms.ts";
import { arbitraryDay } from "./arbitrary-terms.ts";

/** An arbitrary share by leasable or occupied area, with these rules for anchors. */
export const arbitraryAreaShare = (
  anchors: readonly Extract<RecoveryShare, { kind: "area" }>["anchors"][],
): fc.Arbitrary<RecoveryShare> =>
  fc.record({
    kind: fc.constant("area"),
    denominator: fc.oneof(
      fc.constant({ kind: "leasable" } as const),
      fc.record({ kind: fc.constant("occupied"), floorBasisPoints: fc.integer({ min: 0, max: 10_000 }) }),
    ),
    anchors: fc.constantFrom(...anchors),
    floorSquareFeet: fc.option(fc.integer({ min: 1, max: 20_000 }), { nil: null }),
  });

/** An arbitrary rule of a lease for a pool with these categories in 2025. Its base year is 2024. */
export const arbitraryRecovery = (
  categoryIds: readonly number[],
): fc.Arbitrary<Omit<PoolRecovery, "poolId" | "clause">> =>
  fc.record({
    share: fc.oneof(
      fc.constant({ kind: "none" } as const),
      fc.record({ kind: fc.constant("percentage"), millionths: fc.integer({ min: 1, max: 300_000 }) }),
      fc.record({ kind: fc.constant("rate"), rateHundredths: fc.integer({ min: 1, max: 100_000 }) }),
      arbitraryAreaShare(["deducted", "left-out", "shared"]),
    ),
    startsOn: fc.option(arbitraryDay("2025-01-01", 364)),
    base: fc.oneof(
      fc.constant({ kind: "none" } as const),
      fc.constant({ kind: "year", year: 2024 } as const),
      fc.record({ kind: fc.constant("amount"), cents: fc.integer({ min: 1, max: 20_000_000 }) }),
      fc.record({ kind: fc.constant("stop"), rateHundredths: fc.integer({ min: 1, max: 100_000 }) }),
    ),
    grossUpBasisPoints: fc.option(fc.integer({ min: 1, max: 10_000 })),
    cap: fc.option(
      fc.record({
        kind: fc.constantFrom("non-cumulative", "cumulative-simple", "cumulative-compounded"),
        basisPoints: fc.integer({ min: 1, max: 1_000 }),
        baseYear: fc.integer({ min: 2019, max: 2025 }),
        baseCents: fc.integer({ min: 1, max: 10_000_000 }),
      }),
    ),
    excludedCategoryIds: fc.subarray([...categoryIds]),
    isAnchor: fc.boolean(),
    fee: fc.option(
      fc.record({
        basisPoints: fc.integer({ min: 1, max: 2_000 }),
        isInsideCap: fc.boolean(),
        categoryIds: fc.option(fc.subarray([...categoryIds])),
      }),
    ),
  });
