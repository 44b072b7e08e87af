import { addDays, type Day } from "#shared/calendar.ts";
import { roundHalfUp } from "#shared/exact.ts";
import { type Cents, toCents } from "#shared/format/money.ts";
import { type LeaseDays, monthlyPrice, waivedBasisPoints, windowsOf } from "./schedule.ts";
import type { Terms, TermsFrom } from "./terms.ts";

export interface MonthlyPrice {
  areaSquareFeet: number;
  rentCents: Cents;
  otherCents: Cents;
}

/** The price of a whole month of a lease by the terms that apply on one day; null when none apply. */
export function monthlyPriceOn(
  versions: readonly TermsFrom[],
  lease: LeaseDays,
  day: Day,
): MonthlyPrice | null {
  const held = windowsOf(versions, lease).find(({ from, to }) => from <= day && (to === null || day <= to));
  if (held === undefined) return null;
  const { terms } = held;
  const sumOf = (isRent: boolean) =>
    terms.lines
      .filter(
        ({ kind, from, to }) => (kind === "rent") === isRent && from <= day && (to === null || day <= to),
      )
      .reduce((sum, line) => {
        const { numerator, denominator } = monthlyPrice(terms, line, day);
        const waived = isRent ? waivedBasisPoints(terms, day) : 0;
        const share = { numerator: numerator * BigInt(10_000 - waived), denominator: denominator * 10_000n };
        return sum + roundHalfUp(share);
      }, 0);
  return {
    areaSquareFeet: terms.areaSquareFeet,
    rentCents: toCents(sumOf(true)),
    otherCents: toCents(sumOf(false)),
  };
}

/** The first day after `day` on which the rent of a whole month changes; null when it never does. */
export function nextRentStep(
  versions: readonly TermsFrom[],
  lease: LeaseDays,
  day: Day,
): { on: Day; monthlyRentCents: Cents } | null {
  const now = monthlyPriceOn(versions, lease, day)?.rentCents ?? 0;
  const days = windowsOf(versions, lease).flatMap(({ from, terms }) => [from, ...daysOfChange(terms)]);
  for (const on of [...new Set(days)].sort()) {
    if (on <= day || (lease.to !== null && on > lease.to)) continue;
    const then = monthlyPriceOn(versions, lease, on)?.rentCents ?? toCents(0);
    if (then !== now) return { on, monthlyRentCents: then };
  }
  return null;
}

const daysOfChange = ({ lines, escalations, freeRent }: Terms): Day[] => [
  ...escalations.map(({ on }) => on),
  ...[...lines.filter(({ kind }) => kind === "rent"), ...freeRent].flatMap(({ from, to }) =>
    to === null ? [from] : [from, addDays(to, 1)],
  ),
];
