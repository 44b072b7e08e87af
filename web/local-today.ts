import type { Day } from "#shared/calendar.ts";

/** Returns today's date in the viewer's time zone. */
export const localToday = (now = new Date()): Day =>
  new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
