import { useState } from "react";
import { Link } from "wouter";
import { outboxEmailPath } from "#domains/notifications/paths.ts";
import type { Invitation } from "#domains/people/invitation-contract.ts";
import { InvitationState } from "#domains/people/web/directory/person-state.tsx";
import {
  InvitationSentDialog,
  type SentInvitation,
} from "#domains/people/web/invitations/invitation-sent-dialog.tsx";
import { useResendInvitation, useWithdrawInvitation } from "#domains/people/web/invitations/mutations.ts";
import { SelectedInvitations } from "#domains/people/web/invitations/selected-invitations.tsx";
import { formatMoment } from "#shared/format/dates.ts";
import { EllipsisVertical } from "#web/icons.ts";
import { useSelection } from "#web/list/use-selection.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { roleLabels } from "#web/session/role-labels.ts";
import { useCan } from "#web/session/session.tsx";
import { Button, IconButton } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/overlays/confirm-dialog.tsx";
import { Menu, MenuItem } from "#web/ui/overlays/menu.tsx";
import { type Column, Table } from "#web/ui/tables/table.tsx";
import { userPath } from "../../paths.ts";

/** A table of invitations. Pending ones can be resent or withdrawn. */
export function InvitationTable({ rows }: { rows: readonly Invitation[] }) {
  const [resentInvitation, setResentInvitation] = useState<SentInvitation | null>(null);
  const [invitationToWithdraw, setInvitationToWithdraw] = useState<Invitation | null>(null);
  const withdraw = useWithdrawInvitation();
  const selection = useSelection(rows);
  return (
    <>
      {selection.wasUsed && <SelectedInvitations selection={selection} />}
      <Table
        caption="Invitations"
        columns={getColumns(setResentInvitation, setInvitationToWithdraw)}
        rows={rows}
        rowKey={({ id }) => id}
        selection={{ ...selection, getName: ({ email }) => email }}
      />
      {resentInvitation !== null && (
        <InvitationSentDialog
          invitation={resentInvitation}
          isResent
          onClose={() => setResentInvitation(null)}
        />
      )}
      {invitationToWithdraw !== null && (
        <ConfirmDialog
          isOpen
          onClose={() => setInvitationToWithdraw(null)}
          title="Withdraw this invitation?"
          description={`The link sent to ${invitationToWithdraw.email} will stop working.`}
          confirmLabel="Withdraw"
          busyLabel="Withdrawing..."
          isBusy={withdraw.isPending}
          isDestructive
          onConfirm={() =>
            withdraw.mutate(invitationToWithdraw.id, { onSuccess: () => setInvitationToWithdraw(null) })
          }
        />
      )}
    </>
  );
}

const getColumns = (
  onSent: (invitation: SentInvitation) => void,
  onWithdraw: (invitation: Invitation) => void,
): Column<Invitation>[] => [
  {
    key: "email",
    header: "Email",
    phoneSlot: "title",
    className: "sm:w-1/4",
    cell: ({ email }) => <span className="break-all font-medium">{email}</span>,
  },
  {
    key: "role",
    header: "Role",
    phoneSlot: "line",
    className: "wrap-normal",
    cell: ({ role }) => roleLabels[role],
  },
  { key: "place", header: "Access", phoneSlot: "line", cell: describeAccess },
  {
    key: "state",
    header: "Status",
    phoneSlot: "badge",
    cell: (invitation) => <InvitationStatus invitation={invitation} />,
    phoneCell: ({ state }) => <InvitationState state={state} />,
  },
  {
    key: "delivery",
    header: "Delivery",
    phoneSlot: "line",
    cell: ({ delivery }) => <Delivery delivery={delivery} />,
  },
  {
    key: "by",
    header: "Invited",
    phoneSlot: "hidden",
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
    phoneSlot: "action",
    isHeaderHidden: true,
    align: "end",
    cell: (invitation) => (
      <InvitationActions invitation={invitation} onSent={onSent} onWithdraw={onWithdraw} />
    ),
  },
];

function describeAccess({ unit, properties, hasAllProperties, role }: Invitation): string {
  if (unit !== null) return unit.label;
  if (hasAllProperties) return "All properties";
  if (role === "admin") return "Full access";
  const names = properties.slice(0, 2).map(({ name }) => name);
  const moreCount = properties.length - names.length;
  return names.length === 0
    ? "No property yet"
    : `${names.join(", ")}${moreCount > 0 ? ` and ${moreCount} more` : ""}`;
}

function InvitationStatus({
  invitation: { state, expiresAt, acceptedAt, acceptedById },
}: {
  invitation: Invitation;
}) {
  return (
    <>
      <InvitationState state={state} />
      <span className="mt-1 block text-ink-soft text-sm lg:whitespace-nowrap">
        {state === "pending" && `expires ${formatMoment(expiresAt)}`}
        {acceptedAt !== null && acceptedById !== null && (
          <Link href={userPath(acceptedById)} className="thumb inline-block underline underline-offset-4">
            {formatMoment(acceptedAt)}
          </Link>
        )}
      </span>
    </>
  );
}

const deliveryLabels = {
  queued: "Sending",
  retrying: "Retrying",
  sent: "Delivered",
  stored: "In outbox",
  failed: "Not delivered",
} as const;

function Delivery({ delivery }: { delivery: Invitation["delivery"] }) {
  const canRead = useCan("outbox.read");
  if (delivery === null) return <span className="text-ink-soft">None</span>;
  return (
    <>
      {canRead ? (
        <Link href={outboxEmailPath(delivery.id)} className="thumb inline-block underline underline-offset-4">
          {deliveryLabels[delivery.state]}
        </Link>
      ) : (
        deliveryLabels[delivery.state]
      )}
      {delivery.lastError !== null && (
        <span className="mt-1 block max-w-60 break-words text-red-text text-sm">{delivery.lastError}</span>
      )}
    </>
  );
}

interface ActionsProps {
  invitation: Invitation;
  onSent: (invitation: SentInvitation) => void;
  onWithdraw: (invitation: Invitation) => void;
}

function InvitationActions({ invitation, onSent, onWithdraw }: ActionsProps) {
  const resend = useResendInvitation();
  const canWrite = useIsServerReachable();
  const resendInvitation = () => resend.mutate(invitation.id, { onSuccess: onSent });
  if (invitation.state === "accepted" || invitation.state === "withdrawn") return null;
  return (
    <span className="inline-flex items-center gap-1">
      <Button
        size="sm"
        // Only desktops have room for both. The menu contains `Resend` too.
        className="max-lg:hidden"
        aria-label={`Resend to ${invitation.email}`}
        disabled={!canWrite}
        isBusy={resend.isPending}
        onClick={resendInvitation}
      >
        Resend
      </Button>
      <Menu
        label={`Actions for ${invitation.email}`}
        trigger={(props) => (
          <IconButton {...props} label={`Actions for ${invitation.email}`} disabled={!canWrite}>
            <EllipsisVertical />
          </IconButton>
        )}
      >
        <MenuItem onSelect={resendInvitation}>Resend</MenuItem>
        <MenuItem isDestructive onSelect={() => onWithdraw(invitation)}>
          Withdraw
        </MenuItem>
      </Menu>
    </span>
  );
}
