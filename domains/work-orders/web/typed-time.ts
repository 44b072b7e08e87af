import { addDays } from "#shared/calendar.ts";
import { instantOf, type WallTime, wallTimeAt } from "#shared/wall-time.ts";
import type { Span } from "../work-times.ts";

/** A time of work as it is typed: a day and two times of day on the clocks of the building. */
export interface TypedTime {
  day: WallTime["day"];
  from: WallTime["time"];
  /** "" while it runs; earlier than `from` on the next day. */
  to: WallTime["time"];
}

export const typedTimeOf = ({ startedAt, endedAt }: Span, timeZone: string): TypedTime => {
  const { day, time } = wallTimeAt(startedAt, timeZone);
  return { day, from: time, to: endedAt === null ? "" : wallTimeAt(endedAt, timeZone).time };
};

export const endsNextDay = ({ from, to }: TypedTime): boolean => to !== "" && to < from;

/** The instants of what was typed; of `before` what shows the same on the clocks stays to the second. */
export function spanOf(typed: TypedTime, timeZone: string, before?: Span): Span {
  const { day, from, to } = typed;
  const instantAt = (wall: WallTime, present: string | null | undefined): string => {
    if (present != null) {
      const shown = wallTimeAt(present, timeZone);
      if (shown.day === wall.day && shown.time === wall.time) return present;
    }
    return instantOf(wall, timeZone).toISOString();
  };
  const lastDay = endsNextDay(typed) ? addDays(day, 1) : day;
  return {
    startedAt: instantAt({ day, time: from }, before?.startedAt),
    endedAt: to === "" ? null : instantAt({ day: lastDay, time: to }, before?.endedAt),
  };
}
