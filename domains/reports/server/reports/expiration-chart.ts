import { endingWithinDays } from "#domains/leases/states.ts";
import { addDays, type Day } from "#shared/calendar.ts";
import { formatShare } from "#shared/format/share.ts";
import type { ReportBar, ReportDocument } from "../../contract.ts";
import { count } from "../define-report.ts";

interface EndingLease {
  to: Day | null;
  monthlyRentCents: number;
}

/** How many years the chart has room for. */
const maxYears = 5;

/**
 * Draws the rent by the year in which the leases end: every year from the first expiration on, the next ones lit,
 * then all later ones, and the open-ended leases.
 */
export function drawExpirations(leases: readonly EndingLease[], on: Day): ReportDocument["chart"] {
  const years = leases.map(({ to }) => (to === null ? null : Number(to.slice(0, 4))));
  const known = years.filter((year) => year !== null);
  if (leases.length === 0) return null;
  const first = Math.min(...known);
  const last = known.length === 0 ? first : Math.min(Math.max(...known), first + maxYears - 1);
  const whole = sumRent(leases);
  const soon = Number(addDays(on, endingWithinDays).slice(0, 4));
  const bar = (label: string, isIncluded: (year: number | null) => boolean): ReportBar => {
    const its = leases.filter((_, at) => isIncluded(years[at] ?? null));
    const size = sumRent(its);
    return {
      label,
      size,
      value: its.length === 0 ? "–" : formatShare(size, whole),
      ...(its.length > 0 && { note: count(its.length, "lease", "leases") }),
      ...(Number(label) <= soon && { look: "soon" as const }),
    };
  };
  const bars = known.length === 0 ? [] : [...Array(last - first + 1).keys()].map((at) => first + at);
  return {
    title: "Rent by year of expiration",
    bars: [
      ...bars.map((shown) => bar(String(shown), (year) => year === shown)),
      ...(known.some((year) => year > last) ? [bar("Later", (year) => year !== null && year > last)] : []),
      ...(years.includes(null) ? [bar("Open", (year) => year === null)] : []),
    ],
  };
}

const sumRent = (leases: readonly EndingLease[]): number =>
  leases.reduce((sum, { monthlyRentCents }) => sum + monthlyRentCents, 0);
