import { addMonths, type Day, dayInMonth } from "#shared/calendar.ts";

/** The same day in `count` years from `first` on, none after `last`; Feb 29 becomes Feb 28 in other years. */
export function yearlyDays(first: Day, count: number, last: Day | null): Day[] {
  const dayOfMonth = Number(first.slice(8));
  return Array.from({ length: count }, (_, year) =>
    dayInMonth(addMonths(first, 12 * year), dayOfMonth),
  ).filter((day) => last === null || day <= last);
}

/** The day a year after `day`. */
export const yearAfter = (day: Day): Day => dayInMonth(addMonths(day, 12), Number(day.slice(8)));
