import type { WorkTime } from "./work.ts";

/** Start and end of a time entry, as instants. `endedAt` is null while the timer is running. */
export type Span = Pick<WorkTime, "startedAt" | "endedAt">;

/** The longest time entry. A timer that runs longer ends after this time. */
export const timeEntryHoursMax = 24;
const longestMs = timeEntryHoursMax * 3_600_000;

/**
 * Validates a time entry. Returns the field with the error message, or undefined. Used by the server and by
 * the offline queue.
 */
export function validateSpan(
  { startedAt, endedAt }: Span,
  now: Date,
): { field: keyof Span; message: string } | undefined {
  const start = Date.parse(startedAt);
  const end = endedAt === null ? now.getTime() : Date.parse(endedAt);
  if (start > now.getTime()) return { field: "startedAt", message: "Please select a time in the past" };
  if (end > now.getTime()) return { field: "endedAt", message: "Please select a time in the past" };
  if (end < start || (end === start && endedAt !== null))
    return { field: "endedAt", message: "The end time must be after the start time" };
  if (end - start > longestMs)
    return { field: "endedAt", message: `Time entries can be up to ${timeEntryHoursMax} hours` };
  return undefined;
}

/**
 * Returns how many whole minutes before `end` are free, up to the longest time entry, and the person's latest time
 * entry before it.
 */
export function findFreeMinutes<Time extends Span>(
  end: string,
  times: readonly Time[],
): { minutes: number; latest: Time | undefined } {
  const endMs = Date.parse(end);
  const getEndMs = ({ endedAt }: Span) => (endedAt === null ? endMs : Math.min(endMs, Date.parse(endedAt)));
  const [latest] = times
    .filter(({ startedAt }) => Date.parse(startedAt) < endMs)
    .sort((a, b) => getEndMs(b) - getEndMs(a));
  const freeMs = latest === undefined ? longestMs : Math.min(longestMs, endMs - getEndMs(latest));
  return { minutes: Math.floor(freeMs / 60_000), latest };
}

/** Total minutes worked. A running timer counts up to `now`. */
export function minutesWorked(spans: readonly Span[], now: Date): number {
  const ms = spans.map(({ startedAt, endedAt }) => {
    const end = endedAt === null ? now.getTime() : Date.parse(endedAt);
    return Math.min(longestMs, Math.max(0, end - Date.parse(startedAt)));
  });
  return Math.round(ms.reduce((sum, duration) => sum + duration, 0) / 60_000);
}
