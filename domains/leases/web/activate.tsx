import { useQuery } from "@tanstack/react-query";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { Banner } from "#web/ui/banner.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { SkeletonRows } from "#web/ui/skeleton.tsx";
import type { Lease } from "../contract.ts";
import type { Schedule, TermsOfLease } from "../terms-facts.ts";
import { misfitsIn } from "../terms-within-lease.ts";
import { useActivate } from "./api.ts";
import { termsQuery } from "./queries.ts";
import { ScheduleByYear, spanInWords } from "./schedule-by-year.tsx";
import { heldOf } from "./schedule-notes.ts";
import { chargedNow, lateFeeExample } from "./schedule-table.tsx";
import { monthsOfTerm } from "./term-months.ts";
import { scheduleQuery } from "./use-schedule.ts";
import { areOrIs, toldWords, unitsInWords } from "./words.ts";

/** Confirms the activation of a draft, and shows the charges it will have. */
export function Activate({ lease, onClose }: { lease: Lease; onClose: () => void }) {
  const activate = useActivate();
  const terms = useQuery({ ...termsQuery(lease.id), refetchOnMount: "always" });
  const [first] = terms.data?.versions ?? [];
  const hasTerms = first !== undefined;
  const schedule = useQuery({
    ...scheduleQuery(
      lease.id,
      first === undefined ? {} : { months: monthsOfTerm({ from: first.from, to: lease.to }, first.terms) },
    ),
    enabled: hasTerms,
    refetchOnMount: "always",
  });
  const when = lease.from <= lease.today ? "at once" : `from ${formatCalendarDay(lease.from)}`;
  const error = terms.error ?? schedule.error;
  // The dates of a draft may have changed since its terms were written.
  const misfit = first === undefined ? undefined : Object.values(misfitsIn(first.terms, lease))[0];
  return (
    <FormDialog
      title="Activate this lease?"
      description={`${unitsInWords(lease.units)} ${areOrIs(lease)} occupied ${when}.${toldWords(lease)}`}
      size={hasTerms ? "lg" : "md"}
      submitLabel="Activate"
      busyLabel="Activating..."
      isBusy={activate.isPending}
      isDisabled={misfit !== undefined || terms.isPending || (hasTerms && schedule.isPending)}
      onSubmit={() => activate.mutate({ lease, value: undefined }, { onSettled: onClose })}
      onClose={onClose}
    >
      {misfit !== undefined && (
        <Banner kind="warning" title="Please edit the terms first: they do not fit the lease's days.">
          {misfit}
        </Banner>
      )}
      {error !== null && (
        <ErrorState
          title="What it will be charged could not be loaded."
          error={error}
          onRetry={() => void (terms.error === null ? schedule.refetch() : terms.refetch())}
        />
      )}
      {error === null && (terms.isPending || (hasTerms && schedule.isPending)) && <SkeletonRows count={4} />}
      {terms.data !== undefined && !hasTerms && (
        <Banner kind="info" title="This lease has no charges yet.">
          Nothing is charged until its terms are written; you can add them afterwards.
        </Banner>
      )}
      {terms.data !== undefined && schedule.data !== undefined && (
        <WillBeCharged terms={terms.data} schedule={schedule.data} lastDay={lease.to} />
      )}
    </FormDialog>
  );
}

interface WillBeChargedProps {
  terms: TermsOfLease;
  schedule: Schedule;
  lastDay: string | null;
}

function WillBeCharged({ terms, schedule, lastDay }: WillBeChargedProps) {
  const lateFee = lateFeeExample(schedule);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- lets the keyboard scroll it
    <section aria-label="Schedule" tabIndex={0} className="space-y-4">
      <p className="font-medium">
        {chargedNow(schedule, "will be charged now") ?? "Nothing will be charged now."}
      </p>
      <p className="text-ink-soft">{spanInWords(schedule, lastDay)}</p>
      <ScheduleByYear schedule={schedule} held={heldOf(terms)} />
      {lateFee !== undefined && <p className="text-ink-soft">{lateFee}</p>}
    </section>
  );
}
