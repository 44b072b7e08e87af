import { useQuery } from "@tanstack/react-query";
import { endingLeasesPath } from "#domains/leases/paths.ts";
import { endingWithinDays } from "#domains/leases/states.ts";
import { formatOverdueSince } from "#domains/ledger/describe.ts";
import { unitsPath } from "#domains/properties/paths.ts";
import { overdueLeasesPath, yearReportPath } from "#domains/reports/paths.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import { formatShare } from "#shared/format/share.ts";
import { Loading } from "#web/ui/feedback/skeleton.tsx";
import { type Figure, Figures, FiguresSkeleton } from "#web/ui/page/figures.tsx";
import type { DashboardCharts } from "../contract.ts";
import { formatMonthName, formatRate, getCentsToCollect } from "./charts/month-due.ts";
import { chartsQuery } from "./queries.ts";

/**
 * The key figures of the portfolio. Each opens the list or report behind it. If they fail to load, the charts
 * below show the error.
 */
export function PortfolioFigures() {
  const charts = useQuery(chartsQuery);
  if (charts.isPending)
    return (
      <Loading label="Loading figures">
        <FiguresSkeleton count={4} />
      </Loading>
    );
  if (charts.isError) return null;
  return <Figures label="Portfolio" figures={buildFigures(charts.data)} />;
}

const formatMoney = (cents: number) => formatCents(toCents(cents));
const formatCount = (number: number) => number.toLocaleString("en-US");

function buildFigures({ overdue, months, occupancy, endingLeases }: DashboardCharts): Figure[] {
  const month = months?.at(-1);
  const figures: (Figure | null)[] = [
    overdue === null
      ? null
      : {
          label: "Overdue",
          value: formatMoney(overdue.cents),
          note:
            overdue.since === null
              ? "Nothing overdue"
              : `${formatCount(overdue.leases)} ${overdue.leases === 1 ? "lease" : "leases"}, oldest since ${formatOverdueSince(overdue.since)}`,
          href: overdueLeasesPath,
          needsAttention: overdue.cents > 0,
        },
    month === undefined ? null : toCollectedFigure(month),
    occupancy === null ? null : toOccupiedFigure(occupancy),
    endingLeases === null
      ? null
      : {
          label: "Leases ending",
          value: formatCount(endingLeases.count),
          note:
            endingLeases.first === null
              ? `None within ${endingWithinDays} days`
              : `${endingLeases.first.company}, ${formatCalendarDay(endingLeases.first.to)}`,
          href: endingLeasesPath,
        },
  ];
  return figures.filter((figure) => figure !== null);
}

function toCollectedFigure(month: NonNullable<DashboardCharts["months"]>[number]): Figure {
  const { collectedCents, creditedCents, receivedCents } = month;
  const toCollectCents = getCentsToCollect(month);
  return {
    label: `Collected for ${formatMonthName(month.month)}`,
    value: formatRate(month),
    note: `${formatMoney(collectedCents)} of ${formatMoney(toCollectCents)}${creditedCents > 0 ? " after credits" : ""}, ${formatMoney(receivedCents)} cash received`,
    href: yearReportPath(Number(month.month.slice(0, 4))),
    fraction: toCollectCents > 0 ? Math.max(0, collectedCents / toCollectCents) : 0,
  };
}

/** The occupied share of the area, or of the units if no area is known. */
function toOccupiedFigure(units: NonNullable<DashboardCharts["occupancy"]>): Figure {
  const { occupiedSquareFeet, squareFeet } = units;
  const totalUnits = units.occupied + units.vacant + units.other;
  const [part, whole] = squareFeet > 0 ? [occupiedSquareFeet, squareFeet] : [units.occupied, totalUnits];
  return {
    label: "Occupied",
    value: formatShare(part, whole),
    note: `${formatCount(part)} of ${formatCount(whole)} ${squareFeet > 0 ? "sq ft" : "units"}`,
    href: `${unitsPath}?occupancy=occupied`,
    fraction: whole > 0 ? part / whole : 0,
  };
}
