import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { leasesPath } from "#domains/leases/paths.ts";
import { reportPath } from "#domains/reports/paths.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import { formatShare } from "#shared/format/share.ts";
import { Button } from "#web/ui/button.tsx";
import { classes } from "#web/ui/classes.ts";
import { Loading, Skeleton } from "#web/ui/feedback/skeleton.tsx";
import type { Figure } from "#web/ui/page/figures.tsx";
import { Section } from "#web/ui/page/section.tsx";
import type { PropertyOverview as Overview } from "../../contract.ts";
import { unitsPath } from "../../paths.ts";
import { overviewQuery } from "../queries.ts";

const gridClasses = "grid grid-cols-2 sm:grid-cols-4";

/** A property's key figures today: amounts due, rent, leases, and occupancy. Each links to its list. */
export function PropertyOverview({ propertyId }: { propertyId: number }) {
  const overview = useQuery(overviewQuery(propertyId));
  if (overview.data !== undefined)
    return (
      <Section aria-label="Overview">
        <ul aria-label="Key figures" className={gridClasses}>
          {getKeyFigures(overview.data, propertyId).map(
            ({ label, value, note, href, needsAttention = false }) => (
              <li key={label} className="border-line border-t">
                <Link href={href} className="block h-full py-2.5 pr-3 transition-colors hover:bg-hover">
                  <span className="block text-ink-soft text-sm">{label}</span>
                  <span
                    className={classes(
                      "mt-0.5 block text-lead tabular-nums [overflow-wrap:anywhere]",
                      needsAttention && "text-red-text",
                    )}
                  >
                    {value}
                  </span>
                  <span className="mt-0.5 block text-ink-soft text-sm tabular-nums">{note}</span>
                </Link>
              </li>
            ),
          )}
        </ul>
      </Section>
    );
  if (overview.isError)
    return (
      <Section className="flex flex-wrap items-center justify-between gap-3 py-4" role="alert">
        <p>Couldn't load the overview.</p>
        <Button size="sm" isBusy={overview.isFetching} onClick={() => void overview.refetch()}>
          Try again
        </Button>
      </Section>
    );
  return (
    <Section>
      <Loading label="Loading the overview" className={gridClasses}>
        {Array.from({ length: 8 }, (_, figure) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholders
          <div key={figure} className="h-21 space-y-2 border-line border-t py-2.5">
            <Skeleton className="h-4 w-20" />
            <Skeleton className="h-6 w-24" />
          </div>
        ))}
      </Loading>
    </Section>
  );
}

const formatCount = (number: number) => number.toLocaleString("en-US");
const formatUnitCount = (number: number) => (number === 1 ? "1 unit" : `${formatCount(number)} units`);
const formatLeaseCount = (number: number) => (number === 1 ? "1 lease" : `${formatCount(number)} leases`);
const formatMoney = (cents: number) => formatCents(toCents(cents));

function getKeyFigures(figures: Overview, propertyId: number): (Figure & { href: string })[] {
  const { occupied, vacant, other, squareFeet, occupiedSquareFeet, vacantSquareFeet } = figures;
  const unitCount = occupied + vacant + other;
  const listHref = (path: string, filters: Record<string, string> = {}) =>
    `${path}?${new URLSearchParams({ ...filters, propertyId: String(propertyId) }).toString()}`;
  const occupiedUnits = listHref(unitsPath, { occupancy: "occupied" });
  return [
    {
      label: "Overdue",
      value: formatMoney(figures.overdueCents),
      note:
        figures.overdueLeases === 0
          ? "Nothing is overdue"
          : `Across ${formatLeaseCount(figures.overdueLeases)}`,
      href: listHref(reportPath("aged"), { overdue: "yes" }),
      needsAttention: figures.overdueCents > 0,
    },
    {
      label: "Monthly rent",
      value: figures.monthlyRentCents === null ? "–" : formatMoney(figures.monthlyRentCents),
      note: "From current leases",
      href: listHref(reportPath("rent-roll")),
    },
    {
      label: "Current leases",
      value: formatCount(figures.currentLeases),
      note: "Active today",
      href: listHref(leasesPath, { state: "current" }),
    },
    {
      label: "Upcoming leases",
      value: formatCount(figures.comingLeases),
      note: "Start later",
      href: listHref(leasesPath, { state: "coming" }),
    },
    {
      label: "Occupied area",
      value: formatShare(occupiedSquareFeet, squareFeet),
      note: `${formatCount(occupiedSquareFeet)} sq ft`,
      href: occupiedUnits,
    },
    {
      label: "Occupied units",
      value: formatShare(occupied, unitCount),
      note: `${formatCount(occupied)} of ${formatUnitCount(unitCount)}`,
      href: occupiedUnits,
    },
    {
      label: "Vacant",
      value: `${formatCount(vacantSquareFeet)} sq ft`,
      note: formatUnitCount(vacant),
      href: listHref(unitsPath, { occupancy: "vacant" }),
    },
    {
      label: "Total area",
      value: `${formatCount(squareFeet)} sq ft`,
      note:
        other === 0
          ? formatUnitCount(unitCount)
          : `${formatUnitCount(unitCount)}, ${formatCount(other)} unavailable`,
      href: listHref(unitsPath),
    },
  ];
}
