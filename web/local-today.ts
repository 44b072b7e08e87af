import type { Day } from "#shared/calendar.ts";
import { toWallTime } from "#shared/wall-time.ts";

/** Returns today's date in the viewer's time zone. */
export const localToday = (now = new Date()): Day =>
  new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);

/** Returns today's date at a property, which can differ from the viewer's. */
export const propertyToday = (timeZone: string, now = new Date()): Day => toWallTime(now, timeZone).day;
