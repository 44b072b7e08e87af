import { useEffect, useRef } from "react";
import { workOrderNumber } from "#shared/format/ids.ts";
import { X } from "#web/icons.ts";
import { useUser } from "#web/session/session.tsx";
import { ButtonLink, IconButton } from "#web/ui/button.tsx";
import { Tick } from "#web/ui/feedback/tick.tsx";
import { Lead } from "#web/ui/page/lead.tsx";
import { useStartAtTop } from "#web/ui/page/use-start-at-top.ts";
import type { WorkOrder } from "../../contract.ts";
import { workOrderPath } from "../../paths.ts";

interface ReportedNoticeProps {
  order: WorkOrder;
  onClose: () => void;
}

/** Shown after a problem is reported: the work order's number, what happens next, and a link to it. */
export function ReportedNotice({ order, onClose }: ReportedNoticeProps) {
  const isTenant = useUser().role === "tenant";
  const heading = useRef<HTMLHeadingElement>(null);
  useStartAtTop();
  // The submit button that had focus is gone with its form.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <Lead aria-label="Problem reported" className="mb-6 animate-rise-in">
      <div className="flex items-start gap-3 px-(--inset) pt-4 pb-4">
        <Tick className="mt-0.5 size-6" />
        <div className="min-w-0 flex-1">
          <h2
            ref={heading}
            tabIndex={-1}
            className="text-lead outline-none"
          >{`Reported as ${workOrderNumber(order.id)}`}</h2>
          <p className="mt-0.5 text-ink-soft">
            {formatAssignment(order, isTenant)}
            {isTenant && " You'll be notified about a visit and when the work is done."}
          </p>
          <ButtonLink href={workOrderPath(order.id)} className="mt-3 max-sm:w-full">
            View Work Order
          </ButtonLink>
        </div>
        <IconButton label="Dismiss" className="-mt-2 -mr-2" onClick={onClose}>
          <X aria-hidden="true" />
        </IconButton>
      </div>
    </Lead>
  );
}

function formatAssignment({ assignee, team, awaitingApproval }: WorkOrder, isTenant: boolean): string {
  if (awaitingApproval)
    return "Your property manager can see it but needs to approve your account before anyone is assigned.";
  if (assignee !== null) return `It's assigned to ${assignee.fullName}.`;
  if (team !== null) return `It's assigned to team ${team.name}.`;
  return isTenant ? "Your property manager will assign someone." : "No one is assigned yet.";
}
