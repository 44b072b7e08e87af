import { workOrderNumber } from "#shared/format/ids.ts";
import type { WorkOrderRow } from "../contract.ts";
import { useProposeVisit } from "./visit-api.ts";
import { VisitDialog } from "./visit-dialog.tsx";
import { typedVisitOf } from "./visit-window.ts";

interface ProposeVisitDialogProps {
  order: Pick<WorkOrderRow, "id" | "timeZone" | "appointment">;
  /** Whether the order was just moved to Scheduled, which can do without a time. */
  isAfterMove?: boolean;
  /** The day to begin with, where it is not that of the present visit. */
  day?: string | null;
  onClose: () => void;
}

/** Proposes a visit for one order, or another time for it. */
export function ProposeVisitDialog({
  order,
  isAfterMove = false,
  day = null,
  onClose,
}: ProposeVisitDialogProps) {
  const { mutate, isPending, error } = useProposeVisit(order, onClose);
  const { appointment, timeZone } = order;
  const present = appointment === null ? undefined : typedVisitOf(appointment, timeZone);
  return (
    <VisitDialog
      title={`When is the visit for ${workOrderNumber(order.id)}?`}
      {...(isAfterMove
        ? {
            cancelLabel: "Skip",
            description: "The order is scheduled. Times are those of the building.",
          }
        : {})}
      begin={present === undefined || day === null ? present : { ...present, day }}
      isBusy={isPending}
      error={error}
      propose={mutate}
      onClose={onClose}
    />
  );
}
