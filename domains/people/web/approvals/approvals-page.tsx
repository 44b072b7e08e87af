import { Suspense, useState } from "react";
import { listInvitations } from "#domains/people/invitation-contract.ts";
import { listPeople, type Person } from "#domains/people/people-contract.ts";
import { ApproveButton } from "#domains/people/web/approvals/approve-button.tsx";
import { DeclineDialog } from "#domains/people/web/approvals/decline-dialog.tsx";
import { InvitationTable } from "#domains/people/web/invitations/invitation-table.tsx";
import { formatDay } from "#shared/format/dates.ts";
import { MailPlus } from "#web/icons.ts";
import { ListView } from "#web/list/list-view.tsx";
import { useList } from "#web/list/use-list.ts";
import { useListUrl } from "#web/list/use-list-url.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { roleLabels } from "#web/session/role-labels.ts";
import { Button } from "#web/ui/button.tsx";
import { Badge } from "#web/ui/faces/badge.tsx";
import { Face } from "#web/ui/faces/face.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { lazyPart } from "#web/ui/page/lazy-part.tsx";
import { PageHeader } from "#web/ui/page/page-header.tsx";
import { SectionHeader } from "#web/ui/page/section.tsx";
import { pendingFilter, pendingPageSize } from "./pending-people.ts";

const InviteDialog = lazyPart(() =>
  import("#domains/people/web/invitations/invite-dialog.tsx").then((module) => ({
    default: module.InviteDialog,
  })),
);

/** The people waiting for approval by their unit's landlord or an administrator. */
export default function ApprovalsPage() {
  const [isInviting, setIsInviting] = useState(false);
  const canWrite = useIsServerReachable();
  return (
    <>
      <PageHeader
        title="Approvals"
        action={
          <Button
            variant="primary"
            icon={<MailPlus aria-hidden="true" />}
            disabled={!canWrite}
            onClick={() => setIsInviting(true)}
          >
            Invite
          </Button>
        }
      />
      <PendingList />
      <PendingInvitations />
      <Suspense>{isInviting && <InviteDialog onClose={() => setIsInviting(false)} />}</Suspense>
    </>
  );
}

const pendingList = { filters: {}, pageSize: pendingPageSize, isInUrl: false };

function PendingList() {
  const list = useList(listPeople, useListUrl(pendingList), pendingFilter);
  const [personToDecline, setPersonToDecline] = useState<Person | null>(null);
  return (
    <>
      <ListView
        list={list}
        itemNoun="people"
        errorTitle="Couldn't load the list."
        skeleton={3}
        emptyState={
          <EmptyState isPage title="No one is waiting">
            People who register for your properties appear here.
          </EmptyState>
        }
      >
        {(rows) => (
          <ul className="divide-y divide-line">
            {rows.map((person) => (
              <PendingPerson key={person.id} person={person} onDecline={() => setPersonToDecline(person)} />
            ))}
          </ul>
        )}
      </ListView>
      {personToDecline !== null && (
        <DeclineDialog person={personToDecline} onClose={() => setPersonToDecline(null)} />
      )}
    </>
  );
}

function PendingPerson({ person, onDecline }: { person: Person; onDecline: () => void }) {
  const canWrite = useIsServerReachable();
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 px-(--inset) py-4">
      <div className="flex min-w-0 flex-1 basis-72 items-start gap-3">
        <Face person={person} size={40} />
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <h2 className="tracking-normal">{person.fullName}</h2>
            {!person.emailConfirmed && <Badge tone="amber">Address not confirmed</Badge>}
          </div>
          <p className="truncate text-ink-soft">{person.email}</p>
          <p className="mt-0.5 text-ink-soft text-sm">
            {roleLabels[person.role]}
            {person.requestedUnit !== null && ` · ${person.requestedUnit.label}`}
            {` · Registered ${formatDay(person.createdAt)}`}
          </p>
        </div>
      </div>
      <div className="flex gap-2 max-sm:w-full max-sm:*:flex-1">
        <Button
          variant="ghost"
          aria-label={`Decline ${person.fullName}`}
          disabled={!canWrite}
          onClick={onDecline}
        >
          Decline
        </Button>
        <ApproveButton person={person} />
      </div>
    </li>
  );
}

const pendingInvitations = { filters: {}, pageSize: 10, isInUrl: false };

/** Invitations that haven't been accepted yet. Renders nothing if there are none. */
function PendingInvitations() {
  const listUrl = useListUrl(pendingInvitations);
  const list = useList(listInvitations, listUrl, { state: "pending" }, { refetchOnMount: "always" });
  if (list.error === null && (list.rows?.length ?? 0) === 0) return null;
  return (
    <ListView
      list={list}
      className="mt-6"
      header={
        <SectionHeader
          title="Pending invitations"
          description="Each link works once and expires after 14 days."
        />
      }
      itemNoun="invitations"
      errorTitle="Couldn't load the invitations."
      emptyState={null}
    >
      {(rows) => <InvitationTable rows={rows} />}
    </ListView>
  );
}
