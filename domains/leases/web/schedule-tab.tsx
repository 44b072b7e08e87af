import { useQuery } from "@tanstack/react-query";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import { CalendarDays, Printer } from "#web/icons.ts";
import { Button } from "#web/ui/button.tsx";
import { Card, CardHeader } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { ExportLink } from "#web/ui/export-link.tsx";
import { SkeletonRows } from "#web/ui/skeleton.tsx";
import type { Lease } from "../contract.ts";
import { exportSchedule } from "../terms-contract.ts";
import type { Schedule } from "../terms-facts.ts";
import { termsQuery } from "./queries.ts";
import { heldOf } from "./schedule-notes.ts";
import { lateFeeExample, ScheduleTable } from "./schedule-table.tsx";
import { scheduleQuery } from "./use-schedule.ts";

/** The charges of the next 24 months; printed on a sheet of its own. */
export function ScheduleTab({ lease }: { lease: Lease }) {
  const leaseId = lease.id;
  const { data: terms } = useQuery(termsQuery(leaseId));
  const { data, error, isFetching, refetch } = useQuery({
    ...scheduleQuery(leaseId, {}),
    refetchOnMount: "always",
  });
  return (
    <Card className="print:-mx-5 print:border-0 print:text-sm print:[&_td]:py-1 print:[&_th]:py-1.5">
      <CardHeader
        title="Schedule"
        description={data && descriptionOf(data)}
        action={
          data !== undefined &&
          data.totalCents !== 0 && (
            <div className="flex gap-2">
              <ExportLink
                endpoint={exportSchedule}
                params={{ id: leaseId }}
                query={undefined}
                what="schedule"
                size="sm"
              />
              <Button size="sm" onClick={() => print()}>
                <Printer aria-hidden="true" />
                Print
              </Button>
            </div>
          )
        }
      />
      <p className="hidden px-5 pb-2 text-ink-soft text-sm print:block">{sheetNote(lease)}</p>
      {data === undefined && error === null && <SkeletonRows count={6} />}
      {data === undefined && error !== null && (
        <ErrorState
          title="The schedule could not be loaded."
          error={error}
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {data !== undefined &&
        (data.totalCents === 0 ? (
          <EmptyState icon={<CalendarDays />} title="Nothing is charged in the months to come">
            The schedule follows from the terms of the lease.
          </EmptyState>
        ) : (
          <ScheduleTable
            caption="What is charged month by month"
            schedule={data}
            held={terms === undefined ? [] : heldOf(terms)}
          />
        ))}
      {data !== undefined && <LateFees schedule={data} />}
    </Card>
  );
}

const descriptionOf = ({ months, totalCents }: Schedule) =>
  `${formatCents(toCents(totalCents))} in ${months.length === 1 ? "one month" : `${months.length} months`}, as the terms are now.`;

/** Context from the page, for the printed sheet. */
const sheetNote = ({ from, to, today }: Lease) =>
  `Lease from ${formatCalendarDay(from)} ${to === null ? "without an end" : `to ${formatCalendarDay(to)}`}. Printed ${formatCalendarDay(today)}.`;

function LateFees({ schedule }: { schedule: Schedule }) {
  const example = lateFeeExample(schedule);
  return (
    example !== undefined && <p className="border-line border-t px-4 py-3 text-ink-soft sm:px-5">{example}</p>
  );
}
