import { Link, useLocation } from "wouter";
import * as z from "zod/mini";
import { formatCents, toCents } from "#shared/format/money.ts";
import { FilterBar } from "#web/list/filter-bar.tsx";
import { createPropertyFilter } from "#web/list/filters.tsx";
import { ListView } from "#web/list/list-view.tsx";
import { useList } from "#web/list/use-list.ts";
import { pageSizes, useListUrl } from "#web/list/use-list-url.ts";
import { openEditState } from "#web/open-form-link.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { ExportLink } from "#web/ui/export-link.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { PageHeader } from "#web/ui/page/page-header.tsx";
import { TabPanel, Tabs } from "#web/ui/page/tabs.tsx";
import { type Column, Table } from "#web/ui/tables/table.tsx";
import { exportUnits, listUnitsByOccupancy, type UnitWithProperty } from "../../contract.ts";
import { occupancies, occupancyLabels } from "../../occupancy.ts";
import { addUnitPath, propertyPath, unitPath } from "../../paths.ts";
import { unitColumns } from "./unit-columns.tsx";

/** The tabs filter by occupancy. */
const unitList = {
  filters: {
    occupancy: { schema: z.enum(occupancies) },
    propertyId: createPropertyFilter({ label: "Property", className: "w-56" }),
  },
  pageSize: 25,
  pageSizes,
  name: "units",
};

const tabs = [
  { value: "all" as const, label: "All" },
  ...occupancies.map((value) => ({ value, label: occupancyLabels[value] })),
];

/** The units at all properties the user can access. The occupancy tabs match the dashboard's chart. */
export default function UnitsPage() {
  const listUrl = useListUrl(unitList);
  const list = useList(listUnitsByOccupancy, listUrl, listUrl.filters);
  const [, navigate] = useLocation();
  const { occupancy } = listUrl.filters;
  return (
    <>
      <PageHeader
        title="Units"
        action={<ExportLink endpoint={exportUnits} query={listUrl.filters} noun="units" />}
      />
      <Tabs
        name="units"
        label="Occupancy"
        tabs={tabs}
        value={occupancy ?? "all"}
        onChange={(value) =>
          listUrl.setFilters({ occupancy: value === "all" ? "" : value }, { replace: false })
        }
      />
      <TabPanel name="units" value={occupancy ?? "all"} className="mt-4">
        <FilterBar filters={unitList.filters} listUrl={listUrl} />
        <ListView
          list={list}
          itemNoun="units"
          errorTitle="Couldn't load the units."
          skeleton={6}
          emptyState={
            occupancy === undefined ? (
              <EmptyState
                isPage
                title="No units yet"
                action={<ButtonLink href={addUnitPath()}>Add Unit</ButtonLink>}
              >
                Add apartments, offices, or retail units to your properties.
              </EmptyState>
            ) : (
              <EmptyState isPage title="No units found">
                {occupancy === "vacant" ? "You have no vacant units." : "No units with this occupancy."}
              </EmptyState>
            )
          }
        >
          {(rows) => (
            <Table
              caption="Units"
              columns={columns}
              rows={rows}
              rowKey={({ id }) => id}
              onOpen={({ id }) => navigate(unitPath(id))}
              onEdit={({ id }) => navigate(unitPath(id), { state: openEditState })}
            />
          )}
        </ListView>
      </TabPanel>
    </>
  );
}

const columns: readonly Column<UnitWithProperty>[] = [
  unitColumns.number,
  {
    key: "property",
    header: "Property",
    phoneSlot: "line",
    cell: ({ property }) => (
      <Link href={propertyPath(property.id)} className="rounded-sm text-accent-text hover:underline">
        {property.name}
      </Link>
    ),
    phoneCell: ({ property }) => property.name,
  },
  unitColumns.type,
  unitColumns.area,
  {
    key: "rent",
    header: "Asking rent",
    align: "end",
    phoneSlot: "figure",
    cell: ({ rent }) => formatCents(toCents(rent)),
  },
  unitColumns.status,
];
