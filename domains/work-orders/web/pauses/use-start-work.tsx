import { useState } from "react";
import { workOrderNumber } from "#shared/format/ids.ts";
import { ConfirmDialog } from "#web/ui/overlays/confirm-dialog.tsx";
import type { WorkOrder, WorkOrderRow } from "../../contract.ts";
import { useOtherTimer, useRecordWork } from "./mutations.ts";

/**
 * Starts or resumes work. Asks first if that stops the user's timer on another work order. Render
 * `confirmDialog` next to the button.
 */
export function useStartWork(order: WorkOrderRow | WorkOrder, onStarted?: () => void) {
  const { mutate, isPending } = useRecordWork(order);
  const otherOrderId = useOtherTimer(order.id);
  const [isConfirming, setIsConfirming] = useState(false);
  const startNow = () => {
    setIsConfirming(false);
    mutate({ step: "start" }, { onSuccess: onStarted });
  };
  return {
    start: () => (otherOrderId === undefined ? startNow() : setIsConfirming(true)),
    isPending,
    confirmDialog: isConfirming && otherOrderId !== undefined && (
      <ConfirmDialog
        isOpen
        onClose={() => setIsConfirming(false)}
        title={`Start ${workOrderNumber(order.id)}?`}
        description={`This will stop your timer on ${workOrderNumber(otherOrderId)}.`}
        confirmLabel="Start"
        onConfirm={startNow}
      />
    ),
  };
}
