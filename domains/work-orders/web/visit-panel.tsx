import { Suspense, useState } from "react";
import { CalendarDays } from "#web/icons.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { Button } from "#web/ui/button.tsx";
import type { WorkOrder } from "../contract.ts";
import { ProposeVisitDialog } from "./move-and-schedule.tsx";
import { useAgreeToVisit, useCallOffVisit } from "./visit-api.ts";
import { VisitTime } from "./visit-time.tsx";

/** The visit for an order, with what the user may do about it; nothing when there is none and may be none. */
export function VisitPanel({ order }: { order: WorkOrder }) {
  const [isAsking, setIsAsking] = useState(false);
  const agree = useAgreeToVisit(order);
  const callOff = useCallOffVisit(order.id);
  const canWrite = useIsServerReachable();
  const { appointment, may } = order;
  if (appointment === null && !may.proposeVisit) return null;
  return (
    <section aria-label="Visit" className="rounded-card bg-sunken px-4 py-3">
      <p className="flex items-start gap-2">
        <CalendarDays aria-hidden="true" className="mt-0.5 size-4.5 shrink-0 text-ink-faint" />
        {appointment === null ? (
          <span className="text-ink-soft">No visit is arranged.</span>
        ) : (
          <VisitTime order={order} className="font-medium" />
        )}
      </p>
      {appointment !== null && appointment.note !== null && (
        <p className="mt-1 whitespace-pre-wrap text-ink-soft wrap-anywhere">{appointment.note}</p>
      )}
      {(may.proposeVisit || may.agreeToVisit || may.callOffVisit) && (
        <div className="mt-3 flex flex-wrap gap-2">
          {may.agreeToVisit && (
            <Button
              variant="primary"
              disabled={!canWrite}
              isBusy={agree.isPending}
              onClick={() => agree.mutate()}
            >
              Agree to this time
            </Button>
          )}
          {may.proposeVisit && (
            <Button disabled={!canWrite} onClick={() => setIsAsking(true)}>
              {appointment === null ? "Propose a visit" : "Propose another time"}
            </Button>
          )}
          {may.callOffVisit && (
            <Button
              variant="ghost"
              disabled={!canWrite}
              isBusy={callOff.isPending}
              onClick={() => callOff.mutate()}
            >
              Call off
            </Button>
          )}
        </div>
      )}
      {isAsking && (
        <Suspense>
          <ProposeVisitDialog order={order} onClose={() => setIsAsking(false)} />
        </Suspense>
      )}
    </section>
  );
}
