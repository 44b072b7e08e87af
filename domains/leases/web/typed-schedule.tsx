import { userMessageOf } from "#web/api-client.ts";
import { fieldErrorsOf } from "#web/refusal.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Loading, SkeletonRows } from "#web/ui/skeleton.tsx";
import { ScheduleByYear, spanInWords } from "./schedule-by-year.tsx";
import type { HeldTerms } from "./schedule-notes.ts";
import { chargedNow } from "./schedule-table.tsx";
import type { useTypedSchedule } from "./use-schedule.ts";

interface TypedScheduleProps {
  query: ReturnType<typeof useTypedSchedule>;
  /** Whether all typed values are valid. */
  isComplete: boolean;
  /** The last day of the lease. */
  lastDay: string | null;
  /** The first value that does not fit the lease's dates. */
  misfit: string | undefined;
  held: readonly HeldTerms[];
  /** The verb for charges that are due already: they `will be charged at once`. */
  chargedVerb: string;
}

/** The schedule of the whole term under the terms being typed; on a desk it stays beside the fields. */
export function TypedSchedule({ query, isComplete, lastDay, misfit, held, chargedVerb }: TypedScheduleProps) {
  const { data, error, isBehind } = query;
  const now = data && chargedNow(data, chargedVerb);
  const refused = isComplete ? (misfit ?? refusalOf(error)) : undefined;
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
              ? "Fill in the charges to see what they come to, month by month."
              : "As it was before your last change. Complete what you are typing to see what it comes to."}
          </p>
        )}
        {refused !== undefined && (
          <Banner kind="warning" title="These terms do not fit yet.">
            {refused}
          </Banner>
        )}
        {isComplete && refused === undefined && data === undefined && (
          <Loading>
            <SkeletonRows count={4} />
          </Loading>
        )}
        {data !== undefined && refused === undefined && (
          <div aria-busy={isBehind} className="space-y-3">
            {now !== undefined && <p className="text-ink-soft">{now}</p>}
            <p className="text-ink-soft">{spanInWords(data, lastDay)}</p>
            <ScheduleByYear schedule={data} held={held} />
          </div>
        )}
      </div>
    </section>
  );
}

const refusalOf = (error: unknown): string | undefined =>
  error === null ? undefined : (Object.values(fieldErrorsOf(error))[0] ?? userMessageOf(error));
