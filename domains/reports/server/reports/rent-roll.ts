import { leasePath } from "#domains/leases/paths.ts";
import { endingWithinDays } from "#domains/leases/states.ts";
import { unitPath } from "#domains/properties/paths.ts";
import { countDays, type Day } from "#shared/calendar.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import { formatShare } from "#shared/format/share.ts";
import { roundHalfUp } from "#shared/fraction.ts";
import { formatCell } from "../../format-cell.ts";
import { defineReport, formatCount, type ReportRow, sumOf } from "../define-report.ts";
import { findToday } from "../today.ts";
import { buildExpirationChart } from "./expiration-chart.ts";
import { type RentedSpace, readRentedSpace, readVacantSpace, type VacantSpace } from "./rented-space.ts";

type RentRollRow = {
  unit: string;
  tenant: string;
  status: string;
  from: Day | null;
  to: Day | null;
  area: number | null;
  leaseArea: number | null;
  leasedArea: number | null;
  rent: number | null;
  asking: number | null;
  yearlyRent: number | null;
  rate: number | null;
  other: number | null;
  nextRent: number | null;
  nextRentOn: Day | null;
  deposit: number | null;
  overdue: number | null;
  balance: number | null;
};

const emptyCells = {
  status: "",
  from: null,
  to: null,
  area: null,
  leaseArea: null,
  leasedArea: null,
  rent: null,
  asking: null,
  yearlyRent: null,
  rate: null,
  other: null,
  nextRent: null,
  nextRentOn: null,
  deposit: null,
  overdue: null,
  balance: null,
};

/** Every unit on a date, by property, with its current lease and the lease signed for later. */
export const rentRoll = defineReport<RentRollRow>({
  columns: {
    unit: { header: "Unit", type: "text", relativeWidth: 7, phoneSlot: "line" },
    tenant: { header: "Tenant", type: "text", relativeWidth: 17, phoneSlot: "title" },
    status: { header: "Status", type: "text", noteInColumn: "tenant" },
    from: { header: "Start", type: "date", relativeWidth: 12 },
    to: { header: "End", type: "date", relativeWidth: 12 },
    area: { header: "Sq ft", type: "number", relativeWidth: 7, total: "sum" },
    leaseArea: { header: "Sq ft in lease", type: "number", noteInColumn: "area", noteLabel: "lease" },
    leasedArea: { header: "Leased sq ft", type: "number", isSpreadsheetOnly: true, total: "sum" },
    rent: { header: "Monthly rent", type: "money", relativeWidth: 11, total: "sum", phoneSlot: "figure" },
    asking: { header: "Asking rent", type: "money", noteInColumn: "rent", noteLabel: "asking" },
    yearlyRent: { header: "Yearly rent", type: "money", relativeWidth: 12, total: "sum" },
    rate: {
      header: "$/sq ft/yr",
      type: "rate",
      relativeWidth: 8,
      total: { of: "yearlyRent", by: "leasedArea" },
    },
    other: { header: "Other monthly", type: "money", relativeWidth: 10, total: "sum" },
    nextRent: { header: "Next rent", type: "money", relativeWidth: 12 },
    nextRentOn: { header: "Next rent on", type: "date", noteInColumn: "nextRent" },
    deposit: { header: "Deposit", type: "money", relativeWidth: 11, total: "sum" },
    overdue: {
      header: "Overdue",
      type: "money",
      noteInColumn: "balance",
      noteLabel: "overdue",
      total: "sum",
    },
    balance: { header: "Balance", type: "money", relativeWidth: 11, total: "sum" },
  },
  async read(ctx, query) {
    const [leases, vacant] = await Promise.all([readRentedSpace(ctx, query), readVacantSpace(ctx, query)]);
    const current = leases.filter(({ isSigned }) => !isSigned);
    const spaces = sortByPlace([...leases, ...vacant]);
    const rows = spaces.map(
      (space): ReportRow<RentRollRow> =>
        "askingCents" in space
          ? { group: space.propertyId, href: unitPath(space.id), cells: toVacantCells(space) }
          : {
              group: space.propertyId,
              href: leasePath(space.id),
              cells: space.isSigned ? toSignedCells(space) : toLeaseCells(space),
            },
    );
    const on = query.on ?? (await findToday(ctx, query.propertyId));
    const units = vacant.length + current.reduce((sum, lease) => sum + lease.units.length, 0);
    return {
      summary: `As of ${formatCalendarDay(on)}. ${formatCount(units, "unit", "units")}, ${formatCount(current.length, "lease", "leases")}.`,
      rows,
      groupedBy: "Property",
      groups: groupByProperty(spaces),
      totalLabel: `Total of ${formatCount(current.length, "lease", "leases")}`,
      figures: toFigures(rows, current),
      chart: buildExpirationChart(current, on),
      note: "Sq ft is the area of the units on every screen. An area in the lease is shown if it differs. Average rent uses leased area. Other: common areas, utilities, and parking. A lease signed for later isn't in the totals.",
    };
  },
});

type Space = RentedSpace | VacantSpace;
const getFirstUnit = (space: Space) => ("askingCents" in space ? space.unit : (space.units[0] ?? ""));

