import { addDays, type Day } from "#shared/calendar.ts";

const calendar = new Intl.DateTimeFormat("en-CA", { timeZone: "America/Los_Angeles" });

/** Today or a date this many days from today, in the default time zone of properties. */
export const dayFromToday = (days = 0, now = new Date()): Day => addDays(calendar.format(now), days);
