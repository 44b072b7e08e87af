import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import type { LeaseAccount, OpenCharge } from "#domains/ledger/contract.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import { KeyRound } from "#web/icons.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { useMay, useUser } from "#web/session/session.tsx";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card, CardHeader } from "#web/ui/card.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Choice } from "#web/ui/choice.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";
import { paymentMin } from "../amount.ts";
import {
  AnyLeaseField,
  OwnLeaseField,
  type PayableLease,
  useNamedLease,
  useOwnLeases,
} from "./lease-to-pay.tsx";
import type { PaymentDetails } from "./payment-details.ts";
import { accountQuery, openChargesQuery, underWayQuery } from "./payment-queries.ts";
import { ReceiveDialog } from "./receive-dialog.tsx";
import {
  amountOf,
  amountShown,
  chargesToPay,
  coveredBy,
  descriptionShown,
  dueCents,
  dueCharges,
  dueNowCents,
  errorsOf,
  type FormErrors,
  type FormValues,
  type Owed,
  optionOf,
} from "./what-to-pay.ts";

interface MakePaymentProps {
  values: FormValues;
  onChange: (values: FormValues) => void;
  /** The server's errors by field. */
  refused: FormErrors;
  isBusy: boolean;
  onCancel: () => void;
  onContinue: (details: PaymentDetails) => void;
}

/** PAY-17 to PAY-24: the amount, the description and the lease of a payment. */
export function MakePayment(props: MakePaymentProps) {
  const isTenant = useUser().role === "tenant";
  return (
    <Card className="max-w-2xl">
      {isTenant ? (
        <>
          <CardHeader title="Make Payment" description="You choose how to pay in the next step." />
          <ForOwnLease {...props} />
        </>
      ) : (
        <>
          <ByStaff leaseId={props.values.leaseId} />
          <ForAnyLease {...props} />
        </>
      )}
    </Card>
  );
}

/** Staff do not pay themselves: they take a payment for a lease, or record one that was received. */
function ByStaff({ leaseId }: { leaseId: number | null }) {
  const mayRecord = useMay("payments.record");
  const [isRecording, setRecording] = useState(false);
  return (
    <>
      <CardHeader
        title="Payment for a Lease"
        description="Take a payment by card or bank account now, or record one received outside of the portal."
        action={mayRecord && <Button onClick={() => setRecording(true)}>Record Payment</Button>}
      />
      {isRecording && <ReceiveDialog leaseId={leaseId} onClose={() => setRecording(false)} />}
    </>
  );
}

function ForOwnLease(props: MakePaymentProps) {
  const { values, onChange } = props;
  const { leases, error, isFetching, refetch } = useOwnLeases(true);
  if (leases === undefined)
    return error === null ? (
      <FormToCome />
    ) : (
      <ErrorState
        title="Your leases could not be loaded."
        error={error}
        isRetrying={isFetching}
        onRetry={() => void refetch()}
      />
    );
  const lease = leases.find(({ id }) => id === values.leaseId) ?? leases[0];
  if (lease === undefined)
    return (
      <EmptyState icon={<KeyRound />} title="You have no lease to pay for">
        Please ask your building&rsquo;s management.
      </EmptyState>
    );
  return (
    <ForLease
      {...props}
      lease={lease}
      leaseField={() => (
        <OwnLeaseField
          leases={leases}
          leaseId={lease.id}
          onChange={(leaseId) => onChange({ ...values, leaseId, ...nothingChosen })}
        />
      )}
    />
  );
}

function ForAnyLease(props: MakePaymentProps) {
  const { values, onChange } = props;
  const { data: lease, isError } = useNamedLease(values.leaseId);
  return (
    <ForLease
      {...props}
      lease={lease}
      leaseField={(error) => (
        <AnyLeaseField
          lease={lease}
          error={isError ? "There is no such lease, or you do not have access to it." : error}
          onChange={(leaseId) =>
            onChange({ ...values, leaseId, ...(values.leaseId === null ? {} : nothingChosen) })
          }
        />
      )}
    />
  );
}

