import { addDays, type Day, monthEnd, monthStart } from "#shared/calendar.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import type { Terms } from "../terms.ts";
import type { TermsOfLease } from "../terms-facts.ts";
import { sayFree, sayStep } from "../terms-in-words.ts";

/** Terms with the period in which they apply. */
export interface HeldTerms {
  number: number;
  from: Day;
  to: Day | null;
  terms: Terms;
}

/** The changes within the month that begins on `month`, as text. */
export function changesIn(month: Day, held: readonly HeldTerms[]): string[] {
  const notes: string[] = [];
  const isInMonth = (day: Day) => monthStart(day) === month;
  for (const { number, from, to, terms } of held) {
    if (from > monthEnd(month) || (to !== null && to < month)) continue;
    const holds = (day: Day) => day >= from && (to === null || day <= to);
    const begins = (day: Day) => isInMonth(day) && holds(day);
    if (number > 1 && isInMonth(from)) notes.push(`Amended from ${formatCalendarDay(from)}`);
    for (const step of terms.escalations) if (begins(step.on)) notes.push(`Rent ${sayStep(step)}`);
    for (const free of terms.freeRent) {
      if (begins(free.from)) notes.push(`Free rent: ${sayFree(free)}`);
      if (begins(addDays(free.to, 1))) notes.push(`Rent starts ${formatCalendarDay(addDays(free.to, 1))}`);
    }
    for (const { label, from: first, to: last } of terms.lines) {
      if (begins(first) && first > from) notes.push(`${label} from ${formatCalendarDay(first)}`);
      if (last !== null && begins(last)) notes.push(`${label} ends on ${formatCalendarDay(last)}`);
    }
  }
  return notes;
}

/** The versions of a lease that apply at some time, with their periods. */
export const heldOf = ({ versions }: TermsOfLease): HeldTerms[] =>
  versions.flatMap(({ number, held, terms }) => (held === null ? [] : [{ number, ...held, terms }]));
