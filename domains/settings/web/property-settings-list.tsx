import { useState } from "react";
import { formatTimeZone } from "#shared/format/time-zone.ts";
import { FilterBar } from "#web/list/filter-bar.tsx";
import { createSearchFilter } from "#web/list/filters.tsx";
import { ListView } from "#web/list/list-view.tsx";
import { useList } from "#web/list/use-list.ts";
import { useListUrl } from "#web/list/use-list-url.ts";
import { Button } from "#web/ui/button.tsx";
import { ExportLink } from "#web/ui/export-link.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { SectionHeader } from "#web/ui/page/section.tsx";
import { type Column, Table } from "#web/ui/tables/table.tsx";
import { exportPropertySettings, listPropertySettings, type PropertySettings } from "../contract.ts";
import { formatPercent } from "./form-values.ts";
import { PropertySettingsDialog } from "./property-settings-dialog.tsx";

const propertyList = {
  filters: { q: createSearchFilter({ label: "Search properties", className: "sm:w-72" }) },
  pageSize: 10,
  isInUrl: false,
};

/** The settings of each property: registration, card fee, and time zone. */
export function PropertySettingsList() {
  const listUrl = useListUrl(propertyList);
  const list = useList(listPropertySettings, listUrl, listUrl.filters);
  const [propertyToEdit, setPropertyToEdit] = useState<PropertySettings | null>(null);
  const hasPages = (list.total ?? 0) > listUrl.pageSize;
  return (
    <>
      <ListView
        list={list}
        itemNoun="properties"
        errorTitle="Couldn't load the properties."
        skeleton={3}
        header={
          <>
            <SectionHeader
              title="Properties"
              description="Registration, card fee, and time zone settings for each property."
              action={
                <ExportLink
                  endpoint={exportPropertySettings}
                  query={listUrl.filters}
                  noun="property settings"
                />
              }
            />
            {(listUrl.isNarrowed || hasPages || list.isPrevious) && (
              <FilterBar filters={propertyList.filters} listUrl={listUrl} className="mx-4 mb-3 sm:mx-5" />
            )}
          </>
        }
        emptyState={
          listUrl.isNarrowed ? (
            <EmptyState title="No properties found">No properties match.</EmptyState>
          ) : (
            <EmptyState title="No properties yet">Properties appear here once you add them.</EmptyState>
          )
        }
      >
        {(rows) => (
          <Table
            caption="Properties"
            columns={getColumns(setPropertyToEdit)}
            rows={rows}
            rowKey={({ id }) => id}
            onOpen={setPropertyToEdit}
          />
        )}
      </ListView>
      {propertyToEdit !== null && (
        <PropertySettingsDialog property={propertyToEdit} onClose={() => setPropertyToEdit(null)} />
      )}
    </>
  );
}

const getColumns = (onEdit: (property: PropertySettings) => void): Column<PropertySettings>[] => [
  {
    key: "name",
    header: "Property",
    phoneSlot: "title",
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
    phoneSlot: "hidden",
    className: "wrap-normal",
    cell: ({ offersRegistration }) => (offersRegistration ? "Units listed" : "Not listed"),
  },
  {
    key: "bills",
    header: "Bill files",
    phoneSlot: "hidden",
    className: "wrap-normal",
    cell: ({ sharesBillFiles }) => (sharesBillFiles ? "Shared" : "Not shared"),
  },
  {
    key: "fee",
    header: "Card fee",
    phoneSlot: "hidden",
    className: "wrap-normal",
    cell: ({ cardFeeBasisPoints }) =>
      cardFeeBasisPoints === null ? (
        <span className="text-ink-soft">Organization default</span>
      ) : (
        <span className="tabular-nums">{formatPercent(cardFeeBasisPoints, 100)}%</span>
      ),
  },
  {
    key: "zone",
    header: "Time zone",
    phoneSlot: "hidden",
    className: "wrap-normal",
    cell: ({ timeZone }) => formatTimeZone(timeZone),
  },
  {
    key: "edit",
    header: "Actions",
    phoneSlot: "hidden",
    isHeaderHidden: true,
    align: "end",
    cell: (row) => (
      <Button size="sm" variant="link" aria-label={`Edit ${row.name}`} onClick={() => onEdit(row)}>
        Edit
      </Button>
    ),
  },
];
