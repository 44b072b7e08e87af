import { Pause } from "#web/icons.ts";
import { classes } from "#web/ui/classes.ts";
import type { WorkOrderRow } from "../contract.ts";
import { waitingText } from "../work.ts";

interface PauseNoteProps {
  order: Pick<WorkOrderRow, "pause" | "timeZone">;
  className?: string;
}

/** Why the work rests, and until when if that is known; nothing while it goes on. */
export function PauseNote({ order: { pause, timeZone }, className }: PauseNoteProps) {
  if (pause === null) return null;
  const text = `Paused: ${waitingText(pause, timeZone)}`;
  return (
    <span title={text} className={classes("font-medium text-amber-text", className)}>
      <Pause aria-hidden="true" className="-mt-0.5 mr-1 inline size-3.5" />
      {text}
    </span>
  );
}
