import { useState } from "react";
import { Link } from "wouter";
import { workOrdersPath } from "#domains/work-orders/paths.ts";
import { formatDay, formatMoment } from "#shared/format/dates.ts";
import { X } from "#web/icons.ts";
import { FilterBar } from "#web/list/filter-bar.tsx";
import { ListView } from "#web/list/list-view.tsx";
import { useGrowingList } from "#web/list/use-list.ts";
import { useListUrl } from "#web/list/use-list-url.ts";
import { Button } from "#web/ui/button.tsx";
import { ExportLink } from "#web/ui/export-link.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { PageHeader } from "#web/ui/page/page-header.tsx";
import { type Column, Table } from "#web/ui/tables/table.tsx";
import { getSubjectTypeLabel } from "../actions.ts";
import { formatField, formatValue, readDetails } from "../changes.ts";
import { type AuditEntry, exportAudit, listAudit } from "../contract.ts";
import { getSubjectName } from "../subject-name.ts";
import { auditList, toQuery } from "./audit-list.tsx";
import { EntryDialog } from "./entry-dialog.tsx";
import { formatSentence, Sentence } from "./sentence.tsx";

/** The audit log: who changed what, when, and from where. Entries can't be changed. */
export default function AuditPage() {
  const listUrl = useListUrl(auditList);
  const { filters, setFilters } = listUrl;
  const query = toQuery(filters);
  // Other users constantly add entries.
  const list = useGrowingList(listAudit, listUrl, query, {
    firstCount: auditList.pageSize,
    refetchOnMount: "always",
    gcTime: 0,
  });
  const [openedEntry, setOpenedEntry] = useState<AuditEntry | null>(null);
  const newestEntry = list.rows?.[0];
  return (
    <>
      <PageHeader
        title="Audit log"
        note={
          <>
            Changes to a work order are in its own activity log. To see them, open it under{" "}
            <Link href={workOrdersPath} className="underline underline-offset-4">
              Work Orders
            </Link>
            .
          </>
        }
      />
      <FilterBar
        filters={auditList.filters}
        listUrl={listUrl}
        action={<ExportLink endpoint={exportAudit} query={query} noun="the log" />}
      />
      {filters.id !== undefined && list.rows !== undefined && (
        <p className="mb-4 flex flex-wrap items-center gap-2">
          <span className="text-ink-soft">History of</span>
          <b className="font-medium">
            {newestEntry === undefined || list.isPrevious
              ? `${getSubjectTypeLabel(filters.kind ?? "")} no. ${filters.id}`
              : getSubjectName(newestEntry.subject)}
          </b>
          <Button
            size="sm"
            variant="ghost"
            icon={<X aria-hidden="true" />}
            onClick={() => setFilters({ kind: "", id: "" })}
          >
            Show all
          </Button>
        </p>
      )}
      <ListView
        list={list}
        itemNoun="entries"
        errorTitle="Couldn't load the log."
        emptyState={
          <EmptyState isPage title="No activity yet">
            Every change people make appears here.
          </EmptyState>
        }
        noMatches={{
          title: "No entries found",
          hint: "The search covers the person, the action, the changes, and the current names of records. Try fewer words, or filter by record type or property.",
        }}
        loadMore={{ label: "Show older entries", singular: "entry" }}
      >
        {(rows) => (
          <Table
            caption="Audit log"
            columns={getColumns(setOpenedEntry)}
            rows={rows}
            rowKey={({ id }) => id}
            onOpen={setOpenedEntry}
          />
        )}
      </ListView>
      {openedEntry !== null && (
        <EntryDialog
          entry={openedEntry}
          onClose={() => setOpenedEntry(null)}
          onShowHistory={() => {
            setOpenedEntry(null);
            setFilters({ kind: openedEntry.subject.type, id: openedEntry.subject.id });
          }}
        />
      )}
    </>
  );
}

const getColumns = (onOpen: (entry: AuditEntry) => void): Column<AuditEntry>[] => [
  {
    key: "when",
    header: "When",
    phoneSlot: "line",
    className: "sm:whitespace-nowrap sm:align-baseline",
    cell: ({ at }) => (
      <time dateTime={at} title={formatDay(at)} className="text-ink-soft tabular-nums">
        {isThisYear(at) ? formatMoment(at) : formatDay(at)}
      </time>
    ),
  },
  {
    key: "what",
    header: "Activity",
    phoneSlot: "title",
    className: "sm:w-full sm:align-baseline",
    cell: (entry) => (
      <>
        <span className="block">
          <b className="font-medium">{entry.actorName}</b> <Sentence entry={entry} />
        </span>
        <ChangesSummary details={entry.details} />
      </>
    ),
    phoneCell: (entry) => (
      <span className="font-normal">
        <b className="font-medium">{entry.actorName}</b> {formatSentence(entry)}
      </span>
    ),
  },
  {
    key: "property",
    header: "Property",
    phoneSlot: "line",
    className: "sm:min-w-40 sm:align-baseline",
    cell: ({ property }) => <span className="text-ink-soft">{property?.name ?? "–"}</span>,
    phoneCell: ({ property }) => property?.name,
  },
  {
    key: "open",
    header: "Actions",
    phoneSlot: "hidden",
    isHeaderHidden: true,
    align: "end",
    className: "sm:align-baseline",
    cell: (entry) => (
      <Button
        size="sm"
        variant="link"
        aria-label={`Details of what ${entry.actorName} did ${formatMoment(entry.at)}`}
        onClick={() => onOpen(entry)}
      >
        Details
      </Button>
    ),
  },
];

const isThisYear = (at: string) => new Date(at).getFullYear() === new Date().getFullYear();

const maxSummaryChanges = 2;

/** The first changes in one line. The dialog shows the rest. */
function ChangesSummary({ details }: { details: unknown }) {
  const { changes } = readDetails(details);
  if (changes.length === 0) return null;
  const changeTexts = changes
    .slice(0, maxSummaryChanges)
    .map(
      ({ field, from, to }) =>
        `${formatField(field)}: ${formatValue(field, from)} → ${formatValue(field, to)}`,
    );
  const hiddenCount = changes.length - changeTexts.length;
  return (
    <span className="mt-0.5 line-clamp-2 text-ink-soft text-sm wrap-anywhere">
      {changeTexts.join("; ")}
      {hiddenCount > 0 && `; ${hiddenCount} more`}
    </span>
  );
}
