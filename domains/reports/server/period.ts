import { getMonday } from "#domains/work-orders/week.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { addDays, addMonths, type Day, monthEnd, monthStart } from "#shared/calendar.ts";
import { invalid } from "#shared/errors.ts";
import type { ReportFilters } from "../contract.ts";
import type { ReportPeriod } from "../reports.ts";
import { findToday } from "./today.ts";

interface DateRange {
  from: Day;
  to: Day;
}

/**
 * Replaces a period such as last month with its dates, by today's date at the property, or else in the
 * organization's time zone. Explicit dates take precedence.
 */
export async function resolveDates(
  ctx: SignedInCtx,
  { period, ...query }: ReportFilters,
): Promise<ReportFilters> {
  const hasDates = query.on !== undefined || query.from !== undefined || query.to !== undefined;
  if (period === undefined || hasDates) return query;
  const dates = getPeriod(period, await findToday(ctx, query.propertyId));
  return { ...query, ...dates, on: dates.to };
}

/** Returns the first and last date of the last whole period before `today`. */
export function getPeriod(period: ReportPeriod, today: Day): DateRange {
  const month = monthStart(today);
  const monthNumber = Number(month.slice(5, 7));
  const months = (count: number, monthsIntoNext: number): DateRange => {
    const from = addMonths(month, -count - monthsIntoNext);
    return { from, to: monthEnd(addMonths(from, count - 1)) };
  };
  const periods = {
    "last-week": () => ({ from: addDays(getMonday(today), -7), to: addDays(getMonday(today), -1) }),
    "last-month": () => months(1, 0),
    "last-quarter": () => months(3, (monthNumber - 1) % 3),
    "last-year": () => months(12, monthNumber - 1),
  } satisfies Record<ReportPeriod, () => DateRange>;
  return periods[period]();
}

/** Returns the period's dates. By default, it's the current month through today. @throws AppError invalid */
export async function resolvePeriod(
  ctx: SignedInCtx,
  query: Pick<ReportFilters, "from" | "to" | "propertyId">,
): Promise<DateRange> {
  const to = query.to ?? (await findToday(ctx, query.propertyId));
  const from = query.from ?? monthStart(to);
  if (from > to) throw invalid({ to: "The end date can't be before the start date." });
  return { from, to };
}
