import { useQuery } from "@tanstack/react-query";
import { EllipsisVertical, MailPlus } from "lucide-react";
import { useEffect, useState } from "react";
import { Link } from "wouter";
import { type Invitation, listInvitations } from "#domains/accounts/contract.ts";
import { InvitationLink } from "#domains/accounts/web/invitation-link.tsx";
import { useResend, useWithdraw } from "#domains/accounts/web/people-changes.ts";
import { InvitationState } from "#domains/accounts/web/person-state.tsx";
import { pageSize, type UsersAddress } from "#domains/accounts/web/users-address.ts";
import { formatMoment } from "#shared/format/dates.ts";
import { listPageQuery } from "#web/list-page.ts";
import { paths } from "#web/paths.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { roleLabels } from "#web/session/role-labels.ts";
import { Button, IconButton } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { Menu, MenuItem } from "#web/ui/menu.tsx";
import { Pagination } from "#web/ui/pagination.tsx";
import { SkeletonRows } from "#web/ui/skeleton.tsx";
import { type Column, Table } from "#web/ui/table.tsx";

type Sent = Invitation & { link: string | null };

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
  const [sent, setSent] = useState<Sent | null>(null);
  const [withdrawn, setWithdrawn] = useState<Invitation | null>(null);
  const withdraw = useWithdraw();
  const total = list.data?.total;
  const pageCount = typeof total === "number" ? Math.max(1, Math.ceil(total / pageSize)) : page;
  useEffect(() => {
    if (!list.isPlaceholderData && page > pageCount) openPage(pageCount);
  }, [list.isPlaceholderData, page, pageCount, openPage]);

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
        <Table
          caption="Invitations"
          columns={columns(setSent, setWithdrawn)}
          rows={rows}
          rowKey={({ id }) => id}
        />
      )}
      <Pagination
        page={page}
        pageSize={pageSize}
        total={list.data.total}
        onPage={openPage}
        noun="invitations"
      />
      {sent !== null && (
        <Dialog
          isOpen
          onClose={() => setSent(null)}
          size="sm"
          title="Invitation sent again"
          description={`A new mail is on its way to ${sent.email}. The link sent before does not work any more.`}
          footer={
            <Button variant="primary" onClick={() => setSent(null)}>
              Done
            </Button>
          }
        >
          <InvitationLink link={sent.link} expiresAt={sent.expiresAt} />
        </Dialog>
      )}
      {withdrawn !== null && (
        <ConfirmDialog
          isOpen
          onClose={() => setWithdrawn(null)}
          title="Withdraw this invitation?"
          description={`The link sent to ${withdrawn.email} will not work any more.`}
          confirmLabel="Withdraw"
          busyLabel="Withdrawing..."
          isBusy={withdraw.isPending}
          isDestructive
          onConfirm={() => withdraw.mutate(withdrawn.id, { onSuccess: () => setWithdrawn(null) })}
        />
      )}
    </div>
  );
}

const columns = (
  onSent: (sent: Sent) => void,
  onWithdraw: (invitation: Invitation) => void,
): Column<Invitation>[] => [
  {
    key: "email",
    header: "Address",
    onPhone: "title",
    className: "sm:w-1/4",
    cell: ({ email }) => <span className="break-all font-medium">{email}</span>,
  },
  { key: "role", header: "Role", className: "wrap-normal", cell: ({ role }) => roleLabels[role] },
  { key: "place", header: "For", cell: placesOf },
  { key: "state", header: "State", cell: (invitation) => <State invitation={invitation} /> },
  { key: "mail", header: "Mail", cell: ({ mail }) => <Delivery mail={mail} /> },
  {
    key: "by",
    header: "Invited",
    cell: ({ invitedBy, createdAt }) => (
      <>
        <span className="block">{invitedBy}</span>
        <time dateTime={createdAt} className="block text-ink-soft text-sm lg:whitespace-nowrap">
          {formatMoment(createdAt)}
        </time>
      </>
    ),
  },
  {
    key: "actions",
    header: "Actions",
    isHeaderHidden: true,
    align: "end",
    cell: (invitation) => <Actions invitation={invitation} onSent={onSent} onWithdraw={onWithdraw} />,
  },
];

function placesOf({ unit, buildings, allBuildings, role }: Invitation): string {
  if (unit !== null) return unit.label;
  if (allBuildings) return "All buildings";
  if (role === "admin") return "Everything";
  const names = buildings.slice(0, 2).map(({ name }) => name);
  const more = buildings.length - names.length;
  return names.length === 0 ? "No building yet" : `${names.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

function State({ invitation: { state, expiresAt, acceptedAt, acceptedById } }: { invitation: Invitation }) {
  return (
    <>
      <InvitationState state={state} />
      <span className="mt-1 block text-ink-soft text-sm lg:whitespace-nowrap">
        {state === "pending" && `until ${formatMoment(expiresAt)}`}
        {acceptedAt !== null && acceptedById !== null && (
          <Link href={paths.user(acceptedById)} className="underline underline-offset-4">
            {formatMoment(acceptedAt)}
          </Link>
        )}
      </span>
    </>
  );
}

const deliveries = {
  queued: "On its way",
  sent: "Delivered",
  kept: "Kept in the outbox",
  failed: "Not delivered",
} as const;

function Delivery({ mail }: { mail: Invitation["mail"] }) {
  if (mail === null) return <span className="text-ink-soft">None</span>;
  return (
    <>
      <Link href={paths.outboxMail(mail.id)} className="underline underline-offset-4">
        {deliveries[mail.state]}
      </Link>
      {mail.lastError !== null && (
        <span className="mt-1 block max-w-60 break-words text-red-text text-sm">{mail.lastError}</span>
      )}
    </>
  );
}

interface ActionsProps {
  invitation: Invitation;
  onSent: (sent: Sent) => void;
  onWithdraw: (invitation: Invitation) => void;
}

function Actions({ invitation, onSent, onWithdraw }: ActionsProps) {
  const resend = useResend();
  const canWrite = useIsServerReachable();
  const sendAgain = () => resend.mutate(invitation.id, { onSuccess: onSent });
  if (invitation.state === "accepted" || invitation.state === "withdrawn") return null;
  return (
    <span className="inline-flex items-center gap-1">
      <Button
        size="sm"
        // Between phone and desk there is no room for both; the menu sends again as well.
        className="sm:max-lg:hidden"
        aria-label={`Send again to ${invitation.email}`}
        disabled={!canWrite}
        isBusy={resend.isPending}
        onClick={sendAgain}
      >
        Send again
      </Button>
      <Menu
        label={`Actions for ${invitation.email}`}
        trigger={(props) => (
          <IconButton {...props} label={`Actions for ${invitation.email}`} disabled={!canWrite}>
            <EllipsisVertical />
          </IconButton>
        )}
      >
        <MenuItem onSelect={sendAgain}>Send again</MenuItem>
        <MenuItem isDestructive onSelect={() => onWithdraw(invitation)}>
          Withdraw
        </MenuItem>
      </Menu>
    </span>
  );
}
