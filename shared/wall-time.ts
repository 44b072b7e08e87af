import type { Day } from "./calendar.ts";

/** What a clock on a wall shows: the day and the time of day as `HH:MM`. */
export interface WallTime {
  day: Day;
  time: string;
}

/** What the clocks in `timeZone` show at an instant. */
export function wallTimeAt(instant: string | Date, timeZone: string): WallTime {
  const shown = inNumbers(timeZone).formatToParts(new Date(instant));
  const of = (type: Intl.DateTimeFormatPartTypes) => shown.find((part) => part.type === type)?.value ?? "";
  return { day: `${of("year")}-${of("month")}-${of("day")}`, time: `${of("hour")}:${of("minute")}` };
}

/**
 * The instant at which the clocks in `timeZone` show `wall`: the first of the two when they are put back, and as if they had
 * not been when `wall` is skipped because they are put forward, e.g. 03:30 for 02:30.
 */
export function instantOf(wall: WallTime, timeZone: string): Date {
  const asUtc = utcOf(wall);
  // No zone changes its offset twice within two days.
  const candidates = [-dayMs, dayMs].map((away) => {
    const near = new Date(asUtc + away);
    return new Date(asUtc - (utcOf(wallTimeAt(near, timeZone)) - near.getTime()));
  }) as [Date, Date];
  const shows = (instant: Date) => utcOf(wallTimeAt(instant, timeZone)) === asUtc;
  return candidates.find(shows) ?? candidates[0];
}

const dayMs = 86_400_000;
const utcOf = ({ day, time }: WallTime): number => Date.parse(`${day}T${time}:00Z`);

/** One for each zone: making them takes far longer than using them. */
const formats = new Map<string, Intl.DateTimeFormat>();

function inNumbers(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
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
