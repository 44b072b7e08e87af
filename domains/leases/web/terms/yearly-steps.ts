import { addMonths, type Day, dayInMonth } from "#shared/calendar.ts";

/**
 * Returns the same day in `count` consecutive years starting with `first`, up to `last`. Feb 29 becomes Feb
 * 28 in other years.
 */
export function listYearlyDates(first: Day, count: number, last: Day | null): Day[] {
  const dayOfMonth = Number(first.slice(8));
  return Array.from({ length: count }, (_, year) =>
    dayInMonth(addMonths(first, 12 * year), dayOfMonth),
  ).filter((day) => last === null || day <= last);
}

/** Returns the day one year after `day`. */
export const addOneYear = (day: Day): Day => dayInMonth(addMonths(day, 12), Number(day.slice(8)));
