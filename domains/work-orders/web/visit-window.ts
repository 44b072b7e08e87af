import { instantOf, type WallTime, wallTimeAt } from "#shared/wall-time.ts";

/** A visit as it is typed: a day and two times of day on the clocks of the building. */
export interface TypedVisit {
  day: WallTime["day"];
  from: WallTime["time"];
  to: WallTime["time"];
  note?: string | undefined;
}

/** The call's body for a visit in a building of that zone. */
export const proposalOf = ({ day, from, to, note }: TypedVisit, timeZone: string) => ({
  from: instantOf({ day, time: from }, timeZone).toISOString(),
  to: instantOf({ day, time: to }, timeZone).toISOString(),
  ...(note === undefined || note === "" ? {} : { note }),
});

export const typedVisitOf = (visit: { from: string; to: string }, timeZone: string): TypedVisit => {
  const { day, time } = wallTimeAt(visit.from, timeZone);
  return { day, from: time, to: wallTimeAt(visit.to, timeZone).time };
};
