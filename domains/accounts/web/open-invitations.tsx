import { listInvitations } from "#domains/accounts/invitation-contract.ts";
import { InvitationTable } from "#domains/accounts/web/invitation-table.tsx";
import { ListView } from "#web/list/list-view.tsx";
import { useList } from "#web/list/use-list.ts";
import { useListAddress } from "#web/list/use-list-address.ts";
import { CardHeader } from "#web/ui/card.tsx";

const openInvitations = { filters: {}, pageSize: 10, isInAddress: false };

/** Invitations that are not accepted yet. Not shown if there are none. */
export function OpenInvitations() {
  const address = useListAddress(openInvitations);
  const list = useList(listInvitations, address, { state: "pending" }, { refetchOnMount: "always" });
  if (list.error === null && (list.rows?.length ?? 0) === 0) return null;
  return (
    <ListView
      list={list}
      className="mt-6"
      header={<CardHeader title="Open invitations" description="Each link works once, for 48 hours." />}
      noun="invitations"
      failed="The invitations could not be loaded."
      empty={null}
    >
      {(rows) => <InvitationTable rows={rows} />}
    </ListView>
  );
}
