import { useQuery } from "@tanstack/react-query";
import { useLocation } from "wouter";
import { formatMoment } from "#shared/format/dates.ts";
import { ListView } from "#web/list/list-view.tsx";
import { toList } from "#web/list/use-list.ts";
import { Button } from "#web/ui/button.tsx";
import { ExportLink } from "#web/ui/export-link.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { SectionHeader } from "#web/ui/page/section.tsx";
import { type Column, Table } from "#web/ui/tables/table.tsx";
import { exportImports, type FileImport } from "../contract.ts";
import { formatRowCount } from "../import-kinds.ts";
import { importResultPath } from "../paths.ts";
import { ImportStateBadge } from "./import-state-badge.tsx";
import { importsQuery } from "./queries.ts";

/** The latest imports, each with its status. */
export function ImportHistory() {
  const [, navigate] = useLocation();
  // Other people import too, and jobs end without an event.
  const imports = useQuery({ ...importsQuery, refetchOnMount: "always" });
  const openImport = ({ id }: FileImport) => navigate(importResultPath(id));
  return (
    <ListView
      list={toList(imports)}
      header={
        <SectionHeader
          title="Recent imports"
          description="Checked files that aren't imported are kept for 7 days."
          action={<ExportLink endpoint={exportImports} query={{}} noun="imports" />}
        />
      }
      itemNoun="imports"
      errorTitle="Couldn't load imports."
      skeleton={3}
      emptyState={
        <EmptyState title="No imports yet">
          Download a template above, fill it in, and upload it here.
        </EmptyState>
      }
    >
      {(rows) => (
        <Table
          caption="Recent imports"
          columns={getColumns(openImport)}
          rows={rows}
          rowKey={({ id }) => id}
          onOpen={openImport}
        />
      )}
    </ListView>
  );
}

const getColumns = (onOpen: (row: FileImport) => void): readonly Column<FileImport>[] => [
  {
    key: "file",
    header: "File",
    phoneSlot: "title",
    className: "sm:w-2/5",
    cell: ({ fileName }) => <span className="break-words">{fileName}</span>,
  },
  {
    key: "rows",
    header: "Contents",
    phoneSlot: "line",
    cell: ({ kind, rows, rowsDone, state }) =>
      state === "done" && rowsDone < rows
        ? `${rowsDone.toLocaleString("en-US")} of ${formatRowCount(kind, rows)}`
        : formatRowCount(kind, rows),
  },
  { key: "state", header: "Status", phoneSlot: "badge", cell: (row) => <ImportStateBadge {...row} /> },
  {
    key: "who",
    header: "By",
    phoneSlot: "line",
    cell: ({ createdBy, createdAt }) => (
      <>
        {createdBy}
        <span className="text-ink-soft">
          {" · "}
          <time dateTime={createdAt}>{formatMoment(createdAt)}</time>
        </span>
      </>
    ),
  },
  {
    key: "open",
    header: "Actions",
    phoneSlot: "hidden",
    isHeaderHidden: true,
    align: "end",
    cell: (row) => (
      <Button size="sm" aria-label={`Open import of ${row.fileName}`} onClick={() => onOpen(row)}>
        Open
      </Button>
    ),
  },
];
