import { useQuery } from "@tanstack/react-query";
import { leasesPath } from "#domains/leases/paths.ts";
import { endingWithinDays } from "#domains/leases/states.ts";
import { overdueLeasesPath, reportPath } from "#domains/ledger/paths.ts";
import { unitsPath } from "#domains/properties/paths.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import { CalendarClock, CircleDollarSign, DoorOpen, Wallet } from "#web/icons.ts";
import { Section } from "#web/ui/section.tsx";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";
import { StatCard, type StatCardProps } from "#web/ui/stat-card.tsx";
import type { DashboardCharts } from "../contract.ts";
import { summarizeCollection } from "./charts/rent-by-month.tsx";
import { chartsQuery } from "./queries.ts";

const gridClasses = "grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-4";

/**
 * The key leasing figures. Each opens the list or report behind it. If they fail to load, the charts below
 * show the error.
 */
export function LeasingSummary() {
  const charts = useQuery(chartsQuery);
  if (charts.isPending)
    return (
      <Loading label="Loading leasing figures" className={gridClasses}>
        {[0, 1, 2, 3].map((card) => (
          <Section key={card} className="h-32 space-y-3 p-4">
            <Skeleton className="h-4 w-24" />
            <Skeleton className="h-8 w-14" />
          </Section>
        ))}
      </Loading>
    );
  if (charts.isError) return null;
  return (
    <section aria-label="Leasing summary" className={gridClasses}>
      {buildCards(charts.data).map((card) => (
        <StatCard key={card.label} {...card} />
      ))}
    </section>
  );
}

const money = (cents: number) => formatCents(toCents(cents));
const count = (number: number) => number.toLocaleString("en-US");
const percent = (part: number, whole: number) => `${Math.round((100 * part) / whole)}%`;

function buildCards({
  overdueCents,
  rentByMonth,
  occupancy,
  endingLeases,
}: DashboardCharts): StatCardProps[] {
  const month = rentByMonth?.at(-1);
  const cards: (StatCardProps | null)[] = [
    overdueCents === null
      ? null
      : {
          label: "Overdue",
          value: money(overdueCents),
          note: overdueCents === 0 ? "Nothing overdue" : "Charges past due",
          Icon: CircleDollarSign,
          iconColors: overdueCents === 0 ? "bg-gray-soft text-gray-text" : "bg-red-soft text-red-text",
          href: overdueLeasesPath,
        },
    month === undefined
      ? null
      : {
          label: "Collected this month",
          value: summarizeCollection(month).rate,
          note: `${money(month.collectedCents)} of ${money(summarizeCollection(month).dueCents)} due`,
          Icon: Wallet,
          iconColors: "bg-green-soft text-green-text",
          href: reportPath("months"),
        },
    occupancy === null ? null : occupied(occupancy),
    endingLeases === null
      ? null
      : {
          label: "Leases ending",
          value: endingLeases,
          note: `Within ${endingWithinDays} days`,
          Icon: CalendarClock,
          iconColors: "bg-violet-soft text-violet-text",
          href: `${leasesPath}?state=ending`,
        },
  ];
  return cards.filter((card) => card !== null);
}

/** Occupancy by square feet, or by units if no size is known. */
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
    iconColors: "bg-blue-soft text-blue-text",
    href: `${unitsPath}?occupancy=occupied`,
  };
}
