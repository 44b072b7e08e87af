import { addDays, addMonths, type Day, monthEnd, monthStart } from "#shared/calendar.ts";
import { dayFromToday } from "../dates.ts";

/** The last month that has ended, in the default time zone of properties. */
export const lastMonth: Day = addMonths(monthStart(dayFromToday()), -1);
export const lastMonthEnd: Day = monthEnd(lastMonth);
/** The first date after that month. */
export const firstOpenDay: Day = addDays(lastMonthEnd, 1);

/** The path of a property's month in the API. */
export const monthPath = (propertyId: number, month: Day = lastMonth): string =>
  `/api/properties/${propertyId}/months/${month.slice(0, 7)}`;
