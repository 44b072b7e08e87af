import { Link, useLocation } from "wouter";
import { leasePath } from "#domains/leases/paths.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import { ListView } from "#web/list/list-view.tsx";
import { useList } from "#web/list/use-list.ts";
import { pageSizes, useListUrl } from "#web/list/use-list-url.ts";
import { openEditState } from "#web/open-form-link.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { ExportLink } from "#web/ui/export-link.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { type Column, Table } from "#web/ui/tables/table.tsx";
import { listUnits, type UnitRow } from "../../choices-contract.ts";
import { exportUnits, type PropertyDetails } from "../../contract.ts";
import { addUnitPath, addUnitsPath, unitPath } from "../../paths.ts";
import { unitColumns } from "./unit-columns.tsx";

const unitList = { filters: {}, pageSize: 25, pageSizes, name: "property-units", isInUrl: false };

/** The units of a property with status and tenant, sorted by number. */
export function UnitsTable({ property: { id, name, type } }: { property: PropertyDetails }) {
  const list = useList(listUnits, useListUrl(unitList), {}, { params: { id } });
  const [, navigate] = useLocation();
  return (
    <ListView
      list={list}
      frame="part"
      itemNoun="units"
      errorTitle="Couldn't load the units."
      skeleton={4}
      emptyState={
        <EmptyState
          title="No units yet"
          action={
            <div className="flex flex-wrap justify-center gap-2">
              <ButtonLink href={addUnitPath(id)}>Add Unit</ButtonLink>
              <ButtonLink href={addUnitsPath(id)}>Add Several Units</ButtonLink>
            </div>
          }
        >
          Add apartments, offices, or retail units to this property.
        </EmptyState>
      }
    >
      {(rows) => (
        <>
          <div className="flex flex-wrap justify-end gap-2 px-(--inset) pt-3">
            {type === "multi" && <ButtonLink href={addUnitsPath(id)}>Add Several Units</ButtonLink>}
            <ExportLink endpoint={exportUnits} query={{ propertyId: String(id) }} noun="units" />
          </div>
          <Table
            caption={`Units at ${name}`}
            columns={columns}
            rows={rows}
            rowKey={({ id: unit }) => unit}
            onOpen={({ id: unit }) => navigate(unitPath(unit))}
            onEdit={({ id: unit }) => navigate(unitPath(unit), { state: openEditState })}
          />
        </>
      )}
    </ListView>
  );
}

const formatMoney = (cents: number | undefined) => (cents === undefined ? "" : formatCents(toCents(cents)));

const columns: readonly Column<UnitRow>[] = [
  unitColumns.number,
  unitColumns.type,
  unitColumns.area,
  {
    key: "rent",
    header: "Asking rent",
    align: "end",
    phoneSlot: "figure",
    cell: ({ rent }) => formatMoney(rent),
  },
  unitColumns.status,
  {
    key: "tenant",
    header: "Tenant",
    phoneSlot: "line",
    cell: ({ tenant, leaseId, nextLeaseStartsOn }) =>
      tenant == null || leaseId == null ? (
        <span className="text-ink-faint">{nextLeaseStartsOn == null ? "None" : "None yet"}</span>
      ) : (
        <Link href={leasePath(leaseId)} className="rounded-sm text-accent-text hover:underline">
          {tenant}
        </Link>
      ),
    phoneCell: ({ tenant }) => tenant,
  },
];
