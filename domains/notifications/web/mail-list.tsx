import * as z from "zod/mini";
import { formatMoment } from "#shared/format/dates.ts";
import type { SentQueryOf } from "#shared/http/endpoint.ts";
import { Mails } from "#web/icons.ts";
import { day, type FilterValues, searchText } from "#web/list/filters.tsx";
import { ListView } from "#web/list/list-view.tsx";
import { useList } from "#web/list/use-list.ts";
import type { ListAddress } from "#web/list/use-list-address.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { type Column, Table } from "#web/ui/table.tsx";
import { listMails, type Mail, mailStates } from "../outbox-contract.ts";
import { MailState } from "./mail-state.tsx";
import { refreshMs } from "./refresh.ts";

export const mailList = {
  filters: {
    /** Set by the tabs; `late`: mails that should have gone out by now, in any state. */
    state: { schema: z.enum([...mailStates, "late"]) },
    q: searchText({
      label: "Search addresses and subjects",
      className: "sm:w-72",
      lettersMax: 200,
    }),
    from: day({ label: "From day", notAfter: "to" }),
    to: day({ label: "To day", notBefore: "from" }),
  },
  pageSize: 25,
};
type MailFilters = typeof mailList.filters;

/** The query for the server. */
export const asQuery = ({
  state,
  ...filters
}: FilterValues<MailFilters>): Omit<SentQueryOf<typeof listMails>, "page" | "pageSize"> => ({
  ...filters,
  ...(state === undefined ? {} : state === "late" ? { late: "yes" as const } : { state }),
});

interface MailListProps {
  address: ListAddress<MailFilters>;
  onOpen: (id: number) => void;
}

/** The filtered mails, polled while they are on the screen. */
export function MailList({ address, onOpen }: MailListProps) {
  const list = useList(listMails, address, asQuery(address.filters), {
    refetchOnMount: "always",
    refetchInterval: refreshMs,
  });
  return (
    <ListView
      list={list}
      noun="mails"
      failed="The outbox could not be loaded."
      empty={
        <EmptyState icon={<Mails />} title="No mail yet">
          Confirmation links, approvals and notifications about work orders appear here.
        </EmptyState>
      }
      nothingMatches={{
        title: "No mail found",
        hint: "No mail matches the state, the search and the days.",
        clear: "Show all mails",
      }}
    >
      {(rows) => (
        <Table
          caption="Mails"
          columns={columns(onOpen)}
          rows={rows}
          rowKey={({ id }) => id}
          onOpen={({ id }) => onOpen(id)}
        />
      )}
    </ListView>
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
        <DeliveryError mail={mail} />
      </>
    ),
    phoneCell: ({ subject }) => subject,
  },
  { key: "to", header: "To", onPhone: "line", className: "sm:break-all", cell: ({ to }) => to },
  {
    key: "when",
    header: "When",
    onPhone: "line",
    className: "lg:whitespace-nowrap",
    cell: ({ createdAt }) => <time dateTime={createdAt}>{formatMoment(createdAt)}</time>,
  },
  { key: "state", header: "State", onPhone: "badge", cell: ({ state }) => <MailState state={state} /> },
  {
    key: "open",
    header: "Actions",
    onPhone: "hidden",
    isHeaderHidden: true,
    align: "end",
    cell: ({ id, subject }) => (
      <Button size="sm" aria-label={`Read “${subject}”`} onClick={() => open(id)}>
        Read
      </Button>
    ),
  },
];

/** The last error, and the time of the next attempt. */
function DeliveryError({ mail: { state, lastError, nextTryAt } }: { mail: Mail }) {
  if (lastError === null || (state !== "failed" && state !== "retrying")) return null;
  return (
    <span className="mt-0.5 line-clamp-2 font-normal text-ink-soft text-sm wrap-anywhere">
      {lastError.replace(/[.\s]*$/, ".")}
      {nextTryAt !== null && ` Next try ${formatMoment(nextTryAt)}.`}
    </span>
  );
}
