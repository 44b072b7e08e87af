import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useLocation } from "wouter";
import { formatCents, toCents } from "#shared/format/money.ts";
import { DoorOpen } from "#web/icons.ts";
import { listPageQuery, useExistingPage } from "#web/list-page.ts";
import { paths } from "#web/paths.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { ExportLink } from "#web/ui/export-link.tsx";
import { Pagination } from "#web/ui/pagination.tsx";
import { SkeletonRows } from "#web/ui/skeleton.tsx";
import { type Column, Table } from "#web/ui/table.tsx";
import { listUnits, type UnitRow } from "../choices-contract.ts";
import { exportUnits, type PropertyDetails } from "../contract.ts";
import { type UnitType, unitTypeLabels } from "../unit-types.ts";
import { unitsPath } from "./queries.ts";
import { UnitStatusBadge } from "./unit-status-badge.tsx";

const pageSize = 25;

/** The units of a property with their status and tenant, in the order of their numbers. */
export function UnitsTable({ property }: { property: PropertyDetails }) {
  const [page, setPage] = useState(1);
  const [, navigate] = useLocation();
  const units = useQuery(listPageQuery({ ...listUnits, path: unitsPath(property.id) }, { page, pageSize }));
  useExistingPage(units, { page, pageSize, open: setPage });
  if (units.isPending) return <SkeletonRows count={4} />;
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
    return (
      <EmptyState
        icon={<DoorOpen />}
        title="No units yet"
        action={<ButtonLink href={paths.addUnit(property.id)}>Add Unit</ButtonLink>}
      >
        Add the apartments, offices or shops of this property.
      </EmptyState>
    );
  return (
    <>
      <div className="flex justify-end px-4 pt-3 sm:px-5">
        <ExportLink endpoint={exportUnits} query={{ propertyId: String(property.id) }} what="units" />
      </div>
      <Table
        caption={`Units of ${property.name}`}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        onOpen={({ id }) => navigate(paths.unit(id))}
      />
      <Pagination page={page} pageSize={pageSize} total={total} onPage={setPage} noun="units" />
    </>
  );
}

const money = (cents: number | undefined) => (cents === undefined ? "" : formatCents(toCents(cents)));

const columns: readonly Column<UnitRow>[] = [
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
  { key: "type", header: "Type", cell: ({ type }) => unitTypeLabels[type as UnitType] ?? type },
  {
    key: "size",
    header: "Size",
    align: "end",
    cell: ({ sizeSqft }) => (sizeSqft == null ? "–" : `${sizeSqft.toLocaleString("en-US")} sq ft`),
  },
  { key: "rent", header: "Asking rent", align: "end", cell: ({ rent }) => money(rent) },
  { key: "status", header: "Status", cell: ({ status }) => <UnitStatusBadge status={status} /> },
  {
    key: "tenant",
    header: "Tenant",
    cell: ({ tenant, leaseId }) =>
      tenant == null || leaseId == null ? (
        <span className="text-ink-faint">None</span>
      ) : (
        <Link href={paths.lease(leaseId)} className="rounded-sm text-accent-text hover:underline">
          {tenant}
        </Link>
      ),
  },
];
