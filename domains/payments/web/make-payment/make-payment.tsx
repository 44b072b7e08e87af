import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import type { LeaseAccount, OpenCharge } from "#domains/ledger/contract.ts";
import { getPayableCents, getPayableCharges } from "#domains/ledger/suggested-payment.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { useCan, useUser } from "#web/session/session.tsx";
import { Button } from "#web/ui/button.tsx";
import { Badge } from "#web/ui/faces/badge.tsx";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Loading, Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { Checkbox } from "#web/ui/forms/checkbox.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { Input } from "#web/ui/forms/input.tsx";
import { RadioOption } from "#web/ui/forms/radio-option.tsx";
import { Lead } from "#web/ui/page/lead.tsx";
import { SectionHeader } from "#web/ui/page/section.tsx";
import { minPaymentCents } from "../../amount.ts";
import { PaySteps } from "../checkout/pay-steps.tsx";
import { ReceiveDialog } from "../manual-payments/receive-dialog.tsx";
import { accountQuery, openChargesQuery, pendingPaymentsQuery } from "../queries.ts";
import { AnyLeaseField, MyLeaseField, type PayableLease, useLease, useMyLeases } from "./lease-to-pay.tsx";
import {
  emptyForm,
  getAmountCents,
  getAmountText,
  getChargeIdsToPay,
  getCoveredCharges,
  getDescription,
  getDueCents,
  getDueCharges,
  getOption,
  isDueNow,
  isEverythingPaid,
  type LeaseDues,
  type PaymentFormErrors,
  type PaymentFormValues,
  validatePayment,
} from "./payment-selection.ts";
import type { PaymentToMake } from "./payment-to-make.ts";

interface MakePaymentProps {
  values: PaymentFormValues;
  onChange: (values: PaymentFormValues) => void;
  /** The server's errors by field. */
  serverErrors: PaymentFormErrors;
  isBusy: boolean;
  onCancel: () => void;
  onContinue: (details: PaymentToMake) => void;
}

/** The form for a payment's lease, amount, and description (PAY-17 to PAY-24). */
export function MakePayment(props: MakePaymentProps) {
  const isTenant = useUser().role === "tenant";
  return (
    <div className="max-w-2xl space-y-4">
      <PaySteps current="Amount" />
      <Lead>
        {isTenant ? (
          <>
            <SectionHeader title="Make Payment" className="px-(--inset)" />
            <MyLeasePayment {...props} />
          </>
        ) : (
          <>
            <StaffPaymentHeader leaseId={props.values.leaseId} />
            <AnyLeasePayment {...props} />
          </>
        )}
      </Lead>
    </div>
  );
}

/** Staff don't pay for themselves. They take a payment for a lease, or record one that was received. */
function StaffPaymentHeader({ leaseId }: { leaseId: number | null }) {
  const canRecord = useCan("payments.record");
  const [isRecording, setIsRecording] = useState(false);
  return (
    <>
      <SectionHeader
        title="Payment for a Lease"
        className="px-(--inset)"
        description="Take a card or bank payment now, or record one received outside the portal."
        action={canRecord && <Button onClick={() => setIsRecording(true)}>Record Payment</Button>}
      />
      {isRecording && <ReceiveDialog leaseId={leaseId} onClose={() => setIsRecording(false)} />}
    </>
  );
}

function MyLeasePayment(props: MakePaymentProps) {
  const { values, onChange } = props;
  const { leases, error, isFetching, refetch } = useMyLeases(true);
  if (leases === undefined)
    return error === null ? (
      <FormLoading />
    ) : (
      <ErrorState
        title="Couldn't load your leases."
        error={error}
        isRetrying={isFetching}
        onRetry={() => void refetch()}
      />
    );
  const lease = leases.find(({ id }) => id === values.leaseId) ?? leases[0];
  if (lease === undefined)
    return <EmptyState title="You don't have a lease to pay for">Contact your property manager.</EmptyState>;
  return (
    <LeasePayment
      {...props}
      lease={lease}
      renderLeaseField={() => (
        <MyLeaseField
          leases={leases}
          leaseId={lease.id}
          onChange={(leaseId) => onChange({ ...values, leaseId, ...emptySelection })}
        />
      )}
    />
  );
}

