/**
 * Calendar dates as `YYYY-MM-DD` (requirements, "Times"). They have no time zone and are never converted to a
 * timestamp. The functions here calculate with day numbers.
 */
export type Day = string;

const dayMs = 86_400_000;
const toDayNumber = (day: Day): number =>
  Date.UTC(getYear(day), getMonth(day) - 1, getDayOfMonth(day)) / dayMs;
const fromDayNumber = (number: number): Day => new Date(number * dayMs).toISOString().slice(0, 10);

const getYear = (day: Day): number => Number(day.slice(0, 4));
const getMonth = (day: Day): number => Number(day.slice(5, 7));
const getDayOfMonth = (day: Day): number => Number(day.slice(8, 10));

/** Whether `text` is an existing date from 1900 to 2199. */
export function isDay(text: string): boolean {
  if (!/^(19|20|21)\d\d-\d\d-\d\d$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** Returns the date `days` later, or earlier if negative. */
export const addDays = (day: Day, days: number): Day => fromDayNumber(toDayNumber(day) + days);

/** Returns the number of days from `from` to `to`, both inclusive. 0 or less if `to` is earlier. */
export const countDays = (from: Day, to: Day): number => toDayNumber(to) - toDayNumber(from) + 1;

/** Returns the first date of `day`'s month. */
export const monthStart = (day: Day): Day => `${day.slice(0, 8)}01`;

/** Returns the first date of the month `months` later, or earlier if negative. */
export function addMonths(day: Day, months: number): Day {
  const month = getYear(day) * 12 + getMonth(day) - 1 + months;
  return `${String(Math.floor(month / 12)).padStart(4, "0")}-${String((month % 12) + 1).padStart(2, "0")}-01`;
}

/** Returns the last date of `day`'s month. */
export const monthEnd = (day: Day): Day => addDays(addMonths(day, 1), -1);

/** Returns the number of days in `day`'s month. */
export const countDaysInMonth = (day: Day): number => getDayOfMonth(monthEnd(day));

/** Returns the `number`th of `day`'s month, or its last date if the month is shorter. */
export const dayInMonth = (day: Day, number: number): Day =>
  addDays(monthStart(day), Math.min(number, countDaysInMonth(day)) - 1);

export const minDay = (a: Day, b: Day): Day => (a < b ? a : b);
export const maxDay = (a: Day, b: Day): Day => (a > b ? a : b);
