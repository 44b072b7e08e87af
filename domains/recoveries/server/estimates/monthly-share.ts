import type { EstimateKind } from "#domains/expenses/categories-contract.ts";
import {
  addMonths,
  countDays,
  countDaysInMonth,
  maxDay,
  minDay,
  monthEnd,
  monthStart,
} from "#shared/calendar.ts";
import { add, divide, type Fraction, subtract, sum, toFraction, zero } from "#shared/fraction.ts";
import type { Span } from "../calculation/areas.ts";
import type { CalculatedPool } from "../drafts/calculate-pools.ts";

/** A lease's share of the pools with one type of monthly charge. */
export interface LeaseShare {
  cents: number;
  /** The share divided by the months in which the lease has it, in cents. */
  monthly: Fraction;
  /** These months, 12 for a whole year. Null if they differ between the pools. */
  months: Fraction | null;
}

/** Returns null if the lease has no share of any of the pools. */
export function getShare(
  pools: readonly CalculatedPool[],
  kind: EstimateKind,
  leaseId: number,
): LeaseShare | null {
  const shares = pools
    .filter(({ pool }) => pool.estimateKind === kind)
    .flatMap(({ result }) => result.lines.filter((line) => line.leaseId === leaseId && line.parts.length > 0))
    .map(({ amountCents, parts }) => ({
      cents: amountCents,
      months: sum(parts.flatMap(({ segments }) => segments.map(countMonths))),
    }));
  const [first] = shares;
  if (first === undefined) return null;
  const isSame = shares.every(({ months }) => subtract(months, first.months).numerator === 0n);
  return {
    cents: shares.reduce((total, { cents }) => total + cents, 0),
    monthly: sum(shares.map(({ cents, months }) => divide(toFraction(cents), months))),
    months: isSame ? first.months : null,
  };
}

/** Returns the months in a span of days. A part of a month counts by its days, as it does for a charge. */
function countMonths({ from, to }: Span): Fraction {
  let months = zero;
  for (let month = monthStart(from); month <= to; month = addMonths(month, 1)) {
    const days = countDays(maxDay(month, from), minDay(monthEnd(month), to));
    months = add(months, toFraction(days, countDaysInMonth(month)));
  }
  return months;
}
