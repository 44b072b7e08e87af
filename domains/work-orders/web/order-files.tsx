import { useState } from "react";
import { KindTile } from "#domains/documents/web/kind-tile.tsx";
import { formatBytes } from "#shared/format/bytes.ts";
import { formatMoment } from "#shared/format/dates.ts";
import { addressOf } from "#web/api-client.ts";
import { Trash2 } from "#web/icons.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { Badge } from "#web/ui/badge.tsx";
import { IconButton } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import type { WorkOrder } from "../contract.ts";
import { readOrderFile } from "../files-contract.ts";
import { AddFiles } from "./add-files.tsx";
import { useRemoveFile } from "./api.ts";

/** Quotes, invoices and the like, which are downloaded; further ones are added at any time. */
export function OrderFiles({ order }: { order: WorkOrder }) {
  const { id, files, may } = order;
  if (files.length === 0 && !may.addFiles) return null;
  return (
    <section aria-label="Files" className={files.length === 0 ? "print:hidden" : undefined}>
      <h3 className="mb-3 text-base">Files</h3>
      {files.length > 0 && (
        <ul className="mb-4 divide-y divide-line border-line border-y">
          {files.map((file) => (
            <li key={file.id} className="flex items-center gap-3 py-2">
              <KindTile mediaType={file.mediaType} />
              <div className="min-w-0 grow">
                <a
                  href={addressOf(readOrderFile, { params: { id, fileId: file.id } })}
                  download
                  aria-label={`Download ${file.name}`}
                  className="thumb font-medium hover:underline [overflow-wrap:anywhere]"
                >
                  {file.name}
                </a>
                <p className="text-ink-soft text-sm tabular-nums">
                  {`${formatBytes(file.bytes)}, ${formatMoment(file.addedAt)} by ${file.addedBy.fullName}`}
                </p>
                {file.internal && (
                  <p className="mt-1">
                    <Badge tone="amber">Staff only</Badge>
                  </p>
                )}
              </div>
              {file.mayRemove && <RemoveFile id={id} file={file} />}
            </li>
          ))}
        </ul>
      )}
      {may.addFiles && <AddFiles order={order} />}
    </section>
  );
}

function RemoveFile({ id, file }: { id: number; file: WorkOrder["files"][number] }) {
  const [isAsking, setIsAsking] = useState(false);
  const { mutate, isPending } = useRemoveFile(id);
  const canWrite = useIsServerReachable();
  return (
    <>
      <IconButton
        label={`Remove ${file.name}`}
        className="print:hidden"
        disabled={!canWrite}
        onClick={() => setIsAsking(true)}
      >
        <Trash2 aria-hidden="true" />
      </IconButton>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title="Remove this file?"
        description={`${file.name} is removed for everybody and cannot be brought back. The activity log says that you removed it.`}
        confirmLabel="Remove"
        busyLabel="Removing..."
        isBusy={isPending}
        isDestructive
        onConfirm={() => mutate(file.id, { onSettled: () => setIsAsking(false) })}
      />
    </>
  );
}
