import { Suspense, useState } from "react";
import { listPeople, type Person } from "#domains/accounts/people-contract.ts";
import { ApproveButton } from "#domains/accounts/web/approve-button.tsx";
import { OpenInvitations } from "#domains/accounts/web/open-invitations.tsx";
import { RefuseDialog } from "#domains/accounts/web/refuse-dialog.tsx";
import { formatDay } from "#shared/format/dates.ts";
import { MailPlus, UserCheck } from "#web/icons.ts";
import { AccessDenied } from "#web/layout/access-denied.tsx";
import { pendingAtOnce, pendingFilter } from "#web/layout/counts.ts";
import { ListView } from "#web/list/list-view.tsx";
import { useList } from "#web/list/use-list.ts";
import { useListAddress } from "#web/list/use-list-address.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { roleLabels } from "#web/session/role-labels.ts";
import { useMay } from "#web/session/session.tsx";
import { Avatar } from "#web/ui/avatar.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";

const InviteDialog = lazyPart(() =>
  import("#domains/accounts/web/invite-dialog.tsx").then((module) => ({ default: module.InviteDialog })),
);

/** The people who wait for approval by a landlord of their unit or by an administrator. */
export default function ApprovalsPage() {
  const [isInviting, setIsInviting] = useState(false);
  const canWrite = useIsServerReachable();
  if (!useMay("people.approve")) return <AccessDenied />;
  return (
    <>
      <PageHeader
        title="Approvals"
        description="People who registered. Until you decide, they see only their own reports."
        action={
          <Button
            icon={<MailPlus aria-hidden="true" />}
            disabled={!canWrite}
            onClick={() => setIsInviting(true)}
          >
            Invite
          </Button>
        }
      />
      <PendingList />
      <OpenInvitations />
      <Suspense>{isInviting && <InviteDialog onClose={() => setIsInviting(false)} />}</Suspense>
    </>
  );
}

const pendingList = { filters: {}, pageSize: pendingAtOnce, isInAddress: false };

function PendingList() {
  const list = useList(listPeople, useListAddress(pendingList), pendingFilter);
  const [refused, setRefused] = useState<Person | null>(null);
  return (
    <>
      <ListView
        list={list}
        noun="people"
        failed="The list could not be loaded."
        skeleton={3}
        empty={
          <EmptyState icon={<UserCheck />} title="Nobody is waiting">
            People who register for one of your buildings appear here.
          </EmptyState>
        }
      >
        {(rows) => (
          <ul className="divide-y divide-line">
            {rows.map((person) => (
              <PendingPerson key={person.id} person={person} onRefuse={() => setRefused(person)} />
            ))}
          </ul>
        )}
      </ListView>
      {refused !== null && <RefuseDialog person={refused} onClose={() => setRefused(null)} />}
    </>
  );
}

function PendingPerson({ person, onRefuse }: { person: Person; onRefuse: () => void }) {
  const canWrite = useIsServerReachable();
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 px-4 py-4 sm:px-5">
      <div className="flex min-w-0 flex-1 basis-72 items-start gap-3">
        <Avatar name={person.fullName} size="lg" />
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <h2 className="tracking-normal">{person.fullName}</h2>
            {!person.emailConfirmed && <Badge tone="amber">Address not confirmed</Badge>}
          </div>
          <p className="truncate text-ink-soft">{person.email}</p>
          <p className="mt-0.5 text-ink-soft text-sm">
            {roleLabels[person.role]}
            {person.claimedUnit !== null && ` · ${person.claimedUnit.label}`}
            {` · Registered ${formatDay(person.createdAt)}`}
          </p>
        </div>
      </div>
      <div className="flex gap-2 max-sm:w-full max-sm:*:flex-1">
        <Button
          variant="ghost"
          aria-label={`Refuse ${person.fullName}`}
          disabled={!canWrite}
          onClick={onRefuse}
        >
          Refuse
        </Button>
        <ApproveButton person={person} />
      </div>
    </li>
  );
}
