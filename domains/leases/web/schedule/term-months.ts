import { addMonths, type Day, later } from "#shared/calendar.ts";
import type { Terms } from "../../terms.ts";

/** The maximum number of months that the server returns. */
export const monthsShownMax = 240;
const openMonths = 24;

/**
 * Returns the number of months to show from `from`: the full term, or for an open-ended lease two years,
 * extended to a year after its last change.
 */
export function countTermMonths({ from, to }: { from: Day; to: Day | null }, terms: Terms): number {
  const changes = [
    ...terms.escalations.map(({ on }) => on),
    ...terms.freeRent.map((free) => free.to),
    ...terms.lines.map((line) => line.to ?? line.from),
  ];
  const last = to ?? changes.map((day) => addMonths(day, 11)).reduce(later, addMonths(from, openMonths - 1));
  return Math.min(Math.max(monthNumber(last) - monthNumber(from) + 1, 1), monthsShownMax);
}

const monthNumber = (day: Day): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
