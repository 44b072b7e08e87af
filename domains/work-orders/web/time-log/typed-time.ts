import { addDays } from "#shared/calendar.ts";
import { toInstant, toWallTime, type WallTime } from "#shared/wall-time.ts";
import type { Span } from "../../time-entries.ts";

/** A time entry as typed: a date and two times of day in the property's time zone. */
export interface TypedTime {
  day: WallTime["day"];
  from: WallTime["time"];
  /** Empty while the timer runs. A time before `from` is on the next day. */
  to: WallTime["time"];
}

export const toTypedTime = ({ startedAt, endedAt }: Span, timeZone: string): TypedTime => {
  const { day, time } = toWallTime(startedAt, timeZone);
  return { day, from: time, to: endedAt === null ? "" : toWallTime(endedAt, timeZone).time };
};

export const endsNextDay = ({ from, to }: TypedTime): boolean => to !== "" && to < from;

/** Converts the typed times to instants. Times that display the same as in `previousSpan` keep its seconds. */
export function toSpan(typedTime: TypedTime, timeZone: string, previousSpan?: Span): Span {
  const { day, from, to } = typedTime;
  const toInstantText = (wallTime: WallTime, previous: string | null | undefined): string => {
    if (previous != null) {
      const displayedTime = toWallTime(previous, timeZone);
      if (displayedTime.day === wallTime.day && displayedTime.time === wallTime.time) return previous;
    }
    return toInstant(wallTime, timeZone).toISOString();
  };
  const lastDay = endsNextDay(typedTime) ? addDays(day, 1) : day;
  return {
    startedAt: toInstantText({ day, time: from }, previousSpan?.startedAt),
    endedAt: to === "" ? null : toInstantText({ day: lastDay, time: to }, previousSpan?.endedAt),
  };
}
