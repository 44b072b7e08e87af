import type { Day } from "#shared/calendar.ts";

/** The viewer's calendar day. */
export const todayHere = (now = new Date()): Day =>
  new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
