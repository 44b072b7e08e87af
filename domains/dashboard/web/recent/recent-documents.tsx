import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import type { DocumentCard } from "#domains/documents/contract.ts";
import { documentPath, documentsPath } from "#domains/documents/paths.ts";
import { isDownloadable } from "#domains/documents/types.ts";
import { DownloadButton } from "#domains/documents/web/download-button.tsx";
import { formatDay } from "#shared/format/dates.ts";
import { useCan } from "#web/session/session.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { recentDocumentsMax, recentDocumentsQuery } from "../queries.ts";
import { RecentCard } from "./recent-card.tsx";

/** The newest documents, each with a download (DASH-13 to DASH-17, DASH-24, DASH-28). */
export function RecentDocuments() {
  const documents = useQuery(recentDocumentsQuery);
  const canUpload = useCan("documents.upload");
  return (
    <RecentCard
      title="Recent Documents"
      noun="documents"
      href={documentsPath}
      count={recentDocumentsMax}
      query={documents}
      next={canUpload ? "Upload New Document" : undefined}
    >
      {(rows) => <Newest documents={rows.slice(0, recentDocumentsMax)} />}
    </RecentCard>
  );
}

function Newest({ documents }: { documents: readonly DocumentCard[] }) {
  if (documents.length === 0) return <EmptyState title="No documents available" />;
  return (
    <ul className="divide-y divide-line border-line border-b">
      {documents.map((document) => (
        <li key={document.id} className="flex items-center gap-3 px-(--inset) py-3">
          <div className="min-w-0 flex-1">
            <Link
              href={documentPath(document.id)}
              className="thumb block rounded-sm font-medium [overflow-wrap:anywhere] hover:underline"
            >
              <span className="line-clamp-2">{document.title}</span>
            </Link>
            <p className="text-ink-soft text-sm">{`Added ${formatDay(document.createdAt)}`}</p>
          </div>
          {isDownloadable(document.file.scan) ? (
            <DownloadButton document={document} />
          ) : (
            document.file.scan === "waiting" && <span className="text-ink-soft text-sm">Being checked</span>
          )}
        </li>
      ))}
    </ul>
  );
}
