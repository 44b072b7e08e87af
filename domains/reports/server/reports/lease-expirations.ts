import { leasePath } from "#domains/leases/paths.ts";
import { countDays, type Day } from "#shared/calendar.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import { formatShare } from "#shared/format/share.ts";
import { defineReport, formatCount, type ReportRow, sumOf } from "../define-report.ts";
import { findToday } from "../today.ts";
import { buildExpirationChart } from "./expiration-chart.ts";
import { type RentedSpace, readRentedSpace } from "./rented-space.ts";

type ExpirationRow = {
  to: Day | null;
  daysLeft: number | null;
  tenant: string;
  place: string;
  area: number;
  rent: number;
  yearlyRent: number;
  deposit: number;
  next: string;
};

/** The leases in effect on a date by the year in which they end. Open-ended leases come last. */
export const leaseExpirations = defineReport<ExpirationRow>({
  columns: {
    to: { header: "End", type: "date", relativeWidth: 12, phoneSlot: "line" },
    daysLeft: { header: "Days left", type: "number", relativeWidth: 9 },
    tenant: { header: "Tenant", type: "text", relativeWidth: 24, phoneSlot: "title" },
    place: { header: "Units", type: "text", relativeWidth: 22 },
    area: { header: "Sq ft", type: "number", relativeWidth: 9, total: "sum" },
    rent: { header: "Monthly rent", type: "money", relativeWidth: 13, total: "sum", phoneSlot: "figure" },
    yearlyRent: { header: "Yearly rent", type: "money", relativeWidth: 14, total: "sum" },
    deposit: { header: "Deposit", type: "money", relativeWidth: 13, total: "sum" },
    next: { header: "Next lease", type: "text", relativeWidth: 20 },
  },
  async read(ctx, query) {
    const leases = await readRentedSpace(ctx, query);
    const current = leases
      .filter(({ isSigned }) => !isSigned)
      .toSorted((a, b) => (a.to ?? "9999").localeCompare(b.to ?? "9999") || a.id - b.id);
    const rows = current.map(
      (lease): ReportRow<ExpirationRow> => ({
        group: getYear(lease),
        href: leasePath(lease.id),
        cells: {
          to: lease.to,
          daysLeft: lease.to === null ? null : countDays(lease.on, lease.to) - 1,
          tenant: lease.company,
          place: `${lease.property} · ${lease.units.join(", ")}`,
          area: lease.areaSquareFeet || lease.leaseSquareFeet,
          rent: lease.monthlyRentCents,
          yearlyRent: 12 * lease.monthlyRentCents,
          deposit: lease.depositCents,
          next: describeNextLease(leases, lease),
        },
      }),
    );
    const on = query.on ?? (await findToday(ctx, query.propertyId));
    const rent = sumOf(rows, "rent");
    return {
      summary: `As of ${formatCalendarDay(on)}. ${formatCount(rows.length, "lease", "leases")}.`,
      rows,
      groupedBy: "Year",
      groups: [...new Set(current.map(getYear))].map((year) => {
        const groupRows = rows.filter(({ group }) => group === year);
        return {
          id: year,
          name: year === openEnded ? "Open-ended" : String(year),
          note: `${formatCount(groupRows.length, "lease", "leases")}, ${formatShare(sumOf(groupRows, "rent"), rent)} of the rent`,
        };
      }),
      totalLabel: `Total of ${formatCount(rows.length, "lease", "leases")}`,
      figures: [30, 90, 180, 365].map((days) => {
        const groupRows = rows.filter(({ cells }) => cells.daysLeft !== null && cells.daysLeft <= days);
        return {
          label: days === 365 ? "Within a year" : `Within ${days} days`,
          value: formatCount(groupRows.length, "lease", "leases"),
          note: `${formatCents(toCents(sumOf(groupRows, "rent")))} a month`,
        };
      }),
      chart: buildExpirationChart(current, on),
      note: "Rent is for a full month on the date of the report. The next lease is the one signed for one of the units.",
    };
  },
});

const openEnded = 9_999;
const getYear = ({ to }: RentedSpace): number => (to === null ? openEnded : Number(to.slice(0, 4)));

/** Names the company of the next signed lease of the units, and its start date. Empty if there is none. */
export function describeNextLease(
  leases: readonly RentedSpace[],
  { propertyId, units }: RentedSpace,
): string {
  const next = leases.find(
    (lease) =>
      lease.isSigned && lease.propertyId === propertyId && lease.units.some((unit) => units.includes(unit)),
  );
  return next === undefined ? "" : `${next.company}, ${formatCalendarDay(next.from)}`;
}
