import { Link } from "wouter";
import { leasePath } from "#domains/leases/paths.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import { building, oneRecord, searchText } from "#web/list/filters.tsx";
import { classes } from "#web/ui/classes.ts";
import { CompanyLink } from "#web/ui/faces/company-link.tsx";
import type { Column } from "#web/ui/tables/table.tsx";

/** The filters of every lease report. */
export const leaseFilters = {
  q: searchText({ label: "Search company or unit", className: "sm:w-64" }),
  propertyId: building({ label: "Property", className: "w-52" }),
  companyId: oneRecord("company"),
};
export const reportRowsPerPage = 20;

/** The portal also posts entries automatically, so a report is refetched whenever it's opened. */
export const alwaysRefetch = { refetchOnMount: "always" } as const;

interface ReportedLease {
  id: number;
  company: string;
  companyId: number;
  property: { name: string };
  units: readonly string[];
}

/** The company above its property and units. The totals row has its own title. */
export const leaseColumn = <Row extends ReportedLease>(): Column<Row | Totals> => ({
  key: "lease",
  header: "Lease",
  onPhone: "title",
  className: "sm:max-w-72 sm:min-w-20 sm:wrap-break-word",
  cell: (row) =>
    "totalLabel" in row ? (
      <span className="font-semibold">{row.totalLabel}</span>
    ) : (
      <>
        <CompanyLink id={row.companyId} className="line-clamp-3 font-medium">
          {row.company}
        </CompanyLink>
        <Link
          href={leasePath(row.id)}
          className={classes(placeClasses, "mt-1.5 hover:underline sm:max-xl:line-clamp-2")}
        >
          {formatPlace(row)}
        </Link>
      </>
    ),
  phoneCell: (row) =>
    "totalLabel" in row ? (
      row.totalLabel
    ) : (
      <>
        <span>{row.company}</span>
        <span className={placeClasses}>{formatPlace(row)}</span>
      </>
    ),
});

const placeClasses = "line-clamp-1 font-normal text-ink-soft text-sm";
const formatPlace = ({ property, units }: ReportedLease) =>
  [property.name, units.join(", ")].filter((part) => part !== "").join(" · ");

/** The last row, with the totals. */
export interface Totals {
  totalLabel: string;
}

export const formatTotalLabel = (leases: number): string =>
  leases === 1 ? "Total of 1 lease" : `Total of ${leases.toLocaleString("en-US")} leases`;

/** Shows zero as a dash so other amounts stand out. */
export function Money({ cents, tone }: { cents: number; tone?: string }) {
  return cents === 0 ? (
    <span className="text-ink-faint">–</span>
  ) : (
    <span className={classes("whitespace-nowrap", tone)}>{formatCents(toCents(cents))}</span>
  );
}
