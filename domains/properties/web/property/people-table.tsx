import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { exportPeople, listPeople, type Person } from "#domains/people/people-contract.ts";
import { ApproveButton } from "#domains/people/web/approvals/approve-button.tsx";
import { DeclineDialog } from "#domains/people/web/approvals/decline-dialog.tsx";
import { PersonState } from "#domains/people/web/directory/person-state.tsx";
import { listPageQuery } from "#web/list/list-queries.ts";
import { ListView } from "#web/list/list-view.tsx";
import { useList } from "#web/list/use-list.ts";
import { pageSizes, useListUrl } from "#web/list/use-list-url.ts";
import { roleLabels } from "#web/session/role-labels.ts";
import { Button } from "#web/ui/button.tsx";
import { ExportLink } from "#web/ui/export-link.tsx";
import { Badge } from "#web/ui/faces/badge.tsx";
import { CompanyLinks } from "#web/ui/faces/company-link.tsx";
import { Face } from "#web/ui/faces/face.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { type Column, Table } from "#web/ui/tables/table.tsx";

const peopleList = { filters: {}, pageSize: 25, pageSizes, name: "property-people", isInUrl: false };

/** The tenants, technicians, and landlords of a property. People pending approval come first (NAV-28). */
export function PeopleTable({ property }: { property: { id: number; name: string } }) {
  const propertyId = String(property.id);
  const pendingApproval = useQuery(
    listPageQuery(listPeople, { propertyId, state: "pending", page: 1, pageSize: 100 }),
  );
  const list = useList(listPeople, useListUrl(peopleList), { propertyId });
  const hasPending = pendingApproval.data !== undefined && pendingApproval.data.rows.length > 0;
  return (
    <ListView
      list={list}
      frame="part"
      itemNoun="people"
      errorTitle="Couldn't load the people."
      skeleton={4}
      emptyState={
        <EmptyState title="No people yet">
          Tenants appear here when they request or lease a unit, and staff when they're assigned to the
          property.
        </EmptyState>
      }
    >
      {(rows) => (
        <>
          <div className="flex justify-end px-(--inset) pt-3">
            <ExportLink endpoint={exportPeople} query={{ propertyId }} noun="people" />
          </div>
          {hasPending && <PendingPeople people={pendingApproval.data.rows} propertyName={property.name} />}
          {hasPending && <h2 className="border-line border-t px-(--inset) pt-5 pb-1 text-base">Everyone</h2>}
          <Table
            caption="People at this property"
            columns={getColumns(property.name)}
            rows={rows}
            rowKey={({ id }) => id}
          />
        </>
      )}
    </ListView>
  );
}

function PendingPeople({ people, propertyName }: { people: readonly Person[]; propertyName: string }) {
  const [personToDecline, setPersonToDecline] = useState<Person>();
  return (
    <>
      <h2 className="px-(--inset) pt-4 pb-1 text-base">Waiting for approval</h2>
      <Table
        caption="People waiting for approval"
        columns={[...getColumns(propertyName), decisionColumn(setPersonToDecline)]}
        rows={people}
        rowKey={({ id }) => id}
      />
      {personToDecline !== undefined && (
        <DeclineDialog person={personToDecline} onClose={() => setPersonToDecline(undefined)} />
      )}
    </>
  );
}

const getColumns = (propertyName: string): readonly Column<Person>[] => [
  {
    key: "name",
    header: "Name",
    phoneSlot: "title",
    className: "sm:w-2/5",
    cell: ({ id, fullName, email }) => (
      <span className="flex items-center gap-3">
        <Face person={{ id, fullName }} />
        <span className="min-w-0">
          <span className="block font-medium [overflow-wrap:anywhere]">{fullName}</span>
          <span className="block break-all font-normal text-ink-soft text-sm">{email}</span>
        </span>
      </span>
    ),
    phoneCell: ({ fullName }) => fullName,
  },
  {
    key: "role",
    header: "Role",
    phoneSlot: "line",
    cell: ({ role }) => <span className="whitespace-nowrap">{roleLabels[role]}</span>,
  },
  {
    key: "place",
    header: "Unit",
    phoneSlot: "line",
    cell: (person) => <PersonUnits person={person} propertyName={propertyName} />,
    phoneCell: ({ email }) => email,
  },
  {
    key: "state",
    header: "Status",
    phoneSlot: "badge",
    cell: ({ state, emailConfirmed }) => (
      <span className="inline-flex flex-wrap gap-1.5">
        <PersonState state={state} />
        {state === "pending" && !emailConfirmed && <Badge tone="amber">Address not confirmed</Badge>}
      </span>
    ),
  },
];

/** The person's company and units, without the property name, because the page already shows it. */
function PersonUnits({ person, propertyName }: { person: Person; propertyName: string }) {
  const { companies, units, requestedUnit } = person;
  const labels = (units.length > 0 || requestedUnit === null ? units : [requestedUnit]).map(({ label }) =>
    label.startsWith(`${propertyName}, `) ? label.slice(propertyName.length + 2) : label,
  );
  if (companies.length === 0 && labels.length === 0) return <span className="text-ink-faint">None</span>;
  return (
    <span>
      <CompanyLinks companies={companies} />
      <span className="block text-ink-soft text-sm first-letter:uppercase">{labels.join(", ")}</span>
    </span>
  );
}

const decisionColumn = (onDecline: (person: Person) => void): Column<Person> => ({
  key: "decide",
  header: "Decision",
  isHeaderHidden: true,
  align: "end",
  cell: (person) => (
    <span className="inline-flex gap-1.5">
      <Button
        size="sm"
        variant="ghost"
        aria-label={`Decline ${person.fullName}`}
        onClick={() => onDecline(person)}
      >
        Decline
      </Button>
      <ApproveButton person={person} size="sm" />
    </span>
  ),
});
