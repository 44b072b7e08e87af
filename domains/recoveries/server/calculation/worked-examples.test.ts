import { describe, expect, test } from "vitest";
import { type Fraction, roundHalfUp, subtract, toFraction } from "#shared/fraction.ts";
import { areaShare, calculateLines, categoryCost, poolRecovery } from "#test/money/recoveries.ts";
import type { RecoveryCap } from "../../recovery-terms.ts";
import { findCeiling, findGrossUpFactor, limitCost, prepareCost } from "./pool-cost.ts";

/* Published examples of commercial leases, each recalculated by hand. Amounts are in dollars. */

const dollars = (fraction: Fraction) => roundHalfUp(fraction) / 100;
const year = (costs: ReturnType<typeof categoryCost>[], occupancy = toFraction(1)) => ({
  costs,
  occupancy,
  contributions: toFraction(0),
});
const afterBase = (costs: ReturnType<typeof categoryCost>[], baseDollars: number) =>
  dollars(limitCost(prepareCost(year(costs), poolRecovery()), null, toFraction(baseDollars * 100)).afterBase);

describe("shares", () => {
  test.each([
    ["CAM-01: 10,000 of 100,000 sq ft pays 10% of $150,000", 10_000, 100_000, 150_000, 15_000],
    ["CAM-03: 1,800 of 36,000 sq ft pays 5% of $200,000", 1_800, 36_000, 200_000, 10_000],
    ["CAM-08: half the area pays half of $60,000 and the other half is lost", 25_000, 50_000, 60_000, 30_000],
  ])("%s", (_, squareFeet, leasable, cost, expected) => {
    const [line] = calculateLines({
      tenants: [{ squareFeet }],
      vacantSquareFeet: leasable - squareFeet,
      costs: [categoryCost(cost)],
    });
    expect(line).toBe(expected * 100);
  });

  test("CAM-24: 200 of 365 days of $12,000 are $6,575.34, and of 366 days $6,557.38", () => {
    const moveIn = (from: string, to: string) =>
      calculateLines({
        from: `${from.slice(0, 4)}-01-01`,
        to,
        tenants: [{ squareFeet: 5_000, from }],
        costs: [categoryCost(12_000)],
      });
    expect(moveIn("2025-06-15", "2025-12-31")).toEqual([657_534]);
    expect(moveIn("2024-06-15", "2024-12-31")).toEqual([655_738]);
  });

  test("CAM-25: without the anchor's area, 3,500 of 130,000 sq ft pay $6,461.54, and $7,107.69 with 10%", () => {
    const lines = (fee: boolean) =>
      calculateLines({
        tenants: [
          {
            squareFeet: 3_500,
            recovery: {
              share: areaShare({ anchors: "left-out" }),
              fee: fee ? { basisPoints: 1_000, isInsideCap: false, categoryIds: null } : null,
            },
          },
          { squareFeet: 90_000, recovery: { share: { kind: "none" }, isAnchor: true } },
        ],
        vacantSquareFeet: 126_500,
        costs: [categoryCost(240_000)],
      });
    expect(lines(false)).toEqual([646_154, 0]);
    expect(lines(true)).toEqual([710_769, 0]);
  });

  test("CAM-26: the denominator is at least 200,000 sq ft, although 175,000 remain without the anchor [REC-22]", () => {
    const [line] = calculateLines({
      tenants: [
        {
          squareFeet: 1_000,
          recovery: { share: areaShare({ anchors: "left-out", floorSquareFeet: 200_000 }) },
        },
        { squareFeet: 50_000, recovery: { share: { kind: "none" }, isAnchor: true } },
      ],
      vacantSquareFeet: 174_000,
      costs: [categoryCost(200_000)],
    });
    expect(line).toBe(100_000);
  });

  test("CAM-27: 90% applies to the 109,830 sq ft without the anchors, which makes 98,847", () => {
    const denominator = { kind: "occupied", floorBasisPoints: 9_000 } as const;
    const [line] = calculateLines({
      tenants: [
        { squareFeet: 1_000, recovery: { share: areaShare({ anchors: "left-out", denominator }) } },
        { squareFeet: 284_747, recovery: { share: { kind: "none" }, isAnchor: true } },
      ],
      vacantSquareFeet: 394_577 - 284_747 - 1_000,
      costs: [categoryCost(98_847)],
    });
    expect(line).toBe(100_000);
  });
});

describe("gross-up", () => {
  test("CAM-05: $120,000 at 80% grosses up to 95%, and 12% of the total is $26,700", () => {
    const costs = [categoryCost(120_000, { variesWithOccupancy: true }), categoryCost(80_000)];
    const cost = prepareCost(year(costs, toFraction(4, 5)), poolRecovery({ grossUpBasisPoints: 9_500 }));
    expect(cost.factor).toEqual(toFraction(11_875, 10_000));
    expect(dollars(cost.grossedUp)).toBe(222_500);
    expect(
      calculateLines({
        tenants: [
          {
            squareFeet: 80,
            recovery: { grossUpBasisPoints: 9_500, share: { kind: "percentage", millionths: 120_000 } },
          },
        ],
        vacantSquareFeet: 20,
        costs,
      }),
    ).toEqual([2_670_000]);
  });

  test("CAM-06: a variable cost grossed up to 100% recovers no more than the bill", () => {
    const lines = calculateLines({
      tenants: [{ squareFeet: 50, recovery: { grossUpBasisPoints: 10_000 } }],
      vacantSquareFeet: 50,
      costs: [categoryCost(5_000, { variesWithOccupancy: true })],
    });
    expect(lines).toEqual([500_000]);
  });

  test("CAM-09: the factor isn't rounded, and occupancy is weighted instead of read at the year's end [REC-22]", () => {
    const weighted = toFraction(10 * 88 + 2 * 75, 1_200);
    const costs = [categoryCost(500_000, { variesWithOccupancy: true })];
    const grossUp = (occupancy: Fraction) =>
      prepareCost(year(costs, occupancy), poolRecovery({ grossUpBasisPoints: 9_500 })).grossedUp;
    // The published page says 82,500 because it rounded its factors to 1.267 and 1.102.
    expect(dollars(subtract(grossUp(toFraction(75, 100)), grossUp(weighted)))).toBe(79_935.28);
  });

  test("the gross-up factor is never below 1 [REC-22]", () => {
    expect(findGrossUpFactor(toFraction(97, 100), 9_500)).toEqual(toFraction(1));
  });
});

