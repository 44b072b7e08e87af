import { sql } from "kysely";
import { addDays, type Day } from "#shared/calendar.ts";
import { formatCalendarDay, formatMonth } from "#shared/format/dates.ts";

/** The last closed month of a property. Nothing can be dated in it or before it. */
export interface LastClosedMonth {
  /** The last day of the month. */
  through: Day;
  closedBy: string;
  /** The date at the property. */
  closedOn: Day;
}

/** Selects the last closed month of the property `p`, or null if none is closed. */
export const selectLastClosedMonth = sql<LastClosedMonth | null>`(
  select json_build_object('through', closed_through(p.id), 'closedBy', closer.full_name,
    'closedOn', (c.closed_at at time zone p.time_zone)::date)
  from closed_months c join users closer on closer.id = c.closed_by_id
  where c.property_id = p.id and c.reopened_at is null order by c.month desc limit 1)`;

/**
 * Returns the date of an entry that no one dated: the given date, or the first day of the first open month
 * if the given date is in a closed month. In that case, `note` explains it in the entry. Otherwise, `note`
 * is empty.
 */
export function toOpenDay(closedThrough: Day | null | undefined, day: Day): { onDay: Day; note: string } {
  if (closedThrough == null || day > closedThrough) return { onDay: day, note: "" };
  const onDay = addDays(closedThrough, 1);
  return {
    onDay,
    note: `Dated ${formatCalendarDay(onDay)} instead of ${formatCalendarDay(day)} because ${formatMonth(day)} is closed.`,
  };
}

/** Joins a reason with the note of `toOpenDay`. */
export const addNote = (reason: string, note: string): string => [reason, note].filter(Boolean).join(" ");
