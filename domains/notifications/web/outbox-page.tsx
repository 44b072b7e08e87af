import { useQuery } from "@tanstack/react-query";
import { Mails } from "lucide-react";
import { useLocation, useParams } from "wouter";
import type * as z from "zod/mini";
import { exportMails, listMails, type mail } from "#domains/notifications/contract.ts";
import { MailDialog } from "#domains/notifications/web/mail-dialog.tsx";
import { MailState } from "#domains/notifications/web/mail-state.tsx";
import { formatMoment } from "#shared/format/dates.ts";
import { AccessDenied } from "#web/layout/access-denied.tsx";
import { paths } from "#web/paths.ts";
import { endpointQuery } from "#web/query-client.ts";
import { useMay } from "#web/session/session.tsx";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { ExportLink } from "#web/ui/export-link.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { SkeletonRows } from "#web/ui/skeleton.tsx";
import { type Column, Table } from "#web/ui/table.tsx";

type Mail = z.output<typeof mail>;

/** What the portal wrote to whom; the only place to read mails where no mail server is set up. */
export default function OutboxPage() {
  const { id } = useParams<{ id?: string }>();
  const [, navigate] = useLocation();
  if (!useMay("outbox.read")) return <AccessDenied />;
  return (
    <>
      <PageHeader
        title="Outbox"
        description="The newest 100 mails the portal wrote."
        action={<ExportLink endpoint={exportMails} query={{}} what="all mails" />}
      />
      <Card>
        <MailList onOpen={(opened) => navigate(paths.outboxMail(opened.id))} />
      </Card>
      {id !== undefined && <MailDialog id={id} onClose={() => navigate(paths.outbox)} />}
    </>
  );
}

function MailList({ onOpen }: { onOpen: (mail: Mail) => void }) {
  // Mails come about without anybody on this page doing something, so they are read anew at each visit.
  const { data, error, refetch, isFetching } = useQuery({
    ...endpointQuery(listMails, {}),
    refetchOnMount: "always",
  });
  if (data === undefined && error === null) return <SkeletonRows />;
  if (data === undefined)
    return (
      <ErrorState
        title="The outbox could not be loaded."
        error={error}
        isRetrying={isFetching}
        onRetry={() => void refetch()}
      />
    );
  if (data.length === 0)
    return (
      <EmptyState icon={<Mails />} title="No mail yet">
        Confirmation links, approvals and news about work orders appear here.
      </EmptyState>
    );
  return (
    <>
      {data[0]?.state === "kept" && (
        <div className="p-4 pb-1 sm:px-5">
          <Banner kind="warning" title="No mail server is set up">
            Mails are kept here and reach nobody. Open one to pass its link on, or give the server SMTP_URL.
          </Banner>
        </div>
      )}
      <Table caption="Mails" columns={columns(onOpen)} rows={data} rowKey={({ id }) => id} onOpen={onOpen} />
    </>
  );
}

const columns = (onOpen: (mail: Mail) => void): Column<Mail>[] => [
  {
    key: "subject",
    header: "Subject",
    onPhone: "title",
    className: "sm:w-1/2",
    cell: ({ subject }) => subject,
  },
  { key: "to", header: "To", cell: ({ to }) => to },
  {
    key: "when",
    header: "When",
    cell: ({ createdAt }) => <time dateTime={createdAt}>{formatMoment(createdAt)}</time>,
    className: "sm:whitespace-nowrap",
  },
  { key: "state", header: "State", cell: ({ state }) => <MailState state={state} /> },
  {
    key: "open",
    header: "Actions",
    isHeaderHidden: true,
    align: "end",
    cell: (row) => (
      <Button size="sm" aria-label={`Read “${row.subject}”`} onClick={() => onOpen(row)}>
        Read
      </Button>
    ),
  },
];
