import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { documentsPath } from "#domains/documents/paths.ts";
import { yearReportPath } from "#domains/reports/paths.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import { useCan, useUser } from "#web/session/session.tsx";
import { Button } from "#web/ui/button.tsx";
import { classes } from "#web/ui/classes.ts";
import { Loading, Skeleton } from "#web/ui/feedback/skeleton.tsx";
import type { DashboardStats } from "../stats-contract.ts";
import { statsQuery } from "./stats-query.ts";

interface Total {
  label: string;
  value: string;
  href: string | undefined;
  /** The records that the total counts. */
  note?: string;
}

/**
 * Returns the totals for this role (DASH-02, DASH-03). Tenants have few work orders, so they get only open
 * and completed ones.
 */
function buildTotals(
  stats: DashboardStats,
  { isTenant, canReadReports }: { isTenant: boolean; canReadReports: boolean },
) {
  const toOrderTotal = (label: string, orderCount: number, status: string): Total => ({
    label,
    value: orderCount.toLocaleString("en-US"),
    href: `/work-orders?status=${status}`,
  });
  const totals: (Total | false)[] = [
    {
      ...toOrderTotal("Open Work Orders", stats.openWorkOrders, "open"),
      ...(isTenant ? { note: "Not scheduled or started" } : {}),
    },
    !isTenant && toOrderTotal("In Progress", stats.inProgressOrders, "in_progress"),
    !isTenant && toOrderTotal("Scheduled", stats.scheduledOrders, "scheduled"),
    toOrderTotal("Completed Orders", stats.completedOrders, "completed"),
    { label: "Documents", value: stats.documents.toLocaleString("en-US"), href: documentsPath },
    stats.rentCollected !== null && {
      label: "Rent Collected",
      value: formatCents(toCents(stats.rentCollected)),
      href: canReadReports ? yearReportPath(new Date().getFullYear()) : undefined,
      ...(isTenant ? { note: "Your payments this year" } : {}),
    },
  ];
  return totals.filter((total) => total !== false);
}

const lineClasses =
  "flex min-h-11 items-center justify-between gap-x-6 border-line border-b text-ink-soft text-sm max-xl:grid max-xl:grid-cols-3 max-xl:gap-0 max-[22rem]:grid-cols-2";
const tenantLineClasses = "border-t max-xl:grid-cols-[1fr_1.04fr_1fr_1.35fr]";

/** The totals in one line, or on a phone in columns. */
export function Totals() {
  const stats = useQuery(statsQuery);
  const canReadReports = useCan("reports.read");
  const isTenant = useUser().role === "tenant";
  if (stats.isError && stats.data === undefined)
    return (
      <div
        className="flex min-h-11 flex-wrap items-center justify-between gap-3 border-line border-b"
        role="alert"
      >
        <p>Failed to load dashboard statistics.</p>
        <Button size="sm" isBusy={stats.isFetching} onClick={() => void stats.refetch()}>
          Try again
        </Button>
      </div>
    );
  if (stats.data === undefined)
    return (
      <Loading label="Loading totals" className={classes(lineClasses, isTenant && tenantLineClasses)}>
        {Array.from({ length: isTenant ? 4 : 6 }, (_, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- placeholders have no id
          <Skeleton key={index} className="h-4 w-24 max-xl:my-5 max-xl:w-16" />
        ))}
      </Loading>
    );
  const totals = buildTotals(stats.data, { isTenant, canReadReports });
  return (
    <section aria-label="Figures" className={classes(lineClasses, isTenant && tenantLineClasses)}>
      {totals.map(({ label, value, href, note }) => {
        const className = classes(
          "flex min-h-11 items-center gap-1.5 whitespace-nowrap rounded-sm max-xl:h-full max-xl:flex-col-reverse max-xl:items-start max-xl:justify-end max-xl:gap-0 max-xl:whitespace-normal max-xl:rounded-none max-xl:border-line max-xl:border-l max-xl:py-3 max-xl:pl-2 max-xl:text-xs max-[22rem]:odd:border-l-0 max-[22rem]:odd:pl-0 max-[22rem]:even:border-l max-[22rem]:even:pl-2 max-[22rem]:nth-[n+3]:border-t",
          isTenant
            ? "max-xl:first:border-l-0 max-xl:first:pl-0"
            : "max-xl:nth-[3n+1]:border-l-0 max-xl:nth-[3n+1]:pl-0 max-xl:nth-[n+4]:border-t",
        );
        const content = (
          <>
            {label}
            <b className="font-semibold text-base text-ink tabular-nums max-xl:whitespace-nowrap max-xl:text-[1.0625rem] max-xl:leading-6 max-xl:tracking-tight">
              {value}
            </b>
            {note !== undefined && <span className="text-xs max-xl:order-first">{note}</span>}
          </>
        );
        return href === undefined ? (
          <p key={label} className={className}>
            {content}
          </p>
        ) : (
          <Link key={label} href={href} className={classes(className, "hover:text-ink hover:underline")}>
            {content}
          </Link>
        );
      })}
    </section>
  );
}
