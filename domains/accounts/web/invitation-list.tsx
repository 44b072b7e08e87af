import { useQuery } from "@tanstack/react-query";
import { type Invitation, listInvitations } from "#domains/accounts/invitation-contract.ts";
import { InvitationTable } from "#domains/accounts/web/invitation-table.tsx";
import { pageSize, type UsersAddress } from "#domains/accounts/web/users-address.ts";
import { MailPlus } from "#web/icons.ts";
import { listPageQuery, useExistingPage } from "#web/list-page.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { Pagination } from "#web/ui/pagination.tsx";
import { SkeletonRows } from "#web/ui/skeleton.tsx";

/** Invitations and what became of them and their mails. */
export function InvitationList({ address }: { address: UsersAddress }) {
  const { view, openPage } = address;
  const { q, state, page } = view;
  const list = useQuery({
    ...listPageQuery(listInvitations, {
      ...(q === "" ? {} : { q }),
      ...(state === "" ? {} : { state: state as Invitation["state"] }),
      page,
      pageSize,
    }),
    // Mails are delivered and links expire without anybody on this page doing something.
    refetchOnMount: "always",
  });
  useExistingPage(list, { page, pageSize, open: openPage });

  if (list.isPending) return <SkeletonRows count={5} />;
  if (list.isError)
    return (
      <ErrorState
        title="The invitations could not be loaded."
        error={list.error}
        isRetrying={list.isFetching}
        onRetry={() => void list.refetch()}
      />
    );
  const { rows } = list.data;
  return (
    <div className={list.isPlaceholderData ? "opacity-60 transition-opacity" : undefined}>
      {rows.length === 0 ? (
        <EmptyState icon={<MailPlus />} title="No invitations found">
          Whom you invite appears here until the account is made, and afterwards.
        </EmptyState>
      ) : (
        <InvitationTable rows={rows} />
      )}
      <Pagination
        page={page}
        pageSize={pageSize}
        total={list.data.total}
        onPage={openPage}
        noun="invitations"
      />
    </div>
  );
}
