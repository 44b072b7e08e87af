import { addMonths, type Day, maxDay } from "#shared/calendar.ts";
import type { Terms } from "../../terms.ts";

/** The maximum number of months that the server returns. */
export const maxScheduleMonths = 240;
const openEndedMonths = 24;

/**
 * Returns the number of months to show from `from`: the full term, or for an open-ended lease two years,
 * extended to a year after its last change.
 */
export function countTermMonths({ from, to }: { from: Day; to: Day | null }, terms: Terms): number {
  const changeDates = [
    ...terms.escalations.map(({ on }) => on),
    ...terms.freeRent.map((free) => free.to),
    ...terms.lines.map((line) => line.to ?? line.from),
  ];
  const lastDay =
    to ?? changeDates.map((day) => addMonths(day, 11)).reduce(maxDay, addMonths(from, openEndedMonths - 1));
  return Math.min(Math.max(getMonthNumber(lastDay) - getMonthNumber(from) + 1, 1), maxScheduleMonths);
}

const getMonthNumber = (day: Day): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
