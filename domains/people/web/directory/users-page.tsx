import { Suspense, useState } from "react";
import { useLocation, useParams, useSearch } from "wouter";
import { exportTokens } from "#domains/accounts/token-contract.ts";
import { TokenList, tokenList } from "#domains/accounts/web/tokens/token-list.tsx";
import { exportInvitations } from "#domains/people/invitation-contract.ts";
import { exportPeople } from "#domains/people/people-contract.ts";
import { PeopleList, peopleList } from "#domains/people/web/directory/people-list.tsx";
import { InvitationList, invitationList } from "#domains/people/web/invitations/invitation-list.tsx";
import { MailPlus } from "#web/icons.ts";
import { useOverlayNavigation } from "#web/list/above-list.ts";
import { FilterBar } from "#web/list/filter-bar.tsx";
import { useListUrl } from "#web/list/use-list-url.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { Button } from "#web/ui/button.tsx";
import { ExportLink } from "#web/ui/export-link.tsx";
import { lazyPart } from "#web/ui/page/lazy-part.tsx";
import { PageHeader } from "#web/ui/page/page-header.tsx";
import { TabPanel, Tabs } from "#web/ui/page/tabs.tsx";
import { userPath, usersPath } from "../../paths.ts";

const InviteDialog = lazyPart(() =>
  import("#domains/people/web/invitations/invite-dialog.tsx").then((module) => ({
    default: module.InviteDialog,
  })),
);
const EditPersonDialog = lazyPart(() =>
  import("#domains/people/web/directory/edit-person-dialog.tsx").then((module) => ({
    default: module.EditPersonDialog,
  })),
);

const tabs = [
  { value: "people", label: "People" },
  { value: "invitations", label: "Invitations" },
  { value: "tokens", label: "API tokens" },
] as const;
type Tab = (typeof tabs)[number]["value"];

/** People with an account, invitations, and API tokens (NAV-28). For administrators. */
export default function UsersPage() {
  const { id } = useParams<{ id?: string }>();
  const [, navigate] = useLocation();
  const search = useSearch();
  const { open, close } = useOverlayNavigation(usersPath);
  const people = useListUrl(peopleList);
  const invitations = useListUrl(invitationList);
  const tokens = useListUrl(tokenList);
  const [isInviting, setIsInviting] = useState(false);
  const canWrite = useIsServerReachable();
  const requestedTab = new URLSearchParams(search).get("tab");
  const tab: Tab = tabs.find(({ value }) => value === requestedTab)?.value ?? "people";
  const openTab = (next: Tab) => navigate(next === "people" ? usersPath : `${usersPath}?tab=${next}`);
  return (
    <>
      <PageHeader
        title="Manage Users"
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
            label="People, invitations, or API tokens"
            tabs={tabs}
            value={tab}
            onChange={openTab}
          />
        </div>
        {tab === "people" && (
          <FilterBar
            key={tab}
            filters={peopleList.filters}
            listUrl={people}
            className={barClasses}
            action={<ExportLink endpoint={exportPeople} query={people.filters} noun="people" />}
          />
        )}
        {tab === "invitations" && (
          <FilterBar
            key={tab}
            filters={invitationList.filters}
            listUrl={invitations}
            className={barClasses}
            action={
              <ExportLink endpoint={exportInvitations} query={invitations.filters} noun="invitations" />
            }
          />
        )}
        {tab === "tokens" && (
          <FilterBar
            key={tab}
            filters={tokenList.filters}
            listUrl={tokens}
            className={barClasses}
            action={<ExportLink endpoint={exportTokens} query={tokens.filters} noun="API tokens" />}
          />
        )}
      </div>
      <TabPanel name="users" value={tab}>
        {tab === "people" && <PeopleList listUrl={people} onOpen={(person) => open(userPath(person))} />}
        {tab === "invitations" && <InvitationList listUrl={invitations} />}
        {tab === "tokens" && <TokenList listUrl={tokens} />}
      </TabPanel>
      <Suspense>
        {isInviting && <InviteDialog onClose={() => setIsInviting(false)} />}
        {id !== undefined && <EditPersonDialog key={id} id={Number(id)} onClose={close} />}
      </Suspense>
    </>
  );
}

const barClasses = "flex flex-1 flex-wrap items-center gap-2 max-xl:basis-full xl:justify-end";
