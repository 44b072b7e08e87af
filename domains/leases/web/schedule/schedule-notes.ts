import { addDays, type Day, monthEnd, monthStart } from "#shared/calendar.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { formatFreeRent, formatRentStep } from "../../format-terms.ts";
import type { Terms } from "../../terms.ts";
import type { TermsDetails } from "../../terms-fields.ts";

/** Terms with the period in which they apply. */
export interface AppliedTerms {
  number: number;
  from: Day;
  to: Day | null;
  terms: Terms;
}

/** Describes the changes within the month that starts on `month`. */
export function describeMonthChanges(month: Day, appliedTerms: readonly AppliedTerms[]): string[] {
  const notes: string[] = [];
  const isInMonth = (day: Day) => monthStart(day) === month;
  for (const { number, from, to, terms } of appliedTerms) {
    if (from > monthEnd(month) || (to !== null && to < month)) continue;
    const isInPeriod = (day: Day) => day >= from && (to === null || day <= to);
    const takesEffect = (day: Day) => isInMonth(day) && isInPeriod(day);
    if (number > 1 && isInMonth(from)) notes.push(`Amended effective ${formatCalendarDay(from)}`);
    for (const step of terms.escalations)
      if (takesEffect(step.on)) notes.push(`Rent ${formatRentStep(step)}`);
    for (const freeRentPeriod of terms.freeRent) {
      if (takesEffect(freeRentPeriod.from)) notes.push(`Free rent: ${formatFreeRent(freeRentPeriod)}`);
      if (takesEffect(addDays(freeRentPeriod.to, 1)))
        notes.push(`Rent starts ${formatCalendarDay(addDays(freeRentPeriod.to, 1))}`);
    }
    for (const { label, from: lineStart, to: lineEnd } of terms.lines) {
      if (takesEffect(lineStart) && lineStart > from)
        notes.push(`${label} from ${formatCalendarDay(lineStart)}`);
      if (lineEnd !== null && takesEffect(lineEnd))
        notes.push(`${label} ends on ${formatCalendarDay(lineEnd)}`);
    }
  }
  return notes;
}

/** Returns the versions of a lease's terms that ever apply, with their periods. */
export const getAppliedTerms = ({ versions }: TermsDetails): AppliedTerms[] =>
  versions.flatMap(({ number, period, terms }) => (period === null ? [] : [{ number, ...period, terms }]));
