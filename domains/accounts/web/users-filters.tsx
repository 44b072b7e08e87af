import {
  exportInvitations,
  type Invitation,
  invitationStates,
} from "#domains/accounts/invitation-contract.ts";
import { exportPeople, type Person, personStates } from "#domains/accounts/people-contract.ts";
import { invitationStateLabels, personStateLabels } from "#domains/accounts/web/person-state.tsx";
import type { UsersAddress, UsersView } from "#domains/accounts/web/users-address.ts";
import { roles } from "#shared/roles.ts";
import { roleLabels } from "#web/session/role-labels.ts";
import { ExportLink } from "#web/ui/export-link.tsx";
import { SearchBox } from "#web/ui/search-box.tsx";
import { Select } from "#web/ui/select.tsx";

const roleOptions = roles.map((value) => ({ value, label: roleLabels[value] }));
const stateOptions = {
  people: personStates.map((value) => ({ value, label: personStateLabels[value] })),
  invitations: invitationStates.map((value) => ({ value, label: invitationStateLabels[value] })),
};

/** Search, role and state of the list below; invitations have no role to choose. */
export function UsersFilters({ address: { view, filter } }: { address: UsersAddress }) {
  return (
    <div className="flex flex-1 flex-wrap items-center gap-2 max-lg:basis-full lg:justify-end">
      <SearchBox
        label={view.tab === "people" ? "Search people" : "Search addresses"}
        className="max-sm:basis-full max-lg:grow sm:w-40 lg:w-60"
        value={view.q}
        onSearch={(q) => filter({ q })}
      />
      {view.tab === "people" && (
        <Select
          aria-label="Filter by role"
          className="max-sm:basis-[calc(50%-0.25rem)] max-sm:grow sm:w-44"
          placeholder="All roles"
          options={roleOptions}
          value={view.role}
          onChange={(event) => filter({ role: event.target.value as UsersView["role"] })}
        />
      )}
      <Select
        aria-label="Filter by state"
        className="max-sm:basis-[calc(50%-0.25rem)] max-sm:grow sm:w-48"
        placeholder="All states"
        options={stateOptions[view.tab]}
        value={view.state}
        onChange={(event) => filter({ state: event.target.value as UsersView["state"] })}
      />
      <ExportOf view={view} />
    </div>
  );
}

/** The tab's list as it is narrowed down. The address keeps only states that the tab has. */
function ExportOf({ view: { tab, q, role, state } }: { view: UsersView }) {
  const search = q === "" ? {} : { q };
  if (tab === "invitations")
    return (
      <ExportLink
        endpoint={exportInvitations}
        query={{ ...search, ...(state === "" ? {} : { state: state as Invitation["state"] }) }}
        what="invitations"
        className="max-sm:grow"
      />
    );
  return (
    <ExportLink
      endpoint={exportPeople}
      query={{
        ...search,
        ...(role === "" ? {} : { role }),
        ...(state === "" ? {} : { state: state as Person["state"] }),
      }}
      what="people"
      className="max-sm:grow"
    />
  );
}
