import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect } from "react";
import { buildPath } from "#web/api-client.ts";
import { refetch } from "#web/refetch.ts";
import { useUser } from "#web/session/session.tsx";
import { Button } from "#web/ui/button.tsx";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { type Document, readEarlierFile } from "../../contract.ts";
import type { TextHit } from "../../text-hit.ts";
import { documentKeys } from "../query-keys.ts";
import { clearTextCache } from "./draw-pdf-page.ts";
import type { Gaps } from "./find-gaps.ts";
import { PdfError } from "./pdf-file.ts";
import { PdfPages } from "./pdf-pages.tsx";
import { savePreview } from "./save-preview.ts";
import { usePdf } from "./use-pdf.ts";
import "./pdf-text.css";

interface PdfPreviewProps {
  documentId: number;
  file: Document["files"][number];
  hit: TextHit | undefined;
}

/** Renders a PDF in the portal. Nothing in the file runs, and nothing is requested from other servers. */
export default function PdfPreview({ documentId, file, hit }: PdfPreviewProps) {
  const url = `${buildPath(readEarlierFile, { id: documentId, number: file.number })}?for=preview`;
  const queryClient = useQueryClient();
  const { id: userId, role } = useUser();
  const isSaved = role === "tenant" || role === "maintenance";
  const onFetched = useCallback(
    (data: Uint8Array<ArrayBuffer>) => {
      if (isSaved) void savePreview(userId, url, data).catch(() => undefined);
      // Adds this view to the log of views.
      void refetch(queryClient, documentKeys.downloads(documentId));
    },
    [isSaved, userId, url, queryClient, documentId],
  );
  const preview = usePdf(url, file.bytes, onFetched);
  useEffect(() => clearTextCache, []);
  switch (preview.state) {
    case "fetching":
      return <LoadingProgress progress={preview.progress} />;
    case "opening":
      return <LoadingProgress progress={1} />;
    case "open":
      return (
        <>
          {describeGaps(preview.gaps).map((title) => (
            <div key={title} className="px-(--inset) pt-4 pb-3">
              <Banner kind="info" title={title}>
                Download the file to see everything.
              </Banner>
            </div>
          ))}
          <PdfPages key={`${url} ${hit?.page}`} pdf={preview.pdf} name={file.name} hit={hit} />
        </>
      );
    case "failed":
      return preview.error instanceof PdfError ? (
        <PdfErrorState reason={preview.error.reason} onRetry={preview.retry} />
      ) : (
        <ErrorState title="Couldn't load the preview." error={preview.error} onRetry={preview.retry} />
      );
  }
}

const describeGaps = ({ hasImages, hasAttachments, hasForm }: Gaps): string[] => [
  ...(hasImages ? ["Some images in this file can't be displayed"] : []),
  ...(hasAttachments ? ["This file has attachments, which aren't displayed"] : []),
  ...(hasForm ? ["This file is a form that only Adobe Acrobat displays"] : []),
];

function LoadingProgress({ progress }: { progress: number }) {
  const percent = Math.floor(progress * 100);
  return (
    <div className="flex h-[min(75dvh,60rem)] animate-late flex-col items-center justify-center gap-2 px-6">
      <p className="text-ink-soft tabular-nums" aria-hidden="true">
        {percent < 100 ? `Loading preview: ${percent}%` : "Opening preview..."}
      </p>
      <progress
        aria-label="Loading preview"
        max={100}
        value={percent}
        className="block h-1.5 w-full max-w-64 overflow-hidden rounded-full bg-gray-soft accent-accent [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-gray-soft [&::-webkit-progress-value]:bg-accent"
      />
    </div>
  );
}

const errorStates = {
  password: {
    title: "This PDF is password-protected",
    text: "We can't display it here. Download it and open it with the password.",
  },
  broken: {
    title: "This PDF can't be displayed here",
    text: "It might be damaged. Try downloading it and opening it in another app.",
  },
};

function PdfErrorState({ reason, onRetry }: { reason: keyof typeof errorStates; onRetry: () => void }) {
  const { title, text } = errorStates[reason];
  return (
    <div role="alert">
      <EmptyState title={title} action={reason === "broken" && <Button onClick={onRetry}>Try again</Button>}>
        {text}
      </EmptyState>
    </div>
  );
}
