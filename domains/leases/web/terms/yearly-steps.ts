import { addMonths, type Day, dayInMonth } from "#shared/calendar.ts";

/**
 * Returns the same day in `count` consecutive years starting with `firstDay`, up to `lastDay`. Feb 29 becomes Feb
 * 28 in other years.
 */
export function listYearlyDates(firstDay: Day, count: number, lastDay: Day | null): Day[] {
  const dayOfMonth = Number(firstDay.slice(8));
  return Array.from({ length: count }, (_, year) =>
    dayInMonth(addMonths(firstDay, 12 * year), dayOfMonth),
  ).filter((day) => lastDay === null || day <= lastDay);
}

/** Returns the day one year after `day`. */
export const addOneYear = (day: Day): Day => dayInMonth(addMonths(day, 12), Number(day.slice(8)));

const maxSuggestedYears = 5;

/** Returns the number of yearly steps to suggest: up to five, within the lease. `firstDay` can be empty. */
export const suggestYears = (firstDay: Day, lastDay: Day | null): number =>
  firstDay === ""
    ? maxSuggestedYears
    : Math.max(1, listYearlyDates(firstDay, maxSuggestedYears, lastDay).length);
