import { exportPeople, listPeople, type Person } from "#domains/people/people-contract.ts";
import { PersonState } from "#domains/people/web/directory/person-state.tsx";
import { ListView } from "#web/list/list-view.tsx";
import { useList } from "#web/list/use-list.ts";
import { useListUrl } from "#web/list/use-list-url.ts";
import { ExportLink } from "#web/ui/export-link.tsx";
import { EmailLink } from "#web/ui/faces/email-address.tsx";
import { Face } from "#web/ui/faces/face.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { SectionHeader } from "#web/ui/page/section.tsx";
import { type Column, Table } from "#web/ui/tables/table.tsx";

const peopleList = { filters: {}, pageSize: 5, isInUrl: false };

/** The current and future members of the company's leases. */
export function CompanyPeople({ companyId, name }: { companyId: string; name: string }) {
  const list = useList(listPeople, useListUrl(peopleList), { companyId });
  return (
    <ListView
      list={list}
      label="People"
      header={
        <SectionHeader
          title="People"
          action={<ExportLink endpoint={exportPeople} query={{ companyId }} noun="people" size="sm" />}
        />
      }
      itemNoun="people"
      errorTitle="Couldn't load the people."
      skeleton={3}
      emptyState={
        <EmptyState title="No one is on this company's leases">
          Invite and add people from the lease page.
        </EmptyState>
      }
    >
      {(rows) => (
        <Table caption={`People at ${name}`} columns={columns} rows={rows} rowKey={({ id }) => id} />
      )}
    </ListView>
  );
}

const formatUnitLabels = ({ units }: Person): string => units.map(({ label }) => label).join("; ");

const columns: readonly Column<Person>[] = [
  {
    key: "name",
    header: "Name",
    phoneSlot: "title",
    cell: (person) => (
      <span className="flex items-center gap-3">
        <Face person={person} />
        <span className="min-w-0">
          <span className="block font-medium wrap-anywhere">{person.fullName}</span>
          <EmailLink email={person.email} isQuiet />
        </span>
      </span>
    ),
    phoneCell: ({ fullName }) => fullName,
  },
  {
    key: "units",
    header: "Units",
    phoneSlot: "line",
    cell: formatUnitLabels,
    phoneCell: ({ email }) => <EmailLink email={email} />,
  },
  { key: "state", header: "Status", phoneSlot: "badge", cell: ({ state }) => <PersonState state={state} /> },
];
