import { addDays } from "#shared/calendar.ts";
import { toInstant, toWallTime, type WallTime } from "#shared/wall-time.ts";
import { nameOtherTimeZone } from "#web/time-zone-name.ts";

/** The span of a visit or of a time entry as typed: a date and two times of day in the property's time zone. */
export interface TypedSpan {
  day: WallTime["day"];
  from: WallTime["time"];
  /** Empty while a timer runs. A time before `from` is on the next day. */
  to: WallTime["time"];
}

interface Instants {
  from: string;
  to: string | null;
}

export const toTypedSpan = ({ from, to }: Instants, timeZone: string): TypedSpan => {
  const { day, time } = toWallTime(from, timeZone);
  return { day, from: time, to: to === null ? "" : toWallTime(to, timeZone).time };
};

export const endsNextDay = ({ from, to }: TypedSpan): boolean => to !== "" && to < from;

/** Whether the end is before the start and the span would be too long if it ended on the next day. */
export function isReversed(typedSpan: TypedSpan, timeZone: string, maxHours: number): boolean {
  const { from, to } = toInstants(typedSpan, timeZone);
  return to !== null && endsNextDay(typedSpan) && Date.parse(to) - Date.parse(from) > maxHours * 3_600_000;
}

/** Converts the typed times to instants. Unchanged times keep the seconds they have in `previous`. */
export function toInstants(typedSpan: TypedSpan, timeZone: string, previous?: Instants): Instants {
  const { day, from, to } = typedSpan;
  const toInstantText = (wallTime: WallTime, previousInstant: string | null | undefined): string => {
    if (previousInstant != null) {
      const displayedTime = toWallTime(previousInstant, timeZone);
      if (displayedTime.day === wallTime.day && displayedTime.time === wallTime.time) return previousInstant;
    }
    return toInstant(wallTime, timeZone).toISOString();
  };
  const lastDay = endsNextDay(typedSpan) ? addDays(day, 1) : day;
  return {
    from: toInstantText({ day, time: from }, previous?.from),
    to: to === "" ? null : toInstantText({ day: lastDay, time: to }, previous?.to),
  };
}

/** Returns a note with the property's time zone if the viewer's clock shows another time. */
export function describeTimeZone(timeZone: string, now: Date, viewerZone?: string): string | null {
  const name = nameOtherTimeZone(timeZone, now, "longGeneric", viewerZone);
  return name === null ? null : `Times are in the property's time zone, ${name}.`;
}