function AnyLeasePayment(props: MakePaymentProps) {
  const { values, onChange } = props;
  const { data: lease, isError } = useLease(values.leaseId);
  return (
    <LeasePayment
      {...props}
      lease={lease}
      renderLeaseField={(error) => (
        <AnyLeaseField
          lease={lease}
          error={isError ? "Lease not found, or you don't have access to it." : error}
          onChange={(leaseId) =>
            onChange({ ...values, leaseId, ...(values.leaseId === null ? {} : emptySelection) })
          }
        />
      )}
    />
  );
}

const emptySelection = { option: null, chargeIds: [], amountText: null } as const;

interface LeasePaymentProps extends MakePaymentProps {
  lease: PayableLease | undefined;
  renderLeaseField: (error: string | undefined) => ReactNode;
}

/** The unpaid charges determine the options. If the charges can't be loaded, any amount can still be paid. */
function LeasePayment(props: LeasePaymentProps) {
  const { lease, renderLeaseField } = props;
  const isLeaseSelected = lease !== undefined;
  const account = useQuery({ ...accountQuery(lease?.id ?? 0), enabled: isLeaseSelected });
  const charges = useQuery({ ...openChargesQuery(lease?.id ?? 0), enabled: isLeaseSelected });
  if (isLeaseSelected && (account.isPending || charges.isPending))
    return (
      <>
        <div className="px-(--inset) pt-4 pb-4 empty:hidden">{renderLeaseField(undefined)}</div>
        <FormLoading />
      </>
    );
  const dues: LeaseDues = {
    isLeaseSelected,
    account: account.data ?? null,
    charges: charges.data ?? [],
  };
  return <PaymentForm {...props} dues={dues} />;
}

function PaymentForm(props: LeasePaymentProps & { dues: LeaseDues }) {
  const { values, onChange, serverErrors, isBusy, onCancel, onContinue, lease, renderLeaseField, dues } =
    props;
  const canWrite = useIsServerReachable();
  const [attempts, setAttempts] = useState(0);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (attempts > 0) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [attempts]);
  const formErrors: PaymentFormErrors = {
    ...validatePayment(values, dues),
    ...(lease === undefined ? { lease: "Please select a lease" } : {}),
  };
  const errors = attempts > 0 && Object.keys(formErrors).length > 0 ? formErrors : serverErrors;
  const submit = () => {
    setAttempts(attempts + 1);
    if (Object.keys(formErrors).length > 0 || lease === undefined) return;
    onContinue({
      amountCents: getAmountCents(values, dues),
      description: getDescription(values, dues).trim(),
      leaseId: lease.id,
      unitId: lease.units[0]?.id ?? null,
      chargeIds: getChargeIdsToPay(values, dues),
      coveredCharges: getCoveredCharges(values, dues),
      isCredit: dues.account !== null && isEverythingPaid(dues.account),
    });
  };
  return (
    <form
      ref={form}
      noValidate
      className="space-y-5 px-(--inset) pt-4 pb-4 sm:pb-5"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {renderLeaseField(errors.lease)}
      {lease !== undefined && <AlreadyProcessingBanner leaseId={lease.id} dues={dues} />}
      <NothingDueBanner dues={dues} />
      <PaymentOptions values={values} dues={dues} error={errors.charges} onChange={onChange} />
      <Field
        label="Amount"
        hint={`Minimum payment amount: ${formatCents(minPaymentCents)}`}
        error={errors.amount}
        isRequired
      >
        <AmountInput
          value={getAmountText(values, dues)}
          onChange={(amount) => onChange({ ...values, option: "other", amountText: amount })}
        />
      </Field>
      <Field label="Description" error={errors.description} isRequired>
        <Input
          value={getDescription(values, dues)}
          maxLength={200}
          onChange={({ target }) => onChange({ ...values, description: target.value })}
        />
      </Field>
      <div className="flex flex-wrap justify-end gap-2 max-sm:*:grow">
        <Button onClick={onCancel}>Cancel</Button>
        <Button
          type="submit"
          variant="primary"
          disabled={!canWrite}
          isBusy={isBusy}
          busyLabel="Processing..."
        >
          Continue to Payment
        </Button>
      </div>
    </form>
  );
}

