import { Suspense, useState } from "react";
import { CalendarDays } from "#web/icons.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { Button } from "#web/ui/button.tsx";
import type { WorkOrder } from "../../contract.ts";
import { ProposeVisitDialog } from "../view/move-and-schedule.tsx";
import { useCancelVisit, useConfirmVisit } from "./mutations.ts";
import { VisitTime } from "./visit-time.tsx";

/**
 * The visit for a work order and the actions available to the user. Renders nothing if there is no visit and
 * the user can't propose one.
 */
export function VisitPanel({ order }: { order: WorkOrder }) {
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  const agree = useConfirmVisit(order);
  const callOff = useCancelVisit(order.id);
  const canWrite = useIsServerReachable();
  const { appointment, can } = order;
  if (appointment === null && !can.proposeVisit) return null;
  return (
    <section aria-label="Visit" className="rounded-card bg-sunken px-4 py-3">
      <p className="flex items-start gap-2">
        <CalendarDays aria-hidden="true" className="mt-0.5 size-4.5 shrink-0 text-ink-faint" />
        {appointment === null ? (
          <span className="text-ink-soft">No visit scheduled.</span>
        ) : (
          <VisitTime order={order} className="font-medium" />
        )}
      </p>
      {appointment !== null && appointment.note !== null && (
        <p className="mt-1 whitespace-pre-wrap text-ink-soft wrap-anywhere">{appointment.note}</p>
      )}
      {(can.proposeVisit || can.confirmVisit || can.cancelVisit) && (
        <div className="mt-3 flex flex-wrap gap-2">
          {can.confirmVisit && (
            <Button
              variant="primary"
              disabled={!canWrite}
              isBusy={agree.isPending}
              onClick={() => agree.mutate()}
            >
              Confirm this time
            </Button>
          )}
          {can.proposeVisit && (
            <Button disabled={!canWrite} onClick={() => setIsDialogOpen(true)}>
              {appointment === null ? "Propose a visit" : "Propose another time"}
            </Button>
          )}
          {can.cancelVisit && (
            <Button
              variant="ghost"
              disabled={!canWrite}
              isBusy={callOff.isPending}
              onClick={() => callOff.mutate()}
            >
              Cancel visit
            </Button>
          )}
        </div>
      )}
      {isDialogOpen && (
        <Suspense>
          <ProposeVisitDialog order={order} onClose={() => setIsDialogOpen(false)} />
        </Suspense>
      )}
    </section>
  );
}
