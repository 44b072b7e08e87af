import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { useParams } from "wouter";
import { formatMoment } from "#shared/format/dates.ts";
import type { ResponseOf } from "#shared/http/endpoint.ts";
import { useOverlayNavigation } from "#web/list/above-list.ts";
import { FilterBar } from "#web/list/filter-bar.tsx";
import { useListUrl } from "#web/list/use-list-url.ts";
import { endpointQuery } from "#web/query-client.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { useCan } from "#web/session/session.tsx";
import { Button } from "#web/ui/button.tsx";
import { ExportLink } from "#web/ui/export-link.tsx";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { ConfirmDialog } from "#web/ui/overlays/confirm-dialog.tsx";
import { lazyPart } from "#web/ui/page/lazy-part.tsx";
import { PageHeader } from "#web/ui/page/page-header.tsx";
import { TabPanel, Tabs } from "#web/ui/page/tabs.tsx";
import { emailStates, exportEmails, type OutboxEmail, readOutboxSummary } from "../outbox-contract.ts";
import { outboxEmailPath, outboxPath } from "../paths.ts";
import { EmailList, emailList, toEmailQuery } from "./email-list.tsx";
import { emailStateLabels } from "./email-status.tsx";
import { useResendFailedEmails } from "./outbox-mutations.ts";
import { outboxRefreshMs } from "./outbox-refresh.ts";

const EmailDialog = lazyPart(() =>
  import("./email-dialog.tsx").then((module) => ({ default: module.EmailDialog })),
);

type OutboxFigures = ResponseOf<typeof readOutboxSummary>;

/** All emails and their delivery status. Without a mail server, this is the only place to read them. */
export default function OutboxPage() {
  const { id } = useParams<{ id?: string }>();
  const { open, close } = useOverlayNavigation(outboxPath);
  return (
    <>
      <PageHeader title="Outbox" />
      <Outbox onOpen={(emailId) => open(outboxEmailPath(emailId))} />
      <Suspense>{id !== undefined && <EmailDialog key={id} id={id} onClose={close} />}</Suspense>
    </>
  );
}

function Outbox({ onOpen }: { onOpen: (id: number) => void }) {
  const listUrl = useListUrl(emailList);
  // No live event refreshes these counts when an email is sent.
  const { data: figures } = useQuery({
    ...endpointQuery(readOutboxSummary, {}),
    refetchOnMount: "always",
    refetchInterval: outboxRefreshMs,
  });
  const tab = listUrl.filters.state ?? "all";
  return (
    <>
      {figures !== undefined && <DeliveryBanner figures={figures} />}
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <div className="max-w-full max-sm:w-full">
          <Tabs
            name="outbox"
            label="Email status"
            tabs={buildTabs(figures, tab)}
            value={tab}
            onChange={(state) =>
              listUrl.setFilters({ state: state === "all" ? "" : state }, { replace: false })
            }
          />
        </div>
        <ResendFailedButton count={figures?.hasMailServer === true ? figures.counts.failed : 0} />
      </div>
      <FilterBar
        filters={emailList.filters}
        listUrl={listUrl}
        action={<ExportLink endpoint={exportEmails} query={toEmailQuery(listUrl.filters)} noun="emails" />}
      />
      <TabPanel name="outbox" value={tab}>
        <EmailList listUrl={listUrl} onOpen={onOpen} />
      </TabPanel>
    </>
  );
}

/** `Late` and `Not sent` are hidden unless they have emails. */
function buildTabs(figures: OutboxFigures | undefined, selectedTab: OutboxEmail["state"] | "all" | "late") {
  const counts = figures?.counts;
  const lateCount = figures?.late?.count ?? 0;
  return [
    { value: "all" as const, label: "All" },
    ...(lateCount > 0 || selectedTab === "late"
      ? [{ value: "late" as const, label: "Late", count: lateCount }]
      : []),
    ...emailStates
      .filter((state) => state !== "stored" || selectedTab === "stored" || (counts?.stored ?? 0) > 0)
      .map((state) => ({ value: state, label: emailStateLabels[state], count: counts?.[state] })),
  ];
}

function DeliveryBanner({ figures: { hasMailServer, late } }: { figures: OutboxFigures }) {
  if (!hasMailServer)
    return (
      <div className="mb-4">
        <Banner kind="warning" title="No mail server is set up">
          Emails are stored here but not sent. Open one to share its link, or set SMTP_URL on the server.
        </Banner>
      </div>
    );
  if (late === null) return null;
  return (
    <div className="mb-4">
      <Banner kind="danger" title="Emails aren't being sent">
        {late.count === 1
          ? `1 email has been waiting since ${formatMoment(late.since)}.`
          : `${late.count.toLocaleString("en-US")} emails have been waiting for more than 15 minutes, the oldest since ${formatMoment(late.since)}.`}
        {late.lastError !== null && <span className="block wrap-anywhere">{late.lastError}</span>}
      </Banner>
    </div>
  );
}

function ResendFailedButton({ count }: { count: number }) {
  const [isConfirming, setIsConfirming] = useState(false);
  const resendFailedEmails = useResendFailedEmails();
  const canWrite = useIsServerReachable();
  if (!useCan("outbox.resend") || count === 0) return null;
  return (
    <>
      <Button disabled={!canWrite} className="max-sm:w-full sm:ml-auto" onClick={() => setIsConfirming(true)}>
        Resend All Failed Emails
      </Button>
      <ConfirmDialog
        isOpen={isConfirming}
        onClose={() => setIsConfirming(false)}
        title={
          count === 1 ? "Resend 1 failed email?" : `Resend ${count.toLocaleString("en-US")} failed emails?`
        }
        description="They'll be resent right away. Links in them might have expired."
        confirmLabel="Resend"
        busyLabel="Resending..."
        isBusy={resendFailedEmails.isPending}
        onConfirm={() => resendFailedEmails.mutate(undefined, { onSettled: () => setIsConfirming(false) })}
      />
    </>
  );
}
