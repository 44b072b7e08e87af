import { formatPlannedDay, formatVisit } from "#shared/format/dates.ts";
import { workOrderNumber } from "#shared/format/ids.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import type { Appointment } from "../../appointment.ts";
import type { PlanChange } from "./week-api.ts";

interface VisitStaysDialogProps {
  change: PlanChange;
  /** The agreed visit, which is on another day. */
  visit: Appointment;
  move: (options: { proposesVisit: boolean }) => void;
  onClose: () => void;
}

/** Work is about to be planned for another day than its agreed visit, which only the tenant can agree to move. */
export function VisitStaysDialog({ change: { row, to }, visit, move, onClose }: VisitStaysDialogProps) {
  return (
    <Dialog
      isOpen
      size="sm"
      title={`A visit for ${workOrderNumber(row.id)} is agreed`}
      description={null}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button onClick={() => move({ proposesVisit: false })}>Move the work only</Button>
          <Button variant="primary" onClick={() => move({ proposesVisit: true })}>
            Move and propose another visit
          </Button>
        </>
      }
    >
      <p>
        Somebody is expected {formatVisit(visit, row.timeZone)}. Moving the work to{" "}
        {to.plannedOn === null ? "no day" : formatPlannedDay(to.plannedOn)} does not move the visit: the other
        side has to agree to another time.
      </p>
    </Dialog>
  );
}
