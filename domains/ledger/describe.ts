import { type Day, monthEnd, monthStart } from "#shared/calendar.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { formatCents, negated, toCents } from "#shared/format/money.ts";

const monthAndYear = new Intl.DateTimeFormat("en-US", { month: "long", year: "numeric", timeZone: "UTC" });

/** The days of a charge: `June 2027` for a whole month, else the first and last day. */
export const describeDays = (from: Day, to: Day): string =>
  from === monthStart(from) && to === monthEnd(from)
    ? monthAndYear.format(new Date(`${from}T00:00:00Z`))
    : `${formatCalendarDay(from)} – ${formatCalendarDay(to)}`;

/** A balance: `$150.00` is owed, `Credit of $150.00`. */
export const sayBalance = (cents: number): string =>
  cents < 0 ? `Credit of ${formatCents(negated(cents))}` : formatCents(toCents(cents));

/** The name of the page that explains a balance, as tenants ask it and as staff read it. */
export const balanceTitle = ({ isStaff }: { isStaff: boolean }): string =>
  isStaff ? "How this balance came about" : "Why is this my balance?";