/** The arrow keys change the amount by a cent (PAY-20). */
const AmountInput = ({ value, onChange }: { value: string; onChange: (value: string) => void }) => (
  <div className="relative">
    <span
      aria-hidden="true"
      className="pointer-events-none absolute inset-y-0 left-3 flex items-center text-ink-faint"
    >
      $
    </span>
    <Input
      type="number"
      inputMode="decimal"
      step="0.01"
      autoComplete="off"
      className="pl-7 tabular-nums"
      value={value}
      onChange={({ target }) => onChange(target.value)}
      // The mouse wheel scrolls the page instead of changing the amount.
      onWheel={({ currentTarget }) => currentTarget.blur()}
    />
  </div>
);

interface PaymentOptionsProps {
  values: PaymentFormValues;
  dues: LeaseDues;
  error: string | undefined;
  onChange: (values: PaymentFormValues) => void;
}

function PaymentOptions({ values, dues, error, onChange }: PaymentOptionsProps) {
  const name = useId();
  const option = getOption(values, dues);
  const dueCharges = getDueCharges(dues);
  const canSelectCharges = getPayableCharges(dues.charges).length > 0;
  if (!canSelectCharges && getDueCents(dues) <= 0) return null;
  return (
    <fieldset className="space-y-2">
      <legend className="mb-1.5 font-medium">What to pay</legend>
      {getDueCents(dues) > 0 && (
        <RadioOption
          name={name}
          label={
            isDueNow(dues)
              ? "Pay full amount due"
              : dueCharges.length > 1
                ? "Pay next charges"
                : "Pay next charge"
          }
          hint={formatDue(dues)}
          aside={formatCents(toCents(getDueCents(dues)))}
          isSelected={option === "due"}
          onSelect={() => onChange({ ...values, option: "due" })}
        />
      )}
      {canSelectCharges && (
        <RadioOption
          name={name}
          label="Pay selected charges"
          hint="Choose which charges to pay."
          isSelected={option === "selected"}
          onSelect={() => onChange({ ...values, option: "selected" })}
        />
      )}
      {option === "selected" && (
        <ChargeSelection values={values} dues={dues} error={error} onChange={onChange} />
      )}
      <RadioOption
        name={name}
        label="Pay another amount"
        hint="Any amount. It pays what is due first, then later charges. Anything left becomes a credit."
        isSelected={option === "other"}
        onSelect={() => onChange({ ...values, option: "other", amountText: getAmountText(values, dues) })}
      />
    </fieldset>
  );
}

function formatDue(dues: LeaseDues): string | null {
  const charges = getDueCharges(dues);
  const firstDueOn = charges.map(({ dueOn }) => dueOn).toSorted()[0];
  if (firstDueOn === undefined) return null;
  const count = charges.length === 1 ? "1 charge" : `${charges.length} charges`;
  const isOverdue = dues.account !== null && firstDueOn < dues.account.today;
  const onItsWayCents = charges.reduce((sum, charge) => sum + charge.onItsWayCents, 0);
  const lessOnItsWay = onItsWayCents > 0 ? `, less ${formatCents(toCents(onItsWayCents))} on its way` : "";
  return `${count}, due ${isOverdue ? "since " : ""}${formatCalendarDay(firstDueOn)}${lessOnItsWay}`;
}

function formatChargeHint({ dueOn, openCents, onItsWayCents }: OpenCharge, { account }: LeaseDues): string {
  const due = `Due ${formatCalendarDay(dueOn)}`;
  if (onItsWayCents > 0 && onItsWayCents < openCents)
    return `${due}, ${formatCents(toCents(onItsWayCents))} is on its way`;
  if (onItsWayCents > 0 || account === null || dueOn === account.today) return due;
  return dueOn < account.today ? `${due}, overdue` : `${due}, not due yet`;
}

