import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import type { Document } from "../contract.ts";
import { Refusal } from "./document-files.tsx";
import { useTrash } from "./one-document.ts";

/** Confirms the deletion, and says for how long it can be undone. */
export function TrashDialog({ document, onClose }: { document: Document; onClose: () => void }) {
  const trash = useTrash(onClose);
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title="Move to trash?"
      description={`You can restore ${document.title} for 30 days. Then it is deleted permanently, with all its versions.`}
      confirmLabel="Move to trash"
      busyLabel="Moving..."
      isBusy={trash.isPending}
      isDestructive
      onConfirm={() => trash.mutate(document)}
    >
      {trash.error !== null && <Refusal error={trash.error} />}
    </ConfirmDialog>
  );
}
