import type { PoolRecovery } from "#domains/recoveries/recovery-terms.ts";

/** The pools every portal has. */
export type DemoPool = "CAM" | "Property tax" | "Insurance" | "Utilities";

/** A rule without ids. Categories are named. */
export interface DemoRule extends Partial<Omit<PoolRecovery, "poolId" | "excludedCategoryIds" | "fee">> {
  excluded?: readonly string[];
  fee?: { basisPoints: number; isInsideCap: boolean; on: readonly string[] };
}

/** A share by the leasable area without the anchor tenant, whose contribution is deducted from the pool. */
const byArea = {
  kind: "area",
  denominator: { kind: "leasable" },
  anchors: "deducted",
  floorSquareFeet: null,
} as const;
const byOccupiedArea = { ...byArea, denominator: { kind: "occupied", floorBasisPoints: 9_000 } } as const;
/** Stands for last year, the first with bills. */
export const lastYear = 0;
const nothing: DemoRule = { share: { kind: "none" } };
const atRate = (rateHundredths: number): DemoRule => ({
  share: { kind: "rate", rateHundredths },
  isAnchor: true,
});

/**
 * The recovery terms of the leases at Harborview Center, by lease id: an expense stop, a base year with a gross-up,
 * triple net with a cumulative cap, a fixed share, an anchor, a gross lease, and a share by occupied area. Three
 * points need the manager's attention: the lease of Rowan & Tate Insurance has no terms yet, the lease of Kestrel Legal
 * Partners states another area than its units have, and Emerald Dental Studio pays estimates although its lease is
 * gross.
 */
export const recoveryTerms: Record<number, Partial<Record<DemoPool, DemoRule>> & { others: DemoRule }> = {
  1: {
    CAM: {
      base: { kind: "stop", rateHundredths: 45_000 },
      clause: "Section 5.1: Landlord bears Operating Expenses up to $4.50 per square foot in each year.",
    },
    others: {},
  },
  2: {
    CAM: {
      base: { kind: "year", year: lastYear },
      grossUpBasisPoints: 9_500,
      clause:
        "Section 4.1: Tenant must pay its share of the increase in Operating Expenses over the Base Year, adjusted to an occupancy of 95%.",
    },
    Utilities: nothing,
    others: {},
  },
  3: {
    CAM: {
      cap: { kind: "cumulative-compounded", basisPoints: 500, baseYear: lastYear, baseCents: 7_200_000 },
      fee: {
        basisPoints: 1_000,
        isInsideCap: false,
        on: ["Cleaning", "Landscaping", "Trash removal", "Repairs and maintenance", "HVAC maintenance"],
      },
      excluded: ["Security"],
      clause:
        "Section 4.2: Controllable expenses must not increase by more than 5% per year on a cumulative and compounded basis. Security is excluded.",
    },
    others: {},
  },
  4: { others: { share: { kind: "percentage", millionths: 93_500 }, clause: "Exhibit C: 9.35%." } },
  5: {
    CAM: { ...atRate(38_000), clause: "Section 6: Tenant must contribute $3.80 per square foot per year." },
    others: {},
  },
  6: { others: { ...nothing, clause: "Section 3: Gross rent. No additional charges." } },
  7: { others: { share: byOccupiedArea } },
};

/** The share of a rule that doesn't specify one. */
export const defaultShare = byArea;
