import { useState } from "react";
import { Building2 } from "#web/icons.ts";
import { FilterBar } from "#web/list/filter-bar.tsx";
import { searchText } from "#web/list/filters.tsx";
import { ListView } from "#web/list/list-view.tsx";
import { useList } from "#web/list/use-list.ts";
import { useListAddress } from "#web/list/use-list-address.ts";
import { Button } from "#web/ui/button.tsx";
import { CardHeader } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ExportLink } from "#web/ui/export-link.tsx";
import { type Column, Table } from "#web/ui/table.tsx";
import { exportPropertySettings, listPropertySettings, type PropertySettings } from "../contract.ts";
import { BuildingDialog } from "./building-dialog.tsx";
import { formatPercent } from "./typed.ts";

const buildingList = {
  filters: { q: searchText({ label: "Search buildings", className: "sm:w-72" }) },
  pageSize: 10,
  isInAddress: false,
};

/** The settings of each building: whether its units are offered, its fee, its time zone. */
export function BuildingSettings() {
  const address = useListAddress(buildingList);
  const list = useList(listPropertySettings, address, address.filters);
  const [edited, setEdited] = useState<PropertySettings | null>(null);
  const hasPages = typeof list.total === "number" && list.total > address.pageSize;
  return (
    <>
      <ListView
        list={list}
        noun="buildings"
        failed="The buildings could not be loaded."
        skeleton={3}
        header={
          <>
            <CardHeader
              title="Buildings"
              description="The settings of a building: whether new tenants may choose its units, its card fee and its time zone."
              action={
                <ExportLink
                  endpoint={exportPropertySettings}
                  query={address.filters}
                  what="building settings"
                />
              }
            />
            {(address.isNarrowed || hasPages || list.isPrevious) && (
              <FilterBar filters={buildingList.filters} address={address} className="mx-4 mb-3 sm:mx-5" />
            )}
          </>
        }
        empty={
          address.isNarrowed ? (
            <EmptyState icon={<Building2 />} title="No building found">
              No name or address matches.
            </EmptyState>
          ) : (
            <EmptyState icon={<Building2 />} title="No buildings yet">
              Buildings appear here once they are added.
            </EmptyState>
          )
        }
      >
        {(rows) => (
          <Table
            caption="Buildings"
            columns={columns(setEdited)}
            rows={rows}
            rowKey={({ id }) => id}
            onOpen={setEdited}
          />
        )}
      </ListView>
      {edited !== null && <BuildingDialog building={edited} onClose={() => setEdited(null)} />}
    </>
  );
}

const columns = (onEdit: (building: PropertySettings) => void): Column<PropertySettings>[] => [
  {
    key: "name",
    header: "Building",
    onPhone: "title",
    cell: ({ name, address }) => (
      <>
        <span className="block font-medium">{name}</span>
        <span className="block text-ink-soft text-sm font-normal">{address}</span>
      </>
    ),
  },
  {
    key: "offered",
    header: "Registration",
    onPhone: "hidden",
    cell: ({ offersRegistration }) => (offersRegistration ? "Units offered" : "Not offered"),
  },
  {
    key: "fee",
    header: "Card fee",
    onPhone: "hidden",
    cell: ({ cardFeeBasisPoints }) =>
      cardFeeBasisPoints === null ? (
        <span className="text-ink-soft">As the organization</span>
      ) : (
        <span className="tabular-nums">{formatPercent(cardFeeBasisPoints, 100)}%</span>
      ),
  },
  {
    key: "zone",
    header: "Time zone",
    onPhone: "hidden",
    cell: ({ timeZone }) => timeZone.replaceAll("_", " "),
  },
  {
    key: "edit",
    header: "Actions",
    onPhone: "hidden",
    isHeaderHidden: true,
    align: "end",
    cell: (row) => (
      <Button size="sm" aria-label={`Change ${row.name}`} onClick={() => onEdit(row)}>
        Change
      </Button>
    ),
  },
];
