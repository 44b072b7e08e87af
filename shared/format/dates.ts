/**
 * Instants are shown in the viewer's zone. The server and tests pass `timeZone`; the browser omits it and uses the machine's
 * zone.
 */
const inZone = (options: Intl.DateTimeFormatOptions, timeZone: string | undefined) =>
  new Intl.DateTimeFormat("en-US", timeZone === undefined ? options : { ...options, timeZone });

/** `MMM d, yyyy`, e.g. `Jan 5, 2025` (WO-21, CON-03). */
export const formatDay = (instant: string | Date, timeZone?: string): string =>
  inZone({ month: "short", day: "numeric", year: "numeric" }, timeZone).format(new Date(instant));

/** `MMM d, h:mm a`, e.g. `Jan 5, 3:07 PM` (ACT-12, CON-04). */
export const formatMoment = (instant: string | Date, timeZone?: string): string =>
  inZone({ month: "short", day: "numeric", hour: "numeric", minute: "2-digit" }, timeZone).format(
    new Date(instant),
  );

/** A calendar day, `YYYY-MM-DD`, as `MMM d, yyyy`; it has no zone. */
export const formatCalendarDay = (day: string): string => formatDay(`${day}T00:00:00Z`, "UTC");
