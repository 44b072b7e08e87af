import { Suspense, useState } from "react";
import { EllipsisVertical, Mail, UserPlus, Users } from "#web/icons.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { useMay } from "#web/session/session.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Button, IconButton } from "#web/ui/button.tsx";
import { Card, CardHeader } from "#web/ui/card.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ExportLink } from "#web/ui/export-link.tsx";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { Menu, MenuItem } from "#web/ui/menu.tsx";
import { type Column, Table } from "#web/ui/table.tsx";
import type { Lease, LeaseMember } from "../contract.ts";
import { exportMembers } from "../member-contract.ts";
import { useEndMembership } from "./api.ts";
import { dayOrOpen } from "./words.ts";

const AddMember = lazyPart(() =>
  import("./member-dialogs.tsx").then((module) => ({ default: module.AddMember })),
);
const InviteToLease = lazyPart(() =>
  import("./member-dialogs.tsx").then((module) => ({ default: module.InviteToLease })),
);
const MemberDays = lazyPart(() =>
  import("./member-dialogs.tsx").then((module) => ({ default: module.MemberDays })),
);

type Asked = { about: "add" | "invite" } | { about: "days" | "end"; member: LeaseMember };

/** The members of the lease, with their dates. */
export function Members({ lease }: { lease: Lease }) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const canWrite = useIsServerReachable();
  const isStaff = useMay("leases.edit");
  const close = () => setAsked(null);
  const columns: Column<LeaseMember>[] = [
    {
      key: "name",
      header: "Name",
      onPhone: "title",
      cell: ({ fullName, email }) => (
        <span className="block min-w-0">
          <span className="block font-medium">{fullName}</span>
          {email !== null && (
            <span className="block break-all font-normal text-ink-soft text-sm">{email}</span>
          )}
        </span>
      ),
    },
    { key: "from", header: "From", onPhone: "line", cell: ({ from }) => <Day day={from} /> },
    {
      key: "to",
      header: "To",
      onPhone: "line",
      cell: ({ to }) => (to === null ? "As long as the lease" : <Day day={to} />),
    },
    {
      key: "state",
      header: "State",
      onPhone: "badge",
      cell: (member) => <MemberState lease={lease} member={member} />,
    },
    ...(lease.may.edit
      ? [
          {
            key: "actions",
            header: "Actions",
            onPhone: "action" as const,
            isHeaderHidden: true,
            align: "end" as const,
            cell: (member: LeaseMember) => (
              <MemberMenu
                member={member}
                isDisabled={!canWrite || isOver(lease, member)}
                onAsk={(about) => setAsked({ about, member })}
              />
            ),
          },
        ]
      : []),
  ];
  return (
    <Card>
      <CardHeader
        title="People"
        description={
          isStaff ? "They see and report what belongs to this lease, as long as they are on it." : undefined
        }
        action={
          <span className="flex flex-wrap justify-end gap-2">
            {lease.members.length > 0 && (
              <ExportLink
                endpoint={exportMembers}
                params={{ id: lease.id }}
                query={undefined}
                what="people"
                size="sm"
              />
            )}
            {lease.may.edit && (
              <Button
                size="sm"
                disabled={!canWrite}
                icon={<Mail aria-hidden="true" />}
                onClick={() => setAsked({ about: "invite" })}
              >
                Invite
              </Button>
            )}
            {lease.may.edit && (
              <Button
                size="sm"
                disabled={!canWrite}
                icon={<UserPlus aria-hidden="true" />}
                onClick={() => setAsked({ about: "add" })}
              >
                Add Person
              </Button>
            )}
          </span>
        }
      />
      {lease.members.length === 0 ? (
        <EmptyState icon={<Users />} title="Nobody is on this lease yet">
          {lease.may.edit
            ? "Invite or add the people of the company, so that they can report faults and see what concerns them."
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
      <Suspense>
        {asked?.about === "add" && <AddMember lease={lease} onClose={close} />}
        {asked?.about === "invite" && <InviteToLease lease={lease} onClose={close} />}
        {asked?.about === "days" && <MemberDays lease={lease} member={asked.member} onClose={close} />}
      </Suspense>
      {asked?.about === "end" && <EndMembership lease={lease} member={asked.member} onClose={close} />}
    </Card>
  );
}

const Day = ({ day }: { day: string }) => (
  <span className="whitespace-nowrap tabular-nums">{dayOrOpen(day)}</span>
);

const isOver = ({ today, state }: Lease, { to }: LeaseMember) =>
  state === "ended" || (to !== null && to < today);

function MemberState({ lease, member }: { lease: Lease; member: LeaseMember }) {
  if (member.isCurrent) return <Badge tone="green">Member</Badge>;
  if (isOver(lease, member)) return <Badge tone="gray">Former</Badge>;
  return <Badge tone="blue">To come</Badge>;
}

interface MemberMenuProps {
  member: LeaseMember;
  isDisabled: boolean;
  onAsk: (about: "days" | "end") => void;
}

function MemberMenu({ member: { fullName }, isDisabled, onAsk }: MemberMenuProps) {
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
      <MenuItem onSelect={() => onAsk("days")}>Change Days</MenuItem>
      <MenuItem isDestructive onSelect={() => onAsk("end")}>
        End Membership
      </MenuItem>
    </Menu>
  );
}

function EndMembership({
  lease,
  member,
  onClose,
}: {
  lease: Lease;
  member: LeaseMember;
  onClose: () => void;
}) {
  const end = useEndMembership(lease.id, onClose);
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={`End the membership of ${member.fullName}?`}
      description={
        member.isCurrent
          ? "At once: they are told, and from then on only read their own history."
          : "They have not begun, and are taken off the list."
      }
      confirmLabel="End Membership"
      busyLabel="Ending..."
      isBusy={end.isPending}
      isDestructive
      onConfirm={() => end.mutate(member.id)}
    />
  );
}
