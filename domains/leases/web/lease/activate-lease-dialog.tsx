import { useQuery } from "@tanstack/react-query";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { FormDialog } from "#web/ui/overlays/form-dialog.tsx";
import type { Lease } from "../../contract.ts";
import type { Schedule, TermsDetails } from "../../terms-fields.ts";
import { findTermsErrors } from "../../validate-terms.ts";
import { formatNotificationNotice, formatUnits, joinSentences } from "../format.ts";
import { useActivateLease } from "../mutations.ts";
import { termsQuery } from "../queries.ts";
import { describeSpan, ScheduleByYear } from "../schedule/schedule-by-year.tsx";
import { getAppliedTerms } from "../schedule/schedule-notes.ts";
import {
  describeImmediateCharges,
  describeLateFee,
  describeOverdueCharges,
} from "../schedule/schedule-table.tsx";
import { countTermMonths } from "../schedule/term-months.ts";
import { scheduleQuery } from "../schedule/use-schedule.ts";

/** Confirms the activation of a draft and shows its charges. */
export function ActivateLeaseDialog({ lease, onClose }: { lease: Lease; onClose: () => void }) {
  const activateLease = useActivateLease();
  const terms = useQuery({ ...termsQuery(lease.id), refetchOnMount: "always" });
  const [firstTerms] = terms.data?.versions ?? [];
  const hasTerms = firstTerms !== undefined;
  const schedule = useQuery({
    ...scheduleQuery(
      lease.id,
      firstTerms === undefined
        ? {}
        : { months: countTermMonths({ from: firstTerms.from, to: lease.to }, firstTerms.terms) },
    ),
    enabled: hasTerms,
    refetchOnMount: "always",
  });
  const error = terms.error ?? schedule.error;
  const isReady = error === null && terms.isFetchedAfterMount && (!hasTerms || schedule.isFetchedAfterMount);
  // The dates of a draft can have changed since its terms were entered.
  const termsError =
    firstTerms === undefined ? undefined : Object.values(findTermsErrors(firstTerms.terms, lease))[0];
  return (
    <FormDialog
      title="Activate this lease?"
      description={describeActivation(lease)}
      size={hasTerms ? "wide" : "dialog"}
      submitLabel="Activate"
      busyLabel="Activating..."
      isBusy={activateLease.isPending}
      isDisabled={termsError !== undefined || !isReady}
      onSubmit={() => activateLease.mutate({ lease, value: undefined }, { onSettled: onClose })}
      onClose={onClose}
    >
      {termsError !== undefined && (
        <Banner kind="warning" title="Edit the terms first. They don't match the lease dates.">
          {termsError}
        </Banner>
      )}
      {error !== null && (
        <ErrorState
          title="Couldn't load the charges."
          error={error}
          onRetry={() => void (terms.error === null ? schedule.refetch() : terms.refetch())}
        />
      )}
      {error === null && !isReady && <SkeletonRows count={4} />}
      {isReady && !hasTerms && (
        <Banner kind="info" title="This lease has no charges yet.">
          Nothing will be charged until you add terms. You can add them after activating.
        </Banner>
      )}
      {isReady && terms.data !== undefined && schedule.data !== undefined && (
        <ChargesPreview terms={terms.data} schedule={schedule.data} lease={lease} />
      )}
    </FormDialog>
  );
}

function describeActivation(lease: Lease): string {
  const units = formatUnits(lease.units);
  const occupancyText =
    lease.from <= lease.today
      ? `${units} will be occupied immediately.`
      : `${units} will be occupied starting ${formatCalendarDay(lease.from)}.`;
  return joinSentences(occupancyText, formatNotificationNotice(lease));
}

interface ChargesPreviewProps {
  terms: TermsDetails;
  schedule: Schedule;
  lease: Lease;
}

function ChargesPreview({ terms, schedule, lease }: ChargesPreviewProps) {
  const lateFee = describeLateFee(schedule);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- lets the keyboard scroll it
    <section aria-label="Schedule" tabIndex={0} className="space-y-4">
      <p className="font-medium">
        {joinSentences(
          describeImmediateCharges(schedule, "now") ?? "Nothing will be charged now.",
          describeOverdueCharges(schedule, lease.today),
        )}
      </p>
      <p className="text-ink-soft">{describeSpan(schedule, lease.to)}</p>
      <ScheduleByYear schedule={schedule} appliedTerms={getAppliedTerms(terms)} />
      {lateFee !== undefined && <p className="text-ink-soft">{lateFee}</p>}
    </section>
  );
}
