import { useQuery } from "@tanstack/react-query";
import { type ComponentProps, Suspense } from "react";
import { workOrderNumber } from "#shared/format/ids.ts";
import { ApiError } from "#web/api-client.ts";
import { useMay } from "#web/session/session.tsx";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";
import { DeleteDialog } from "./delete-dialog.tsx";
import type { OpenDialog } from "./dialog-address.ts";
import { orderQuery } from "./queries.ts";
import { useWithWaiting } from "./unsent/waiting-work.ts";
import { ViewDialog } from "./view-dialog.tsx";

// Few users may edit, and the form needs the form libraries.
const EditOrderDialog = lazyPart(() =>
  import("./edit-order-dialog.tsx").then((module) => ({ default: module.EditOrderDialog })),
);

interface OrderDialogsProps {
  dialog: Extract<OpenDialog, { id: number }>;
  open: (target: OpenDialog) => void;
  close: () => void;
}

/** WO-55: the view, edit and delete dialogs for the order in the address. */
export function OrderDialogs({ dialog, open, close }: OrderDialogsProps) {
  const { kind, id } = dialog;
  const order = useQuery(orderQuery(id));
  const mayEdit = useMay("work-orders.edit");
  const mayDelete = useMay("work-orders.delete");

  // The confirmation shows only the number, so it need not wait for the order.
  if (kind === "delete" && mayDelete) return <DeleteDialog key={id} id={id} onClose={close} />;
  const isGone = order.error instanceof ApiError && order.error.status === 404;
  // A loaded order stays on the screen while the server cannot be reached.
  if (order.isError && (isGone || order.data === undefined))
    return <MissingOrder id={id} error={order.error} onClose={close} onRetry={order.refetch} />;
  if (order.isPending) return <PendingOrder id={id} isEdit={kind === "edit"} onClose={close} />;
  if (kind === "edit" && mayEdit)
    return (
      <Suspense fallback={<PendingOrder id={id} isEdit onClose={close} />}>
        <EditOrderDialog key={id} order={order.data} onClose={close} />
      </Suspense>
    );
  return <View key={id} order={order.data} open={open} onClose={close} />;
}

/** As it is once everything is sent that was done on this phone. */
function View({ order, ...dialog }: ComponentProps<typeof ViewDialog>) {
  return <ViewDialog order={useWithWaiting(order)} {...dialog} />;
}

function PendingOrder({ id, isEdit, onClose }: { id: number; isEdit: boolean; onClose: () => void }) {
  return (
    <Dialog
      isOpen
      isInAddress
      onClose={onClose}
      title={isEdit ? `Edit Work Order ${workOrderNumber(id)}` : `Work Order ${workOrderNumber(id)}`}
      description={null}
      size={isEdit ? "md" : "sheet"}
      footer={<Button onClick={onClose}>Close</Button>}
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

interface MissingOrderProps {
  id: number;
  error: Error;
  onClose: () => void;
  onRetry: () => void;
}

function MissingOrder({ id, error, onClose, onRetry }: MissingOrderProps) {
  const isGone = error instanceof ApiError && error.status === 404;
  return (
    <Dialog
      isOpen
      isInAddress
      onClose={onClose}
      title={`Work Order ${workOrderNumber(id)}`}
      description={null}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <ErrorState
        title={isGone ? "There is no such work order" : "The work order could not be loaded."}
        error={error}
        onRetry={isGone ? undefined : onRetry}
      />
    </Dialog>
  );
}
