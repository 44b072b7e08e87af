import { useQuery } from "@tanstack/react-query";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import { Printer } from "#web/icons.ts";
import { Button } from "#web/ui/button.tsx";
import { ExportLink } from "#web/ui/export-link.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { Section } from "#web/ui/page/section.tsx";
import type { Lease } from "../../contract.ts";
import { exportSchedule } from "../../terms-contract.ts";
import type { Schedule } from "../../terms-fields.ts";
import { termsQuery } from "../queries.ts";
import { getAppliedTerms } from "./schedule-notes.ts";
import { describeLateFee, ScheduleTable } from "./schedule-table.tsx";
import { scheduleQuery } from "./use-schedule.ts";

/** The charges for the next 24 months. Prints as a separate sheet. */
export function ScheduleTab({ lease }: { lease: Lease }) {
  const leaseId = lease.id;
  const { data: terms } = useQuery(termsQuery(leaseId));
  const { data, error, isFetching, refetch } = useQuery({
    ...scheduleQuery(leaseId, {}),
    refetchOnMount: "always",
  });
  return (
    <Section
      title="Schedule"
      description={data && describeTotal(data)}
      action={
        data !== undefined &&
        data.totalCents !== 0 && (
          <div className="flex gap-2">
            <ExportLink
              endpoint={exportSchedule}
              params={{ id: leaseId }}
              query={undefined}
              noun="schedule"
              size="sm"
            />
            <Button size="sm" onClick={() => print()}>
              <Printer aria-hidden="true" />
              Print
            </Button>
          </div>
        )
      }
      className="print:-mx-5 print:border-0 print:text-sm print:[&_td]:py-1 print:[&_th]:py-1.5"
    >
      <p className="hidden px-5 pb-2 text-ink-soft text-sm print:block">{describePrintout(lease)}</p>
      {data === undefined && error === null && <SkeletonRows count={6} />}
      {data === undefined && error !== null && (
        <ErrorState
          title="Couldn't load the schedule."
          error={error}
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {data !== undefined &&
        (data.totalCents === 0 ? (
          <EmptyState title="No upcoming charges">The schedule is based on the lease terms.</EmptyState>
        ) : (
          <ScheduleTable
            caption="Charges by month"
            schedule={data}
            appliedTerms={terms === undefined ? [] : getAppliedTerms(terms)}
          />
        ))}
      {data !== undefined && <LateFees schedule={data} />}
    </Section>
  );
}

function describeTotal({ months, totalCents }: Schedule): string {
  const total = formatCents(toCents(totalCents));
  return months.length === 1
    ? `${total} over one month under the current terms.`
    : `${total} over ${months.length} months under the current terms.`;
}

/** Context from the page, for the printed sheet. */
function describePrintout({ from, to, today }: Lease): string {
  const printedOnText = `Printed ${formatCalendarDay(today)}.`;
  return to === null
    ? `Open-ended lease from ${formatCalendarDay(from)}. ${printedOnText}`
    : `Lease from ${formatCalendarDay(from)} to ${formatCalendarDay(to)}. ${printedOnText}`;
}

function LateFees({ schedule }: { schedule: Schedule }) {
  const example = describeLateFee(schedule);
  return (
    example !== undefined && <p className="border-line border-t px-(--inset) py-3 text-ink-soft">{example}</p>
  );
}
