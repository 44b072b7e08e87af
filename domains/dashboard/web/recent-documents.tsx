import { useQuery } from "@tanstack/react-query";
import { ArrowRight, FileText } from "lucide-react";
import { Link } from "wouter";
import type { DocumentCard } from "#domains/documents/contract.ts";
import { isToHave } from "#domains/documents/types.ts";
import { DownloadButton } from "#domains/documents/web/download-button.tsx";
import { formatDay } from "#shared/format/dates.ts";
import { paths } from "#web/paths.ts";
import { useMay } from "#web/session/session.tsx";
import { Card, CardHeader } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { SkeletonRows } from "#web/ui/skeleton.tsx";
import { recentDocuments, recentDocumentsQuery } from "./queries.ts";

/** DASH-13 to DASH-17, DASH-24, DASH-28: the newest papers, each with its file. */
export function RecentDocuments() {
  const documents = useQuery(recentDocumentsQuery);
  const mayUpload = useMay("documents.upload");
  return (
    <Card aria-label="Recent documents" className="overflow-hidden">
      <CardHeader
        title="Recent Documents"
        action={
          <Link
            href={paths.documents}
            className="shrink-0 rounded-sm font-medium text-accent-text hover:underline"
          >
            View all<span className="sr-only"> documents</span>
          </Link>
        }
      />
      {documents.isPending ? (
        <SkeletonRows count={recentDocuments} />
      ) : documents.isError ? (
        <ErrorState
          title="The documents could not be loaded."
          error={documents.error}
          onRetry={() => void documents.refetch()}
          isRetrying={documents.isFetching}
        />
      ) : (
        <Newest documents={documents.data.slice(0, recentDocuments)} />
      )}
      {mayUpload && (
        <div className="border-line border-t px-4 py-3 sm:px-5">
          <Link
            href={paths.documents}
            className="inline-flex min-h-8 items-center gap-1.5 rounded-sm font-medium text-accent-text hover:underline max-sm:min-h-11"
          >
            Upload New Document
            <ArrowRight aria-hidden="true" className="size-4" />
          </Link>
        </div>
      )}
    </Card>
  );
}

function Newest({ documents }: { documents: readonly DocumentCard[] }) {
  if (documents.length === 0) return <EmptyState icon={<FileText />} title="No documents available" />;
  return (
    <ul className="divide-y divide-line border-line border-t">
      {documents.map((document) => (
        <li key={document.id} className="flex items-center gap-3 px-4 py-3 sm:px-5">
          <div className="min-w-0 flex-1">
            <Link
              href={paths.document(document.id)}
              className="line-clamp-2 rounded-sm font-medium [overflow-wrap:anywhere] hover:underline"
            >
              {document.title}
            </Link>
            <p className="text-ink-soft text-sm">{`Added ${formatDay(document.createdAt)}`}</p>
          </div>
          {isToHave(document.file.scan) ? (
            <DownloadButton document={document} />
          ) : (
            document.file.scan === "waiting" && <span className="text-ink-soft text-sm">Being checked</span>
          )}
        </li>
      ))}
    </ul>
  );
}
