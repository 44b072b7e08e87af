import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { type ReactNode, useCallback } from "react";
import { Link } from "wouter";
import { formatCents, toCents } from "#shared/format/money.ts";
import { FileSearch, SearchX } from "#web/icons.ts";
import { paths } from "#web/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { classes } from "#web/ui/classes.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { SearchBox } from "#web/ui/search-box.tsx";
import { Select } from "#web/ui/select.tsx";
import { SkeletonRows } from "#web/ui/skeleton.tsx";
import type { Column } from "#web/ui/table.tsx";
import type { ReportAddress } from "./report-address.ts";
import { buildingsQuery } from "./report-queries.ts";

interface FiltersProps {
  address: ReportAddress;
  hasSearch?: boolean;
  /** Beside search and building. */
  children?: ReactNode;
  /** At the right. */
  action: ReactNode;
}

export function ReportFilterBar({
  address: { filters, set },
  hasSearch = true,
  children,
  action,
}: FiltersProps) {
  const buildings = useQuery(buildingsQuery).data ?? [];
  const search = useCallback((text: string) => set("q", text), [set]);
  return (
    <div className="mb-4 flex flex-wrap gap-2">
      {hasSearch && (
        <SearchBox
          label="Search company or unit"
          value={filters.q ?? ""}
          onSearch={search}
          className="w-64 max-sm:w-full"
        />
      )}
      {(buildings.length > 1 || filters.propertyId !== undefined) && (
        <Select
          aria-label="Building"
          className="w-52 max-sm:flex-1"
          placeholder="All buildings"
          options={buildings.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={filters.propertyId ?? ""}
          onChange={(event) => set("propertyId", event.target.value)}
        />
      )}
      {children}
      <div className="max-sm:flex max-sm:w-full sm:ml-auto">{action}</div>
    </div>
  );
}

interface CardProps<Data> {
  query: UseQueryResult<Data>;
  /** `The aged receivables could not be loaded.` */
  failed: string;
  children: (data: Data) => ReactNode;
}

/** A report on its way, failed or there; while the next one comes, the last stays and fades. */
export function ReportCard<Data>({ query, failed, children }: CardProps<Data>) {
  const { data, error, isPlaceholderData, isFetching, refetch } = query;
  return (
    <Card className={classes("transition-opacity", isPlaceholderData && "opacity-60")}>
      {data !== undefined ? (
        children(data)
      ) : error === null ? (
        <SkeletonRows count={8} />
      ) : (
        <ErrorState title={failed} error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
      )}
    </Card>
  );
}

interface NothingProps {
  address: ReportAddress;
  title: string;
  children: string;
}

export function NothingToReport({ address: { filters, clear }, title, children }: NothingProps) {
  const { sort: _, ...narrowing } = filters;
  if (Object.keys(narrowing).length > 0)
    return (
      <EmptyState
        icon={<SearchX />}
        title="No leases found"
        action={<Button onClick={clear}>Clear filters</Button>}
      >
        Nothing matches these filters.
      </EmptyState>
    );
  return (
    <EmptyState icon={<FileSearch />} title={title}>
      {children}
    </EmptyState>
  );
}

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
