import { type ReactNode, Suspense, useCallback, useState } from "react";
import { formatVisit } from "#shared/format/dates.ts";
import { workOrderNumber } from "#shared/format/ids.ts";
import { withTimeZone } from "#web/time-zone-name.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/overlays/dialog.tsx";
import { lazyPart } from "#web/ui/page/lazy-part.tsx";
import type { Appointment } from "../../appointment.ts";
import type { WorkOrder, WorkOrderRow } from "../../contract.ts";
import { findVisitOnOtherDay } from "../../week.ts";
import { ProposeVisitDialog } from "../view/move-and-schedule.tsx";
import { type PlanChange, usePlanWorkOrder } from "./mutations.ts";

const PlanDialog = lazyPart(() =>
  import("./plan-dialog.tsx").then((module) => ({ default: module.PlanDialog })),
);

interface Planning {
  plan: (change: PlanChange) => void;
  /** Opens a dialog for assignee, date, and estimate. */
  openPlanDialog: (row: WorkOrderRow) => void;
  isPending: boolean;
  dialog: ReactNode;
}

/** Plans work orders. Asks first if a confirmed visit is on another date. */
export function usePlanning(): Planning {
  const { mutate, isPending } = usePlanWorkOrder();
  const [rowToPlan, setRowToPlan] = useState<WorkOrderRow>();
  const [pendingChange, setPendingChange] = useState<PlanChange>();
  const [visitProposal, setVisitProposal] = useState<{ order: WorkOrder; day: string | null }>();
  const plan = useCallback(
    (change: PlanChange) => {
      if (findVisitOnOtherDay(change.row, change.to.plannedOn, new Date()) === null) mutate(change);
      else setPendingChange(change);
    },
    [mutate],
  );
  const movePlan = ({ proposesVisit }: { proposesVisit: boolean }) => {
    if (pendingChange === undefined) return;
    setPendingChange(undefined);
    mutate(
      { ...pendingChange, keepsVisit: true },
      {
        onSuccess: (order) => {
          if (proposesVisit) setVisitProposal({ order, day: pendingChange.to.plannedOn });
        },
      },
    );
  };
  const visit = pendingChange?.row.appointment ?? null;
  const dialog = (
    <Suspense>
      {rowToPlan !== undefined && (
        <PlanDialog
          order={rowToPlan}
          onPlan={(to) => plan({ row: rowToPlan, to })}
          onClose={() => setRowToPlan(undefined)}
        />
      )}
      {pendingChange !== undefined && visit !== null && (
        <MoveVisitDialog
          change={pendingChange}
          visit={visit}
          move={movePlan}
          onClose={() => setPendingChange(undefined)}
        />
      )}
      {visitProposal !== undefined && (
        <ProposeVisitDialog
          order={visitProposal.order}
          day={visitProposal.day}
          onClose={() => setVisitProposal(undefined)}
        />
      )}
    </Suspense>
  );
  return { plan, openPlanDialog: setRowToPlan, isPending, dialog };
}

interface MoveVisitDialogProps {
  change: PlanChange;
  /** The confirmed visit, which is on another date. */
  visit: Appointment;
  move: (options: { proposesVisit: boolean }) => void;
  onClose: () => void;
}

/** Asks whether to move work to another date than its confirmed visit, which can't move without the tenant. */
function MoveVisitDialog({ change: { row }, visit, move, onClose }: MoveVisitDialogProps) {
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
        {`The tenant expects someone ${withTimeZone(formatVisit(visit, row.timeZone), row.timeZone, visit.from)}. Rescheduling the work doesn't move the visit. The tenant has to confirm a new time.`}
      </p>
    </Dialog>
  );
}
