import type { WallTime } from "../wall-time.ts";

/** Cached because creating a format takes far longer than using it. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** The server and tests pass `timeZone`. Browsers omit it, so timestamps are in the viewer's time zone. */
function getFormat(options: Intl.DateTimeFormatOptions, timeZone: string | undefined): Intl.DateTimeFormat {
  const key = JSON.stringify([options, timeZone]);
  const format = formats.get(key) ?? new Intl.DateTimeFormat("en-US", { ...options, timeZone });
  formats.set(key, format);
  return format;
}

/** `MMM d, yyyy`, e.g. `Jan 5, 2025` (WO-21, CON-03). */
export const formatDay = (instant: string | Date, timeZone?: string): string =>
  getFormat({ month: "short", day: "numeric", year: "numeric" }, timeZone).format(new Date(instant));

/** `MMM d, h:mm a`, e.g. `Jan 5, 3:07 PM` (ACT-12, CON-04). */
export const formatMoment = (instant: string | Date, timeZone?: string): string =>
  getFormat({ month: "short", day: "numeric", hour: "numeric", minute: "2-digit" }, timeZone).format(
    new Date(instant),
  );

/** Like `formatMoment` with the time zone, e.g. `Jan 5, 3:07 PM PT`. For documents read in any time zone. */
export const formatMomentWithZone = (instant: string | Date, timeZone?: string): string =>
  getFormat(
    { month: "short", day: "numeric", hour: "numeric", minute: "2-digit", timeZoneName: "shortGeneric" },
    timeZone,
  ).format(new Date(instant));

/**
 * Formats only the time, such as `5:40 PM`, if it is on the same date as `earlier`. Otherwise like
 * `formatMoment`.
 */
export const formatMomentAfter = (instant: string, earlier: string, timeZone?: string): string =>
  formatDay(instant, timeZone) === formatDay(earlier, timeZone)
    ? getFormat({ hour: "numeric", minute: "2-digit" }, timeZone).format(new Date(instant))
    : formatMoment(instant, timeZone);

const plannedFormat = {
  weekday: "short",
  month: "short",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
} as const satisfies Intl.DateTimeFormatOptions;

/** `EEE, MMM d, h:mm a`, e.g. `Tue, Dec 1, 9:00 AM`: a planned time, in the property's time zone. */
export const formatPlanned = (instant: string | Date, timeZone: string): string =>
  getFormat(plannedFormat, timeZone).format(new Date(instant));

/** `h:mm a`, e.g. `2:00 PM`: a time of day in the property's time zone. */
export const formatTime = (instant: string | Date, timeZone: string): string =>
  getFormat({ hour: "numeric", minute: "2-digit" }, timeZone).format(new Date(instant));

/** Formats a calendar date as `Fri` if it is within six days of `today`, and as `Dec 1` otherwise. */
export function formatShortDay(day: string, today: string): string {
  const isNear = Math.abs(Date.parse(day) - Date.parse(today)) <= 6 * dayMs;
  return getFormat(isNear ? { weekday: "short" } : { month: "short", day: "numeric" }, "UTC").format(
    new Date(`${day}T00:00:00Z`),
  );
}

/** Formats a property's wall time like `formatPlanned`. */
export const formatWallTime = ({ day, time }: WallTime): string => formatPlanned(`${day}T${time}:00Z`, "UTC");

/** Formats a calendar date with its weekday: `Tue, Dec 1`. */
export const formatPlannedDay = (day: string): string =>
  getFormat({ weekday: "short", month: "short", day: "numeric" }, "UTC").format(new Date(`${day}T00:00:00Z`));

/** Formats a range of calendar dates: `Nov 23 – 29, 2026`. */
export const formatDays = (from: string, to: string): string =>
  getFormat({ month: "short", day: "numeric", year: "numeric" }, "UTC")
    .formatRange(new Date(`${from}T00:00:00Z`), new Date(`${to}T00:00:00Z`))
    .replaceAll(/[\u2009\u202f]/g, " ");

/** Formats the times of a visit, e.g. `9:00–11:00 AM`, in the property's time zone. */
export function formatVisitTime({ from, to }: { from: string; to: string }, timeZone: string): string {
  const ends = [new Date(from), new Date(to)] as const;
  const format = getFormat({ hour: "numeric", minute: "2-digit" }, timeZone);
  const [fromDay, toDay] = ends.map((end) => getFormat({ dateStyle: "short" }, timeZone).format(end));
  // A range over midnight would have full dates.
  const range =
    fromDay === toDay ? format.formatRange(...ends) : ends.map((end) => format.format(end)).join("–");
  return range.replaceAll(/[\u2009\u202f]/g, " ").replace(" – ", "–");
}

/** Formats the date and times of a visit, e.g. `Tue, Dec 1, 9:00–11:00 AM`, in the property's time zone. */
export const formatVisit = ({ from, to }: { from: string; to: string }, timeZone: string): string =>
  getFormat(plannedFormat, timeZone)
    .formatRange(new Date(from), new Date(to))
    .replaceAll(/[\u2009\u202f]/g, " ")
    .replace(" – ", "–");

const relativeFormat = new Intl.RelativeTimeFormat("en-US", { numeric: "auto" });
const dayMs = 86_400_000;

/**
 * Formats how long ago an instant was on the viewer's calendar: `today`, `yesterday`, `12 days ago`, and from
 * 60 days on in months, then years.
 */
export function formatAge(instant: string, now = new Date()): string {
  const startOfDay = (moment: Date) => Date.UTC(moment.getFullYear(), moment.getMonth(), moment.getDate());
  const days = Math.round((startOfDay(now) - startOfDay(new Date(instant))) / dayMs);
  if (days < 60) return relativeFormat.format(-days, "day");
  return days < 730
    ? relativeFormat.format(-Math.floor(days / 30), "month")
    : relativeFormat.format(-Math.floor(days / 365), "year");
}

/** Formats how long ago an instant was: `just now`, `25 minutes ago`, `3 hours ago`, then like `formatAge`. */
export function formatSince(instant: string, now = new Date()): string {
  const minutes = Math.floor((now.getTime() - Date.parse(instant)) / 60_000);
  if (minutes < 1) return "just now";
  if (minutes < 60) return relativeFormat.format(-minutes, "minute");
  return minutes < 24 * 60
    ? relativeFormat.format(-Math.floor(minutes / 60), "hour")
    : formatAge(instant, now);
}

const monthFormat = new Intl.DateTimeFormat("en-US", { month: "long", year: "numeric", timeZone: "UTC" });

/** Formats the month of a calendar date, `YYYY-MM-DD`, as `January 2027`. */
export const formatMonth = (day: string): string => monthFormat.format(new Date(`${day}T00:00:00Z`));

/** Formats a calendar date, `YYYY-MM-DD`, as `MMM d, yyyy`. It has no time zone. */
export const formatCalendarDay = (day: string): string => formatDay(`${day}T00:00:00Z`, "UTC");
