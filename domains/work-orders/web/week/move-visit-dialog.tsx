import { formatVisit } from "#shared/format/dates.ts";
import { workOrderNumber } from "#shared/format/ids.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/overlays/dialog.tsx";
import type { Appointment } from "../../appointment.ts";
import type { PlanChange } from "./mutations.ts";

interface MoveVisitDialogProps {
  change: PlanChange;
  /** The confirmed visit, which is on another date. */
  visit: Appointment;
  move: (options: { proposesVisit: boolean }) => void;
  onClose: () => void;
}

/**
 * Confirms planning work for a different date than its confirmed visit, which only the tenant can agree to
 * move.
 */
export function MoveVisitDialog({ change: { row }, visit, move, onClose }: MoveVisitDialogProps) {
  return (
    <Dialog
      isOpen
      title={`A visit for ${workOrderNumber(row.id)} is confirmed`}
      description={null}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button onClick={() => move({ proposesVisit: false })}>Move work only</Button>
          <Button variant="primary" onClick={() => move({ proposesVisit: true })}>
            Move and propose a new visit time
          </Button>
        </>
      }
    >
      <p>
        {`The tenant expects someone ${formatVisit(visit, row.timeZone)}. Rescheduling the work doesn't move the visit. The tenant has to confirm a new time.`}
      </p>
    </Dialog>
  );
}