const collator = new Intl.Collator("en-US", { numeric: true, sensitivity: "base" });

/** Sorts by property and unit, with a lease signed for later below the current one. */
const sortByPlace = (spaces: readonly Space[]): Space[] =>
  spaces.toSorted(
    (a, b) =>
      collator.compare(a.property, b.property) ||
      a.propertyId - b.propertyId ||
      collator.compare(getFirstUnit(a), getFirstUnit(b)) ||
      getStartDate(a).localeCompare(getStartDate(b)),
  );

const getStartDate = (space: Space): string => ("askingCents" in space ? "" : space.from);

function toLeaseCells(lease: RentedSpace): RentRollRow {
  const { areaSquareFeet, leaseSquareFeet, monthlyRentCents, nextStep, to } = lease;
  const daysLeft = to === null ? Infinity : countDays(lease.on, to) - 1;
  return {
    ...emptyCells,
    unit: lease.units.join(", "),
    tenant: lease.company,
    status: daysLeft <= endingWithinDays ? `${formatCount(daysLeft, "day", "days")} left` : "",
    from: lease.from,
    to,
    // If the units have no area, the area in the lease is used.
    area: areaSquareFeet || leaseSquareFeet,
    leaseArea: leaseSquareFeet > 0 && leaseSquareFeet !== areaSquareFeet ? leaseSquareFeet : null,
    leasedArea: areaSquareFeet || leaseSquareFeet,
    rent: monthlyRentCents,
    yearlyRent: 12 * monthlyRentCents,
    other: lease.otherMonthlyCents,
    nextRent: nextStep?.monthlyRentCents ?? null,
    nextRentOn: nextStep?.on ?? null,
    deposit: lease.depositCents,
    overdue: lease.overdueCents,
    balance: lease.balanceCents,
  };
}

/** The rent of a signed lease is the unit's next rent, from the lease's start date. */
const toSignedCells = (lease: RentedSpace): RentRollRow => ({
  ...emptyCells,
  unit: lease.units.join(", "),
  tenant: lease.company,
  status: "Signed",
  from: lease.from,
  to: lease.to,
  ...(lease.monthlyRentCents === 0 ? {} : { nextRent: lease.monthlyRentCents, nextRentOn: lease.from }),
  deposit: lease.depositCents,
  overdue: lease.overdueCents,
  balance: lease.balanceCents,
});

const toVacantCells = (unit: VacantSpace): RentRollRow => ({
  ...emptyCells,
  unit: unit.unit,
  tenant: unit.status,
  area: unit.areaSquareFeet,
  asking: unit.askingCents === 0 ? null : unit.askingCents,
});

function groupByProperty(spaces: readonly Space[]) {
  const groups = new Map<number, Space[]>();
  for (const space of spaces) {
    const propertySpaces = groups.get(space.propertyId);
    if (propertySpaces === undefined) groups.set(space.propertyId, [space]);
    else propertySpaces.push(space);
  }
  return [...groups].map(([id, propertySpaces]) => {
    const leased = propertySpaces.filter(
      (space): space is RentedSpace => "isSigned" in space && !space.isSigned,
    );
    const leasedUnits = leased.reduce((sum, { units }) => sum + units.length, 0);
    const units = leasedUnits + propertySpaces.filter((space) => "askingCents" in space).length;
    return {
      id,
      name: propertySpaces[0]?.property ?? "",
      note: `${propertySpaces[0]?.address ?? ""} · ${leasedUnits} of ${formatCount(units, "unit", "units")} leased`,
      isProperty: true,
    };
  });
}

function toFigures(rows: readonly ReportRow<RentRollRow>[], current: readonly RentedSpace[]) {
  const [area, leasedArea, rent] = [sumOf(rows, "area"), sumOf(rows, "leasedArea"), sumOf(rows, "rent")];
  const formatMoney = (cents: number) => formatCents(toCents(cents));
  return [
    {
      label: "Leased",
      value: formatShare(leasedArea, area),
      note: `${leasedArea.toLocaleString("en-US")} of ${area.toLocaleString("en-US")} sq ft`,
    },
    { label: "Rent a month", value: formatMoney(rent), note: `${formatMoney(12 * rent)} a year` },
    {
      label: "Average rent",
      value:
        leasedArea === 0
          ? "–"
          : formatCell(
              "rate",
              roundHalfUp({ numerator: 12n * BigInt(rent), denominator: BigInt(leasedArea) }),
            ),
      note: "per sq ft a year",
    },
    { label: "Remaining term", value: formatRemainingTerm(current), note: "weighted by rent" },
  ];
}

/** Formats the average remaining term, weighted by rent. Open-ended leases aren't included. */
function formatRemainingTerm(leases: readonly RentedSpace[]): string {
  let [weighted, rent] = [0n, 0n];
  for (const { on, to, monthlyRentCents } of leases)
    if (to !== null) {
      weighted += BigInt(monthlyRentCents) * BigInt(countDays(on, to));
      rent += BigInt(monthlyRentCents);
    }
  if (rent === 0n) return "–";
  const tenths = roundHalfUp({ numerator: 10n * weighted, denominator: 365n * rent });
  return `${(tenths / 10).toFixed(1)} years`;
}
