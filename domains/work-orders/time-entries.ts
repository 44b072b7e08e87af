import { formatPlanned } from "#shared/format/dates.ts";
import type { WorkTime } from "./work.ts";

/** Start and end of a time entry, as instants. `endedAt` is null while the timer is running. */
export type TimeSpan = Pick<WorkTime, "startedAt" | "endedAt">;

/** How a time entry was changed. `to` is null if it was deleted. */
export interface TimeEntryChange {
  from: TimeSpan;
  to: TimeSpan | null;
  note?: string;
  /** The property's time zone. */
  timeZone: string;
}

/** The maximum length of a time entry. A timer that runs longer ends after this time. */
export const maxTimeEntryHours = 24;
const maxDurationMs = maxTimeEntryHours * 3_600_000;

/** Returns the first error of a time entry and its field. Undefined if the time entry is valid. */
export function validateTimeSpan(
  { startedAt, endedAt }: TimeSpan,
  now: Date,
): { field: keyof TimeSpan; message: string } | undefined {
  const start = Date.parse(startedAt);
  const end = endedAt === null ? now.getTime() : Date.parse(endedAt);
  if (start > now.getTime()) return { field: "startedAt", message: "Please select a time in the past" };
  if (end > now.getTime()) return { field: "endedAt", message: "Please select a time in the past" };
  if (end < start || (end === start && endedAt !== null))
    return { field: "endedAt", message: "The end time must be after the start time" };
  if (end - start > maxDurationMs)
    return { field: "endedAt", message: `Time entries can be up to ${maxTimeEntryHours} hours` };
  return undefined;
}

interface ReportTime {
  reportedAt: string;
  timeZone: string;
}

/**
 * Returns the error of a time entry that starts before its work order was reported. Undefined if it doesn't.
 * Times are entered in minutes, so the whole minute of the report is allowed.
 */
export const describeStartBeforeReport = (
  startedAt: string,
  { reportedAt, timeZone }: ReportTime,
): string | undefined =>
  Date.parse(startedAt) < toMinute(reportedAt)
    ? `This work order was reported on ${formatPlanned(reportedAt, timeZone)}. Select a start time after that`
    : undefined;

/** Returns the free minutes between the report and `end`. */
export const getMinutesSinceReport = (end: string, reportedAt: string): number =>
  Math.max(0, Math.floor((Date.parse(end) - toMinute(reportedAt)) / 60_000));

const toMinute = (instant: string): number => Math.floor(Date.parse(instant) / 60_000) * 60_000;

/**
 * Returns the person's latest time entry that starts before `end`, and the free minutes between that
 * entry's end and `end`, up to the maximum length of a time entry.
 */
export function findFreeMinutes<Time extends TimeSpan>(
  end: string,
  times: readonly Time[],
): { minutes: number; latest: Time | undefined } {
  const endMs = Date.parse(end);
  const getEndMs = ({ endedAt }: TimeSpan) =>
    endedAt === null ? endMs : Math.min(endMs, Date.parse(endedAt));
  const [latest] = times
    .filter(({ startedAt }) => Date.parse(startedAt) < endMs)
    .sort((a, b) => getEndMs(b) - getEndMs(a));
  const freeMs = latest === undefined ? maxDurationMs : Math.min(maxDurationMs, endMs - getEndMs(latest));
  return { minutes: Math.floor(freeMs / 60_000), latest };
}

/** Returns the total minutes worked. A running timer counts up to `now`. */
export function getMinutesWorked(spans: readonly TimeSpan[], now: Date): number {
  const ms = spans.map(({ startedAt, endedAt }) => {
    const end = endedAt === null ? now.getTime() : Date.parse(endedAt);
    return Math.min(maxDurationMs, Math.max(0, end - Date.parse(startedAt)));
  });
  return Math.round(ms.reduce((sum, duration) => sum + duration, 0) / 60_000);
}
