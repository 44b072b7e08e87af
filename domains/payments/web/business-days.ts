import { addDays, type Day } from "#shared/calendar.ts";

/** Bank holidays count as business days. */
export function businessDaysAfter(from: Day, count: number): Day {
  let day = from;
  for (let left = count; left > 0; ) {
    day = addDays(day, 1);
    const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
    if (weekday !== 0 && weekday !== 6) left -= 1;
  }
  return day;
}

/** The current day in the viewer's time zone. */
export const dayHere = (now: Date): Day =>
  new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
