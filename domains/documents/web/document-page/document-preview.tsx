import { Suspense } from "react";
import { Button } from "#web/ui/button.tsx";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { lazyPart } from "#web/ui/page/lazy-part.tsx";
import { SectionHeader } from "#web/ui/page/section.tsx";
import type { Document } from "../../contract.ts";
import { documentKinds } from "../../kinds.ts";
import type { TextHit } from "../../text-hit.ts";
import { formatFileType } from "../format.ts";

const PdfPreview = lazyPart(() => import("../pdf-preview/pdf-preview.tsx"));

interface DocumentPreviewProps {
  document: Document;
  file: Document["files"][number];
  /** The search match to open at. */
  hit: TextHit | undefined;
  onShowCurrent: () => void;
}

/** The preview of a file: the pages of a PDF, or a note for other formats. */
export function DocumentPreview({ document, file, hit, onShowCurrent }: DocumentPreviewProps) {
  const isEarlier = file.number !== document.file.number;
  return (
    <>
      <SectionHeader title="Preview" description={file.name} />
      {isEarlier && (
        <div className="px-(--inset) pt-4 pb-3">
          <Banner
            kind="info"
            title={`You're viewing version ${file.number}, not the current version`}
            action={
              <Button size="sm" onClick={onShowCurrent}>
                View current version
              </Button>
            }
          />
        </div>
      )}
      <PreviewContent documentId={document.id} file={file} hit={hit} />
    </>
  );
}

interface PreviewContentProps extends Pick<DocumentPreviewProps, "file" | "hit"> {
  documentId: number;
}

function PreviewContent({ documentId, file, hit }: PreviewContentProps) {
  if (file.scan === "waiting")
    return (
      <EmptyState title="Scanning for viruses">It will appear here as soon as the scan finishes.</EmptyState>
    );
  if (file.scan === "infected")
    return (
      <EmptyState title="A virus was found in this file">It was removed. Upload a clean version.</EmptyState>
    );
  if (file.mediaType !== documentKinds.pdf)
    return (
      <EmptyState title={`Preview isn't available for ${formatFileType(file.mediaType)} files`}>
        Download it to open it in another app.
      </EmptyState>
    );
  return (
    <Suspense fallback={<div className="h-[min(75dvh,60rem)]" />}>
      <PdfPreview documentId={documentId} file={file} hit={hit} />
    </Suspense>
  );
}
