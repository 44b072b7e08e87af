import { formatMoment } from "#shared/format/dates.ts";
import { toWallTime } from "#shared/wall-time.ts";

type Style = "shortGeneric" | "longGeneric";

/**
 * Adds the property's time zone to a text that ends with a time there, if the viewer's clock shows another time:
 * `Visit confirmed: Tue, Dec 1, 9:00–11:00 AM PT`.
 */
export function withTimeZone(text: string, timeZone: string, instant: string | Date): string {
  const name = nameOtherTimeZone(timeZone, instant, "shortGeneric");
  return name === null ? text : `${text} ${name}`;
}

/**
 * Formats a timestamp in the property's time zone, which is named if the viewer's clock shows another time:
 * `Jan 5, 9:05 AM PT`. Without a time zone, the viewer's is used.
 */
export const formatMomentThere = (instant: string, timeZone: string | undefined): string =>
  timeZone === undefined
    ? formatMoment(instant)
    : withTimeZone(formatMoment(instant, timeZone), timeZone, instant);

/** The name of a property's time zone, or null if the viewer's clock shows the same time. */
export function nameOtherTimeZone(
  timeZone: string,
  instant: string | Date,
  style: Style,
  viewerZone = Intl.DateTimeFormat().resolvedOptions().timeZone,
): string | null {
  const [there, here] = [toWallTime(instant, timeZone), toWallTime(instant, viewerZone)];
  if (there.day === here.day && there.time === here.time) return null;
  return (
    new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: style })
      .formatToParts(new Date(instant))
      .find(({ type }) => type === "timeZoneName")?.value ?? timeZone
  );
}
