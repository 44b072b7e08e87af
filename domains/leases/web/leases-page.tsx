import { useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import { Link, useLocation } from "wouter";
import { FileSignature, Plus, SearchX } from "#web/icons.ts";
import { AccessDenied } from "#web/layout/access-denied.tsx";
import { useExistingPage } from "#web/list-page.ts";
import { paths } from "#web/paths.ts";
import { useMay } from "#web/session/session.tsx";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { classes } from "#web/ui/classes.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { ExportLink } from "#web/ui/export-link.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Pagination } from "#web/ui/pagination.tsx";
import { SearchBox } from "#web/ui/search-box.tsx";
import { Select } from "#web/ui/select.tsx";
import { SkeletonRows } from "#web/ui/skeleton.tsx";
import { type Column, Table } from "#web/ui/table.tsx";
import { exportLeases, type LeaseRow } from "../contract.ts";
import { leaseFilterLabels, leaseFilterStates } from "../states.ts";
import { LeaseStateBadge } from "./lease-state.tsx";
import { leasesPerPage, useLeaseAddress } from "./list-address.ts";
import { buildingsQuery, leasePageQuery } from "./queries.ts";
import { dayOrOpen } from "./words.ts";

/** Who leases which units, from when to when. */
export default function LeasesPage() {
  if (!useMay("leases.list")) return <AccessDenied />;
  return <Leases />;
}

function Leases() {
  const address = useLeaseAddress();
  const mayCreate = useMay("leases.create");
  return (
    <>
      <PageHeader
        title="Leases"
        description={
          mayCreate
            ? "Which company has which units, from when to when, and who belongs to it."
            : "The leases you belong to, or belonged to."
        }
        action={
          mayCreate && (
            <ButtonLink variant="primary" href={paths.newLease()} icon={<Plus aria-hidden="true" />}>
              New Lease
            </ButtonLink>
          )
        }
      />
      <Filters address={address} />
      <LeaseTable address={address} mayCreate={mayCreate} />
    </>
  );
}

type Address = ReturnType<typeof useLeaseAddress>;

const stateOptions = leaseFilterStates.map((value) => ({ value, label: leaseFilterLabels[value] }));

function Filters({ address: { filters, set, clear } }: { address: Address }) {
  const buildings = useQuery(buildingsQuery).data ?? [];
  const search = useCallback((text: string) => set("q", text), [set]);
  return (
    <div className="mb-4 flex flex-wrap gap-2">
      <SearchBox
        label="Search company or unit"
        value={filters.q ?? ""}
        onSearch={search}
        className="w-72 max-sm:w-full"
      />
      <Select
        aria-label="State"
        className="w-44 max-sm:flex-1"
        placeholder="All states"
        options={stateOptions}
        value={filters.state ?? ""}
        onChange={(event) => set("state", event.target.value)}
      />
      {(buildings.length > 1 || filters.propertyId !== undefined) && (
        <Select
          aria-label="Building"
          className="w-56 max-sm:flex-1"
          placeholder="All buildings"
          options={buildings.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={filters.propertyId ?? ""}
          onChange={(event) => set("propertyId", event.target.value)}
        />
      )}
      {(filters.unitId !== undefined || filters.companyId !== undefined) && (
        <Button onClick={clear}>{filters.unitId === undefined ? "One company" : "One unit"}: show all</Button>
      )}
      <div className="max-sm:flex max-sm:w-full sm:ml-auto">
        <ExportLink endpoint={exportLeases} query={filters} what="leases" className="max-sm:grow" />
      </div>
    </div>
  );
}

function LeaseTable({ address, mayCreate }: { address: Address; mayCreate: boolean }) {
  const { filters, page, setPage, clear } = address;
  const [, navigate] = useLocation();
  const list = useQuery(leasePageQuery(filters, page));
  const { data, error, isPlaceholderData, isFetching, refetch } = list;
  useExistingPage(list, { page, pageSize: leasesPerPage, open: setPage });

  if (data === undefined && error === null)
    return (
      <Card>
        <SkeletonRows count={8} />
      </Card>
    );
  if (data === undefined)
    return (
      <Card>
        <ErrorState
          title="The leases could not be loaded."
          error={error}
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        />
      </Card>
    );
  return (
    <Card className={classes("transition-opacity", isPlaceholderData && "opacity-60")}>
      {data.rows.length === 0 ? (
        <NothingFound isFiltered={Object.keys(filters).length > 0} onClear={clear} mayCreate={mayCreate} />
      ) : (
        <Table
          caption="Leases"
          columns={columns}
          rows={data.rows}
          rowKey={({ id }) => id}
          onOpen={({ id }) => navigate(paths.lease(id))}
        />
      )}
      <Pagination page={page} pageSize={leasesPerPage} total={data.total} onPage={setPage} noun="leases" />
    </Card>
  );
}

const columns: Column<LeaseRow>[] = [
  {
    key: "company",
    header: "Company",
    onPhone: "title",
    className: "sm:max-w-80 sm:min-w-32",
    cell: ({ id, company }) => (
      <Link href={paths.lease(id)} className="line-clamp-2 font-medium hover:underline">
        {company.name}
      </Link>
    ),
  },
  {
    key: "building",
    header: "Building",
    className: "sm:max-w-60",
    cell: ({ property }) => <span className="line-clamp-2">{property.name}</span>,
  },
  {
    key: "units",
    header: "Units",
    className: "sm:max-w-40",
    cell: ({ units }) => (
      <span className="line-clamp-2 tabular-nums">
        {units.map(({ unitNumber }) => unitNumber).join(", ")}
      </span>
    ),
  },
  {
    key: "from",
    header: "From",
    cell: ({ from }) => <span className="whitespace-nowrap tabular-nums">{dayOrOpen(from)}</span>,
  },
  {
    key: "to",
    header: "To",
    cell: ({ to }) => <span className="whitespace-nowrap tabular-nums">{dayOrOpen(to)}</span>,
  },
  { key: "state", header: "State", cell: ({ state }) => <LeaseStateBadge state={state} /> },
];

function NothingFound({
  isFiltered,
  onClear,
  mayCreate,
}: {
  isFiltered: boolean;
  onClear: () => void;
  mayCreate: boolean;
}) {
  if (isFiltered)
    return (
      <EmptyState
        icon={<SearchX />}
        title="No leases found"
        action={<Button onClick={onClear}>Clear filters</Button>}
      >
        Nothing matches these filters.
      </EmptyState>
    );
  return (
    <EmptyState icon={<FileSignature />} title="No leases yet">
      {mayCreate
        ? "Record who has which units with “New Lease”. The units then show as occupied, and the people of the company see what concerns them."
        : "Your lease appears here as soon as your landlord has recorded it."}
    </EmptyState>
  );
}
