import { useQuery } from "@tanstack/react-query";
import { documentPath, documentsPath } from "#domains/documents/paths.ts";
import { isDownloadable } from "#domains/documents/types.ts";
import { DownloadButton } from "#domains/documents/web/download-button.tsx";
import { FileTypeTile } from "#domains/documents/web/file-type-tile.tsx";
import { formatDay } from "#shared/format/dates.ts";
import { useCan } from "#web/session/session.tsx";
import { ListRow } from "#web/ui/tables/list-row.tsx";
import { maxRecentDocuments, recentDocumentsQuery } from "../queries.ts";
import { RecentList } from "./recent-list.tsx";

/** The newest documents, each with a download (DASH-13 to DASH-17, DASH-24, DASH-28). */
export function RecentDocuments() {
  const documents = useQuery(recentDocumentsQuery);
  const canUpload = useCan("documents.upload");
  return (
    <RecentList
      title="Recent Documents"
      noun="documents"
      href={documentsPath}
      placeholderCount={maxRecentDocuments}
      rowHeight="h-14.5 sm:h-(--row-2)"
      query={documents}
      emptyTitle="No documents available"
      createLabel={canUpload ? "Upload New Document" : undefined}
    >
      {(rows) => (
        <ul className="divide-y divide-line border-line border-b">
          {rows.slice(0, maxRecentDocuments).map((document) => (
            <ListRow
              key={document.id}
              leading={<FileTypeTile mediaType={document.file.mediaType} shape="row" />}
              title={<span className="line-clamp-1">{document.title}</span>}
              href={documentPath(document.id)}
              action={
                isDownloadable(document.file.scan) ? (
                  <DownloadButton document={document} />
                ) : (
                  document.file.scan === "waiting" && (
                    <span className="text-ink-soft text-sm">Being checked</span>
                  )
                )
              }
            >
              {`Added ${formatDay(document.createdAt)}`}
            </ListRow>
          ))}
        </ul>
      )}
    </RecentList>
  );
}
