import type { Cents } from "#shared/format/money.ts";
import {
  add,
  divide,
  type Fraction,
  isLess,
  max,
  min,
  multiply,
  one,
  subtract,
  sum,
  toFraction,
  zero,
} from "#shared/fraction.ts";
import type { PoolRecovery, RecoveryCap } from "../../recovery-terms.ts";

/** The cost of one recoverable category in the pool's period. A credit is negative. */
export interface CategoryCost {
  categoryId: number;
  cents: Cents;
  isControllable: boolean;
  variesWithOccupancy: boolean;
}

/** The costs of a pool in one period, and the figures of the property they depend on. */
export interface PoolYear {
  costs: readonly CategoryCost[];
  /** Weighted by days. */
  occupancy: Fraction;
  /** The anchors' contributions. */
  contributions: Fraction;
}

/** A category after the lease's exclusions and gross-up. */
export interface PreparedCategory extends CategoryCost {
  isExcluded: boolean;
  /** 0 if it's excluded. */
  grossedUp: Fraction;
}

/** The cost of a pool by one lease's rule, before its cap and its base. Amounts in cents. */
export interface PreparedCost {
  categories: readonly PreparedCategory[];
  /** The factor that variable categories are multiplied by. At least 1. */
  factor: Fraction;
  /** The total without excluded categories, before the gross-up. */
  shared: Fraction;
  grossedUp: Fraction;
  contributions: Fraction;
  /** The costs less contributions, without the fee. */
  net: Fraction;
  fee: Fraction;
  /** The part of `net`, and of the fee if it's inside the cap, that the cap limits. */
  controllable: Fraction;
}

/**
 * Prepares the cost of a pool by a lease's rule: exclusions, then the gross-up of variable categories only,
 * then the anchors' contributions, and finally the fee on its stated base.
 */
export function prepareCost(year: PoolYear, recovery: PoolRecovery): PreparedCost {
  const factor = findGrossUpFactor(year.occupancy, recovery.grossUpBasisPoints);
  const categories = year.costs.map((cost): PreparedCategory => {
    const isExcluded = recovery.excludedCategoryIds.includes(cost.categoryId);
    const cents = toFraction(cost.cents);
    const grossedUp = cost.variesWithOccupancy ? multiply(cents, factor) : cents;
    return { ...cost, isExcluded, grossedUp: isExcluded ? zero : grossedUp };
  });
  const shared = sum(categories.flatMap(({ isExcluded, cents }) => (isExcluded ? [] : [toFraction(cents)])));
  const grossedUp = sum(categories.map((category) => category.grossedUp));
  const { share } = recovery;
  const contributions = share.kind === "area" && share.anchors === "deducted" ? year.contributions : zero;
  const net = subtract(grossedUp, contributions);
  // Contributions reduce every category in proportion.
  const keep = grossedUp.numerator === 0n ? one : divide(net, grossedUp);
  const { fee: feeRule } = recovery;
  const feeBase = categories.filter(
    ({ categoryId }) => feeRule?.categoryIds == null || feeRule.categoryIds.includes(categoryId),
  );
  const fee = multiply(
    multiply(sum(feeBase.map((category) => category.grossedUp)), keep),
    toFraction(feeRule?.basisPoints ?? 0, 10_000),
  );
  const controllableCost = categories.filter(({ isControllable }) => isControllable);
  const controllable = add(
    multiply(sum(controllableCost.map((category) => category.grossedUp)), keep),
    feeRule?.isInsideCap === true ? fee : zero,
  );
  return { categories, factor, shared, grossedUp, contributions, net, fee, controllable };
}

/** The controllable expenses of the whole pool as billed in a year, after that year's cap. In cents. */
export interface BilledAmount {
  amount: Fraction;
  /** From a statement in effect, entered when the lease was taken over from another system, or calculated. */
  source: "issued" | "entered" | "calculated";
}

/** Returns the target divided by the occupancy, but at least 1. An empty property isn't grossed up. */
export function findGrossUpFactor(occupancy: Fraction, targetBasisPoints: number | null): Fraction {
  if (targetBasisPoints === null || occupancy.numerator === 0n) return one;
  return max(one, divide(toFraction(targetBasisPoints, 10_000), occupancy));
}

/**
 * Returns the maximum controllable expenses in `year`, in cents. Null until the year after the
 * cap's base year, and for a non-cumulative cap without last year's amount.
 * @param billedLastYear the controllable expenses of the whole pool as billed last year, after that year's cap
 */
export function findCeiling(
  cap: RecoveryCap,
  year: number,
  billedLastYear: Fraction | null,
): Fraction | null {
  const years = year - cap.baseYear;
  if (years < 1) return null;
  const base = toFraction(cap.baseCents);
  const rate = toFraction(cap.basisPoints, 10_000);
  const growth = add(one, rate);
  switch (cap.kind) {
    case "non-cumulative": {
      const last = years === 1 ? (billedLastYear ?? base) : billedLastYear;
      return last === null ? null : multiply(last, growth);
    }
    case "cumulative-simple":
      return multiply(base, add(one, multiply(rate, toFraction(years))));
    case "cumulative-compounded":
      return multiply(
        base,
        toFraction(growth.numerator ** BigInt(years), growth.denominator ** BigInt(years)),
      );
  }
}

/**
 * The cost of a pool after the cap, less the base. The lease pays its share of this cost. Amounts in cents.
 */
export interface SharedCost extends PreparedCost {
  ceiling: Fraction | null;
  /** The controllable part after the cap. */
  capped: Fraction;
  /** The amount by which the cap lowers the cost. */
  overCap: Fraction;
  /** Costs and fee after the cap. */
  afterCap: Fraction;
  base: Fraction;
  /** At least 0 if there is a base. */
  afterBase: Fraction;
}

/**
 * Caps the controllable part and deducts the base.
 * @param ceiling null if no cap applies
 * @param base the base of the whole pool, 0 if the lease has none
 */
export function limitCost(cost: PreparedCost, ceiling: Fraction | null, base: Fraction): SharedCost {
  const capped = ceiling === null ? cost.controllable : min(cost.controllable, ceiling);
  const overCap = subtract(cost.controllable, capped);
  const afterCap = subtract(add(cost.net, cost.fee), overCap);
  const difference = subtract(afterCap, base);
  const hasBase = base.numerator !== 0n;
  const afterBase = hasBase && isLess(difference, zero) ? zero : difference;
  return { ...cost, ceiling, capped, overCap, afterCap, base, afterBase };
}
