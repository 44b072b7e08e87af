import { addDays, type Day } from "#shared/calendar.ts";

/** Returns the date `count` business days after `startDay`. Bank holidays count as business days. */
export function addBusinessDays(startDay: Day, count: number): Day {
  let day = startDay;
  for (let daysLeft = count; daysLeft > 0; ) {
    day = addDays(day, 1);
    const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
    if (weekday !== 0 && weekday !== 6) daysLeft -= 1;
  }
  return day;
}
