import { useUser } from "#web/session/session.tsx";
import { withTimeZone } from "#web/time-zone-name.ts";
import { classes } from "#web/ui/classes.ts";
import { useCurrentMinute } from "#web/use-current-minute.ts";
import { describeVisit, isVisitMissed } from "../../appointment.ts";
import type { WorkOrderRow } from "../../contract.ts";

interface VisitTimeProps {
  order: Pick<WorkOrderRow, "status" | "appointment" | "timeZone">;
  className?: string;
}

/**
 * The time and status of the visit, worded for the user's role. Renders nothing if there is no upcoming
 * visit.
 */
export function VisitTime({ order, className }: VisitTimeProps) {
  const now = useCurrentMinute();
  const { role } = useUser();
  const words = describeVisit(order, role === "tenant" ? "tenant" : "staff", now);
  if (words === null || order.appointment === null) return null;
  const text = withTimeZone(words, order.timeZone, order.appointment.from);
  return (
    <span
      title={text}
      className={classes(isVisitMissed(order, now) && "font-medium text-red-text", className)}
    >
      {text}
    </span>
  );
}