function ChargeSelection({ values, dues, error, onChange }: PaymentOptionsProps) {
  const noteId = useId();
  const toggle = (id: number, isSelected: boolean) =>
    onChange({
      ...values,
      chargeIds: isSelected
        ? [...values.chargeIds, id]
        : values.chargeIds.filter((selectedId) => selectedId !== id),
    });
  return (
    <fieldset
      aria-describedby={error === undefined ? undefined : noteId}
      className="rounded-control bg-sunken px-3 py-1"
    >
      <legend className="sr-only">Charges to pay</legend>
      <div className="max-h-96 divide-y divide-line overflow-y-auto">
        {dues.charges.map((charge) => {
          const payableCents = getPayableCents(charge);
          return (
            <div key={charge.id} className="flex items-start justify-between gap-3 py-1">
              <Checkbox
                label={charge.description}
                hint={formatChargeHint(charge, dues)}
                checked={payableCents > 0 && values.chargeIds.includes(charge.id)}
                disabled={payableCents === 0}
                onChange={({ target }) => toggle(charge.id, target.checked)}
              />
              {payableCents > 0 ? (
                <span className="shrink-0 py-1 font-medium tabular-nums">
                  {formatCents(toCents(payableCents))}
                </span>
              ) : (
                <Badge tone="blue">On its way</Badge>
              )}
            </div>
          );
        })}
      </div>
      {error !== undefined && (
        <p id={noteId} role="alert" className="py-2 text-red-text text-sm">
          {error}
        </p>
      )}
    </fieldset>
  );
}

/** Explains that the suggested amount isn't due yet. */
function NothingDueBanner({ dues: { account, charges } }: { dues: LeaseDues }) {
  if (account === null || account.dueNowCents > 0) return null;
  const { nextDue } = account;
  return (
    <Banner
      kind="info"
      title={nextDue === null ? "Nothing is due" : `Nothing is due until ${formatCalendarDay(nextDue.on)}`}
    >
      {getPayableCharges(charges).length > 0 ? "You can pay early." : formatCredit(account, charges)}
    </Banner>
  );
}

function formatCredit({ nextDue, creditCents }: LeaseAccount, charges: LeaseDues["charges"]): string {
  if (charges.length > 0)
    return "Payments on their way cover your charges. Another payment will be added as a credit.";
  if (nextDue === null) return "A payment now will be added as a credit.";
  const day = formatCalendarDay(nextDue.on);
  if (nextDue.cents === 0)
    return `Your ${formatCents(toCents(creditCents))} credit covers the next charge, due ${day}. A payment now will be added to that credit.`;
  const rest = formatCents(toCents(nextDue.cents));
  // The next due amount is what remains of the charge after the credit.
  const charge = formatCents(toCents(nextDue.cents + creditCents));
  return creditCents > 0
    ? `Your ${formatCents(toCents(creditCents))} credit leaves ${rest} of the next charge of ${charge}, due ${day}. A payment now becomes a credit toward it.`
    : `A payment now becomes a credit toward the next charge of ${charge}, due ${day}.`;
}

/** Prevents a second payment while a bank debit is clearing or a confirmation is under review. */
function AlreadyProcessingBanner({ leaseId, dues }: { leaseId: number; dues: LeaseDues }) {
  const { data: pendingPayments = [] } = useQuery(pendingPaymentsQuery);
  const leasePayments = pendingPayments.filter((payment) => payment.leaseId === leaseId);
  if (leasePayments.length === 0) return null;
  const cents = leasePayments.reduce((sum, { amountCents }) => sum + amountCents, 0);
  return (
    <Banner kind="info" title={`${formatCents(toCents(cents))} is already processing`}>
      {getAmountText(emptyForm, dues) !== "" && "It's left out of the amount suggested below. "}
      Please don't pay it again.
    </Banner>
  );
}

const FormLoading = () => (
  <Loading className="space-y-5 px-(--inset) pt-4 pb-5">
    <Skeleton className="h-28" />
    <Skeleton className="h-16" />
    <Skeleton className="h-14" />
    <Skeleton className="ml-auto h-9 w-56" />
  </Loading>
);
