import { workOrderNumber } from "#shared/format/ids.ts";
import type { WorkOrderRow } from "../contract.ts";
import { useProposeVisit } from "./visit-api.ts";
import { VisitDialog } from "./visit-dialog.tsx";
import { typedVisitOf } from "./visit-window.ts";

interface ProposeVisitDialogProps {
  order: Pick<WorkOrderRow, "id" | "timeZone" | "appointment">;
  /** Whether the order was just moved to Scheduled, which can do without a time. */
  isAfterMove?: boolean;
  onClose: () => void;
}

/** Proposes a visit for one order, or another time for it. */
export function ProposeVisitDialog({ order, isAfterMove = false, onClose }: ProposeVisitDialogProps) {
  const { mutate, isPending, error } = useProposeVisit(order, onClose);
  const { appointment, timeZone } = order;
  return (
    <VisitDialog
      title={`When is the visit for ${workOrderNumber(order.id)}?`}
      {...(isAfterMove
        ? {
            cancelLabel: "Skip",
            description: "The order is scheduled. Times are those of the building.",
          }
        : {})}
      begin={appointment === null ? undefined : typedVisitOf(appointment, timeZone)}
      isBusy={isPending}
      error={error}
      propose={mutate}
      onClose={onClose}
    />
  );
}
