/**
 * Calendar days as `YYYY-MM-DD` (requirements, "Times"). They have no zone and are never converted to an instant; the
 * functions here calculate with day numbers.
 */
export type Day = string;

const dayMs = 86_400_000;
const numberOf = (day: Day): number => Date.UTC(yearOf(day), monthOf(day) - 1, dayOfMonth(day)) / dayMs;
const dayOf = (number: number): Day => new Date(number * dayMs).toISOString().slice(0, 10);

const yearOf = (day: Day): number => Number(day.slice(0, 4));
const monthOf = (day: Day): number => Number(day.slice(5, 7));
const dayOfMonth = (day: Day): number => Number(day.slice(8, 10));

/** Whether `text` is an existing day from 1900 to 2199. */
export function isDay(text: string): boolean {
  if (!/^(19|20|21)\d\d-\d\d-\d\d$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** The day `days` later, or earlier when negative. */
export const addDays = (day: Day, days: number): Day => dayOf(numberOf(day) + days);

/** The number of days from `from` to `to`, both included; 0 or less when `to` is earlier. */
export const daysFromTo = (from: Day, to: Day): number => numberOf(to) - numberOf(from) + 1;

/** The first day of the month `day` is in. */
export const monthStart = (day: Day): Day => `${day.slice(0, 8)}01`;

/** The first day of the month `months` later, or earlier when negative. */
export function addMonths(day: Day, months: number): Day {
  const month = yearOf(day) * 12 + monthOf(day) - 1 + months;
  return `${String(Math.floor(month / 12)).padStart(4, "0")}-${String((month % 12) + 1).padStart(2, "0")}-01`;
}

/** The last day of the month `day` is in. */
export const monthEnd = (day: Day): Day => addDays(addMonths(day, 1), -1);

/** How many days the month of `day` has. */
export const daysInMonth = (day: Day): number => dayOfMonth(monthEnd(day));

/** The `number`th of the month of `day`, or its last day when the month is shorter. */
export const dayInMonth = (day: Day, number: number): Day =>
  addDays(monthStart(day), Math.min(number, daysInMonth(day)) - 1);

export const earlier = (a: Day, b: Day): Day => (a < b ? a : b);
export const later = (a: Day, b: Day): Day => (a > b ? a : b);
