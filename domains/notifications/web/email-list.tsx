import * as z from "zod/mini";
import { formatMoment } from "#shared/format/dates.ts";
import type { SentQueryOf } from "#shared/http/endpoint.ts";
import { createDayFilter, createSearchFilter } from "#web/list/filters.tsx";
import { ListView } from "#web/list/list-view.tsx";
import { useList } from "#web/list/use-list.ts";
import { type FilterValues, type ListUrl, pageSizes } from "#web/list/use-list-url.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { type Column, Table } from "#web/ui/tables/table.tsx";
import { emailStates, listEmails, type OutboxEmail } from "../outbox-contract.ts";
import { EmailStatus } from "./email-status.tsx";
import { outboxRefreshMs } from "./outbox-refresh.ts";

export const emailList = {
  filters: {
    /** Set by the tabs. `late` selects emails of any status that should have been sent by now. */
    state: { schema: z.enum([...emailStates, "late"]) },
    q: createSearchFilter({
      label: "Search addresses and subjects",
      className: "sm:w-72",
      maxLetters: 200,
    }),
    from: createDayFilter({ label: "From", notAfter: "to" }),
    to: createDayFilter({ label: "To", notBefore: "from" }),
  },
  pageSize: 25,
  pageSizes,
  name: "emails",
};
type EmailFilters = typeof emailList.filters;

/** Returns the query for the server. */
export const toEmailQuery = ({
  state,
  ...filters
}: FilterValues<EmailFilters>): Omit<SentQueryOf<typeof listEmails>, "page" | "pageSize"> => ({
  ...filters,
  ...(state === undefined ? {} : state === "late" ? { late: "yes" as const } : { state }),
});

interface EmailListProps {
  listUrl: ListUrl<EmailFilters>;
  onOpen: (id: number) => void;
}

/** The filtered emails. Refreshes while it's on screen. */
export function EmailList({ listUrl, onOpen }: EmailListProps) {
  const list = useList(listEmails, listUrl, toEmailQuery(listUrl.filters), {
    refetchOnMount: "always",
    refetchInterval: outboxRefreshMs,
  });
  return (
    <ListView
      list={list}
      itemNoun="emails"
      errorTitle="Couldn't load the outbox."
      emptyState={
        <EmptyState isPage title="No emails yet">
          Confirmation links, approvals, and work order notifications appear here.
        </EmptyState>
      }
      noMatches={{
        title: "No emails found",
        hint: "No emails match your filters.",
        clear: "Show all emails",
      }}
    >
      {(rows) => (
        <Table
          caption="Emails"
          columns={getColumns(onOpen)}
          rows={rows}
          rowKey={({ id }) => id}
          onOpen={({ id }) => onOpen(id)}
        />
      )}
    </ListView>
  );
}

const getColumns = (onOpen: (id: number) => void): Column<OutboxEmail>[] => [
  {
    key: "subject",
    header: "Subject",
    phoneSlot: "title",
    className: "sm:w-2/5",
    cell: (email) => (
      <>
        <span className="block wrap-anywhere">{email.subject}</span>
        <DeliveryError email={email} />
      </>
    ),
    phoneCell: ({ subject }) => subject,
  },
  {
    key: "to",
    header: "To",
    phoneSlot: "line",
    className: "sm:break-all",
    cell: ({ to }) => to,
    phoneCell: ({ to }) => <span className="whitespace-normal break-all">{to}</span>,
  },
  {
    key: "when",
    header: "Created",
    phoneSlot: "line",
    className: "lg:whitespace-nowrap",
    cell: ({ createdAt }) => <time dateTime={createdAt}>{formatMoment(createdAt)}</time>,
  },
  { key: "state", header: "Status", phoneSlot: "badge", cell: ({ state }) => <EmailStatus state={state} /> },
  {
    key: "open",
    header: "Actions",
    phoneSlot: "hidden",
    isHeaderHidden: true,
    align: "end",
    cell: ({ id, subject }) => (
      <Button size="sm" variant="link" aria-label={`Read “${subject}”`} onClick={() => onOpen(id)}>
        Read
      </Button>
    ),
  },
];

/** The last error and the time of the next attempt. */
function DeliveryError({ email: { state, lastError, nextAttemptAt } }: { email: OutboxEmail }) {
  if (lastError === null || (state !== "failed" && state !== "retrying")) return null;
  return (
    <span className="mt-0.5 line-clamp-2 font-normal text-ink-soft text-sm wrap-anywhere">
      {lastError.replace(/[.\s]*$/, ".")}
      {nextAttemptAt !== null && ` Next attempt ${formatMoment(nextAttemptAt)}.`}
    </span>
  );
}
