import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { buildSchedule } from "#domains/leases/schedule.ts";
import type { LateFee } from "#domains/leases/terms.ts";
import { toCents } from "#shared/format/money.ts";
import { sampleTerms } from "#test/money/ledger.ts";
import { calculateLateFee, previewLateFees } from "./late-fees.ts";

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
    ["a fixed amount, regardless of the unpaid amount", flat(5_000), 1, 5_000],
    ["a fixed amount, limited by the cap", flat(5_000, 4_000), 300_000, 4_000],
    ["5% of 3,000.00", share(500), 300_000, 15_000],
    ["5% of 1,234.50, which is 61.725, rounded half up", share(500), 123_450, 6_173],
    ["5% of 1,234.49, which is 61.7245, rounded down", share(500), 123_449, 6_172],
    ["5%, capped at 90.00", share(500, 9_000), 300_000, 9_000],
    ["zero for less than half a cent", share(1), 49, 0],
    ["zero if nothing is unpaid", flat(5_000), 0, 0],
    ["zero if the rent is overpaid", share(500), -1, 0],
  ] as const)("a late fee is %s", (_, rule, open, fee) => {
    expect(calculateLateFee(rule, toCents(open))).toBe(fee);
  });

  test("a late fee is exact for any amount and percentage and never exceeds its cap", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10_000_000_000 }),
        fc.integer({ min: 1, max: 10_000 }),
        fc.option(fc.integer({ min: 1, max: 1_000_000 })),
        (open, basisPoints, cap) => {
          const fee = calculateLateFee(share(basisPoints, cap), toCents(open));
          const exact = BigInt(open) * BigInt(basisPoints);
          const rounded = (exact + 5_000n) / 10_000n;
          expect(BigInt(fee)).toBe(cap !== null && BigInt(cap) < rounded ? BigInt(cap) : rounded);
        },
      ),
      { numRuns },
    );
  });
});

describe("upcoming late fees", () => {
  const charges = (terms = sampleTerms({ lateFee: share(500) })) => {
    const versions = [{ number: 1, from: "2026-01-01", terms }];
    const scheduled = buildSchedule(
      versions,
      { from: "2026-01-01", to: null },
      { from: "2026-01-01", through: "2026-02-28" },
    );
    return previewLateFees(versions, scheduled);
  };

  test("each rent due date has one late fee, on the day after its grace period", () => {
    expect(charges()).toEqual([
      { dueOn: "2026-01-01", feeOn: "2026-01-07", rentCents: 300_000, feeCents: 15_000 },
      { dueOn: "2026-02-01", feeOn: "2026-02-07", rentCents: 300_000, feeCents: 15_000 },
    ]);
  });

  test("terms without a late fee have no upcoming late fees, and late fees are based on the total of all rent lines", () => {
    expect(charges(sampleTerms())).toEqual([]);
    const [line] = sampleTerms().lines;
    if (line === undefined) throw new Error("The terms have no line.");
    const two = [
      line,
      { ...line, key: 2, label: "Storage room" },
      { ...line, key: 3, kind: "parking" as const },
    ];
    expect(charges(sampleTerms({ lines: two, lateFee: share(500) }))[0]).toMatchObject({
      rentCents: 600_000,
      feeCents: 30_000,
    });
  });
});
