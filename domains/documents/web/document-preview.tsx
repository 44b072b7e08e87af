import { Suspense } from "react";
import { FileSearch, FileX2, ShieldCheck } from "#web/icons.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { CardHeader } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import type { Document } from "../contract.ts";
import type { Hit } from "../hit.ts";
import { documentKinds } from "../kinds.ts";
import { kindInWords } from "./words.ts";

const PdfPreview = lazyPart(() => import("./pdf-preview.tsx"));

interface DocumentPreviewProps {
  document: Document;
  file: Document["files"][number];
  /** Where the preview opens. */
  hit: Hit | undefined;
  onShowPresent: () => void;
}

/** The preview of a file: the pages of a PDF, or a note for other formats. */
export function DocumentPreview({ document, file, hit, onShowPresent }: DocumentPreviewProps) {
  const isEarlier = file.number !== document.file.number;
  return (
    <>
      <CardHeader title="Preview" description={file.name} />
      {isEarlier && (
        <div className="px-4 pb-3 sm:px-5">
          <Banner
            kind="info"
            title={`This is version ${file.number}, which is not the present one`}
            action={
              <Button size="sm" onClick={onShowPresent}>
                Show the present one
              </Button>
            }
          />
        </div>
      )}
      <Inside documentId={document.id} file={file} hit={hit} />
    </>
  );
}

interface InsideProps extends Pick<DocumentPreviewProps, "file" | "hit"> {
  documentId: number;
}

function Inside({ documentId, file, hit }: InsideProps) {
  if (file.scan === "waiting")
    return (
      <EmptyState icon={<ShieldCheck />} title="Being checked for viruses">
        It can be opened in a moment; this page shows it then by itself.
      </EmptyState>
    );
  if (file.scan === "infected")
    return (
      <EmptyState icon={<FileX2 />} title="A virus was found in this file">
        It was removed, so there is nothing to show. Please upload a clean version.
      </EmptyState>
    );
  if (file.mediaType !== documentKinds.pdf)
    return (
      <EmptyState icon={<FileSearch />} title={`There is no preview of ${kindInWords(file.mediaType)} files`}>
        Download it to open it with the program it was made with.
      </EmptyState>
    );
  return (
    <Suspense fallback={<div className="h-[min(75dvh,60rem)]" />}>
      <PdfPreview documentId={documentId} file={file} hit={hit} />
    </Suspense>
  );
}