const nothingChosen = { option: null, chargeIds: [], amount: null } as const;

interface ForLeaseProps extends MakePaymentProps {
  lease: PayableLease | undefined;
  leaseField: (error: string | undefined) => ReactNode;
}

/** The open charges decide the options. Without known charges any amount can still be paid. */
function ForLease(props: ForLeaseProps) {
  const { lease, leaseField } = props;
  const isKnown = lease !== undefined;
  const account = useQuery({ ...accountQuery(lease?.id ?? 0), enabled: isKnown });
  const charges = useQuery({ ...openChargesQuery(lease?.id ?? 0), enabled: isKnown });
  if (isKnown && (account.isPending || charges.isPending))
    return (
      <>
        <div className="px-4 pb-4 empty:hidden sm:px-5">{leaseField(undefined)}</div>
        <FormToCome />
      </>
    );
  const owed: Owed = {
    isLeaseNamed: isKnown,
    account: account.data ?? null,
    charges: charges.data ?? [],
  };
  return <PaymentForm {...props} owed={owed} />;
}

function PaymentForm(props: ForLeaseProps & { owed: Owed }) {
  const { values, onChange, refused, isBusy, onCancel, onContinue, lease, leaseField, owed } = props;
  const canWrite = useIsServerReachable();
  const [tries, setTries] = useState(0);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (tries > 0) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [tries]);
  const wrong: FormErrors = {
    ...errorsOf(values, owed),
    ...(lease === undefined ? { lease: "Please choose the lease that is paid for" } : {}),
  };
  const errors = tries > 0 && Object.keys(wrong).length > 0 ? wrong : refused;
  const submit = () => {
    setTries(tries + 1);
    if (Object.keys(wrong).length > 0 || lease === undefined) return;
    onContinue({
      amountCents: amountOf(values, owed),
      description: descriptionShown(values, owed).trim(),
      leaseId: lease.id,
      unitId: lease.units[0]?.id ?? null,
      chargeIds: chargesToPay(values, owed),
      covers: coveredBy(values, owed),
    });
  };
  return (
    <form
      ref={form}
      noValidate
      className="space-y-5 px-4 pb-4 sm:px-5 sm:pb-5"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {leaseField(errors.lease)}
      {lease !== undefined && <OnItsWay leaseId={lease.id} />}
      <NothingDue owed={owed} />
      <WhatToPay values={values} owed={owed} error={errors.charges} onChange={onChange} />
      <Field
        label="Amount"
        hint={`Minimum payment amount: ${formatCents(paymentMin)}`}
        error={errors.amount}
        isRequired
      >
        <AmountInput
          value={amountShown(values, owed)}
          onChange={(amount) => onChange({ ...values, option: "other", amount })}
        />
      </Field>
      <Field label="Description" error={errors.description} isRequired>
        <Input
          value={descriptionShown(values, owed)}
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

/** PAY-20: the arrow keys step by a cent. */
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

interface WhatToPayProps {
  values: FormValues;
  owed: Owed;
  error: string | undefined;
  onChange: (values: FormValues) => void;
}

function WhatToPay({ values, owed, error, onChange }: WhatToPayProps) {
  const name = useId();
  const option = optionOf(values, owed);
  if (owed.charges.length === 0 && dueCents(owed) <= 0) return null;
  return (
    <fieldset className="space-y-2">
      <legend className="mb-1.5 font-medium">What to pay</legend>
      {dueCents(owed) > 0 && (
        <Choice
          name={name}
          label={dueNowCents(owed) > 0 ? "Pay all that is due" : "Pay what is due next"}
          hint={dueInWords(owed)}
          aside={formatCents(toCents(dueCents(owed)))}
          isChosen={option === "due"}
          onChoose={() => onChange({ ...values, option: "due" })}
        />
      )}
      {owed.charges.length > 0 && (
        <Choice
          name={name}
          label="Pay selected charges"
          hint="Choose what this payment is for."
          isChosen={option === "selected"}
          onChoose={() => onChange({ ...values, option: "selected" })}
        />
      )}
      {option === "selected" && <Charges values={values} owed={owed} error={error} onChange={onChange} />}
      <Choice
        name={name}
        label="Pay something else"
        hint="Any amount. Oldest charges first; the rest becomes credit."
        isChosen={option === "other"}
        onChoose={() => onChange({ ...values, option: "other", amount: amountShown(values, owed) })}
      />
    </fieldset>
  );
}

function dueInWords(owed: Owed): string | null {
  const due = dueCharges(owed);
  const first = due.map(({ dueOn }) => dueOn).toSorted()[0];
  if (first === undefined) return null;
  const since = owed.account !== null && first < owed.account.today ? "since " : "";
  return `${due.length === 1 ? "1 charge" : `${due.length} charges`}, due ${since}${formatCalendarDay(first)}`;
}

function dueState({ dueOn }: OpenCharge, { account }: Owed): string {
  if (account === null || dueOn === account.today) return "";
  return dueOn < account.today ? ", overdue" : ", not due yet";
}

function Charges({ values, owed, error, onChange }: WhatToPayProps) {
  const noteId = useId();
  const toggle = (id: number, isChosen: boolean) =>
    onChange({
      ...values,
      chargeIds: isChosen ? [...values.chargeIds, id] : values.chargeIds.filter((known) => known !== id),
    });
  return (
    <fieldset
      aria-describedby={error === undefined ? undefined : noteId}
      className="rounded-control bg-sunken px-3 py-1"
    >
      <legend className="sr-only">Charges to pay</legend>
      <div className="max-h-96 divide-y divide-line overflow-y-auto">
        {owed.charges.map((charge) => (
          <div key={charge.id} className="flex items-start justify-between gap-3 py-1">
            <Checkbox
              label={charge.description}
              hint={`Due ${formatCalendarDay(charge.dueOn)}${dueState(charge, owed)}`}
              checked={values.chargeIds.includes(charge.id)}
              onChange={({ target }) => toggle(charge.id, target.checked)}
            />
            <span className="shrink-0 py-1 font-medium tabular-nums">
              {formatCents(toCents(charge.openCents))}
            </span>
          </div>
        ))}
      </div>
      {error !== undefined && (
        <p id={noteId} role="alert" className="py-2 text-red-text text-sm">
          {error}
        </p>
      )}
    </fieldset>
  );
}

/** Explains that the proposed amount is not due. */
function NothingDue({ owed: { account, charges } }: { owed: Owed }) {
  if (account === null || account.dueNowCents > 0) return null;
  return (
    <Banner kind="info" title="Nothing is due">
      {charges.length > 0
        ? "The next charges can be paid in advance."
        : sayCredit(account.nextDue, account.creditCents)}
    </Banner>
  );
}

function sayCredit(next: LeaseAccount["nextDue"], creditCents: number): string {
  if (next === null) return "A payment now becomes a credit.";
  const day = formatCalendarDay(next.on);
  if (next.cents === 0)
    return `The credit of ${formatCents(toCents(creditCents))} covers the next charge, due ${day}. A payment now is added to it.`;
  return `A payment now becomes a credit. The next charge is ${formatCents(toCents(next.cents))}, due ${day}; the credit is used for it.`;
}

/** Prevents a second payment while a bank debit is clearing or a confirmation waits for review. */
function OnItsWay({ leaseId }: { leaseId: number }) {
  const { data: underWay = [] } = useQuery(underWayQuery);
  const ofLease = underWay.filter((payment) => payment.leaseId === leaseId);
  if (ofLease.length === 0) return null;
  const cents = ofLease.reduce((sum, { amountCents }) => sum + amountCents, 0);
  return (
    <Banner kind="info" title={`${formatCents(toCents(cents))} is already on its way`}>
      It counts as owed until it arrives. Please do not pay it again.
    </Banner>
  );
}

const FormToCome = () => (
  <Loading className="space-y-5 px-4 pb-5 sm:px-5">
    <Skeleton className="h-28" />
    <Skeleton className="h-16" />
    <Skeleton className="h-14" />
    <Skeleton className="ml-auto h-9 w-56" />
  </Loading>
);
