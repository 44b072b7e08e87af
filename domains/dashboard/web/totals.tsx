import { useQuery } from "@tanstack/react-query";
import { documentsPath } from "#domains/documents/paths.ts";
import { yearReportPath } from "#domains/ledger/paths.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import { CalendarClock, CircleCheck, CircleDot, FileText, Timer, Wallet } from "#web/icons.ts";
import { useCan } from "#web/session/session.tsx";
import { Button } from "#web/ui/button.tsx";
import { Section } from "#web/ui/section.tsx";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";
import { StatCard, type StatCardProps } from "#web/ui/stat-card.tsx";
import type { DashboardStats } from "../stats-contract.ts";
import { statsQuery } from "./stats-query.ts";

/** Returns the totals that are loaded and meant for this role (DASH-02, DASH-03). */
function buildTotals(stats: DashboardStats, canReadReports: boolean): StatCardProps[] {
  const listPath = (status: string) => `/work-orders?status=${status}`;
  const cards: (StatCardProps | null)[] = [
    {
      label: "Open Work Orders",
      value: stats.openWorkOrders,
      Icon: CircleDot,
      iconColors: "bg-blue-soft text-blue-text",
      href: listPath("open"),
    },
    {
      label: "In Progress",
      value: stats.inProgressOrders,
      Icon: Timer,
      iconColors: "bg-amber-soft text-amber-text",
      href: listPath("in_progress"),
    },
    {
      label: "Scheduled",
      value: stats.scheduledOrders,
      Icon: CalendarClock,
      iconColors: "bg-violet-soft text-violet-text",
      href: listPath("scheduled"),
    },
    {
      label: "Completed Orders",
      value: stats.completedOrders,
      Icon: CircleCheck,
      iconColors: "bg-green-soft text-green-text",
      href: listPath("completed"),
    },
    {
      label: "Documents",
      value: stats.documents,
      Icon: FileText,
      iconColors: "bg-gray-soft text-gray-text",
      href: documentsPath,
    },
    stats.rentCollected === null
      ? null
      : {
          label: "Rent Collected",
          value: formatCents(toCents(stats.rentCollected)),
          Icon: Wallet,
          iconColors: "bg-green-soft text-green-text",
          href: canReadReports ? yearReportPath(new Date().getFullYear()) : undefined,
        },
  ];
  return cards.filter((card) => card !== null);
}

/** With two columns and an odd number of totals, the last one, which is an amount, gets its own row. */
const gridClasses =
  "grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-3 xl:grid-cols-[repeat(auto-fit,minmax(10rem,1fr))] max-lg:[&>:last-child:nth-child(odd)]:col-span-2";

export function Totals() {
  const stats = useQuery(statsQuery);
  const canReadReports = useCan("reports.read");
  if (stats.isError && stats.data === undefined)
    return (
      <Section className="flex flex-wrap items-center justify-between gap-3 px-5 py-4" role="alert">
        <p>Failed to load dashboard statistics.</p>
        <Button size="sm" isBusy={stats.isFetching} onClick={() => void stats.refetch()}>
          Try again
        </Button>
      </Section>
    );
  if (stats.data === undefined)
    return (
      <Loading label="Loading totals" className={gridClasses}>
        {[0, 1, 2, 3].map((card) => (
          <Section key={card} className="h-27 space-y-3 p-4">
            <Skeleton className="h-4 w-24" />
            <Skeleton className="h-8 w-14" />
          </Section>
        ))}
      </Loading>
    );
  return (
    <section aria-label="Figures" className={gridClasses}>
      {buildTotals(stats.data, canReadReports).map((card) => (
        <StatCard key={card.label} {...card} />
      ))}
    </section>
  );
}
