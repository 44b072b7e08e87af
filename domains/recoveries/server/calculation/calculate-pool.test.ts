import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toCents } from "#shared/format/money.ts";
import { add, isLess, roundHalfUp, sum, toFraction } from "#shared/fraction.ts";
import { arbitraryAreaShare, arbitraryRecovery } from "#test/money/arbitrary-recovery.ts";
import { arbitraryDay } from "#test/money/arbitrary-terms.ts";
import { areaShare, buildPool, calculateLines, categoryCost, poolRecovery } from "#test/money/recoveries.ts";
import { lossCauses } from "../../loss-causes.ts";
import type { PoolRecovery, RecoveryCap } from "../../recovery-terms.ts";
import { calculatePool, type PoolInput, type PoolResult } from "./calculate-pool.ts";

const variable = (dollars: number) => categoryCost(dollars, { variesWithOccupancy: true });
const uncontrollable = (dollars: number) => categoryCost(dollars, { categoryId: 2, isControllable: false });

/** Returns what isn't recovered, in whole cents by cause, without the causes that come to nothing. */
const readLosses = (input: PoolInput) => {
  const { losses } = calculatePool(input);
  const cents = lossCauses.map((cause) => [cause, roundHalfUp(losses[cause])] as const);
  return Object.fromEntries(cents.filter(([, amount]) => amount !== 0));
};

describe("days and areas", () => {
  test("a tenant who moves in on February 29 pays for 307 of 366 days", () => {
    const lines = calculateLines({
      from: "2024-01-01",
      to: "2024-12-31",
      tenants: [{ squareFeet: 100, from: "2024-02-29" }],
      costs: [categoryCost(36_600)],
    });
    expect(lines).toEqual([3_070_000]);
  });

  test("adding a larger unit in July raises the share starting on the first day of the change", () => {
    const input = buildPool({
      tenants: [{ squareFeet: 100 }, { squareFeet: 100 }],
      costs: [categoryCost(36_500)],
    });
    const units = [
      { unitId: 1, squareFeet: 100, from: "2000-01-01", to: "2025-06-30" },
      { unitId: 1, squareFeet: 300, from: "2025-07-01", to: "2199-12-31" },
      ...input.units.slice(1),
    ];
    const { lines } = calculatePool({ ...input, units });
    // 181 days at half, and 184 days at three quarters.
    expect(lines.map(({ amountCents }) => amountCents)).toEqual([905_000 + 1_380_000, 905_000 + 460_000]);
    expect(lines[0]?.parts[0]?.segments.map(({ days }) => days)).toEqual([181, 184]);
  });

  test("the tenant is billed for the area in the lease, but the building's area is the sum of its units' areas", () => {
    const input = buildPool({
      tenants: [{ squareFeet: 3_110 }],
      vacantSquareFeet: 6_890,
      costs: [categoryCost(10_000)],
    });
    const leases = input.leases.map((lease) => ({
      ...lease,
      rules: lease.rules.map((rule) => ({ ...rule, statedSquareFeet: 2_800 })),
    }));
    expect(calculatePool({ ...input, leases }).lines[0]?.amountCents).toBe(280_000);
    expect(readLosses({ ...input, leases })).toEqual({ vacancy: 689_000, share: 31_000 });
  });

  test("recovery can start later than the lease", () => {
    const input = buildPool({
      tenants: [{ squareFeet: 100, recovery: { startsOn: "2025-12-31" } }],
      costs: [categoryCost(365)],
    });
    expect(calculatePool(input).lines[0]?.amountCents).toBe(100);
    expect(readLosses(input)).toEqual({ "not-started": 36_400 });
  });

  test("an amended rule applies from its effective date", () => {
    const input = buildPool({ tenants: [{ squareFeet: 100 }], costs: [categoryCost(36_500)] });
    const rules = [
      { from: "2025-01-01", to: "2025-03-31", recovery: poolRecovery(), statedSquareFeet: 0 },
      {
        from: "2025-04-01",
        to: "2025-12-31",
        recovery: poolRecovery({ share: { kind: "percentage", millionths: 500_000 } }),
        statedSquareFeet: 0,
      },
    ];
    const { lines } = calculatePool({ ...input, leases: input.leases.map((lease) => ({ ...lease, rules })) });
    expect(lines[0]?.parts.map(({ from, to }) => [from, to])).toEqual([
      ["2025-01-01", "2025-03-31"],
      ["2025-04-01", "2025-12-31"],
    ]);
    expect(lines[0]?.amountCents).toBe(90 * 10_000 + 275 * 5_000);
  });

  test("if a building has no areas, no one is billed by area", () => {
    const input = buildPool({ tenants: [{ squareFeet: 0 }], costs: [categoryCost(100)] });
    expect(calculatePool(input).lines[0]?.amountCents).toBe(0);
    expect(readLosses(input)).toEqual({ vacancy: 10_000 });
  });
});

