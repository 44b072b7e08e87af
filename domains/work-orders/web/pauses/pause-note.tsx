import { Pause } from "#web/icons.ts";
import { withTimeZone } from "#web/time-zone-name.ts";
import { classes } from "#web/ui/classes.ts";
import type { WorkOrderRow } from "../../contract.ts";
import { describePause } from "../../work.ts";

interface PauseNoteProps {
  order: Pick<WorkOrderRow, "pause" | "timeZone">;
  className?: string;
}

/** Why the work is on hold, and until when if known. Renders nothing if it isn't on hold. */
export function PauseNote({ order: { pause, timeZone }, className }: PauseNoteProps) {
  if (pause === null) return null;
  const words = `Paused: ${describePause(pause, timeZone)}`;
  const text = pause.until === null ? words : withTimeZone(words, timeZone, pause.until);
  return (
    <span title={text} className={classes("font-medium text-amber-text", className)}>
      <Pause aria-hidden="true" className="-mt-0.5 mr-1 inline size-3.5" />
      {text}
    </span>
  );
}
