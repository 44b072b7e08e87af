import { addDays } from "#shared/calendar.ts";
import { toInstant, toWallTime } from "#shared/wall-time.ts";

/** Times of day as `HH:MM`. Quiet hours span midnight if `from` is the later one. */
export interface QuietHours {
  from: string;
  to: string;
}

/** Returns when the current quiet hours end, in the given time zone. Null if `now` is outside quiet hours. */
export function getQuietHoursEnd(now: Date, { from, to }: QuietHours, timeZone: string): Date | null {
  const { day, time } = toWallTime(now, timeZone);
  const isQuiet = from < to ? from <= time && time < to : from <= time || time < to;
  if (!isQuiet) return null;
  const end = toInstant({ day: time < to ? day : addDays(day, 1), time: to }, timeZone);
  // When clocks are set back, one hour repeats. Quiet hours end the first time the end is reached.
  return end > now ? end : null;
}
