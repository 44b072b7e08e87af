import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { formatDay, formatMoment } from "#shared/format/dates.ts";
import type { AnswerOf } from "#shared/http/endpoint.ts";
import { Eye } from "#web/icons.ts";
import { useExistingPage } from "#web/list-page.ts";
import { Card, CardHeader } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { ExportLink } from "#web/ui/export-link.tsx";
import { Pagination } from "#web/ui/pagination.tsx";
import { SkeletonRows } from "#web/ui/skeleton.tsx";
import { type Column, Table } from "#web/ui/table.tsx";
import { type Document, exportDownloads, type listDownloads } from "../contract.ts";
import { downloadsPerPage, downloadsQuery } from "./one-document.ts";

/** Who looked at a document and who took it along, for those who run the building. */
export function DocumentDownloads({ document }: { document: Document }) {
  const [page, setPage] = useState(1);
  const list = useQuery(downloadsQuery(document.id, page));
  useExistingPage(list, { page, pageSize: downloadsPerPage, open: setPage });
  const { data, error, isFetching, refetch } = list;
  return (
    <Card aria-label="Who looked at it" className="mt-6">
      <CardHeader
        title="Who looked at it"
        description="Every preview and every download, the last one first."
        action={
          <ExportLink
            endpoint={exportDownloads}
            params={{ id: document.id }}
            query={{}}
            what="previews and downloads"
          />
        }
      />
      {data !== undefined ? (
        data.rows.length === 0 ? (
          <EmptyState icon={<Eye />} title="Nobody has looked at it yet" />
        ) : (
          <Table
            caption="Previews and downloads of this document"
            columns={columnsOf(document)}
            rows={data.rows}
            rowKey={({ id }) => id}
          />
        )
      ) : error !== null ? (
        <ErrorState
          title="Who looked at it could not be loaded."
          error={error}
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <SkeletonRows count={3} />
      )}
      {data !== undefined && (
        <Pagination
          page={page}
          pageSize={downloadsPerPage}
          total={data.total}
          onPage={setPage}
          noun="entries"
        />
      )}
    </Card>
  );
}

const columnsOf = ({ files }: Document): readonly Column<AnswerOf<typeof listDownloads>[number]>[] => [
  { key: "user", header: "Person", onPhone: "title", cell: ({ user }) => user.fullName },
  {
    key: "kind",
    header: "What",
    cell: ({ kind }) => (kind === "preview" ? "Looked at it here" : "Downloaded it"),
  },
  {
    key: "number",
    header: "Version",
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
    cell: ({ at }) => <span className="whitespace-nowrap tabular-nums">{atInWords(at)}</span>,
  },
];

/** With its year, as the list is kept for good: `Jan 5, 2026, 3:07 PM`. */
const atInWords = (at: string): string => `${formatDay(at)}, ${formatMoment(at).split(", ")[1] ?? ""}`;
