import { type ReactNode, Suspense, useCallback, useState } from "react";
import { lazyPart } from "#web/ui/page/lazy-part.tsx";
import type { WorkOrder, WorkOrderRow } from "../../contract.ts";
import type { Status } from "../../status.ts";
import { useChangeStatus } from "./mutations.ts";

export const ProposeVisitDialog = lazyPart(() =>
  import("../visits/propose-visit-dialog.tsx").then((module) => ({ default: module.ProposeVisitDialog })),
);

interface MoveAndSchedule {
  move: (move: { row: WorkOrderRow | WorkOrder; to: Status }) => void;
  isPending: boolean;
  /** Asks for the time of the visit after a work order without one moves to Scheduled. */
  dialog: ReactNode;
}

/**
 * Changes the status in one step. After a move to Scheduled, a dialog asks for the time of the visit, which
 * is optional.
 */
export function useMoveAndSchedule(): MoveAndSchedule {
  const { mutate, isPending } = useChangeStatus();
  const [scheduledOrder, setScheduledOrder] = useState<WorkOrder>();
  const move = useCallback<MoveAndSchedule["move"]>(
    (change) =>
      mutate(change, {
        onSuccess: (movedOrder) => {
          if (
            movedOrder.status === "scheduled" &&
            movedOrder.can.proposeVisit &&
            movedOrder.appointment === null
          )
            setScheduledOrder(movedOrder);
        },
      }),
    [mutate],
  );
  const dialog = scheduledOrder !== undefined && (
    <Suspense>
      <ProposeVisitDialog order={scheduledOrder} isAfterMove onClose={() => setScheduledOrder(undefined)} />
    </Suspense>
  );
  return { move, isPending, dialog };
}
