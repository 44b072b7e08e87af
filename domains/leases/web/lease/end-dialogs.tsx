import { useQuery } from "@tanstack/react-query";
import { useWatch } from "react-hook-form";
import type { OpenCharge } from "#domains/ledger/contract.ts";
import { formatBalance } from "#domains/ledger/describe.ts";
import { accountQuery, openChargesQuery } from "#domains/ledger/web/queries.ts";
import { addDays, addMonths, type Day, isDay, maxDay, monthStart } from "#shared/calendar.ts";
import { formatCalendarDay, formatMonth } from "#shared/format/dates.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import { useContractForm } from "#web/contract-form.ts";
import { getFieldErrors, showFieldErrors } from "#web/error-message.ts";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Loading, SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { Input } from "#web/ui/forms/input.tsx";
import { ConfirmDialog } from "#web/ui/overlays/confirm-dialog.tsx";
import { endLease, type Lease, recordNotice } from "../../contract.ts";
import { postedDaysAhead } from "../../schedule.ts";
import { endingWithinDays } from "../../states.ts";
import type { Schedule } from "../../terms-fields.ts";
import {
  countMembers,
  formatNotificationNotice,
  formatPeople,
  formatUnits,
  joinSentences,
} from "../format.ts";
import { useEndLease, useRecordNotice, useWithdrawNotice } from "../mutations.ts";
import { EndDateEffects } from "../schedule/end-date-effects.tsx";
import { formatPartialMonth } from "../schedule/schedule-table.tsx";
import { scheduleQuery, useSchedulePreview } from "../schedule/use-schedule.ts";

interface EndDialogProps {
  lease: Lease;
  onClose: () => void;
}

export function RecordNoticeDialog({ lease, onClose }: EndDialogProps) {
  const form = useContractForm(recordNotice.body, { to: lease.to ?? "" });
  const endsOn = useWatch({ control: form.control, name: "to" });
  const lastCharges = useLastCharges(lease, endsOn);
  const saveNotice = useRecordNotice();
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title="Record notice?"
      description={joinSentences(
        "The lease stays active until its end date and then ends automatically.",
        formatNotificationNotice(lease),
      )}
      confirmLabel="Record Notice"
      busyLabel="Saving..."
      isBusy={saveNotice.isPending}
      isDisabled={lastCharges !== null && !lastCharges.isReady}
      onConfirm={form.handleSubmit(({ to }) =>
        saveNotice.mutate(
          { lease, value: to },
          { onSuccess: onClose, onError: closeUnlessFieldError(showFieldErrors(form), onClose) },
        ),
      )}
    >
      <Field label="End date" error={form.formState.errors.to?.message} isRequired>
        <Input type="date" min={lease.today} {...form.register("to")} />
      </Field>
      {lastCharges !== null && <LastChargesTable lastCharges={lastCharges} endsOn={endsOn} />}
      <p className="mt-2 text-ink-soft text-sm">Deductions and the deposit come next, under Move Out.</p>
    </ConfirmDialog>
  );
}

export function EndLeaseDialog({ lease, onClose }: EndDialogProps) {
  const form = useContractForm(endLease.body, { on: getExpectedEnd(lease) });
  const endsOn = useWatch({ control: form.control, name: "on" });
  const lastCharges = useLastCharges(lease, endsOn);
  const saveLeaseEnd = useEndLease();
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title="End this lease?"
      description={describeEnd(lease, endsOn)}
      confirmLabel="End Lease"
      busyLabel="Ending..."
      isBusy={saveLeaseEnd.isPending}
      isDisabled={lastCharges !== null && !lastCharges.isReady}
      isDestructive
      onConfirm={form.handleSubmit((body) =>
        saveLeaseEnd.mutate(
          { lease, value: body.on },
          { onSuccess: onClose, onError: closeUnlessFieldError(showFieldErrors(form), onClose) },
        ),
      )}
    >
      <Field label="End date" error={form.formState.errors.on?.message} isRequired>
        <Input type="date" min={lease.from} {...form.register("on")} />
      </Field>
      {lastCharges !== null && <LastChargesTable lastCharges={lastCharges} endsOn={endsOn} />}
      <p className="mt-2 text-ink-soft text-sm">Deductions and the deposit come next, under Move Out.</p>
    </ConfirmDialog>
  );
}

