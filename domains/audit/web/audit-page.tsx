import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { formatDay, formatMoment } from "#shared/format/dates.ts";
import { History, SearchX, X } from "#web/icons.ts";
import { AccessDenied } from "#web/layout/access-denied.tsx";
import { useMay } from "#web/session/session.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { SkeletonRows } from "#web/ui/skeleton.tsx";
import { type Column, Table } from "#web/ui/table.tsx";
import { kindLabels } from "../actions.ts";
import { readDetails, sayField, sayValue } from "../changes.ts";
import type { AuditEntry } from "../contract.ts";
import { type AuditAddress, useAuditAddress } from "./address.ts";
import { AuditFilters } from "./audit-filters.tsx";
import { EntryDialog } from "./entry-dialog.tsx";
import { logQuery } from "./queries.ts";
import { nameOf, Sentence } from "./sentence.tsx";

/** Who changed what, when, on what and from where; nobody can change it afterwards. */
export default function AuditPage() {
  const address = useAuditAddress();
  if (!useMay("audit.read")) return <AccessDenied />;
  return (
    <>
      <PageHeader
        title="Audit log"
        description="Who did what, when and from where. Nobody can change an entry."
      />
      <AuditFilters address={address} />
      <Log address={address} />
    </>
  );
}

function Log({ address: { filters, setFilters } }: { address: AuditAddress }) {
  const [opened, setOpened] = useState<AuditEntry | null>(null);
  const log = useInfiniteQuery(logQuery(filters));
  if (log.isPending)
    return (
      <Card>
        <SkeletonRows count={8} />
      </Card>
    );
  if (log.isError && log.data === undefined)
    return (
      <Card>
        <ErrorState
          title="The log could not be loaded."
          error={log.error}
          isRetrying={log.isFetching}
          onRetry={() => void log.refetch()}
        />
      </Card>
    );
  const entries = log.data?.pages.flatMap((part) => part.entries) ?? [];
  const total = log.data?.pages[0]?.total ?? "0";
  return (
    <>
      {filters.id !== "" && (
        <p className="mb-4 flex flex-wrap items-center gap-2">
          <span className="text-ink-soft">The history of</span>
          <b className="font-medium">
            {entries[0] === undefined
              ? `${kindLabels[filters.kind] ?? filters.kind} no. ${filters.id}`
              : nameOf(entries[0].subject)}
          </b>
          <Button
            size="sm"
            variant="ghost"
            icon={<X aria-hidden="true" />}
            onClick={() => setFilters({ kind: "", id: "" })}
          >
            Show everything
          </Button>
        </p>
      )}
      <Card>
        {entries.length === 0 ? (
          <Nothing
            isFiltered={Object.values(filters).some((value) => value !== "")}
            onClear={() =>
              setFilters({ what: "", person: "", kind: "", id: "", building: "", from: "", to: "", q: "" })
            }
          />
        ) : (
          <>
            <Table
              caption="Audit log"
              columns={columns(setOpened)}
              rows={entries}
              rowKey={({ id }) => id}
              onOpen={setOpened}
            />
            <div className="flex flex-wrap items-center justify-between gap-3 border-line border-t px-4 py-3 sm:px-5">
              <p className="text-ink-soft tabular-nums" aria-live="polite">
                {`Showing ${entries.length.toLocaleString("en-US")} of ${/^\d+$/.test(total) ? Number(total).toLocaleString("en-US") : total} ${total === "1" ? "entry" : "entries"}`}
              </p>
              {log.hasNextPage && (
                <Button
                  isBusy={log.isFetchingNextPage}
                  busyLabel="Loading..."
                  onClick={() => void log.fetchNextPage()}
                >
                  Show older entries
                </Button>
              )}
            </div>
          </>
        )}
      </Card>
      {opened !== null && (
        <EntryDialog
          entry={opened}
          onClose={() => setOpened(null)}
          onHistory={() => {
            setOpened(null);
            setFilters({ kind: opened.subject.type, id: opened.subject.id });
          }}
        />
      )}
    </>
  );
}

const columns = (onOpen: (entry: AuditEntry) => void): Column<AuditEntry>[] => [
  {
    key: "when",
    header: "When",
    className: "sm:whitespace-nowrap sm:align-baseline",
    cell: ({ at }) => (
      <time dateTime={at} title={formatDay(at)} className="text-ink-soft tabular-nums">
        {isThisYear(at) ? formatMoment(at) : formatDay(at)}
      </time>
    ),
  },
  {
    key: "what",
    header: "Who and what",
    onPhone: "title",
    className: "sm:w-full sm:align-baseline",
    cell: (entry) => (
      <>
        <span className="block max-sm:font-normal">
          <b className="font-medium">{entry.actorName}</b> <Sentence entry={entry} />
        </span>
        <InShort details={entry.details} />
      </>
    ),
  },
  {
    key: "building",
    header: "Building",
    className: "sm:min-w-32 sm:align-baseline",
    cell: ({ property }) => <span className="text-ink-soft">{property?.name ?? "–"}</span>,
  },
  {
    key: "open",
    header: "Actions",
    isHeaderHidden: true,
    align: "end",
    className: "sm:align-baseline",
    cell: (entry) => (
      <Button
        size="sm"
        aria-label={`Details of what ${entry.actorName} did ${formatMoment(entry.at)}`}
        onClick={() => onOpen(entry)}
      >
        Details
      </Button>
    ),
  },
];

const isThisYear = (at: string) => new Date(at).getFullYear() === new Date().getFullYear();

const shownChanges = 2;

/** The first changes in one line; the rest stands in the dialog. */
function InShort({ details }: { details: unknown }) {
  const { changes } = readDetails(details);
  if (changes.length === 0) return null;
  const words = changes
    .slice(0, shownChanges)
    .map(({ field, from, to }) => `${sayField(field)}: ${sayValue(field, from)} → ${sayValue(field, to)}`);
  const more = changes.length - words.length;
  return (
    <span className="mt-0.5 line-clamp-2 text-ink-soft text-sm wrap-anywhere max-sm:font-normal">
      {words.join("; ")}
      {more > 0 && `; ${more} more`}
    </span>
  );
}

function Nothing({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (!isFiltered)
    return (
      <EmptyState icon={<History />} title="Nothing happened yet">
        Every change that somebody makes appears here.
      </EmptyState>
    );
  return (
    <EmptyState
      icon={<SearchX />}
      title="No entry found"
      action={<Button onClick={onClear}>Clear filters</Button>}
    >
      Nothing in the log matches these filters.
    </EmptyState>
  );
}
