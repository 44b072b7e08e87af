import { useQuery } from "@tanstack/react-query";
import { endingWithinDays } from "#domains/leases/states.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import { CalendarClock, CircleDollarSign, DoorOpen, Wallet } from "#web/icons.ts";
import { paths } from "#web/paths.ts";
import { Card } from "#web/ui/card.tsx";
import { Figure, type FigureProps } from "#web/ui/figure.tsx";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";
import type { DashboardCharts } from "../contract.ts";
import { chartsQuery } from "./queries.ts";
import { collectionOf } from "./rent-by-month.tsx";

const gridClasses = "grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-4";

/** How letting goes: each figure opens the list or report that adds up to it. When they fail, the charts below say so. */
export function LettingFigures() {
  const charts = useQuery(chartsQuery);
  if (charts.isPending)
    return (
      <Loading label="Loading the figures of letting" className={gridClasses}>
        {[0, 1, 2, 3].map((figure) => (
          <Card key={figure} className="h-32 space-y-3 p-4">
            <Skeleton className="h-4 w-24" />
            <Skeleton className="h-8 w-14" />
          </Card>
        ))}
      </Loading>
    );
  if (charts.isError) return null;
  return (
    <section aria-label="Figures of letting" className={gridClasses}>
      {figuresOf(charts.data).map((figure) => (
        <Figure key={figure.label} {...figure} />
      ))}
    </section>
  );
}

const money = (cents: number) => formatCents(toCents(cents));
const count = (number: number) => number.toLocaleString("en-US");
const percent = (part: number, whole: number) => `${Math.round((100 * part) / whole)}%`;

function figuresOf({ overdueCents, rentByMonth, occupancy, endingLeases }: DashboardCharts): FigureProps[] {
  const month = rentByMonth?.at(-1);
  const figures: (FigureProps | null)[] = [
    overdueCents === null
      ? null
      : {
          label: "Overdue",
          value: money(overdueCents),
          note: overdueCents === 0 ? "Nothing is overdue" : "Charges past their due day",
          Icon: CircleDollarSign,
          look: overdueCents === 0 ? "bg-gray-soft text-gray-text" : "bg-red-soft text-red-text",
          href: paths.overdueLeases,
        },
    month === undefined
      ? null
      : {
          label: "Collected this month",
          value: collectionOf(month).rate,
          note: `${money(month.collectedCents)} of ${money(collectionOf(month).dueCents)} due`,
          Icon: Wallet,
          look: "bg-green-soft text-green-text",
          href: paths.report("months"),
        },
    occupancy === null ? null : occupied(occupancy),
    endingLeases === null
      ? null
      : {
          label: "Leases ending",
          value: endingLeases,
          note: `Within ${endingWithinDays} days`,
          Icon: CalendarClock,
          look: "bg-violet-soft text-violet-text",
          href: `${paths.leases}?state=ending`,
        },
  ];
  return figures.filter((figure) => figure !== null);
}

/** By square feet; by units where no size is known. */
function occupied({ squareFeet, occupiedSquareFeet, ...units }: NonNullable<DashboardCharts["occupancy"]>) {
  const all = units.occupied + units.vacant + units.other;
  return {
    label: "Occupied",
    value:
      squareFeet > 0 ? percent(occupiedSquareFeet, squareFeet) : all > 0 ? percent(units.occupied, all) : "–",
    note:
      squareFeet > 0
        ? `${count(occupiedSquareFeet)} of ${count(squareFeet)} sq ft`
        : `${count(units.occupied)} of ${count(all)} units`,
    Icon: DoorOpen,
    look: "bg-blue-soft text-blue-text",
    href: `${paths.units}?occupancy=occupied`,
  };
}
