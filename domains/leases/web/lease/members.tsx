import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { listInvitations } from "#domains/people/invitation-contract.ts";
import { EllipsisVertical, Mail, UserPlus } from "#web/icons.ts";
import { endpointQuery } from "#web/query-client.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { useCan } from "#web/session/session.tsx";
import { Button, IconButton } from "#web/ui/button.tsx";
import { ExportLink } from "#web/ui/export-link.tsx";
import { Badge } from "#web/ui/faces/badge.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { ConfirmDialog } from "#web/ui/overlays/confirm-dialog.tsx";
import { Menu, MenuItem } from "#web/ui/overlays/menu.tsx";
import { lazyPart } from "#web/ui/page/lazy-part.tsx";
import { Section } from "#web/ui/page/section.tsx";
import { type Column, Table } from "#web/ui/tables/table.tsx";
import type { Lease, LeaseMember } from "../../contract.ts";
import { exportMembers } from "../../member-contract.ts";
import { formatDateOrOpen } from "../format.ts";
import { useRemoveMember } from "../mutations.ts";

const AddMember = lazyPart(() =>
  import("./member-dialogs.tsx").then((module) => ({ default: module.AddMemberDialog })),
);
const InviteToLease = lazyPart(() =>
  import("./member-dialogs.tsx").then((module) => ({ default: module.InviteToLeaseDialog })),
);
const InvitationTable = lazyPart(() =>
  import("#domains/people/web/invitations/invitation-table.tsx").then((module) => ({
    default: module.InvitationTable,
  })),
);
const EditMemberDates = lazyPart(() =>
  import("./member-dialogs.tsx").then((module) => ({ default: module.EditMemberDatesDialog })),
);

type OpenDialog = { kind: "add" | "invite" } | { kind: "dates" | "remove"; member: LeaseMember };

/** The people on the lease, with their dates. */
export function Members({ lease }: { lease: Lease }) {
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const canWrite = useIsServerReachable();
  const isStaff = useCan("leases.edit");
  const close = () => setDialog(null);
  const columns: Column<LeaseMember>[] = [
    {
      key: "name",
      header: "Name",
      phoneSlot: "title",
      cell: ({ fullName, email }) => (
        <span className="block min-w-0">
          <span className="block font-medium">{fullName}</span>
          {email !== null && (
            <span className="block break-all font-normal text-ink-soft text-sm">{email}</span>
          )}
        </span>
      ),
    },
    { key: "from", header: "From", phoneSlot: "line", cell: ({ from }) => <DateText day={from} /> },
    {
      key: "to",
      header: "To",
      phoneSlot: "line",
      cell: ({ to }) => (to === null ? "Until lease ends" : <DateText day={to} />),
    },
    {
      key: "state",
      header: "Status",
      phoneSlot: "badge",
      cell: (member) => <MemberState lease={lease} member={member} />,
    },
    ...(lease.can.edit
      ? [
          {
            key: "actions",
            header: "Actions",
            phoneSlot: "action" as const,
            isHeaderHidden: true,
            align: "end" as const,
            cell: (member: LeaseMember) => (
              <MemberMenu
                member={member}
                isDisabled={!canWrite || hasEnded(lease, member)}
                onOpenDialog={(kind) => setDialog({ kind, member })}
              />
            ),
          },
        ]
      : []),
  ];
  return (
    <Section
      title="People"
      description={isStaff ? "People on this lease can view it and submit work orders." : undefined}
      action={
        <span className="flex flex-wrap justify-end gap-2">
          {lease.members.length > 0 && (
            <ExportLink
              endpoint={exportMembers}
              params={{ id: lease.id }}
              query={undefined}
              noun="people"
              size="sm"
            />
          )}
          {lease.can.edit && (
            <Button
              size="sm"
              disabled={!canWrite}
              icon={<Mail aria-hidden="true" />}
              onClick={() => setDialog({ kind: "invite" })}
            >
              Invite
            </Button>
          )}
          {lease.can.edit && (
            <Button
              size="sm"
              disabled={!canWrite}
              icon={<UserPlus aria-hidden="true" />}
              onClick={() => setDialog({ kind: "add" })}
            >
              Add Person
            </Button>
          )}
        </span>
      }
    >
      {lease.members.length === 0 ? (
        <EmptyState title="No one is on this lease yet">
          {lease.can.edit
            ? "Invite or add the company's people so they can submit work orders and see what's relevant to them."
            : undefined}
        </EmptyState>
      ) : (
        <Table
          caption="People on this lease"
          columns={columns}
          rows={lease.members}
          rowKey={({ id }) => id}
        />
      )}
      {lease.can.edit && <PendingInvitations leaseId={lease.id} />}
      <Suspense>
        {dialog?.kind === "add" && <AddMember lease={lease} onClose={close} />}
        {dialog?.kind === "invite" && <InviteToLease lease={lease} onClose={close} />}
        {dialog?.kind === "dates" && <EditMemberDates lease={lease} member={dialog.member} onClose={close} />}
      </Suspense>
      {dialog?.kind === "remove" && (
        <RemoveMemberDialog lease={lease} member={dialog.member} onClose={close} />
      )}
    </Section>
  );
}