describe("the unrecovered cost", () => {
  test("the unrecovered cost is listed by cause and, together with the tenants' shares, adds up to the total cost", () => {
    const input = buildPool({
      tenants: [
        { squareFeet: 40, recovery: { excludedCategoryIds: [2] } },
        { squareFeet: 20, recovery: { share: { kind: "none" } } },
        { squareFeet: 20, from: "2025-07-02" },
      ],
      vacantSquareFeet: 20,
      costs: [categoryCost(1_000), uncontrollable(500)],
    });
    expect(calculatePool(input).lines.map(({ amountCents }) => amountCents)).toEqual([40_000, 0, 15_041]);
    // 20 for the whole year, and 20 for 182 days.
    expect(readLosses(input)).toEqual({ vacancy: 30_000 + 14_959, exclusion: 20_000, "gross-lease": 30_000 });
  });

  test("a half-year vacancy isn't spread over the tenants who share by leasable area", () => {
    const tenants = (denominator: "leasable" | "occupied") => [
      {
        squareFeet: 50,
        recovery: {
          share: areaShare({
            denominator:
              denominator === "leasable"
                ? { kind: "leasable" }
                : { kind: "occupied", floorBasisPoints: 8_000 },
          }),
        },
      },
      { squareFeet: 50, to: "2025-06-30" },
    ];
    const costs = [categoryCost(36_500)];
    expect(calculateLines({ tenants: tenants("leasable"), costs })[0]).toBe(1_825_000);
    // 181 days at 50 of 100, and 184 days at 50 of 80, the floor.
    expect(calculateLines({ tenants: tenants("occupied"), costs })[0]).toBe(905_000 + 1_150_000);
  });

  test("a credit lowers the cost, and a pool below zero is credited to the tenants", () => {
    expect(
      calculateLines({ tenants: [{ squareFeet: 1 }], costs: [categoryCost(100), categoryCost(-150)] }),
    ).toEqual([-5_000]);
  });

  test("thirds of a cent are rounded once for each line and listed as rounding", () => {
    const input = buildPool({
      tenants: [1, 1, 1].map((squareFeet) => ({ squareFeet })),
      costs: [categoryCost(0.01)],
    });
    const { lines, losses } = calculatePool(input);
    expect(lines.map(({ amountCents }) => amountCents)).toEqual([0, 0, 0]);
    expect(losses.rounding).toEqual(toFraction(1));
  });
});

