import { lazy, Suspense, useState } from "react";
import { useLocation, useParams } from "wouter";
import { InvitationList } from "#domains/accounts/web/invitation-list.tsx";
import { PeopleList } from "#domains/accounts/web/people-list.tsx";
import { useUsersAddress } from "#domains/accounts/web/users-address.ts";
import { UsersFilters } from "#domains/accounts/web/users-filters.tsx";
import { MailPlus } from "#web/icons.ts";
import { AccessDenied } from "#web/layout/access-denied.tsx";
import { useIsServerReachable } from "#web/session/connection.ts";
import { useMay } from "#web/session/session.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { TabPanel, Tabs } from "#web/ui/tabs.tsx";

const InviteDialog = lazy(() =>
  import("#domains/accounts/web/invite-dialog.tsx").then((module) => ({ default: module.InviteDialog })),
);
const EditPersonDialog = lazy(() =>
  import("#domains/accounts/web/edit-person-dialog.tsx").then((module) => ({
    default: module.EditPersonDialog,
  })),
);

const tabs = [
  { value: "people", label: "People" },
  { value: "invitations", label: "Invitations" },
] as const;

/** NAV-28: everybody who has an account, and everybody invited to one; for administrators. */
export default function UsersPage() {
  const { id } = useParams<{ id?: string }>();
  const [, navigate] = useLocation();
  const address = useUsersAddress();
  const [isInviting, setIsInviting] = useState(false);
  const canWrite = useIsServerReachable();
  if (!useMay("people.edit")) return <AccessDenied />;
  return (
    <>
      <PageHeader
        title="Manage Users"
        description="Who may sign in, as what, and what they see."
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
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <div className="max-sm:w-full">
          <Tabs
            name="users"
            label="People or invitations"
            tabs={tabs}
            value={address.view.tab}
            onChange={address.openTab}
          />
        </div>
        <UsersFilters address={address} />
      </div>
      <TabPanel name="users" value={address.view.tab}>
        <Card>
          {address.view.tab === "people" ? (
            <PeopleList address={address} />
          ) : (
            <InvitationList address={address} />
          )}
        </Card>
      </TabPanel>
      <Suspense>
        {isInviting && <InviteDialog onClose={() => setIsInviting(false)} />}
        {id !== undefined && (
          <EditPersonDialog key={id} id={Number(id)} onClose={() => navigate(address.listPath)} />
        )}
      </Suspense>
    </>
  );
}
