import { Suspense, useState } from "react";
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
  const confirmVisit = useConfirmVisit(order);
  const cancelVisit = useCancelVisit(order.id);
  const canWrite = useIsServerReachable();
  const { appointment, can } = order;
  if (appointment === null && !can.proposeVisit) return null;
  return (
    <section
      aria-label="Visit"
      className="flex min-h-(--control-sm) flex-wrap items-center gap-x-3 gap-y-1 lg:min-h-11 lg:border-line lg:border-b lg:py-1"
    >
      <h3 className="font-normal text-ink-soft text-sm max-lg:sr-only">Visit</h3>
      <p className="min-w-0 grow max-lg:text-sm">
        {appointment === null ? (
          <span className="text-ink-soft">No visit scheduled.</span>
        ) : (
          <VisitTime order={order} className="font-medium" />
        )}
        {appointment !== null && appointment.note !== null && (
          <span className="block whitespace-pre-wrap text-ink-soft text-sm wrap-anywhere">
            {appointment.note}
          </span>
        )}
      </p>
      <span className="-mx-2.5 flex flex-wrap print:hidden">
        {can.proposeVisit && (
          <Button variant="link" size="sm" disabled={!canWrite} onClick={() => setIsDialogOpen(true)}>
            {appointment === null ? "Propose a visit" : "Propose another time"}
          </Button>
        )}
        {can.cancelVisit && (
          <Button
            variant="ghost"
            size="sm"
            disabled={!canWrite}
            isBusy={cancelVisit.isPending}
            onClick={() => cancelVisit.mutate()}
          >
            Cancel visit
          </Button>
        )}
      </span>
      {can.confirmVisit && (
        <Button
          variant="primary"
          className="max-lg:w-full"
          disabled={!canWrite}
          isBusy={confirmVisit.isPending}
          onClick={() => confirmVisit.mutate()}
        >
          Confirm this time
        </Button>
      )}
      {isDialogOpen && (
        <Suspense>
          <ProposeVisitDialog order={order} onClose={() => setIsDialogOpen(false)} />
        </Suspense>
      )}
    </section>
  );
}
