import { addDays, type Day, monthEnd, monthStart } from "#shared/calendar.ts";
import { formatCalendarDay, formatMonth } from "#shared/format/dates.ts";
import { formatCents, negate, toCents } from "#shared/format/money.ts";

/** Formats the period of a charge: `June 2027` for a whole month, otherwise its first and last day. */
export const formatPeriod = (from: Day, to: Day): string =>
  from === monthStart(from) && to === monthEnd(from)
    ? formatMonth(from)
    : `${formatCalendarDay(from)} – ${formatCalendarDay(to)}`;

/** Formats the first day on which a charge with this due date is overdue, the day after it: `Nov 2, 2026`. */
export const formatOverdueSince = (dueOn: Day): string => formatCalendarDay(addDays(dueOn, 1));

/** Formats a balance: `$150.00` is due, `Credit of $150.00` is a credit. */
export const formatBalance = (cents: number): string =>
  cents < 0 ? `Credit of ${formatCents(negate(cents))}` : formatCents(toCents(cents));

/** The title of the page that explains a balance: a question for tenants, a label for staff. */
export const getBalanceTitle = ({ isStaff }: { isStaff: boolean }): string =>
  isStaff ? "Balance history" : "Why is this my balance?";
