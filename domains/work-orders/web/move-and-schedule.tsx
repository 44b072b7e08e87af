import { type ReactNode, Suspense, useCallback, useState } from "react";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import type { WorkOrder, WorkOrderRow } from "../contract.ts";
import type { Status } from "../status.ts";
import { useMoveOrder } from "./api.ts";

export const ProposeVisitDialog = lazyPart(() =>
  import("./propose-visit-dialog.tsx").then((module) => ({ default: module.ProposeVisitDialog })),
);

interface MoveAndSchedule {
  move: (move: { row: WorkOrderRow | WorkOrder; to: Status }) => void;
  isPending: boolean;
  /** Asks when the visit is, once an order without one is in Scheduled. */
  dialog: ReactNode;
}

/** Moves orders in one step; for one in Scheduled the time of the visit is asked afterwards, and may be left open. */
export function useMoveAndSchedule(): MoveAndSchedule {
  const { mutate, isPending } = useMoveOrder();
  const [asked, setAsked] = useState<WorkOrder>();
  const move = useCallback<MoveAndSchedule["move"]>(
    (wanted) =>
      mutate(wanted, {
        onSuccess: (moved) => {
          if (moved.status === "scheduled" && moved.may.proposeVisit && moved.appointment === null)
            setAsked(moved);
        },
      }),
    [mutate],
  );
  const dialog = asked !== undefined && (
    <Suspense>
      <ProposeVisitDialog order={asked} isAfterMove onClose={() => setAsked(undefined)} />
    </Suspense>
  );
  return { move, isPending, dialog };
}
