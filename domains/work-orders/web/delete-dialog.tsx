import { workOrderNumber } from "#shared/format/ids.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { useDeleteOrder } from "./api.ts";

/** WO-46 to WO-52. */
export function DeleteDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const { mutate, isPending } = useDeleteOrder();
  return (
    <ConfirmDialog
      isOpen
      isDestructive
      onClose={onClose}
      title="Delete Work Order"
      description={`Are you sure you want to delete work order ${workOrderNumber(id)}? This action cannot be undone.`}
      confirmLabel="Delete"
      busyLabel="Deleting..."
      isBusy={isPending}
      onConfirm={() => mutate(id, { onSuccess: onClose })}
    />
  );
}
