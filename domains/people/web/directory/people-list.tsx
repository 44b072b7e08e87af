import { useState } from "react";
import { Link } from "wouter";
import { listPeople, type Person, personStates } from "#domains/people/people-contract.ts";
import { ApproveDialog } from "#domains/people/web/approvals/approve-dialog.tsx";
import { DeclineDialog } from "#domains/people/web/approvals/decline-dialog.tsx";
import { DisableDialog, SignOutDialog } from "#domains/people/web/directory/disable-dialog.tsx";
import { useEnablePerson } from "#domains/people/web/directory/mutations.ts";
import { PersonState, personStateLabels } from "#domains/people/web/directory/person-state.tsx";
import { SelectedPeople } from "#domains/people/web/directory/selected-people.tsx";
import { formatDay, formatMoment } from "#shared/format/dates.ts";
import { roles } from "#shared/roles.ts";
import { EllipsisVertical } from "#web/icons.ts";
import { createChoiceFilter, createRecordFilter, createSearchFilter } from "#web/list/filters.tsx";
import { ListView } from "#web/list/list-view.tsx";
import { useList } from "#web/list/use-list.ts";
import { type ListUrl, pageSizes } from "#web/list/use-list-url.ts";
import { useSelection } from "#web/list/use-selection.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { roleLabels } from "#web/session/role-labels.ts";
import { useUser } from "#web/session/session.tsx";
import { Button, IconButton } from "#web/ui/button.tsx";
import { Badge } from "#web/ui/faces/badge.tsx";
import { CompanyLinks } from "#web/ui/faces/company-link.tsx";
import { EmailAddress } from "#web/ui/faces/email-address.tsx";
import { Face } from "#web/ui/faces/face.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { Menu, MenuItem, MenuSeparator } from "#web/ui/overlays/menu.tsx";
import { type Column, Table } from "#web/ui/tables/table.tsx";
import { profilePath } from "../../paths.ts";

type DialogKind = "approve" | "decline" | "disable" | "sign-out";
type OpenDialog = (kind: DialogKind, person: Person) => void;

export const peopleList = {
  filters: {
    q: createSearchFilter({ label: "Search people", className: "max-xl:grow sm:w-40 xl:w-60" }),
    role: createChoiceFilter({
      label: "Filter by role",
      className: "w-44",
      all: "All roles",
      options: roles.map((value) => ({ value, label: roleLabels[value] })),
    }),
    state: createChoiceFilter({
      label: "Filter by status",
      className: "w-48",
      all: "All statuses",
      options: personStates.map((value) => ({ value, label: personStateLabels[value] })),
    }),
    companyId: createRecordFilter("company"),
  },
  pageSize: 25,
  pageSizes,
  name: "people",
};

interface PeopleListProps {
  listUrl: ListUrl<typeof peopleList.filters>;
  onOpen: (id: number) => void;
}

/** Everyone with an account, filtered. */
export function PeopleList({ listUrl, onOpen }: PeopleListProps) {
  const list = useList(listPeople, listUrl, listUrl.filters);
  const [openedDialog, setOpenedDialog] = useState<{ kind: DialogKind; person: Person } | null>(null);
  const close = () => setOpenedDialog(null);
  const selection = useSelection(list.rows);
  return (
    <>
      {selection.wasUsed && <SelectedPeople selection={selection} />}
      <ListView
        list={list}
        itemNoun="people"
        errorTitle="Couldn't load the people."
        emptyState={
          <EmptyState isPage title="No people found">
            Try a different search or filter, or invite them.
          </EmptyState>
        }
      >
        {(rows) => (
          <Table
            caption="People"
            columns={getColumns((kind, person) => setOpenedDialog({ kind, person }), onOpen)}
            rows={rows}
            rowKey={({ id }) => id}
            onOpen={({ id }) => onOpen(id)}
            onEdit={({ id }) => onOpen(id)}
            selection={{ ...selection, getName: ({ fullName }) => fullName }}
          />
        )}
      </ListView>
      {openedDialog?.kind === "approve" && <ApproveDialog person={openedDialog.person} onClose={close} />}
      {openedDialog?.kind === "decline" && <DeclineDialog person={openedDialog.person} onClose={close} />}
      {openedDialog?.kind === "disable" && <DisableDialog person={openedDialog.person} onClose={close} />}
      {openedDialog?.kind === "sign-out" && <SignOutDialog person={openedDialog.person} onClose={close} />}
    </>
  );
}

