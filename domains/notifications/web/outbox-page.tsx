import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { useParams } from "wouter";
import { formatMoment } from "#shared/format/dates.ts";
import type { ResponseOf } from "#shared/http/endpoint.ts";
import { AccessDenied } from "#web/layout/access-denied.tsx";
import { useAboveList } from "#web/list/above-list.ts";
import { FilterBar } from "#web/list/filter-bar.tsx";
import { useListAddress } from "#web/list/use-list-address.ts";
import { paths } from "#web/paths.ts";
import { endpointQuery } from "#web/query-client.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { useMay } from "#web/session/session.tsx";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { ExportLink } from "#web/ui/export-link.tsx";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { TabPanel, Tabs } from "#web/ui/tabs.tsx";
import { exportMails, type Mail, mailStates, readOutboxFigures } from "../outbox-contract.ts";
import { asQuery, MailList, mailList } from "./mail-list.tsx";
import { mailStateLabels } from "./mail-state.tsx";
import { useResendFailed } from "./outbox-changes.ts";
import { refreshMs } from "./refresh.ts";

const MailDialog = lazyPart(() =>
  import("./mail-dialog.tsx").then((module) => ({ default: module.MailDialog })),
);

type Figures = ResponseOf<typeof readOutboxFigures>;

/** All mails and their delivery. Without a mail server this is the only place to read them. */
export default function OutboxPage() {
  const { id } = useParams<{ id?: string }>();
  const { open, close } = useAboveList(paths.outbox);
  if (!useMay("outbox.read")) return <AccessDenied />;
  return (
    <>
      <PageHeader title="Outbox" description="Every mail the portal wrote, and whether it was delivered." />
      <Outbox onOpen={(mail) => open(paths.outboxMail(mail))} />
      <Suspense>{id !== undefined && <MailDialog key={id} id={id} onClose={close} />}</Suspense>
    </>
  );
}

function Outbox({ onOpen }: { onOpen: (id: number) => void }) {
  const address = useListAddress(mailList);
  // Mails are sent without an event that would refetch the figures.
  const { data: figures } = useQuery({
    ...endpointQuery(readOutboxFigures, {}),
    refetchOnMount: "always",
    refetchInterval: refreshMs,
  });
  const tab = address.filters.state ?? "all";
  return (
    <>
      {figures !== undefined && <Health figures={figures} />}
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <div className="max-w-full max-sm:w-full">
          <Tabs
            name="outbox"
            label="State of the mails"
            tabs={tabsOf(figures, tab)}
            value={tab}
            onChange={(state) => address.set({ state: state === "all" ? "" : state }, { replace: false })}
          />
        </div>
        <ResendFailed count={figures?.hasMailServer === true ? figures.counts.failed : 0} />
      </div>
      <FilterBar
        filters={mailList.filters}
        address={address}
        action={<ExportLink endpoint={exportMails} query={asQuery(address.filters)} what="mails" />}
      />
      <TabPanel name="outbox" value={tab}>
        <MailList address={address} onOpen={onOpen} />
      </TabPanel>
    </>
  );
}

/** `Late` and the state for mails kept without a server are hidden unless they have mails. */
function tabsOf(figures: Figures | undefined, chosen: Mail["state"] | "all" | "late") {
  const counts = figures?.counts;
  const late = figures?.late?.count ?? 0;
  return [
    { value: "all" as const, label: "All" },
    ...(late > 0 || chosen === "late" ? [{ value: "late" as const, label: "Late", count: late }] : []),
    ...mailStates
      .filter((state) => state !== "kept" || chosen === "kept" || (counts?.kept ?? 0) > 0)
      .map((state) => ({ value: state, label: mailStateLabels[state], count: counts?.[state] })),
  ];
}

function Health({ figures: { hasMailServer, late } }: { figures: Figures }) {
  if (!hasMailServer)
    return (
      <div className="mb-4">
        <Banner kind="warning" title="No mail server is set up">
          Mails are kept here and are not delivered. Open one to pass its link on, or set SMTP_URL on the
          server.
        </Banner>
      </div>
    );
  if (late === null) return null;
  const many =
    late.count === 1 ? "1 mail has waited" : `${late.count.toLocaleString("en-US")} mails have waited`;
  return (
    <div className="mb-4">
      <Banner kind="danger" title="Mail is not going out">
        {many} for more than 15 minutes, the oldest since {formatMoment(late.since)}.
        {late.lastError !== null && <span className="block wrap-anywhere">{late.lastError}</span>}
      </Banner>
    </div>
  );
}

function ResendFailed({ count }: { count: number }) {
  const [isAsking, setIsAsking] = useState(false);
  const resend = useResendFailed();
  const canWrite = useIsServerReachable();
  if (!useMay("outbox.resend") || count === 0) return null;
  const mails = count === 1 ? "1 failed mail" : `${count.toLocaleString("en-US")} failed mails`;
  return (
    <>
      <Button disabled={!canWrite} className="max-sm:w-full sm:ml-auto" onClick={() => setIsAsking(true)}>
        Resend all failed
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={`Resend ${mails}?`}
        description="They are sent again at once. Links in them may have expired in the meantime."
        confirmLabel="Resend"
        busyLabel="Resending..."
        isBusy={resend.isPending}
        onConfirm={() => resend.mutate(undefined, { onSettled: () => setIsAsking(false) })}
      />
    </>
  );
}
