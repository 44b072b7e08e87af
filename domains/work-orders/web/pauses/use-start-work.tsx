import { useState } from "react";
import { workOrderNumber } from "#shared/format/ids.ts";
import { ConfirmDialog } from "#web/ui/overlays/confirm-dialog.tsx";
import type { WorkOrder, WorkOrderRow } from "../../contract.ts";
import { useConflictNote } from "../conflicts/use-conflict-note.ts";
import { useOtherTimer, useRecordWork } from "./mutations.ts";

/**
 * Starts or resumes work. Asks first if that stops the user's timer on another work order or resolves their
 * conflict. Render `confirmDialog` next to the button.
 */
export function useStartWork(order: WorkOrderRow | WorkOrder, onStarted?: () => void) {
  const { mutate, isPending } = useRecordWork(order);
  const otherOrderId = useOtherTimer(order.id);
  const timerNote =
    otherOrderId !== undefined && `This will stop your timer on ${workOrderNumber(otherOrderId)}.`;
  const description = [useConflictNote(order), timerNote].filter(Boolean).join(" ");
  const label = order.status === "in_progress" ? "Resume" : "Start";
  const [isConfirming, setIsConfirming] = useState(false);
  const startNow = () => {
    setIsConfirming(false);
    mutate({ step: "start" }, { onSuccess: onStarted });
  };
  return {
    start: () => (description === "" ? startNow() : setIsConfirming(true)),
    isPending,
    confirmDialog: isConfirming && description !== "" && (
      <ConfirmDialog
        isOpen
        onClose={() => setIsConfirming(false)}
        title={`${label} ${workOrderNumber(order.id)}?`}
        description={description}
        confirmLabel={label}
        onConfirm={startNow}
      />
    ),
  };
}
