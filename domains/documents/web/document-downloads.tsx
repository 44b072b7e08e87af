import { formatDay, formatMoment } from "#shared/format/dates.ts";
import type { ResponseOf } from "#shared/http/endpoint.ts";
import { Eye } from "#web/icons.ts";
import { ListView } from "#web/list/list-view.tsx";
import { useList } from "#web/list/use-list.ts";
import { useListAddress } from "#web/list/use-list-address.ts";
import { CardHeader } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ExportLink } from "#web/ui/export-link.tsx";
import { type Column, Table } from "#web/ui/table.tsx";
import { type Document, exportDownloads, listDownloads } from "../contract.ts";

const downloadList = { filters: {}, pageSize: 10, isInAddress: false };

/** The views and downloads of a document, for those who manage the building. */
export function DocumentDownloads({ document }: { document: Document }) {
  const params = { id: document.id };
  // Views by others do not invalidate this query.
  const list = useList(listDownloads, useListAddress(downloadList), {}, { params, refetchOnMount: "always" });
  return (
    <ListView
      list={list}
      label="Who looked at it"
      className="mt-6"
      header={
        <CardHeader
          title="Who looked at it"
          description="Every preview and every download, the last one first."
          action={
            <ExportLink endpoint={exportDownloads} params={params} query={{}} what="previews and downloads" />
          }
        />
      }
      noun="entries"
      failed="Who looked at it could not be loaded."
      skeleton={3}
      empty={<EmptyState icon={<Eye />} title="Nobody has looked at it yet" />}
    >
      {(rows) => (
        <Table
          caption="Previews and downloads of this document"
          columns={columnsOf(document)}
          rows={rows}
          rowKey={({ id }) => id}
        />
      )}
    </ListView>
  );
}

const columnsOf = ({ files }: Document): readonly Column<ResponseOf<typeof listDownloads>[number]>[] => [
  { key: "user", header: "Person", onPhone: "title", cell: ({ user }) => user.fullName },
  {
    key: "kind",
    header: "What",
    onPhone: "line",
    cell: ({ kind }) => (kind === "preview" ? "Previewed" : "Downloaded"),
  },
  {
    key: "number",
    header: "Version",
    onPhone: "line",
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
    onPhone: "badge",
    cell: ({ at }) => <span className="whitespace-nowrap tabular-nums">{atInWords(at)}</span>,
  },
];

/** With the year, as the log is kept forever: `Jan 5, 2026, 3:07 PM`. */
const atInWords = (at: string): string => `${formatDay(at)}, ${formatMoment(at).split(", ")[1] ?? ""}`;
