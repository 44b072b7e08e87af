import { type Priority, priorityLabels } from "#domains/work-orders/priorities.ts";
import { readStatus, type Status, statusLabel } from "#domains/work-orders/status.ts";
import { lookUp } from "#shared/look-up.ts";
import { Badge, type Tone, tones } from "#web/ui/badge.tsx";
import { classes } from "#web/ui/classes.ts";

export const statusTones = {
  open: "blue",
  in_progress: "amber",
  scheduled: "violet",
  completed: "green",
  urgent: "red",
  cancelled: "gray",
} as const satisfies Record<Status, Tone>;

export const priorityTones = {
  low: "gray",
  medium: "blue",
  high: "amber",
  urgent: "red",
} as const satisfies Record<Priority, Tone>;

/** The color of a status. Unknown values are gray. */
export const statusTone = (status: string): Tone => lookUp(statusTones, readStatus(status)) ?? "gray";

/** A work order's status. Unknown values are shown as they are (WO-05). */
export function StatusBadge({ status }: { status: string }) {
  return <Badge tone={statusTone(status)}>{statusLabel(readStatus(status))}</Badge>;
}

/** A priority as a dot and a word without a background, so that it doesn't compete with the status. */
export function PriorityBadge({ priority }: { priority: Priority }) {
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap text-ink-soft text-sm">
      <span
        aria-hidden="true"
        className={classes("size-2 rounded-[3px]", tones[priorityTones[priority]].dot)}
      />
      {priorityLabels[priority]}
    </span>
  );
}