/**
 * Returns the end date to propose: the lease's end date if notice was given or it ends within 90 days, otherwise
 * today, but never before today or the lease's first day.
 */
function getExpectedEnd({ state, from, to, today }: Lease): Day {
  const isNear = to !== null && (state === "notice" || to <= addDays(today, endingWithinDays));
  return maxDay(maxDay(today, from), isNear ? to : today);
}

export function WithdrawNoticeDialog({ lease, onClose }: EndDialogProps) {
  const endsOn = lease.toBeforeNotice;
  const withdrawNotice = useWithdrawNotice();
  const schedule = useSchedulePreview(lease.id, { endOn: endsOn, months: 1 });
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title="Withdraw notice?"
      description={joinSentences(
        endsOn === null
          ? "The lease will be open-ended again."
          : `The lease's end date will go back to ${formatCalendarDay(endsOn)}.`,
        formatNotificationNotice(lease),
      )}
      confirmLabel="Withdraw Notice"
      busyLabel="Saving..."
      isBusy={withdrawNotice.isPending}
      isDisabled={schedule.isMissing}
      onConfirm={() => withdrawNotice.mutate({ lease, value: undefined }, { onSettled: onClose })}
    >
      <EndDateEffects schedule={schedule} endsOn={endsOn} />
    </ConfirmDialog>
  );
}

const shownMonthCount = 3;
const formatMoney = (cents: number): string => formatCents(toCents(cents));

/**
 * Returns the charges and credits if the lease ends on this date, the current balance, and the deposit held.
 * Null for a date on which the lease can't end.
 */
function useLastCharges(lease: Lease, endsOn: string) {
  const isValid = isDay(endsOn) && endsOn >= lease.from && (lease.to === null || endsOn <= lease.to);
  const schedule = useSchedulePreview(
    lease.id,
    isValid
      ? {
          endOn: endsOn,
          startOn: maxDay(monthStart(lease.from), addMonths(monthStart(endsOn), 1 - shownMonthCount)),
          months: shownMonthCount,
        }
      : null,
  );
  const account = useQuery(accountQuery(lease.id));
  if (!isValid) return null;
  const error = schedule.error ?? account.error;
  return {
    schedule,
    account,
    error,
    isReady: error === null && !schedule.isMissing && account.data !== undefined,
  };
}

/** The charges and credits if the lease ends on this date. Renders nothing if it can't end on that date. */
export function LastCharges({ lease, endsOn }: { lease: Lease; endsOn: string }) {
  const lastCharges = useLastCharges(lease, endsOn);
  const { data: unpaidCharges } = useQuery(openChargesQuery(lease.id));
  const describe = (month: ScheduleMonth) =>
    unpaidCharges === undefined ? "" : describeMonth(month, unpaidCharges, lease.today);
  return lastCharges === null ? null : (
    <LastChargesTable lastCharges={lastCharges} endsOn={endsOn} describe={describe} />
  );
}

type ScheduleMonth = Schedule["months"][number];

/** Says whether a month's charges are paid, unpaid, or when they'll be posted. */
function describeMonth({ charges }: ScheduleMonth, unpaidCharges: readonly OpenCharge[], today: Day): string {
  const [first] = charges;
  if (first === undefined) return "";
  const unposted = charges.find((charge) => !isPosted(charge, today));
  if (unposted !== undefined)
    return `Will be posted on ${formatCalendarDay(addDays(unposted.dueOn, -postedDaysAhead))}, due ${formatCalendarDay(unposted.dueOn)}`;
  const unpaidCents = unpaidCharges
    .filter(({ dueOn, chargeKind }) =>
      charges.some((charge) => charge.dueOn === dueOn && charge.kind === chargeKind),
    )
    .reduce((sum, { openCents }) => sum + openCents, 0);
  return unpaidCents === 0
    ? "Nothing unpaid"
    : `${formatMoney(unpaidCents)} unpaid, due ${formatCalendarDay(first.dueOn)}`;
}

/** Whether a scheduled charge is close enough to its due date to be on the account. */
const isPosted = ({ dueOn }: { dueOn: Day }, today: Day): boolean => dueOn <= addDays(today, postedDaysAhead);

