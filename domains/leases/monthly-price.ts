import { addDays, type Day, maxDay } from "#shared/calendar.ts";
import { type Cents, toCents } from "#shared/format/money.ts";
import { roundHalfUp } from "#shared/fraction.ts";
import { calculateMonthlyPrice, getAbatedBasisPoints, getTermsPeriods, type LeaseDays } from "./schedule.ts";
import type { EffectiveTerms, Terms } from "./terms.ts";

export interface MonthlyPrice {
  areaSquareFeet: number;
  rentCents: Cents;
  otherCents: Cents;
}

/**
 * Returns the price of a full month under the terms that apply on `day`, or null if no terms apply. Before a
 * started lease's first terms apply, returns the price under those terms, because the portal charges an
 * imported lease from a later date but the rent is the same.
 */
export function getMonthlyPrice(
  versions: readonly EffectiveTerms[],
  lease: LeaseDays,
  day: Day,
): MonthlyPrice | null {
  const termsPeriods = getTermsPeriods(versions, lease);
  const [firstTermsDay] = termsPeriods.map(({ from }) => from).sort();
  if (firstTermsDay === undefined || day < lease.from) return null;
  const chargedDay = maxDay(day, firstTermsDay);
  const applies = ({ from, to }: LeaseDays) => from <= chargedDay && (to === null || chargedDay <= to);
  const termsPeriod = termsPeriods.find(applies);
  if (termsPeriod === undefined) return null;
  const { terms } = termsPeriod;
  const sumLines = (isRent: boolean) =>
    terms.lines
      .filter((line) => (line.kind === "rent") === isRent && applies(line))
      .reduce((sum, line) => {
        const { numerator, denominator } = calculateMonthlyPrice(terms, line, day);
        const abatedBasisPoints = isRent ? getAbatedBasisPoints(terms, day) : 0;
        const discountedPrice = {
          numerator: numerator * BigInt(10_000 - abatedBasisPoints),
          denominator: denominator * 10_000n,
        };
        return sum + roundHalfUp(discountedPrice);
      }, 0);
  return {
    areaSquareFeet: terms.areaSquareFeet,
    rentCents: toCents(sumLines(true)),
    otherCents: toCents(sumLines(false)),
  };
}

/**
 * Returns the first day after `day` on which the rent for a full month changes, or null if it never changes.
 */
export function findNextRentStep(
  versions: readonly EffectiveTerms[],
  lease: LeaseDays,
  day: Day,
): { on: Day; monthlyRentCents: Cents } | null {
  const currentRentCents = getMonthlyPrice(versions, lease, day)?.rentCents ?? 0;
  const changeDates = getTermsPeriods(versions, lease).flatMap(({ from, terms }) => [
    from,
    ...listChangeDates(terms),
  ]);
  for (const changeDate of [...new Set(changeDates)].sort()) {
    if (changeDate <= day || (lease.to !== null && changeDate > lease.to)) continue;
    const newRentCents = getMonthlyPrice(versions, lease, changeDate)?.rentCents ?? toCents(0);
    if (newRentCents !== currentRentCents) return { on: changeDate, monthlyRentCents: newRentCents };
  }
  return null;
}

const listChangeDates = ({ lines, escalations, freeRent }: Terms): Day[] => [
  ...escalations.map(({ on }) => on),
  ...[...lines.filter(({ kind }) => kind === "rent"), ...freeRent].flatMap(({ from, to }) =>
    to === null ? [from] : [from, addDays(to, 1)],
  ),
];
