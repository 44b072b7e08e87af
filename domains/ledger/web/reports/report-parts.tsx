import { formatCents, toCents } from "#shared/format/money.ts";
import { building, oneRecord, searchText } from "#web/list/filters.tsx";
import { classes } from "#web/ui/classes.ts";

/** The filters of every lease report. */
export const propertyFilter = building({ label: "Property", className: "w-52" });
export const leaseFilters = {
  q: searchText({ label: "Search company or unit", className: "sm:w-64" }),
  companyId: oneRecord("company"),
};

/** The sheet is printed whole if it has no more rows than this. */
export const reportRowsPerPage = 100;

/** The portal also posts entries automatically, so a report is refetched whenever it's opened. */
export const alwaysRefetch = { refetchOnMount: "always" } as const;

export const countLeases = (leases: number): string =>
  leases === 1 ? "1 lease" : `${leases.toLocaleString("en-US")} leases`;

export const money = (cents: number): string => formatCents(toCents(cents));

/** Shows zero as a dash so other amounts stand out. */
export function Money({ cents, tone }: { cents: number; tone?: string }) {
  return cents === 0 ? (
    <span className="text-ink-faint">–</span>
  ) : (
    <span className={classes("whitespace-nowrap", tone)}>{money(cents)}</span>
  );
}
