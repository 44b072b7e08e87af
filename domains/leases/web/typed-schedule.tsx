import { userMessageOf } from "#web/api-client.ts";
import { fieldErrorsOf } from "#web/refusal.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Loading, SkeletonRows } from "#web/ui/skeleton.tsx";
import type { HeldTerms } from "./schedule-notes.ts";
import { chargedNow, ScheduleTable } from "./schedule-table.tsx";
import type { useTypedSchedule } from "./use-schedule.ts";

interface TypedScheduleProps {
  query: ReturnType<typeof useTypedSchedule>;
  /** Whether all typed values are valid. */
  isComplete: boolean;
  /** The first value that does not fit the lease's dates. */
  misfit: string | undefined;
  held: readonly HeldTerms[];
  /** The verb for charges that are due already: they `will be charged at once`. */
  chargedVerb: string;
}

/** A preview of the next 24 months under the terms being typed. */
export function TypedSchedule({ query, isComplete, misfit, held, chargedVerb }: TypedScheduleProps) {
  const { data, error, isBehind } = query;
  const now = data && chargedNow(data, chargedVerb);
  const refused = isComplete ? (misfit ?? refusalOf(error)) : undefined;
  return (
    <section aria-label="The next 24 months" className="border-line border-t pt-5">
      <h3 className="font-semibold">The next 24 months</h3>
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
            <ScheduleTable caption="The next 24 months" schedule={data} held={held} />
          </div>
        )}
      </div>
    </section>
  );
}

const refusalOf = (error: unknown): string | undefined =>
  error === null ? undefined : (Object.values(fieldErrorsOf(error))[0] ?? userMessageOf(error));