/** Warns before a refund of the deposit that charges up to the end date aren't posted yet. */
export function UnpostedChargesWarning({ lease, endsOn }: { lease: Lease; endsOn: Day }) {
  const { data: schedule } = useQuery(scheduleQuery(lease.id, { endOn: endsOn }));
  const charges = (schedule?.months ?? [])
    .flatMap((month) => month.charges)
    .filter((charge) => !isPosted(charge, lease.today));
  if (charges.length === 0) return null;
  const cents = charges.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const months = [...new Set(charges.map(({ from }) => formatMonth(from)))];
  const period = months.length === 1 ? months[0] : `${months[0]} to ${months.at(-1)}`;
  return (
    <Banner kind="warning" title={`${formatMoney(cents)} for ${period} isn't posted yet.`}>
      Refund the deposit after it's paid, or deduct it.
    </Banner>
  );
}

interface LastChargesTableProps {
  lastCharges: NonNullable<ReturnType<typeof useLastCharges>>;
  endsOn: string;
  describe?: (month: ScheduleMonth) => string;
}

function LastChargesTable({ lastCharges, endsOn, describe = () => "" }: LastChargesTableProps) {
  const { error, isReady } = lastCharges;
  const [schedule, account] = [lastCharges.schedule.data, lastCharges.account.data];
  if (error !== null)
    return (
      <ErrorState
        title="Couldn't load the last charges and credits."
        error={error}
        onRetry={() =>
          void (lastCharges.schedule.error === null ? lastCharges.account : lastCharges.schedule).refetch()
        }
      />
    );
  if (!isReady || schedule === undefined || account === undefined)
    return (
      <Loading>
        <SkeletonRows count={4} />
      </Loading>
    );
  return (
    <section
      aria-label="Last charges and credits"
      aria-live="polite"
      className="mt-4 rounded-control bg-sunken px-4 py-3"
    >
      <h3 className="font-medium">Last charges and credits</h3>
      <dl className="mt-1.5 space-y-1.5 text-sm tabular-nums">
        {schedule.months.map((scheduleMonth) => {
          const { month, charges, totalCents } = scheduleMonth;
          return (
            <AmountRow
              key={month}
              name={[formatMonth(month), charges[0] && formatPartialMonth(charges[0])]
                .filter(Boolean)
                .join(", ")}
              note={describe(scheduleMonth)}
            >
              {formatMoney(totalCents)}
            </AmountRow>
          );
        })}
        {schedule.creditedCents > 0 && (
          <AmountRow name={`Credited for charges after ${formatCalendarDay(endsOn)}`}>
            {formatMoney(-schedule.creditedCents)}
          </AmountRow>
        )}
        <AmountRow name="Balance now">{formatBalance(account.balanceCents)}</AmountRow>
        <AmountRow name="Security deposit held">{formatMoney(account.depositCents)}</AmountRow>
      </dl>
    </section>
  );
}

const AmountRow = ({ name, note = "", children }: { name: string; note?: string; children: string }) => (
  <div className="flex justify-between gap-4">
    <dt className="text-ink-soft">
      {name}
      {note !== "" && <span className="block text-ink">{note}</span>}
    </dt>
    <dd className="whitespace-nowrap font-medium">{children}</dd>
  </div>
);

/** A field error keeps the dialog open. Any other error was already shown as a toast. */
const closeUnlessFieldError =
  (showFieldError: (error: unknown) => void, onClose: () => void) => (error: unknown) =>
    Object.keys(getFieldErrors(error)).length === 0 ? onClose() : showFieldError(error);

function describeEnd(lease: Lease, endsOn: string): string {
  const units = formatUnits(lease.units);
  const count = countMembers(lease);
  const peopleText =
    count === 0 ? "" : `${formatPeople(count)} will be notified and can then only view their own history.`;
  const vacancyText =
    endsOn !== "" && endsOn > lease.today
      ? `${units} will become vacant after ${formatCalendarDay(endsOn)}.`
      : `${units} will become vacant immediately, and the lease can't be reopened.`;
  return joinSentences(vacancyText, peopleText);
}
