import { useQuery } from "@tanstack/react-query";
import { Link, useLocation, useSearch } from "wouter";
import { formatCents, toCents } from "#shared/format/money.ts";
import { DoorOpen } from "#web/icons.ts";
import { AccessDenied } from "#web/layout/access-denied.tsx";
import { listPageQuery, useExistingPage } from "#web/list-page.ts";
import { paths } from "#web/paths.ts";
import { useMay } from "#web/session/session.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { ExportLink } from "#web/ui/export-link.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Pagination } from "#web/ui/pagination.tsx";
import { SkeletonRows } from "#web/ui/skeleton.tsx";
import { type Column, Table } from "#web/ui/table.tsx";
import { TabPanel, Tabs } from "#web/ui/tabs.tsx";
import { exportUnits, listUnitsByOccupancy, type UnitInBuilding } from "../contract.ts";
import { type Occupancy, occupancies, occupancyLabels } from "../occupancy.ts";
import { type UnitType, unitTypeLabels } from "../unit-types.ts";
import { UnitStatusBadge } from "./unit-status-badge.tsx";

const pageSize = 25;
const tabs = [
  { value: "all" as const, label: "All" },
  ...occupancies.map((value) => ({ value, label: occupancyLabels[value] })),
];

/** The units of all one's buildings, let, free or neither, as the dashboard's chart of occupancy counts them. */
export default function UnitsPage() {
  const mayList = useMay("units.read");
  const { occupancy, page, open } = useUnitsAddress();
  if (!mayList) return <AccessDenied />;
  return (
    <>
      <PageHeader
        title="Units"
        description="The units of all your buildings, and how they are used."
        action={
          <ExportLink
            endpoint={exportUnits}
            query={occupancy === undefined ? {} : { occupancy }}
            what="units"
          />
        }
      />
      <Tabs
        name="units"
        label="Use"
        tabs={tabs}
        value={occupancy ?? "all"}
        onChange={(value) => open(value === "all" ? undefined : value, 1)}
      />
      <TabPanel name="units" value={occupancy ?? "all"} className="mt-4">
        <Card>
          <Units occupancy={occupancy} page={page} onPage={(next) => open(occupancy, next)} />
        </Card>
      </TabPanel>
    </>
  );
}

/** The page's state is its address. */
function useUnitsAddress() {
  const query = new URLSearchParams(useSearch());
  const [, navigate] = useLocation();
  const page = Number(query.get("page"));
  return {
    occupancy: occupancies.find((one) => one === query.get("occupancy")),
    page: Number.isSafeInteger(page) && page > 0 && page <= 1_000_000 ? page : 1,
    open: (occupancy: Occupancy | undefined, to: number) => {
      const next = new URLSearchParams(occupancy === undefined ? {} : { occupancy });
      if (to > 1) next.set("page", String(to));
      navigate(next.size === 0 ? paths.units : `${paths.units}?${next}`);
    },
  };
}

interface UnitsProps {
  occupancy: Occupancy | undefined;
  page: number;
  onPage: (page: number) => void;
}

function Units({ occupancy, page, onPage }: UnitsProps) {
  const [, navigate] = useLocation();
  const filter = occupancy === undefined ? {} : { occupancy };
  const units = useQuery(listPageQuery(listUnitsByOccupancy, { ...filter, page, pageSize }));
  useExistingPage(units, { page, pageSize, open: onPage });
  if (units.isPending) return <SkeletonRows count={6} />;
  if (units.isError)
    return (
      <ErrorState
        title="The units could not be loaded."
        error={units.error}
        onRetry={() => void units.refetch()}
        isRetrying={units.isFetching}
      />
    );
  const { rows, total } = units.data;
  if (rows.length === 0)
    return occupancy === undefined ? (
      <EmptyState
        icon={<DoorOpen />}
        title="No units yet"
        action={<ButtonLink href={paths.addUnit()}>Add Unit</ButtonLink>}
      >
        Add the apartments, offices or shops of your properties.
      </EmptyState>
    ) : (
      <EmptyState icon={<DoorOpen />} title="No such units">
        {occupancy === "vacant" ? "No unit of yours is vacant." : "No unit of yours is used like this."}
      </EmptyState>
    );
  return (
    <>
      <Table
        caption="Units"
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        onOpen={({ id }) => navigate(paths.unit(id))}
      />
      <Pagination page={page} pageSize={pageSize} total={total} onPage={onPage} noun="units" />
    </>
  );
}

const columns: readonly Column<UnitInBuilding>[] = [
  {
    key: "number",
    header: "Unit",
    onPhone: "title",
    cell: ({ id, unitNumber }) => (
      <Link href={paths.unit(id)} className="rounded-sm font-medium hover:underline">
        {unitNumber}
      </Link>
    ),
  },
  {
    key: "building",
    header: "Building",
    cell: ({ property }) => (
      <Link href={paths.property(property.id)} className="rounded-sm text-accent-text hover:underline">
        {property.name}
      </Link>
    ),
  },
  { key: "type", header: "Type", cell: ({ type }) => unitTypeLabels[type as UnitType] ?? type },
  {
    key: "size",
    header: "Size",
    align: "end",
    cell: ({ sizeSqft }) => (sizeSqft === null ? "–" : `${sizeSqft.toLocaleString("en-US")} sq ft`),
  },
  { key: "rent", header: "Asking rent", align: "end", cell: ({ rent }) => formatCents(toCents(rent)) },
  { key: "status", header: "Status", cell: ({ status }) => <UnitStatusBadge status={status} /> },
];
