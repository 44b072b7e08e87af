import { addDays } from "#shared/calendar.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** The offset of Seattle's clock, accurate enough for demo data. */
const behindUtcMs = 8 * hourMs;

export const hoursBefore = (now: Date, hours: number): Date => new Date(now.getTime() - hours * hourMs);
export const hoursAfter = (instant: Date, hours: number): Date =>
  new Date(instant.getTime() + hours * hourMs);

/** Parses `9d 14:20`, `5h`, or `25m` to an instant before now. */
export function instantAgo(now: Date, ago: string): Date {
  const recent = /^(\d+)(h|m)$/.exec(ago);
  if (recent !== null) return hoursBefore(now, Number(recent[1]) / (recent[2] === "h" ? 1 : 60));
  const [, days, hour, minute] = /^(-?\d+)d (\d\d):(\d\d)$/.exec(ago) ?? [];
  if (days === undefined) throw new Error(`"${ago}" isn't a valid age.`);
  const today = Math.floor((now.getTime() - behindUtcMs) / dayMs) * dayMs + behindUtcMs;
  return new Date(today - Number(days) * dayMs + Number(hour) * hourMs + Number(minute) * 60_000);
}

/** Returns a time of day in Seattle, such as `17:00`, in `days` days. */
export const instantIn = (now: Date, days: number, hour: string): Date =>
  instantAgo(now, `${-days}d ${hour}`);

/**
 * Returns the first day of the month `months` from now, as `YYYY-MM-DD`. Negative numbers are in the past.
 */
export function firstOfMonth(now: Date, months: number): string {
  const local = new Date(now.getTime() - behindUtcMs);
  return new Date(Date.UTC(local.getUTCFullYear(), local.getUTCMonth() + months, 1))
    .toISOString()
    .slice(0, 10);
}

/** Returns the last day of the month `months` from now. */
export const lastOfMonth = (now: Date, months: number): string => {
  const next = new Date(`${firstOfMonth(now, months + 1)}T00:00:00Z`);
  return new Date(next.getTime() - dayMs).toISOString().slice(0, 10);
};

/** Returns today's date in Seattle. */
export const localDay = (now: Date): string =>
  new Date(now.getTime() - behindUtcMs).toISOString().slice(0, 10);

/** Returns the date that many working days from today. On a weekend, 0 is Monday. */
export function workdayIn(now: Date, workdays: number): string {
  const isWeekend = (day: string) => [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay());
  let day = localDay(now);
  while (isWeekend(day)) day = addDays(day, 1);
  for (let left = workdays; left > 0; left -= isWeekend(day) ? 0 : 1) day = addDays(day, 1);
  return day;
}
