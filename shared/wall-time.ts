import type { Day } from "./calendar.ts";

/** The date and the time of day as `HH:MM` on a wall clock. */
export interface WallTime {
  day: Day;
  time: string;
}

/** Returns the wall time in `timeZone` at an instant. */
export function toWallTime(instant: string | Date, timeZone: string): WallTime {
  const parts = getNumericFormat(timeZone).formatToParts(new Date(instant));
  const readPart = (type: Intl.DateTimeFormatPartTypes) =>
    parts.find((part) => part.type === type)?.value ?? "";
  return {
    day: `${readPart("year")}-${readPart("month")}-${readPart("day")}`,
    time: `${readPart("hour")}:${readPart("minute")}`,
  };
}

/**
 * Returns the instant at which clocks in `timeZone` show `wall`. If the time occurs twice because clocks are
 * set back, it returns the first. If it is skipped because clocks are set forward, it returns the time as if
 * they hadn't been, such as 03:30 for 02:30.
 */
export function toInstant(wall: WallTime, timeZone: string): Date {
  const wallMs = toUtc(wall);
  // No time zone changes its offset twice within two days.
  const candidates = [-dayMs, dayMs].map((offsetMs) => {
    const candidate = new Date(wallMs + offsetMs);
    return new Date(wallMs - (toUtc(toWallTime(candidate, timeZone)) - candidate.getTime()));
  }) as [Date, Date];
  const shows = (instant: Date) => toUtc(toWallTime(instant, timeZone)) === wallMs;
  return candidates.find(shows) ?? candidates[0];
}

const dayMs = 86_400_000;
const toUtc = ({ day, time }: WallTime): number => Date.parse(`${day}T${time}:00Z`);

/** Caches one format per time zone because creating one takes far longer than using it. */
const formats = new Map<string, Intl.DateTimeFormat>();

function getNumericFormat(timeZone: string): Intl.DateTimeFormat {
  const cachedFormat = formats.get(timeZone);
  if (cachedFormat !== undefined) return cachedFormat;
  const format = new Intl.DateTimeFormat("en-CA", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
  });
  formats.set(timeZone, format);
  return format;
}
