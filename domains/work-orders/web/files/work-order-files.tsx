import { useState } from "react";
import { FileTypeTile } from "#domains/documents/web/file-type-tile.tsx";
import { formatBytes } from "#shared/format/bytes.ts";
import { buildUrl } from "#web/api-client.ts";
import { Trash2 } from "#web/icons.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { formatMomentThere } from "#web/time-zone-name.ts";
import { IconButton } from "#web/ui/button.tsx";
import { Badge } from "#web/ui/faces/badge.tsx";
import { ConfirmDialog } from "#web/ui/overlays/confirm-dialog.tsx";
import type { WorkOrder } from "../../contract.ts";
import { readWorkOrderFile } from "../../files-contract.ts";
import { FoldingPart } from "../view/folding-part.tsx";
import { AddFiles } from "./add-files.tsx";
import { useRemoveFile } from "./mutations.ts";

/** Files to download, such as quotes and invoices. More can be added at any time. */
export function WorkOrderFiles({ order, isRow = false }: { order: WorkOrder; isRow?: boolean }) {
  const { id, files, can } = order;
  if (files.length === 0 && !can.addFiles) return null;
  return (
    <FoldingPart
      title="Files"
      summary={files.length === 0 ? "None yet" : String(files.length)}
      isFoldable={isRow}
      className={files.length === 0 ? "print:hidden" : undefined}
    >
      {files.length > 0 && (
        <ul className="mb-4 divide-y divide-line border-line border-b">
          {files.map((file) => (
            <li key={file.id} className="flex items-center gap-3 py-2">
              <FileTypeTile mediaType={file.mediaType} />
              <div className="min-w-0 grow">
                <a
                  href={buildUrl(readWorkOrderFile, { params: { id, fileId: file.id } })}
                  download
                  aria-label={`Download ${file.name}`}
                  className="thumb font-medium hover:underline [overflow-wrap:anywhere]"
                >
                  {file.name}
                </a>
                <p className="text-ink-soft text-sm tabular-nums">
                  {`${formatBytes(file.bytes)}, ${formatMomentThere(file.addedAt, order.timeZone)} by ${file.addedBy.fullName}`}
                </p>
                {file.internal && (
                  <p className="mt-1">
                    <Badge tone="amber">Staff only</Badge>
                  </p>
                )}
              </div>
              {file.canRemove && <RemoveFile id={id} file={file} />}
            </li>
          ))}
        </ul>
      )}
      {can.addFiles && <AddFiles order={order} />}
    </FoldingPart>
  );
}

function RemoveFile({ id, file }: { id: number; file: WorkOrder["files"][number] }) {
  const [isConfirming, setIsConfirming] = useState(false);
  const { mutate, isPending } = useRemoveFile(id);
  const canWrite = useIsServerReachable();
  return (
    <>
      <IconButton
        label={`Remove ${file.name}`}
        className="print:hidden"
        disabled={!canWrite}
        onClick={() => setIsConfirming(true)}
      >
        <Trash2 aria-hidden="true" />
      </IconButton>
      <ConfirmDialog
        isOpen={isConfirming}
        onClose={() => setIsConfirming(false)}
        title="Remove this file?"
        description={`${file.name} will be permanently removed for everyone. The activity log will show that you removed it.`}
        confirmLabel="Remove"
        busyLabel="Removing..."
        isBusy={isPending}
        isDestructive
        onConfirm={() => mutate(file.id, { onSettled: () => setIsConfirming(false) })}
      />
    </>
  );
}