/** The invitations to the lease that haven't been accepted yet. Resending one creates a new link. */
function PendingInvitations({ leaseId }: { leaseId: number }) {
  const { data: invitations = [] } = useQuery(
    endpointQuery(listInvitations, { query: { leaseId: String(leaseId), state: "pending" } }),
  );
  if (invitations.length === 0) return null;
  return (
    <section aria-labelledby="pending-invitations" className="border-line border-t pt-4">
      <h3 id="pending-invitations" className="px-(--inset) text-base">
        Pending invitations
      </h3>
      <p className="px-(--inset) text-ink-soft text-sm">Resend an invitation to get a new link to copy.</p>
      <Suspense>
        <InvitationTable rows={invitations} />
      </Suspense>
    </section>
  );
}

const DateText = ({ day }: { day: string }) => (
  <span className="whitespace-nowrap tabular-nums">{formatDateOrOpen(day)}</span>
);

const hasEnded = ({ today, state }: Lease, { to }: LeaseMember) =>
  state === "ended" || (to !== null && to < today);

function MemberState({ lease, member }: { lease: Lease; member: LeaseMember }) {
  if (member.isCurrent) return <Badge tone="green">Current</Badge>;
  if (hasEnded(lease, member)) return <Badge tone="gray">Former</Badge>;
  return <Badge tone="blue">Upcoming</Badge>;
}

interface MemberMenuProps {
  member: LeaseMember;
  isDisabled: boolean;
  onOpenDialog: (kind: "dates" | "remove") => void;
}

function MemberMenu({ member: { fullName }, isDisabled, onOpenDialog }: MemberMenuProps) {
  const label = `Actions for ${fullName}`;
  return (
    <Menu
      label={label}
      trigger={(props) => (
        <IconButton {...props} label={label} disabled={isDisabled}>
          <EllipsisVertical />
        </IconButton>
      )}
    >
      <MenuItem onSelect={() => onOpenDialog("dates")}>Edit Dates</MenuItem>
      <MenuItem isDestructive onSelect={() => onOpenDialog("remove")}>
        Remove from Lease
      </MenuItem>
    </Menu>
  );
}

function RemoveMemberDialog({
  lease,
  member,
  onClose,
}: {
  lease: Lease;
  member: LeaseMember;
  onClose: () => void;
}) {
  const removeMember = useRemoveMember(lease.id, onClose);
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={`Remove ${member.fullName} from this lease?`}
      description={
        member.isCurrent
          ? "They'll be notified and will only be able to view their own history."
          : "Their access hasn't started, so they'll be taken off the list."
      }
      confirmLabel="Remove from Lease"
      busyLabel="Removing..."
      isBusy={removeMember.isPending}
      isDestructive
      onConfirm={() => removeMember.mutate(member.id)}
    />
  );
}
