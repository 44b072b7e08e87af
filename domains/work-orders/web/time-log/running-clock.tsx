import { classes } from "#web/ui/classes.ts";
import { useCurrentMinute } from "#web/use-current-minute.ts";

interface RunningClockProps {
  startedAt: string;
  className?: string;
}

/** The hours and minutes since a timer started: `0:42`. */
export function RunningClock({ startedAt, className = "text-lamp-text" }: RunningClockProps) {
  const minutes = Math.max(0, Math.floor((useCurrentMinute().getTime() - Date.parse(startedAt)) / 60_000));
  return (
    <span className={classes("font-semibold tabular-nums", className)}>
      <span className="sr-only">Working for </span>
      {`${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}`}
    </span>
  );
}
