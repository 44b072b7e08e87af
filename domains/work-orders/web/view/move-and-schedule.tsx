import { type ReactNode, Suspense, useCallback, useState } from "react";
import { lazyPart } from "#web/ui/page/lazy-part.tsx";
import type { WorkOrder, WorkOrderRow } from "../../contract.ts";
import type { Status } from "../../status.ts";
import { useChangeStatus } from "./mutations.ts";

export const ProposeVisitDialog = lazyPart(() =>
  import("../visits/propose-visit-dialog.tsx").then((module) => ({ default: module.ProposeVisitDialog })),
);

const CancelDialog = lazyPart(() =>
  import("./cancel-dialog.tsx").then((module) => ({ default: module.CancelDialog })),
);

interface MoveAndSchedule {
  move: (move: { row: WorkOrderRow | WorkOrder; to: Status }) => void;
  isPending: boolean;
  dialog: ReactNode;
}

/**
 * Changes the status. The dialog asks for a reason before a work order is cancelled. After one without a visit
 * moves to Scheduled, it asks for the time of a visit, which is optional.
 */
export function useMoveAndSchedule(): MoveAndSchedule {
  const change = useChangeStatus();
  const { mutate, isPending } = change;
  const [cancelledOrder, setCancelledOrder] = useState<WorkOrderRow | WorkOrder>();
  const [scheduledOrder, setScheduledOrder] = useState<WorkOrder>();
  const move = useCallback<MoveAndSchedule["move"]>(
    (requestedMove) => {
      if (requestedMove.to === "cancelled") return setCancelledOrder(requestedMove.row);
      mutate(requestedMove, {
        onSuccess: (movedOrder) => {
          if (
            movedOrder.status === "scheduled" &&
            movedOrder.can.proposeVisit &&
            movedOrder.appointment === null
          )
            setScheduledOrder(movedOrder);
        },
      });
    },
    [mutate],
  );
  const dialog = (
    <Suspense>
      {cancelledOrder !== undefined && (
        <CancelDialog order={cancelledOrder} change={change} onClose={() => setCancelledOrder(undefined)} />
      )}
      {scheduledOrder !== undefined && (
        <ProposeVisitDialog order={scheduledOrder} isAfterMove onClose={() => setScheduledOrder(undefined)} />
      )}
    </Suspense>
  );
  return { move, isPending, dialog };
}
