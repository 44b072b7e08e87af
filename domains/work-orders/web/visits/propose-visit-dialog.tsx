import { workOrderNumber } from "#shared/format/ids.ts";
import type { WorkOrderRow } from "../../contract.ts";
import { toTypedSpan } from "../spans/typed-span.ts";
import { useProposeVisit } from "./mutations.ts";
import { VisitDialog } from "./visit-dialog.tsx";

interface ProposeVisitDialogProps {
  order: Pick<WorkOrderRow, "id" | "timeZone" | "appointment">;
  /** Whether the work order just moved to Scheduled. The time of the visit is then optional. */
  isAfterMove?: boolean;
  /** The initial date, if it differs from the current visit's. */
  day?: string | null;
  onClose: () => void;
}

/** Proposes a visit for a work order, or a new time for its visit. */
export function ProposeVisitDialog({
  order,
  isAfterMove = false,
  day = null,
  onClose,
}: ProposeVisitDialogProps) {
  const { mutate, isPending, error } = useProposeVisit(order, onClose);
  const { appointment, timeZone } = order;
  const currentVisit = appointment === null ? undefined : toTypedSpan(appointment, timeZone);
  return (
    <VisitDialog
      title={`When should the visit for ${workOrderNumber(order.id)} be?`}
      {...(isAfterMove
        ? {
            cancelLabel: "Skip",
            description: "The work order is now Scheduled.",
          }
        : {})}
      initialValue={{ ...currentVisit, ...(day !== null && { day }) }}
      timeZone={timeZone}
      isBusy={isPending}
      error={error}
      onPropose={mutate}
      onClose={onClose}
    />
  );
}
