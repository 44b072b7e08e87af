import { invitationStates, listInvitations } from "#domains/people/invitation-contract.ts";
import { invitationStateLabels } from "#domains/people/web/directory/person-state.tsx";
import { InvitationTable } from "#domains/people/web/invitations/invitation-table.tsx";
import { createChoiceFilter, createSearchFilter } from "#web/list/filters.tsx";
import { ListView } from "#web/list/list-view.tsx";
import { useList } from "#web/list/use-list.ts";
import { type ListUrl, pageSizes } from "#web/list/use-list-url.ts";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";

export const invitationList = {
  filters: {
    q: createSearchFilter({ label: "Search addresses", className: "max-lg:grow sm:w-40 lg:w-60" }),
    state: createChoiceFilter({
      label: "Filter by status",
      className: "w-48",
      all: "All statuses",
      options: invitationStates.map((value) => ({ value, label: invitationStateLabels[value] })),
    }),
  },
  pageSize: 25,
  pageSizes,
  name: "invitations",
};

/** Invitations with their status and email delivery. */
export function InvitationList({ listUrl }: { listUrl: ListUrl<typeof invitationList.filters> }) {
  // Emails are delivered and links expire without an event that would refetch the list.
  const list = useList(listInvitations, listUrl, listUrl.filters, { refetchOnMount: "always" });
  return (
    <ListView
      list={list}
      itemNoun="invitations"
      errorTitle="Couldn't load the invitations."
      skeleton={5}
      emptyState={
        <EmptyState isPage title="No invitations found">
          People you invite appear here, even after they create an account.
        </EmptyState>
      }
    >
      {(rows) => <InvitationTable rows={rows} />}
    </ListView>
  );
}
