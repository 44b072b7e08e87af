import { addDays, type Day } from "#shared/calendar.ts";

const calendar = new Intl.DateTimeFormat("en-CA", { timeZone: "America/Los_Angeles" });

/** Today, or the day that many days from it, in the zone that a property has unless told otherwise. */
export const dayFromToday = (days = 0, now = new Date()): Day => addDays(calendar.format(now), days);
