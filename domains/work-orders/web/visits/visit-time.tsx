import { useUser } from "#web/session/session.tsx";
import { classes } from "#web/ui/classes.ts";
import { useMinute } from "#web/use-current-minute.ts";
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
  const now = useMinute();
  const { role } = useUser();
  const text = describeVisit(order, role === "tenant" ? "tenant" : "staff", now);
  if (text === null) return null;
  return (
    <span
      title={text}
      className={classes(isVisitMissed(order, now) && "font-medium text-red-text", className)}
    >
      {text}
    </span>
  );
}
