import { useState } from "react";
import { formatDay, formatMoment } from "#shared/format/dates.ts";
import { History, X } from "#web/icons.ts";
import { AccessDenied } from "#web/layout/access-denied.tsx";
import { FilterBar } from "#web/list/filter-bar.tsx";
import { ListView } from "#web/list/list-view.tsx";
import { useListParts } from "#web/list/use-list.ts";
import { useListAddress } from "#web/list/use-list-address.ts";
import { useMay } from "#web/session/session.tsx";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ExportLink } from "#web/ui/export-link.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { type Column, Table } from "#web/ui/table.tsx";
import { kindLabels } from "../actions.ts";
import { readDetails, sayField, sayValue } from "../changes.ts";
import { type AuditEntry, exportAudit, listAudit } from "../contract.ts";
import { asQuery, auditList } from "./audit-list.tsx";
import { EntryDialog } from "./entry-dialog.tsx";
import { nameOf, plainSentence, Sentence } from "./sentence.tsx";

/** Who changed what, when, on what and from where; nobody can change it afterwards. */
export default function AuditPage() {
  if (!useMay("audit.read")) return <AccessDenied />;
  return <Log />;
}

function Log() {
  const address = useListAddress(auditList);
  const { filters, set } = address;
  const query = asQuery(filters);
  // Others add entries all the time.
  const list = useListParts(listAudit, address, query, {
    first: auditList.pageSize,
    refetchOnMount: "always",
    gcTime: 0,
  });
  const [opened, setOpened] = useState<AuditEntry | null>(null);
  const newest = list.rows?.[0];
  return (
    <>
      <PageHeader
        title="Audit log"
        description="Who did what, when and from where. Nobody can change an entry."
      />
      <FilterBar
        filters={auditList.filters}
        address={address}
        action={<ExportLink endpoint={exportAudit} query={query} what="the log" />}
      />
      {filters.id !== undefined && list.rows !== undefined && (
        <p className="mb-4 flex flex-wrap items-center gap-2">
          <span className="text-ink-soft">The history of</span>
          <b className="font-medium">
            {newest === undefined || list.isPrevious
              ? `${kindLabels[filters.kind ?? ""] ?? filters.kind} no. ${filters.id}`
              : nameOf(newest.subject)}
          </b>
          <Button
            size="sm"
            variant="ghost"
            icon={<X aria-hidden="true" />}
            onClick={() => set({ kind: "", id: "" })}
          >
            Show everything
          </Button>
        </p>
      )}
      <ListView
        list={list}
        noun="entries"
        failed="The log could not be loaded."
        empty={
          <EmptyState icon={<History />} title="Nothing happened yet">
            Every change that somebody makes appears here.
          </EmptyState>
        }
        nothingMatches={{ title: "No entry found", hint: "Nothing in the log matches these filters." }}
        more={{ label: "Show older entries", one: "entry" }}
      >
        {(rows) => (
          <Table
            caption="Audit log"
            columns={columns(setOpened)}
            rows={rows}
            rowKey={({ id }) => id}
            onOpen={setOpened}
          />
        )}
      </ListView>
      {opened !== null && (
        <EntryDialog
          entry={opened}
          onClose={() => setOpened(null)}
          onHistory={() => {
            setOpened(null);
            set({ kind: opened.subject.type, id: opened.subject.id });
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
    onPhone: "line",
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
        <span className="block">
          <b className="font-medium">{entry.actorName}</b> <Sentence entry={entry} />
        </span>
        <InShort details={entry.details} />
      </>
    ),
    phoneCell: (entry) => (
      <span className="font-normal">
        <b className="font-medium">{entry.actorName}</b> {plainSentence(entry)}
      </span>
    ),
  },
  {
    key: "building",
    header: "Building",
    onPhone: "line",
    className: "sm:min-w-32 sm:align-baseline",
    cell: ({ property }) => <span className="text-ink-soft">{property?.name ?? "–"}</span>,
    phoneCell: ({ property }) => property?.name,
  },
  {
    key: "open",
    header: "Actions",
    onPhone: "hidden",
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

/** The first changes in one line; the rest is in the dialog. */
function InShort({ details }: { details: unknown }) {
  const { changes } = readDetails(details);
  if (changes.length === 0) return null;
  const words = changes
    .slice(0, shownChanges)
    .map(({ field, from, to }) => `${sayField(field)}: ${sayValue(field, from)} → ${sayValue(field, to)}`);
  const more = changes.length - words.length;
  return (
    <span className="mt-0.5 line-clamp-2 text-ink-soft text-sm wrap-anywhere">
      {words.join("; ")}
      {more > 0 && `; ${more} more`}
    </span>
  );
}
