import { useMinute } from "#web/use-minute.ts";

/** The hours and minutes since a timer started: `0:42`. */
export function RunningClock({ startedAt }: { startedAt: string }) {
  const minutes = Math.max(0, Math.floor((useMinute().getTime() - Date.parse(startedAt)) / 60_000));
  return (
    <span className="font-semibold text-lamp-text tabular-nums">
      <span className="sr-only">Working for </span>
      {`${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}`}
    </span>
  );
}
