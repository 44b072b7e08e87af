import { toInstant, toWallTime, type WallTime } from "#shared/wall-time.ts";

/** A visit as typed: a date and two times of day in the property's time zone. */
export interface TypedVisit {
  day: WallTime["day"];
  from: WallTime["time"];
  to: WallTime["time"];
  note?: string;
}

/** Converts a visit at a property in that time zone to the body of the request. */
export const toProposal = ({ day, from, to, note }: TypedVisit, timeZone: string) => ({
  from: toInstant({ day, time: from }, timeZone).toISOString(),
  to: toInstant({ day, time: to }, timeZone).toISOString(),
  ...(note === undefined || note === "" ? {} : { note }),
});

export const toTypedVisit = (visit: { from: string; to: string }, timeZone: string): TypedVisit => {
  const { day, time } = toWallTime(visit.from, timeZone);
  return { day, from: time, to: toWallTime(visit.to, timeZone).time };
};
