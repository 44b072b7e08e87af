import { addDays, type Day } from "#shared/calendar.ts";

/** Returns the date `count` business days after `from`. Bank holidays count as business days. */
export function businessDaysAfter(from: Day, count: number): Day {
  let day = from;
  for (let left = count; left > 0; ) {
    day = addDays(day, 1);
    const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
    if (weekday !== 0 && weekday !== 6) left -= 1;
  }
  return day;
}
