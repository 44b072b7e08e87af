import { useEffect } from "react";
import { pathOf } from "#web/api-client.ts";
import { FileLock2, FileX2 } from "#web/icons.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { type Document, readEarlierFile } from "../contract.ts";
import type { Hit } from "../hit.ts";
import { forgetText } from "./draw-pdf-page.ts";
import { useAfterLooking } from "./one-document.ts";
import { PdfRefused } from "./pdf-file.ts";
import { PdfPages } from "./pdf-pages.tsx";
import { usePdf } from "./use-pdf.ts";
import "./pdf-text.css";

interface PdfPreviewProps {
  documentId: number;
  file: Document["files"][number];
  hit: Hit | undefined;
}

/** A PDF rendered in the portal: nothing in the file runs, and nothing is requested from other servers. */
export default function PdfPreview({ documentId, file, hit }: PdfPreviewProps) {
  const address = `${pathOf(readEarlierFile, { id: documentId, number: file.number })}?for=preview`;
  const shown = usePdf(address, file.bytes, useAfterLooking(documentId));
  useEffect(() => forgetText, []);
  switch (shown.state) {
    case "fetching":
      return <Fetching share={shown.share} />;
    case "opening":
      return <Fetching share={1} />;
    case "open":
      return (
        <>
          {shown.lacksPictures && (
            <div className="px-4 pb-3 sm:px-5">
              <Banner kind="info" title="Some pictures of this file are not shown here">
                Download it to see all of it.
              </Banner>
            </div>
          )}
          <PdfPages key={`${address} ${hit?.page}`} pdf={shown.pdf} name={file.name} hit={hit} />
        </>
      );
    case "failed":
      return shown.error instanceof PdfRefused ? (
        <Refused why={shown.error.why} onRetry={shown.again} />
      ) : (
        <ErrorState title="The preview could not be loaded." error={shown.error} onRetry={shown.again} />
      );
  }
}

function Fetching({ share }: { share: number }) {
  const percent = Math.floor(share * 100);
  return (
    <div className="flex h-[min(75dvh,60rem)] animate-late flex-col items-center justify-center gap-2 px-6">
      <p className="text-ink-soft tabular-nums" aria-hidden="true">
        {percent < 100 ? `Loading the preview: ${percent}%` : "Opening the preview…"}
      </p>
      <progress
        aria-label="Loading the preview"
        max={100}
        value={percent}
        className="block h-1.5 w-full max-w-64 overflow-hidden rounded-full bg-gray-soft accent-accent [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-gray-soft [&::-webkit-progress-value]:bg-accent"
      />
    </div>
  );
}

const refusals = {
  password: {
    icon: <FileLock2 />,
    title: "This PDF is protected with a password",
    text: "It cannot be shown here. Download it and open it with the password.",
  },
  broken: {
    icon: <FileX2 />,
    title: "This PDF cannot be shown here",
    text: "It may be damaged. Downloading it and opening it with another program may still work.",
  },
};

function Refused({ why, onRetry }: { why: keyof typeof refusals; onRetry: () => void }) {
  const { icon, title, text } = refusals[why];
  return (
    <div role="alert">
      <EmptyState
        icon={icon}
        title={title}
        action={why === "broken" && <Button onClick={onRetry}>Try again</Button>}
      >
        {text}
      </EmptyState>
    </div>
  );
}