const getColumns = (openDialog: OpenDialog, onOpen: (id: number) => void): Column<Person>[] => [
  {
    key: "name",
    header: "Name",
    phoneSlot: "title",
    className: "sm:w-[30%]",
    cell: (person) => (
      <span className="flex items-center gap-3">
        <span className="sm:max-xl:hidden">
          <Face person={person} />
        </span>
        <span className="min-w-0">
          <span className="block break-words font-medium">{person.fullName}</span>
          <span className="wrap-anywhere block font-normal text-ink-soft text-sm">
            <EmailAddress email={person.email} />
          </span>
        </span>
      </span>
    ),
    phoneCell: ({ fullName }) => fullName,
  },
  {
    key: "role",
    header: "Role",
    phoneSlot: "figure",
    className: "wrap-normal",
    cell: ({ role }) => roleLabels[role],
    phoneCell: ({ role }) => <span className="text-ink-soft text-sm">{roleLabels[role]}</span>,
  },
  {
    key: "place",
    header: "Property or unit",
    phoneSlot: "line",
    className: "wrap-normal sm:w-1/4",
    cell: (person) => <PropertyOrUnit person={person} />,
    phoneCell: (person) => person.companies[0]?.name ?? <PropertyOrUnit person={person} />,
  },
  {
    key: "state",
    header: "Status",
    phoneSlot: "badge",
    cell: (person) => (
      <span className="inline-flex flex-wrap gap-1.5">
        <PersonState state={person.state} />
        {person.state !== "disabled" && !person.emailConfirmed && (
          <Badge tone="amber">Address not confirmed</Badge>
        )}
      </span>
    ),
    phoneCell: ({ state }) => <PersonState state={state} />,
  },
  {
    key: "lastSignIn",
    header: "Last sign-in",
    phoneSlot: "hidden",
    className: "xl:whitespace-nowrap",
    cell: ({ lastSignInAt, createdAt }) =>
      lastSignInAt === null ? (
        <span className="text-ink-soft">Never (registered {formatDay(createdAt)})</span>
      ) : (
        <time dateTime={lastSignInAt} className="inline-block wrap-normal sm:max-xl:w-18">
          {formatMoment(lastSignInAt)}
        </time>
      ),
  },
  {
    key: "actions",
    header: "Actions",
    phoneSlot: "action",
    isHeaderHidden: true,
    align: "end",
    cell: (person) => <PersonActions person={person} openDialog={openDialog} onOpen={onOpen} />,
  },
];

/** The person's company and units, or their properties. */
function PropertyOrUnit({ person }: { person: Person }) {
  const { role, units, companies, properties, propertyCount, hasAllProperties, requestedUnit } = person;
  if (role === "admin") return "Full access";
  if (hasAllProperties) return "All properties";
  if (role === "tenant" && units.length > 0)
    return (
      <>
        <CompanyLinks companies={companies} />
        <span className="block text-ink-soft text-sm">{units.map(({ label }) => label).join("; ")}</span>
      </>
    );
  if (requestedUnit !== null)
    return person.state === "active"
      ? `${requestedUnit.label}, no lease`
      : `Requested ${requestedUnit.label}`;
  if (propertyCount === 0) return <span className="text-ink-soft">None</span>;
  const names = properties.slice(0, 2).map(({ name }) => name);
  const moreCount = propertyCount - names.length;
  return `${names.join(", ")}${moreCount > 0 ? ` and ${moreCount} more` : ""}`;
}

function PersonActions({
  person,
  openDialog,
  onOpen,
}: {
  person: Person;
  openDialog: OpenDialog;
  onOpen: (id: number) => void;
}) {
  const enable = useEnablePerson();
  const canWrite = useIsServerReachable();
  const me = useUser();
  if (person.id === me.id)
    return (
      <Link href={profilePath} className="text-accent-text underline underline-offset-4 max-sm:hidden">
        Your profile
      </Link>
    );
  const isPending = person.state === "pending";
  return (
    <span className="inline-flex items-center gap-1">
      <Button
        size="sm"
        variant="link"
        // Only desktops have room for both. The menu contains `Edit` too.
        className="max-xl:hidden"
        aria-label={`Edit ${person.fullName}`}
        onClick={() => onOpen(person.id)}
      >
        Edit
      </Button>
      <Menu
        label={`Actions for ${person.fullName}`}
        trigger={(props) => (
          <IconButton {...props} label={`Actions for ${person.fullName}`} disabled={!canWrite}>
            <EllipsisVertical />
          </IconButton>
        )}
      >
        {isPending && (
          <>
            <MenuItem onSelect={() => openDialog("approve", person)}>Approve</MenuItem>
            <MenuItem onSelect={() => openDialog("decline", person)}>Decline</MenuItem>
            <MenuSeparator />
          </>
        )}
        <MenuItem onSelect={() => onOpen(person.id)}>Edit</MenuItem>
        {person.state === "disabled" ? (
          <MenuItem onSelect={() => enable.mutate(person)}>Enable</MenuItem>
        ) : (
          <>
            <MenuItem onSelect={() => openDialog("sign-out", person)}>Sign out everywhere</MenuItem>
            <MenuSeparator />
            <MenuItem isDestructive onSelect={() => openDialog("disable", person)}>
              Disable
            </MenuItem>
          </>
        )}
      </Menu>
    </span>
  );
}