describe("bases", () => {
  test("CAM-11: $550,000 is $50,000 over a base of $500,000", () => {
    expect(afterBase([categoryCost(550_000)], 500_000)).toBe(50_000);
  });

  test("CAM-12: taxes of $7,000 are $2,000 over a base of $5,000", () => {
    expect(afterBase([categoryCost(7_000)], 5_000)).toBe(2_000);
  });

  test("CAM-14: $11 per square foot over a stop of $10 is $1, and nothing below the stop", () => {
    const stop = { kind: "stop", rateHundredths: 100_000 } as const;
    const pay = (cost: number) =>
      calculateLines({
        tenants: [{ squareFeet: 1_000, recovery: { base: stop } }],
        costs: [categoryCost(cost)],
      });
    expect(pay(11_000)).toEqual([100_000]);
    expect(pay(9_000)).toEqual([0]);
  });

  test("CAM-15: a cap with a base year bills the capped cost less the base, not the cost less the grown base", () => {
    const [line] = calculateLines({
      from: "2025-01-01",
      tenants: [
        {
          squareFeet: 8_000,
          recovery: {
            base: { kind: "amount", cents: 7_400_000 },
            cap: { kind: "cumulative-compounded", basisPoints: 500, baseYear: 2022, baseCents: 7_400_000 },
          },
        },
      ],
      costs: [categoryCost(92_000)],
    });
    // 74,000 x 1.05^3 = 85,664.25. The published page bills 92,000 less that, $6,336.
    expect(line).toBe(1_166_425);
  });

  test("CAM-30: $100,000 limited by $5,000 less $40,000, at 10%, is $5,500", () => {
    const cost = prepareCost(year([categoryCost(100_000)]), poolRecovery());
    const limited = limitCost(cost, toFraction(9_500_000), toFraction(4_000_000));
    expect(dollars(limited.overCap)).toBe(5_000);
    expect(dollars(limited.afterBase) / 10).toBe(5_500);
  });
});

describe("caps", () => {
  const cap = (kind: RecoveryCap["kind"], baseDollars: number, baseYear = 2020): RecoveryCap => ({
    kind,
    basisPoints: 500,
    baseYear,
    baseCents: baseDollars * 100,
  });

  test("CAM-17: five years at 5% allow 27.6% compounded and 25% simple", () => {
    const grown = (kind: RecoveryCap["kind"]) => findCeiling(cap(kind, 100), 2025, null);
    expect(dollars(grown("cumulative-compounded") ?? toFraction(0))).toBe(127.63);
    expect(dollars(grown("cumulative-simple") ?? toFraction(0))).toBe(125);
  });

  test("CAM-18, CAM-19: a cumulative ceiling comes from the base, not from unused points", () => {
    const ceiling = (kind: RecoveryCap["kind"]) =>
      findCeiling(cap(kind, 30_000), 2024, null) ?? toFraction(0);
    expect(dollars(ceiling("cumulative-compounded"))).toBe(36_465.19);
    expect(dollars(ceiling("cumulative-simple"))).toBe(36_000);
  });

  test("CAM-20: $92,000 last year allow $96,600, and $85,000 in 2020 allow five compounded ceilings", () => {
    const last = findCeiling(cap("non-cumulative", 85_000), 2025, toFraction(9_200_000));
    expect(dollars(last ?? toFraction(0))).toBe(96_600);
    const ceilings = [2021, 2022, 2023, 2024, 2025].map((on) =>
      dollars(findCeiling(cap("cumulative-compounded", 85_000), on, null) ?? toFraction(0)),
    );
    expect(ceilings).toEqual([89_250, 93_712.5, 98_398.13, 103_318.03, 108_483.93]);
  });

  test("CAM-33: growth of 8% under a cap of 5% leaves out 3% of last year's amount", () => {
    const cost = prepareCost(year([categoryCost(54_000)]), poolRecovery());
    const limited = limitCost(
      cost,
      findCeiling(cap("non-cumulative", 50_000, 2024), 2025, null),
      toFraction(0),
    );
    expect(dollars(limited.overCap)).toBe(1_500);
  });

  test("a cap has no ceiling in its base year or without last year's amount", () => {
    expect(findCeiling(cap("cumulative-simple", 85_000), 2020, null)).toBeNull();
    expect(findCeiling(cap("non-cumulative", 85_000), 2025, null)).toBeNull();
  });
});

describe("fees", () => {
  test("CAM-22: 3% of $1,000,000 is $30,000 because a fee isn't charged on itself [REC-22]", () => {
    const cost = prepareCost(
      year([categoryCost(1_000_000)]),
      poolRecovery({ fee: { basisPoints: 300, isInsideCap: false, categoryIds: null } }),
    );
    expect(dollars(cost.fee)).toBe(30_000);
  });
});