describe("bases, caps, and fees", () => {
  const year2020 = { from: "2020-01-01", to: "2020-12-31" };
  const baseYear = (changes: { costs: PoolInput["costs"]; vacantSquareFeet: number }) =>
    new Map([[2020, { ...buildPool({ tenants: [{ squareFeet: 50 }], ...changes }), ...year2020 }]]);

  test("a base year is grossed up by the same rule as the year it's compared with [REC-22]", () => {
    const pay = (grossUpBasisPoints: number | null) =>
      calculateLines({
        tenants: [{ squareFeet: 50, recovery: { base: { kind: "year", year: 2020 }, grossUpBasisPoints } }],
        vacantSquareFeet: 0,
        costs: [variable(1_300)],
        baseYears: baseYear({ costs: [variable(600)], vacantSquareFeet: 50 }),
      });
    expect(pay(null)).toEqual([70_000]);
    // The base was half occupied: 600 x 2 = 1,200.
    expect(pay(10_000)).toEqual([10_000]);
  });

  test("a base entered for a lease replaces the base year's cost, and the tenant pays nothing if the cost is below the base", () => {
    const pay = (enteredBases: PoolInput["enteredBases"]) =>
      calculateLines({
        tenants: [{ squareFeet: 50, recovery: { base: { kind: "year", year: 2020 } } }],
        costs: [categoryCost(1_300)],
        baseYears: baseYear({ costs: [categoryCost(600)], vacantSquareFeet: 0 }),
        enteredBases,
      });
    const enter = (cents: number, year = 2020) => new Map([[1, new Map([[year, toCents(cents)]])]]);
    expect(pay(enter(100_000))).toEqual([30_000]);
    expect(pay(enter(200_000))).toEqual([0]);
    expect(pay(enter(100_000, 2019))).toEqual([70_000]);
  });

  test("a base year whose refunds exceed its costs raises no tenant's amount", () => {
    const lines = calculateLines({
      tenants: [{ squareFeet: 50, recovery: { base: { kind: "year", year: 2020 } } }],
      costs: [categoryCost(1_300)],
      baseYears: baseYear({ costs: [categoryCost(-600)], vacantSquareFeet: 0 }),
    });
    expect(lines).toEqual([130_000]);
  });

  test("each type of cap limits five years of costs in its own way", () => {
    const costs = [102, 104, 106, 120, 121];
    const pay = (kind: RecoveryCap["kind"]) => {
      let billedLastYear: PoolInput["billedLastYear"] = new Map();
      return costs.map((cost, index) => {
        const recovery = { cap: { kind, basisPoints: 500, baseYear: 2020, baseCents: 10_000 } };
        const year = 2021 + index;
        const { lines } = calculatePool(
          buildPool({
            from: `${year}-01-01`,
            to: `${year}-12-31`,
            tenants: [{ squareFeet: 1, recovery }],
            costs: [categoryCost(cost), uncontrollable(10)],
            billedLastYear,
          }),
        );
        const amount = lines[0]?.parts[0]?.cost?.capped ?? toFraction(0);
        billedLastYear = new Map([[1, { amount, source: "calculated" }]]);
        return lines[0]?.amountCents;
      });
    };
    expect(pay("non-cumulative")).toEqual([11_200, 11_400, 11_600, 12_130, 12_687]);
    expect(pay("cumulative-simple")).toEqual([11_200, 11_400, 11_600, 13_000, 13_100]);
    expect(pay("cumulative-compounded")).toEqual([11_200, 11_400, 11_600, 13_000, 13_100]);
  });

  test("a fee inside the cap is limited along with the costs, and a fee outside the cap is added [REC-22]", () => {
    const pay = (isInsideCap: boolean, categoryIds: number[] | null = null) =>
      calculateLines({
        tenants: [
          {
            squareFeet: 1,
            recovery: {
              fee: { basisPoints: 1_000, isInsideCap, categoryIds },
              cap: { kind: "cumulative-simple", basisPoints: 500, baseYear: 2024, baseCents: 10_000 },
            },
          },
        ],
        costs: [categoryCost(100), uncontrollable(50)],
      });
    expect(pay(false)).toEqual([16_500]);
    expect(pay(true)).toEqual([15_500]);
    expect(pay(false, [2])).toEqual([15_500]);
  });

  test("an anchor's contribution and area are removed from the pool together", () => {
    const anchor = {
      squareFeet: 60,
      recovery: { share: { kind: "rate", rateHundredths: 50_000 } as const, isAnchor: true },
    };
    const tenant = (anchors: "deducted" | "left-out" | "shared") => ({
      squareFeet: 40,
      recovery: { share: areaShare({ anchors }) },
    });
    const pay = (rule: Parameters<typeof tenant>[0]) =>
      calculateLines({ tenants: [tenant(rule), anchor], costs: [categoryCost(1_000)] });
    expect(pay("deducted")).toEqual([70_000, 30_000]);
    expect(pay("left-out")).toEqual([100_000, 30_000]);
    expect(pay("shared")).toEqual([40_000, 30_000]);
  });
});

/** `npm run torture` raises the number. */
const numRuns = Number(process.env.TORTURE_RUNS ?? 300);

