import { Link } from "wouter";
import { formatCents, toCents } from "#shared/format/money.ts";
import { building, searchText } from "#web/list/filters.tsx";
import { paths } from "#web/paths.ts";
import { classes } from "#web/ui/classes.ts";
import type { Column } from "#web/ui/table.tsx";

/** What each report of leases is narrowed by. */
export const leaseFilters = {
  q: searchText({ label: "Search company or unit", className: "w-64 max-sm:w-full" }),
  propertyId: building({ label: "Building", className: "w-52 max-sm:flex-1" }),
};
export const reportRowsPerPage = 20;

/** The books are written all the time, by the portal itself too: a report is read anew when it is opened. */
export const anew = { refetchOnMount: "always" } as const;

interface OfLease {
  id: number;
  company: string;
  property: { name: string };
  units: readonly string[];
}

/** Company with its place beneath; the row of totals names what it sums. */
export const leaseColumn = <Row extends OfLease>(): Column<Row | Totals> => ({
  key: "lease",
  header: "Lease",
  onPhone: "title",
  className: "sm:max-w-72 sm:min-w-40",
  cell: (row) =>
    "totalOf" in row ? (
      <span className="font-semibold">{row.totalOf}</span>
    ) : (
      <>
        <Link href={paths.lease(row.id)} className="line-clamp-2 font-medium hover:underline">
          {row.company}
        </Link>
        <span className="line-clamp-1 font-normal text-ink-soft text-sm">
          {[row.property.name, row.units.join(", ")].filter((part) => part !== "").join(" · ")}
        </span>
      </>
    ),
});

/** A last row with the sums. */
export interface Totals {
  totalOf: string;
}

export const totalOf = (leases: number): string =>
  leases === 1 ? "Total of 1 lease" : `Total of ${leases.toLocaleString("en-US")} leases`;

/** Nothing is a dash, so that what is something stands out. */
export function Money({ cents, tone }: { cents: number; tone?: string | undefined }) {
  return cents === 0 ? (
    <span className="text-ink-faint">–</span>
  ) : (
    <span className={classes("whitespace-nowrap", tone)}>{formatCents(toCents(cents))}</span>
  );
}
