import { formatDay, formatMoment } from "#shared/format/dates.ts";
import type { ResponseOf } from "#shared/http/endpoint.ts";
import { ListView } from "#web/list/list-view.tsx";
import { useList } from "#web/list/use-list.ts";
import { useListUrl } from "#web/list/use-list-url.ts";
import { ExportLink } from "#web/ui/export-link.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { SectionHeader } from "#web/ui/page/section.tsx";
import { type Column, Table } from "#web/ui/tables/table.tsx";
import { type Document, exportDownloads, listDownloads } from "../../contract.ts";

const downloadList = { filters: {}, pageSize: 10, isInUrl: false };

/** The views and downloads of a document, for the property's managers. */
export function DocumentDownloads({ document }: { document: Document }) {
  const params = { id: document.id };
  // Views by others don't invalidate this query.
  const list = useList(listDownloads, useListUrl(downloadList), {}, { params, refetchOnMount: "always" });
  return (
    <ListView
      list={list}
      label="Views and downloads"
      className="mt-6"
      header={
        <SectionHeader
          title="Views and downloads"
          description="Every preview and download, newest first."
          action={
            <ExportLink endpoint={exportDownloads} params={params} query={{}} noun="views and downloads" />
          }
        />
      }
      itemNoun="entries"
      errorTitle="Couldn't load views and downloads."
      skeleton={3}
      emptyState={<EmptyState title="No views yet" />}
    >
      {(rows) => (
        <Table
          caption="Views and downloads of this document"
          columns={getColumns(document)}
          rows={rows}
          rowKey={({ id }) => id}
        />
      )}
    </ListView>
  );
}

const getColumns = ({ files }: Document): readonly Column<ResponseOf<typeof listDownloads>[number]>[] => [
  { key: "user", header: "Person", phoneSlot: "title", cell: ({ user }) => user.fullName },
  {
    key: "kind",
    header: "Action",
    phoneSlot: "line",
    cell: ({ kind }) => (kind === "preview" ? "Previewed" : "Downloaded"),
  },
  {
    key: "number",
    header: "Version",
    // File names are long, so a phone's row shows only the version number. The list of versions shows the
    // name.
    phoneSlot: "line",
    phoneCell: ({ number }) => `Version ${number}`,
    cell: ({ number }) => {
      const name = files.find((file) => file.number === number)?.name;
      return (
        <span className="[overflow-wrap:anywhere]">{name === undefined ? number : `${number}. ${name}`}</span>
      );
    },
  },
  {
    key: "at",
    header: "When",
    phoneSlot: "badge",
    cell: ({ at }) => <span className="tabular-nums sm:whitespace-nowrap">{formatTime(at)}</span>,
  },
];

/** Includes the year because the log is kept forever: `Jan 5, 2026, 3:07 PM`. */
const formatTime = (at: string): string => `${formatDay(at)}, ${formatMoment(at).split(", ")[1] ?? ""}`;
