import { useQuery } from "@tanstack/react-query";
import { type ComponentProps, Suspense } from "react";
import { workOrderNumber } from "#shared/format/ids.ts";
import { ApiError } from "#web/api-client.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { useCan } from "#web/session/session.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Loading, Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { ConfirmDialog } from "#web/ui/overlays/confirm-dialog.tsx";
import { Dialog } from "#web/ui/overlays/dialog.tsx";
import { lazyPart } from "#web/ui/page/lazy-part.tsx";
import { useWithPendingChanges } from "../offline-queue/pending-work.ts";
import { workOrderQuery } from "../queries.ts";
import type { OpenDialog } from "./dialog-path.ts";
import { ListedWorkOrder, useListedWorkOrder } from "./listed-work-order.tsx";
import { useDeleteWorkOrder } from "./mutations.ts";
import { ViewDialog } from "./view-dialog.tsx";

// Loaded lazily: few users can edit, and the form needs the form libraries.
const EditWorkOrderDialog = lazyPart(() =>
  import("./edit-work-order-dialog.tsx").then((module) => ({ default: module.EditWorkOrderDialog })),
);

interface WorkOrderDialogsProps {
  dialog: Extract<OpenDialog, { id: number }>;
  open: (target: OpenDialog) => void;
  close: () => void;
}

/** WO-55: the view, edit, and delete dialogs for the work order in the URL. */
export function WorkOrderDialogs({ dialog, open, close }: WorkOrderDialogsProps) {
  const { kind, id } = dialog;
  const order = useQuery(workOrderQuery(id));
  const canEdit = useCan("work-orders.edit");
  const canDelete = useCan("work-orders.delete");
  const listedOrder = useListedWorkOrder(id);
  const isReachable = useIsServerReachable();

  // The confirmation shows only the number, so it doesn't wait for the work order.
  if (kind === "delete" && canDelete) return <DeleteDialog key={id} id={id} onClose={close} />;
  const isGone = order.error instanceof ApiError && order.error.status === 404;
  // A loaded work order stays on the screen while the server can't be reached.
  if (order.isError && order.data === undefined && listedOrder !== undefined && !isReachable)
    return <ListedWorkOrder key={id} order={listedOrder} onClose={close} />;
  if (order.isError && (isGone || order.data === undefined))
    return <MissingWorkOrder id={id} error={order.error} onClose={close} onRetry={order.refetch} />;
  if (order.isPending) return <LoadingWorkOrder id={id} isEdit={kind === "edit"} onClose={close} />;
  if (kind === "edit" && canEdit)
    return (
      <Suspense fallback={<LoadingWorkOrder id={id} isEdit onClose={close} />}>
        <EditWorkOrderDialog key={id} order={order.data} onClose={close} />
      </Suspense>
    );
  return <ViewWithPendingChanges key={id} order={order.data} onOpen={open} onClose={close} />;
}

/** The work order with the changes that haven't been sent from this phone. */
function ViewWithPendingChanges({ order, ...dialogProps }: ComponentProps<typeof ViewDialog>) {
  return <ViewDialog order={useWithPendingChanges(order)} {...dialogProps} />;
}

function LoadingWorkOrder({ id, isEdit, onClose }: { id: number; isEdit: boolean; onClose: () => void }) {
  return (
    <Dialog
      isOpen
      isInUrl
      onClose={onClose}
      title={isEdit ? `Edit Work Order ${workOrderNumber(id)}` : `Work Order ${workOrderNumber(id)}`}
      description={null}
      size={isEdit ? "wide" : "sheet"}
    >
      <Loading label="Loading the work order" className="min-h-[50dvh] space-y-4">
        <Skeleton className="h-6 w-2/3" />
        <Skeleton className="h-4 w-1/3" />
        <Skeleton className="h-24 w-full" />
        <Skeleton className="h-40 w-full" />
      </Loading>
    </Dialog>
  );
}

interface MissingWorkOrderProps {
  id: number;
  error: Error;
  onClose: () => void;
  onRetry: () => void;
}

function MissingWorkOrder({ id, error, onClose, onRetry }: MissingWorkOrderProps) {
  const isGone = error instanceof ApiError && error.status === 404;
  return (
    <Dialog isOpen isInUrl onClose={onClose} title={`Work Order ${workOrderNumber(id)}`} description={null}>
      <ErrorState
        title={isGone ? "Work order not found" : "Couldn't load the work order."}
        error={error}
        onRetry={isGone ? undefined : onRetry}
      />
    </Dialog>
  );
}

/** WO-46 to WO-52. */
function DeleteDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const { mutate, isPending } = useDeleteWorkOrder();
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
