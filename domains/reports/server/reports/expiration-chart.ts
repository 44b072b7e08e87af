import { endingWithinDays } from "#domains/leases/states.ts";
import { addDays, type Day } from "#shared/calendar.ts";
import { formatShare } from "#shared/format/share.ts";
import type { ReportBar, ReportDocument } from "../../contract.ts";
import { formatCount } from "../define-report.ts";

interface EndingLease {
  to: Day | null;
  monthlyRentCents: number;
}

/** How many years the chart has room for. */
const maxYears = 5;

/**
 * Charts the rent by the year in which the leases end: every year from the first expiration on, then all
 * later years, then open-ended leases. Years in which leases end soon are highlighted.
 */
export function buildExpirationChart(leases: readonly EndingLease[], on: Day): ReportDocument["chart"] {
  const years = leases.map(({ to }) => (to === null ? null : Number(to.slice(0, 4))));
  const endYears = years.filter((year) => year !== null);
  if (leases.length === 0) return null;
  const firstYear = Math.min(...endYears);
  const lastYear =
    endYears.length === 0 ? firstYear : Math.min(Math.max(...endYears), firstYear + maxYears - 1);
  const totalRent = sumRent(leases);
  const soonYear = Number(addDays(on, endingWithinDays).slice(0, 4));
  const bar = (label: string, isIncluded: (year: number | null) => boolean): ReportBar => {
    const yearLeases = leases.filter((_, at) => isIncluded(years[at] ?? null));
    const size = sumRent(yearLeases);
    return {
      label,
      size,
      value: yearLeases.length === 0 ? "–" : formatShare(size, totalRent),
      ...(yearLeases.length > 0 && { note: formatCount(yearLeases.length, "lease", "leases") }),
      ...(Number(label) <= soonYear && { tone: "warning" as const }),
    };
  };
  const barYears =
    endYears.length === 0 ? [] : [...Array(lastYear - firstYear + 1).keys()].map((at) => firstYear + at);
  return {
    title: "Rent by year of expiration",
    bars: [
      ...barYears.map((barYear) => bar(String(barYear), (year) => year === barYear)),
      ...(endYears.some((year) => year > lastYear)
        ? [bar("Later", (year) => year !== null && year > lastYear)]
        : []),
      ...(years.includes(null) ? [bar("Open", (year) => year === null)] : []),
    ],
  };
}

const sumRent = (leases: readonly EndingLease[]): number =>
  leases.reduce((sum, { monthlyRentCents }) => sum + monthlyRentCents, 0);
