import { toUserMessage } from "#web/api-client.ts";
import { getFieldErrors } from "#web/error-message.ts";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { Loading, SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { describeSpan, ScheduleByYear } from "./schedule-by-year.tsx";
import type { AppliedTerms } from "./schedule-notes.ts";
import { type ChargeTrigger, describeImmediateCharges } from "./schedule-table.tsx";
import type { useSchedulePreview } from "./use-schedule.ts";

interface SchedulePreviewProps {
  query: ReturnType<typeof useSchedulePreview>;
  /** Whether all typed values are valid. */
  isComplete: boolean;
  /** The end date of the lease. */
  lastDay: string | null;
  /** The message for the first value that doesn't fit the lease dates. */
  termsError: string | undefined;
  appliedTerms: readonly AppliedTerms[];
  /** The step that will post the charges that are already due. */
  chargeTrigger: ChargeTrigger;
}

/** Previews the schedule for the full term under the terms being typed. On desktop, it stays next to the fields. */
export function SchedulePreview({
  query,
  isComplete,
  lastDay,
  termsError,
  appliedTerms,
  chargeTrigger,
}: SchedulePreviewProps) {
  const { data, error, isOutdated } = query;
  const immediateChargesText = data && describeImmediateCharges(data, chargeTrigger);
  const errorMessage = isComplete ? (termsError ?? findErrorMessage(error)) : undefined;
  return (
    <section
      aria-label="Schedule"
      className="border-line max-lg:border-t max-lg:pt-5 lg:sticky lg:top-0 lg:max-h-[calc(100dvh-12rem)] lg:self-start lg:overflow-y-auto lg:border-l lg:pl-6"
    >
      <h3 className="font-semibold">Schedule</h3>
      <div className="mt-3 space-y-3">
        {!isComplete && (
          <p role="status" className="text-ink-soft">
            {data === undefined
              ? "Add charges to preview them month by month."
              : "Showing your previous entries. Finish typing to update the preview."}
          </p>
        )}
        {errorMessage !== undefined && (
          <Banner kind="warning" title="These terms aren't complete yet.">
            {errorMessage}
          </Banner>
        )}
        {isComplete && errorMessage === undefined && data === undefined && (
          <Loading>
            <SkeletonRows count={4} />
          </Loading>
        )}
        {data !== undefined && errorMessage === undefined && (
          <div aria-busy={isOutdated} className="space-y-3">
            {immediateChargesText !== undefined && <p className="text-ink-soft">{immediateChargesText}</p>}
            <p className="text-ink-soft">{describeSpan(data, lastDay)}</p>
            <ScheduleByYear schedule={data} appliedTerms={appliedTerms} />
          </div>
        )}
      </div>
    </section>
  );
}

const findErrorMessage = (error: unknown): string | undefined =>
  error === null ? undefined : (Object.values(getFieldErrors(error))[0] ?? toUserMessage(error));
