import { useState } from "react";
import { formatTime } from "#shared/format/dates.ts";
import { formatHours } from "#shared/format/hours.ts";
import { workOrderNumber } from "#shared/format/ids.ts";
import { Minus, Plus } from "#web/icons.ts";
import { useUser } from "#web/session/session.tsx";
import { withTimeZone } from "#web/time-zone-name.ts";
import { IconButton } from "#web/ui/button.tsx";
import type { WorkOrder } from "../../contract.ts";
import {
  findFreeMinutes,
  getMinutesSinceReport,
  getMinutesWorked,
  maxTimeEntryHours,
} from "../../time-entries.ts";
import type { MyTime } from "../../work-contract.ts";
import { useMyRunningTime, useMyTimes } from "../offline-queue/pending-times.ts";

const minutesStep = 5;

/**
 * The time worked: the user's timer plus the minutes they add. Added minutes come right before the timer's
 * start, or before now if it isn't running. They can't overlap the user's previous time entry or be before the report.
 */
export function useTimeWorked(order: WorkOrder) {
  const [openedAt] = useState(() => new Date());
  const [requestedMinutes, setRequestedMinutes] = useState(0);
  const runningEntry = useMyRunningTime(order);
  const myTimes = useMyTimes({ isEnabled: order.can.work });
  const { id: userId } = useUser();
  const recordedEntries = order.times.filter(({ user, endedAt }) => user.id === userId && endedAt !== null);
  const extraTimeEnd = runningEntry?.startedAt ?? openedAt.toISOString();
  const { minutes: unworkedMinutes, latest: previousEntry } = findFreeMinutes(extraTimeEnd, myTimes);
  const minutesSinceReport = getMinutesSinceReport(extraTimeEnd, order.reportedAt);
  const freeMinutes = Math.min(unworkedMinutes, minutesSinceReport);
  const extraMinutes = Math.min(requestedMinutes, freeMinutes);
  const startedAt = new Date(Date.parse(extraTimeEnd) - extraMinutes * 60_000).toISOString();
  return {
    clockMinutes: runningEntry === undefined ? null : getMinutesWorked([runningEntry], openedAt),
    /** Recorded on this work order before, for example before a pause. */
    recordedMinutes: getMinutesWorked(recordedEntries, openedAt),
    extraMinutes,
    freeMinutes,
    limitNote: describeLimit(order, { minutesSinceReport, unworkedMinutes, previousEntry }),
    setExtraMinutes: setRequestedMinutes,
    /** The time that no timer has recorded. */
    extraTime:
      extraMinutes === 0 ? null : { startedAt, endedAt: new Date(Date.parse(extraTimeEnd)).toISOString() },
  };
}

interface TimeWorkedProps {
  timeWorked: ReturnType<typeof useTimeWorked>;
}

/** The time recorded so far and on the timer, with buttons to add missing minutes. */
export function TimeWorked({ timeWorked }: TimeWorkedProps) {
  const { clockMinutes, recordedMinutes, extraMinutes, freeMinutes, limitNote, setExtraMinutes } = timeWorked;
  const isNearLimit = freeMinutes < maxTimeEntryHours * 60 && extraMinutes + minutesStep > freeMinutes;
  return (
    <div role="group" aria-labelledby="finishing-time">
      <p id="finishing-time" className="font-medium">
        Time worked
      </p>
      <p className="mb-1.5 text-ink-soft text-sm">{describeRecordedTime(clockMinutes, recordedMinutes)}</p>
      <div className="flex items-center gap-2">
        <IconButton
          label={`${minutesStep} minutes less`}
          className="size-11! ring-1 ring-line-2 ring-inset"
          disabled={extraMinutes === 0}
          onClick={() => setExtraMinutes(Math.max(0, extraMinutes - minutesStep))}
        >
          <Minus aria-hidden="true" />
        </IconButton>
        <output aria-live="polite" className="min-w-24 text-center font-semibold tabular-nums">
          {formatHours(recordedMinutes + (clockMinutes ?? 0) + extraMinutes)}
        </output>
        <IconButton
          label={`${minutesStep} minutes more`}
          className="size-11! ring-1 ring-line-2 ring-inset"
          disabled={extraMinutes >= freeMinutes}
          onClick={() => setExtraMinutes(Math.min(freeMinutes, extraMinutes + minutesStep))}
        >
          <Plus aria-hidden="true" />
        </IconButton>
      </div>
      {isNearLimit && limitNote !== undefined && (
        <p role="status" className="mt-1.5 text-ink-soft text-sm">
          {limitNote}
        </p>
      )}
    </div>
  );
}

/** Describes the time that the total starts with. */
function describeRecordedTime(clockMinutes: number | null, recordedMinutes: number): string {
  const recorded = `${formatHours(recordedMinutes)} recorded before`;
  if (clockMinutes === null)
    return recordedMinutes === 0
      ? "No timer is running. Add the minutes you worked."
      : `${recorded}. Add any minutes that are missing.`;
  const clock = `${formatHours(clockMinutes)} from the timer`;
  return recordedMinutes === 0
    ? `${clock}. Add any minutes it missed.`
    : `${clock} and ${recorded}. Add any minutes that are missing.`;
}

interface Limits {
  minutesSinceReport: number;
  unworkedMinutes: number;
  previousEntry: MyTime | undefined;
}

/** Explains why no more minutes can be added. */
function describeLimit(
  { timeZone, reportedAt }: WorkOrder,
  { minutesSinceReport, unworkedMinutes, previousEntry }: Limits,
): string | undefined {
  const formatLimitTime = (instant: string) => withTimeZone(formatTime(instant, timeZone), timeZone, instant);
  if (minutesSinceReport < unworkedMinutes)
    return `This work order was reported at ${formatLimitTime(reportedAt)}, so ${formatLimit(minutesSinceReport)} can be added.`;
  if (previousEntry === undefined) return undefined;
  const number = workOrderNumber(previousEntry.workOrderId);
  const { endedAt } = previousEntry;
  if (endedAt === null) return `Your timer is running on ${number}, so no time can be added here.`;
  return `You recorded work on ${number} until ${formatLimitTime(endedAt)}, so ${formatLimit(unworkedMinutes)} can be added.`;
}

const formatLimit = (minutes: number): string =>
  minutes === 0 ? "no time" : `up to ${minutes} ${minutes === 1 ? "minute" : "minutes"}`;
