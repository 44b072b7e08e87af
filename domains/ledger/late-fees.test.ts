import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { scheduleOf } from "#domains/leases/schedule.ts";
import type { LateFee } from "#domains/leases/terms.ts";
import { toCents } from "#shared/format/money.ts";
import { someTerms } from "#test/ledger.ts";
import { lateFeeOf, lateFeesAhead } from "./late-fees.ts";

const flat = (cents: number, cap: number | null = null): LateFee => ({
  charge: { cents: toCents(cents) },
  capCents: cap === null ? null : toCents(cap),
});
const share = (basisPoints: number, cap: number | null = null): LateFee => ({
  charge: { basisPoints },
  capCents: cap === null ? null : toCents(cap),
});
const numRuns = Number(process.env.TORTURE_RUNS ?? 500);

describe("a late fee", () => {
  test.each([
    ["an amount, whatever is open", flat(5_000), 1, 5_000],
    ["an amount, at most the cap", flat(5_000, 4_000), 300_000, 4_000],
    ["5% of 3,000.00", share(500), 300_000, 15_000],
    ["5% of 1,234.50 is 61.725, rounded half up", share(500), 123_450, 6_173],
    ["5% of 1,234.49 is 61.7245", share(500), 123_449, 6_172],
    ["5% at most 90.00", share(500, 9_000), 300_000, 9_000],
    ["zero for less than half a cent", share(1), 49, 0],
    ["zero when nothing is open", flat(5_000), 0, 0],
    ["zero when more was paid than is owed", share(500), -1, 0],
  ] as const)("is %s", (_, rule, open, fee) => {
    expect(lateFeeOf(rule, toCents(open))).toBe(fee);
  });

  test("is exact for any amount and share, and never more than its cap", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10_000_000_000 }),
        fc.integer({ min: 1, max: 10_000 }),
        fc.option(fc.integer({ min: 1, max: 1_000_000 })),
        (open, basisPoints, cap) => {
          const fee = lateFeeOf(share(basisPoints, cap), toCents(open));
          const exact = BigInt(open) * BigInt(basisPoints);
          const rounded = (exact + 5_000n) / 10_000n;
          expect(BigInt(fee)).toBe(cap !== null && BigInt(cap) < rounded ? BigInt(cap) : rounded);
        },
      ),
      { numRuns },
    );
  });
});

describe("the late fees ahead", () => {
  const charges = (terms = someTerms({ lateFee: share(500) })) => {
    const versions = [{ number: 1, from: "2026-01-01", terms }];
    const scheduled = scheduleOf(
      versions,
      { from: "2026-01-01", to: null },
      { from: "2026-01-01", through: "2026-02-28" },
    );
    return lateFeesAhead(versions, scheduled);
  };

  test("are one for each due date of rent, on the day after its grace days", () => {
    expect(charges()).toEqual([
      { dueOn: "2026-01-01", feeOn: "2026-01-07", rentCents: 300_000, feeCents: 15_000 },
      { dueOn: "2026-02-01", feeOn: "2026-02-07", rentCents: 300_000, feeCents: 15_000 },
    ]);
  });

  test("are none without a rule, and take the rent of two lines together", () => {
    expect(charges(someTerms())).toEqual([]);
    const [line] = someTerms().lines;
    if (line === undefined) throw new Error("There is a line.");
    const two = [
      line,
      { ...line, key: 2, label: "Storage room" },
      { ...line, key: 3, kind: "parking" as const },
    ];
    expect(charges(someTerms({ lines: two, lateFee: share(500) }))[0]).toMatchObject({
      rentCents: 600_000,
      feeCents: 30_000,
    });
  });
});
