import { useQuery } from "@tanstack/react-query";
import { formatMoment } from "#shared/format/dates.ts";
import { Mails, SearchX } from "#web/icons.ts";
import { listPageQuery, useExistingPage } from "#web/list-page.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { Pagination } from "#web/ui/pagination.tsx";
import { SkeletonRows } from "#web/ui/skeleton.tsx";
import { type Column, Table } from "#web/ui/table.tsx";
import { listMails, type Mail } from "../outbox-contract.ts";
import { MailState } from "./mail-state.tsx";
import { asQuery, type OutboxAddress, pageSize } from "./outbox-address.ts";
import { refreshMs } from "./refresh.ts";

/** Mails as the filters say, read anew while they are looked at. */
export function MailList({ address }: { address: OutboxAddress }) {
  const { view, openPage, openMail } = address;
  const { page } = view;
  const list = useQuery({
    ...listPageQuery(listMails, { ...asQuery(view), page, pageSize }),
    refetchOnMount: "always",
    refetchInterval: refreshMs,
  });
  useExistingPage(list, { page, pageSize, open: openPage });
  if (list.isPending) return <SkeletonRows count={8} />;
  if (list.data === undefined)
    return (
      <ErrorState
        title="The outbox could not be loaded."
        error={list.error}
        isRetrying={list.isFetching}
        onRetry={() => void list.refetch()}
      />
    );
  const { rows, total } = list.data;
  return (
    <div className={list.isPlaceholderData ? "opacity-60 transition-opacity" : undefined}>
      {rows.length === 0 ? (
        <Nothing address={address} />
      ) : (
        <Table
          caption="Mails"
          columns={columns(openMail)}
          rows={rows}
          rowKey={({ id }) => id}
          onOpen={({ id }) => openMail(id)}
        />
      )}
      <Pagination page={page} pageSize={pageSize} total={total} onPage={openPage} noun="mails" />
    </div>
  );
}

function Nothing({ address: { view, filter } }: { address: OutboxAddress }) {
  if (view.q === "" && view.from === "" && view.to === "" && view.tab === "all")
    return (
      <EmptyState icon={<Mails />} title="No mail yet">
        Confirmation links, approvals and notifications about work orders appear here.
      </EmptyState>
    );
  return (
    <EmptyState
      icon={<SearchX />}
      title="No mail found"
      action={<Button onClick={() => filter({ tab: "all", q: "", from: "", to: "" })}>Show all mails</Button>}
    >
      No mail is in this state, or none matches the search and the days.
    </EmptyState>
  );
}

const columns = (open: (id: number) => void): Column<Mail>[] => [
  {
    key: "subject",
    header: "Subject",
    onPhone: "title",
    className: "sm:w-2/5",
    cell: (mail) => (
      <>
        <span className="block wrap-anywhere">{mail.subject}</span>
        <Trouble mail={mail} />
      </>
    ),
  },
  { key: "to", header: "To", className: "sm:break-all", cell: ({ to }) => to },
  {
    key: "when",
    header: "When",
    className: "lg:whitespace-nowrap",
    cell: ({ createdAt }) => <time dateTime={createdAt}>{formatMoment(createdAt)}</time>,
  },
  { key: "state", header: "State", cell: ({ state }) => <MailState state={state} /> },
  {
    key: "open",
    header: "Actions",
    isHeaderHidden: true,
    align: "end",
    cell: ({ id, subject }) => (
      <Button size="sm" aria-label={`Read “${subject}”`} onClick={() => open(id)}>
        Read
      </Button>
    ),
  },
];

/** Why it is not there yet, and when it is tried again. */
function Trouble({ mail: { state, lastError, nextTryAt } }: { mail: Mail }) {
  if (lastError === null || (state !== "failed" && state !== "retrying")) return null;
  return (
    <span className="mt-0.5 line-clamp-2 font-normal text-ink-soft text-sm wrap-anywhere">
      {lastError.replace(/[.\s]*$/, ".")}
      {nextTryAt !== null && ` Next try ${formatMoment(nextTryAt)}.`}
    </span>
  );
}