describe("any property", () => {
  const someDay = arbitraryDay("2024-07-01", 548);
  const someTenant = <Recovery>(recovery: fc.Arbitrary<Recovery>) =>
    fc
      .record({
        squareFeet: fc.integer({ min: 0, max: 9_000 }),
        recovery,
        days: fc.tuple(someDay, someDay),
        billedCents: fc.option(fc.integer({ min: 0, max: 10_000_000 })),
        enteredCents: fc.option(fc.integer({ min: 0, max: 10_000_000 }).map(toCents)),
      })
      .map(({ days: [a, b], ...tenant }) => ({ ...tenant, from: a < b ? a : b, to: a < b ? b : a }));
  const someCosts = (minDollars: number) =>
    fc.array(
      fc
        .record({
          dollars: fc.integer({ min: minDollars, max: 90_000 }),
          categoryId: fc.constantFrom(1, 2, 3),
          isControllable: fc.boolean(),
          variesWithOccupancy: fc.boolean(),
        })
        .map(({ dollars, ...changes }) => categoryCost(dollars, changes)),
      { maxLength: 5 },
    );
  /** A pool in 2025, with its base year, entered bases, and the amounts billed last year. */
  const somePool = (recovery: fc.Arbitrary<Partial<PoolRecovery>>, minDollars: number) =>
    fc
      .record({
        tenants: fc.array(someTenant(recovery), { minLength: 1, maxLength: 5 }),
        vacantSquareFeet: fc.integer({ min: 0, max: 9_000 }),
        costs: someCosts(minDollars),
        baseCosts: someCosts(minDollars),
      })
      .map(({ baseCosts, ...options }): PoolInput => {
        const input = buildPool(options);
        const baseYear = { ...input, from: "2024-01-01", to: "2024-12-31", costs: baseCosts };
        const entered = options.tenants.flatMap(({ enteredCents: cents }, index) =>
          cents === null ? [] : [[index + 1, new Map([[2024, cents]])] as const],
        );
        const billed = options.tenants.flatMap(({ billedCents: cents }, index) =>
          cents === null
            ? []
            : [[index + 1, { amount: toFraction(cents), source: "entered" as const }] as const],
        );
        return {
          ...input,
          baseYears: new Map([[2024, baseYear]]),
          enteredBases: new Map(entered),
          billedLastYear: new Map(billed),
        };
      });
  const sumLines = ({ lines }: PoolResult) =>
    lines.reduce((total, { amountCents }) => total + amountCents, 0);

  test("a pool's lines and losses add up to its cost, and its cost is that of its categories", () => {
    fc.assert(
      fc.property(somePool(arbitraryRecovery([1, 2]), -5_000), (input) => {
        const result = calculatePool(input);
        expect(result.totalCents).toBe(input.costs.reduce((total, { cents }) => total + cents, 0));
        expect(add(toFraction(sumLines(result)), sum(Object.values(result.losses)))).toEqual(
          toFraction(result.totalCents),
        );
      }),
      { numRuns },
    );
  });

  test("tenants never pay more than the pool costs unless their leases have fees, a gross-up, or a fixed share", () => {
    const recovery = fc
      .tuple(arbitraryRecovery([1, 2]), arbitraryAreaShare(["deducted", "shared"]), fc.boolean())
      .map(([rule, area, isGross]) => ({
        ...rule,
        share: isGross ? ({ kind: "none" } as const) : area,
        grossUpBasisPoints: null,
        fee: null,
      }));
    fc.assert(
      fc.property(somePool(recovery, 0), (input) => {
        const result = calculatePool(input);
        expect(sumLines(result)).toBeLessThanOrEqual(result.totalCents + result.lines.length / 2);
        expect(isLess(result.losses.vacancy, toFraction(0))).toBe(false);
      }),
      { numRuns },
    );
  });

  test("a cap limits the controllable cost, and a base is never credited", () => {
    fc.assert(
      fc.property(somePool(arbitraryRecovery([1, 2]), 0), (input) => {
        for (const { cost, recovery, amount } of calculatePool(input).lines.flatMap(({ parts }) => parts)) {
          if (cost === null) continue;
          expect(cost.ceiling !== null && isLess(cost.ceiling, cost.capped)).toBe(false);
          expect(isLess(cost.controllable, cost.capped)).toBe(false);
          const hasBase = recovery.base.kind !== "none" && cost.base.numerator !== 0n;
          expect(hasBase && isLess(amount, toFraction(0))).toBe(false);
        }
      }),
      { numRuns },
    );
  });
});
