import { readStatus, type Status, statusLabel } from "#domains/work-orders/status.ts";
import { lookUp } from "#shared/look-up.ts";
import { Badge, type Tone } from "#web/ui/faces/badge.tsx";

export const statusTones = {
  open: "blue",
  in_progress: "amber",
  scheduled: "violet",
  completed: "green",
  urgent: "red",
  cancelled: "gray",
} as const satisfies Record<Status, Tone>;

/** The tone of a status. Unknown values are gray. */
export const getStatusTone = (status: string): Tone => lookUp(statusTones, readStatus(status)) ?? "gray";

/** A work order's status. Unknown values are shown unchanged (WO-05). */
export function StatusBadge({ status, isQuiet }: { status: string; isQuiet?: boolean }) {
  return (
    <Badge tone={getStatusTone(status)} isQuiet={isQuiet}>
      {statusLabel(readStatus(status))}
    </Badge>
  );
}
