import { addDays } from "#shared/calendar.ts";
import { instantOf, wallTimeAt } from "#shared/wall-time.ts";

/** From a time of day to the next such time, as `HH:MM`; over midnight when `from` is the later one. */
export interface QuietHours {
  from: string;
  to: string;
}

/** When the quiet hours that are running at `now` end, by the clocks of `timeZone`; null outside of them. */
export function quietUntil(now: Date, { from, to }: QuietHours, timeZone: string): Date | null {
  const { day, time } = wallTimeAt(now, timeZone);
  const isQuiet = from < to ? from <= time && time < to : from <= time || time < to;
  if (!isQuiet) return null;
  const end = instantOf({ day: time < to ? day : addDays(day, 1), time: to }, timeZone);
  // The hour that is repeated when clocks are put back: quiet is over from its first end on.
  return end > now ? end : null;
}
