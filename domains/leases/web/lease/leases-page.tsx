import { useLocation } from "wouter";
import { Plus } from "#web/icons.ts";
import { FilterBar } from "#web/list/filter-bar.tsx";
import {
  createChoiceFilter,
  createPropertyFilter,
  createRecordFilter,
  createSearchFilter,
} from "#web/list/filters.tsx";
import { ListView } from "#web/list/list-view.tsx";
import { exportAction, toIds } from "#web/list/selection-actions.ts";
import { SelectionBar } from "#web/list/selection-bar.tsx";
import { useList } from "#web/list/use-list.ts";
import { pageSizes, useListUrl } from "#web/list/use-list-url.ts";
import { useSelection } from "#web/list/use-selection.ts";
import { openEditState } from "#web/open-form-link.ts";
import { useCan, useUser } from "#web/session/session.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { ExportLink } from "#web/ui/export-link.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { PageHeader } from "#web/ui/page/page-header.tsx";
import { Table } from "#web/ui/tables/table.tsx";
import { exportLeases, listLeases } from "../../contract.ts";
import { leasePath, newLeasePath } from "../../paths.ts";
import { leaseFilterLabels, leaseFilterStates } from "../../states.ts";
import { leaseColumns } from "./lease-columns.tsx";

export const leaseList = {
  filters: {
    q: createSearchFilter({ label: "Search by company, unit, or property", className: "sm:w-72" }),
    state: createChoiceFilter({
      label: "Status",
      className: "w-44",
      all: "All statuses",
      options: leaseFilterStates.map((value) => ({ value, label: leaseFilterLabels[value] })),
    }),
    propertyId: createPropertyFilter({ label: "Property", className: "w-56" }),
    unitId: createRecordFilter("unit"),
    companyId: createRecordFilter("company"),
  },
  pageSize: 25,
  pageSizes,
  name: "leases",
};

/** The leases with their companies, units, and dates. */
export default function LeasesPage() {
  const listUrl = useListUrl(leaseList);
  const list = useList(listLeases, listUrl, listUrl.filters);
  const [, navigate] = useLocation();
  const canCreate = useCan("leases.create");
  const selection = useSelection(list.rows);
  const isTenant = useUser().role === "tenant";
  return (
    <>
      <PageHeader
        title="Leases"
        action={
          canCreate && (
            <ButtonLink variant="primary" href={newLeasePath()} icon={<Plus aria-hidden="true" />}>
              New Lease
            </ButtonLink>
          )
        }
      />
      <FilterBar
        filters={leaseList.filters}
        listUrl={listUrl}
        action={<ExportLink endpoint={exportLeases} query={listUrl.filters} noun="leases" />}
      />
      {selection.wasUsed && (
        <SelectionBar
          noun="leases"
          position="header"
          selection={selection}
          getName={({ company }) => company.name}
          actions={[exportAction(exportLeases, { ids: toIds(selection.rows) }, "the selected leases")]}
        />
      )}
      <ListView
        list={list}
        itemNoun="leases"
        errorTitle="Couldn't load the leases."
        emptyState={
          <EmptyState isPage title="No leases yet">
            {canCreate
              ? "Use “New Lease” to add a lease. Its units will show as occupied, and the company's people will get access."
              : "Your lease appears here once your landlord adds it."}
          </EmptyState>
        }
        noMatches={{ title: "No leases found", hint: "No leases match these filters." }}
      >
        {(rows) => (
          <Table
            caption="Leases"
            columns={leaseColumns}
            rows={rows}
            rowKey={({ id }) => id}
            onOpen={({ id }) => navigate(leasePath(id))}
            onEdit={({ id }) => navigate(leasePath(id), { state: openEditState })}
            selection={isTenant ? undefined : { ...selection, getName: ({ company }) => company.name }}
          />
        )}
      </ListView>
    </>
  );
}
