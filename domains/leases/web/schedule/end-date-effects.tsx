import { formatCalendarDay } from "#shared/format/dates.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Loading, SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import type { Schedule } from "../../terms-fields.ts";
import { joinSentences } from "../format.ts";
import { describeImmediateCharges } from "./schedule-table.tsx";
import type { useSchedulePreview } from "./use-schedule.ts";

interface EndDateEffectsProps {
  /** The schedule if the lease ended on `endsOn`. */
  schedule: ReturnType<typeof useSchedulePreview>;
  /** Null for an open-ended lease. */
  endsOn: string | null;
}

/** The charges and credits that saving a new end date posts. */
export function EndDateEffects({ schedule, endsOn }: EndDateEffectsProps) {
  const { data, error, isMissing, refetch } = schedule;
  if (error !== null)
    return (
      <ErrorState
        title="Couldn't load the charges and credits."
        error={error}
        onRetry={() => void refetch()}
      />
    );
  if (isMissing)
    return (
      <Loading label="Loading charges and credits">
        <SkeletonRows count={1} />
      </Loading>
    );
  if (data === undefined) return null;
  return (
    <p role="status" className="rounded-control bg-sunken px-4 py-3">
      {joinSentences(describeImmediateCharges(data, "save") ?? "", describeCredit(data, endsOn)) ||
        "No posted charges change with this end date."}
    </p>
  );
}

const describeCredit = ({ creditedCents }: Schedule, endsOn: string | null): string =>
  creditedCents === 0 || endsOn === null
    ? ""
    : `When you save, ${formatCents(toCents(creditedCents))} will be credited for charges after ${formatCalendarDay(endsOn)}.`;
