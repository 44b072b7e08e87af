import { useState } from "react";
import { formatBytes } from "#shared/format/bytes.ts";
import { formatDay } from "#shared/format/dates.ts";
import { toUserMessage } from "#web/api-client.ts";
import { Eye, FileUp, RotateCcw } from "#web/icons.ts";
import { Button } from "#web/ui/button.tsx";
import { Badge } from "#web/ui/faces/badge.tsx";
import { ConfirmDialog } from "#web/ui/overlays/confirm-dialog.tsx";
import { SectionHeader } from "#web/ui/page/section.tsx";
import type { Document } from "../../contract.ts";
import { documentKinds } from "../../kinds.ts";
import { isDownloadable } from "../../types.ts";
import { useRestoreVersion } from "../mutations.ts";
import { useIsVirusScanningOn } from "../use-is-virus-scanning-on.ts";
import { DownloadLink } from "./download-link.tsx";

type DocumentFile = Document["files"][number];

/** How many versions are listed before the rest is expanded. */
const initialFileCount = 5;

interface DocumentFilesProps {
  document: Document;
  /** The version in the preview. */
  previewNumber: number | undefined;
  canChange: boolean;
  onShow: (number: number) => void;
  onNewVersion: () => void;
}

/** All versions of a document, newest first. */
export function DocumentFiles({
  document,
  previewNumber,
  canChange,
  onShow,
  onNewVersion,
}: DocumentFilesProps) {
  const [fileToRestore, setFileToRestore] = useState<DocumentFile>();
  const [showsAll, setShowsAll] = useState(false);
  const isVirusScanningOn = useIsVirusScanningOn();
  const { files } = document;
  const visibleFiles = showsAll ? files : files.slice(0, initialFileCount);
  const currentOrigin = findOrigin(files, document.file.number);
  return (
    <>
      <SectionHeader
        title="Versions"
        action={
          canChange && (
            <Button size="sm" icon={<FileUp aria-hidden="true" />} onClick={onNewVersion}>
              Upload a new version
            </Button>
          )
        }
      />
      <ol aria-label="Versions, newest first" className="divide-y divide-line">
        {visibleFiles.map((file) => (
          <li key={file.number} className="px-(--inset) py-3">
            <div className="flex items-start justify-between gap-3">
              <p className="min-w-0 font-medium [overflow-wrap:anywhere]">
                <span className="text-ink-soft tabular-nums">{`${file.number}. `}</span>
                {file.name}
              </p>
              {file.number === document.file.number && <Badge tone="green">Current</Badge>}
            </div>
            <p className="mt-0.5 text-ink-soft text-sm tabular-nums">
              {`${formatBytes(file.bytes)}, ${formatDay(file.uploadedAt)} by ${file.uploadedBy.fullName}`}
            </p>
            {file.restoredFrom !== null && (
              <p className="text-ink-soft text-sm">{`Restored from version ${file.restoredFrom}`}</p>
            )}
            {file.scan === "waiting" && <p className="text-amber-text text-sm">Scanning for viruses</p>}
            {file.scan === "unscanned" && isVirusScanningOn === true && (
              <p className="text-ink-soft text-sm">Not yet scanned for viruses</p>
            )}
            {file.scan === "infected" && <p className="text-red-text text-sm">Removed (virus found)</p>}
            <div className="mt-1.5 -ml-2.5 flex flex-wrap gap-x-1">
              <DownloadLink
                documentId={document.id}
                file={file}
                number={file.number}
                variant="ghost"
                size="sm"
              />
              {file.mediaType === documentKinds.pdf &&
                isDownloadable(file.scan) &&
                file.number !== previewNumber && (
                  <Button
                    size="sm"
                    variant="ghost"
                    icon={<Eye aria-hidden="true" />}
                    onClick={() => onShow(file.number)}
                  >
                    Show <span className="sr-only">{`version ${file.number}`}</span>
                  </Button>
                )}
              {canChange && isDownloadable(file.scan) && findOrigin(files, file.number) !== currentOrigin && (
                <Button
                  size="sm"
                  variant="ghost"
                  icon={<RotateCcw aria-hidden="true" />}
                  onClick={() => setFileToRestore(file)}
                >
                  Restore <span className="sr-only">{`version ${file.number}`}</span>
                </Button>
              )}
            </div>
          </li>
        ))}
      </ol>
      {visibleFiles.length < files.length && (
        <div className="border-line border-t px-(--inset) py-2">
          <Button size="sm" variant="ghost" className="-ml-2.5" onClick={() => setShowsAll(true)}>
            {`Show all ${files.length} versions`}
          </Button>
        </div>
      )}
      {fileToRestore !== undefined && (
        <RestoreVersionDialog
          document={document}
          file={fileToRestore}
          onClose={() => setFileToRestore(undefined)}
        />
      )}
    </>
  );
}

/** Returns the version that first had the file. Restoring a version reuses its file. */
function findOrigin(files: readonly DocumentFile[], number: number): number {
  const restoredFrom = files.find((file) => file.number === number)?.restoredFrom;
  return restoredFrom == null ? number : findOrigin(files, restoredFrom);
}

function RestoreVersionDialog({
  document,
  file,
  onClose,
}: {
  document: Document;
  file: DocumentFile;
  onClose: () => void;
}) {
  const restoreVersion = useRestoreVersion(onClose);
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={`Restore version ${file.number}?`}
      description={`Everyone with access will see ${file.name} again. The current version is kept.`}
      confirmLabel="Restore"
      busyLabel="Restoring..."
      isBusy={restoreVersion.isPending}
      onConfirm={() =>
        restoreVersion.mutate({ id: document.id, version: document.version, number: file.number })
      }
    >
      {restoreVersion.error !== null && <ErrorMessage error={restoreVersion.error} />}
    </ConfirmDialog>
  );
}

export const ErrorMessage = ({ error }: { error: unknown }) => (
  <p role="alert" className="rounded-control bg-red-soft px-3 py-2 text-red-text">
    {toUserMessage(error)}
  </p>
);
