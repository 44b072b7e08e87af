import { addMonths, type Day, later } from "#shared/calendar.ts";
import type { Terms } from "../terms.ts";

/** The most months that the server shows. */
export const monthsShownMax = 240;
const openMonths = 24;

/** How many months the schedule has from `from` on: the whole term; of an open-ended lease two years, and one after its last change. */
export function monthsOfTerm({ from, to }: { from: Day; to: Day | null }, terms: Terms): number {
  const changes = [
    ...terms.escalations.map(({ on }) => on),
    ...terms.freeRent.map((free) => free.to),
    ...terms.lines.map((line) => line.to ?? line.from),
  ];
  const last = to ?? changes.map((day) => addMonths(day, 11)).reduce(later, addMonths(from, openMonths - 1));
  return Math.min(Math.max(monthNumber(last) - monthNumber(from) + 1, 1), monthsShownMax);
}

const monthNumber = (day: Day): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
