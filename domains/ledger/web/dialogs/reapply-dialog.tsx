import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { Controller, useWatch } from "react-hook-form";
import * as z from "zod/mini";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { useContractForm } from "#web/contract-form.ts";
import { useDraft } from "#web/draft.ts";
import { getFieldErrors } from "#web/error-message.ts";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { FormError } from "#web/ui/forms/form-error.tsx";
import { MoneyInput } from "#web/ui/forms/money-input.tsx";
import { returnsMoney } from "../../accounts.ts";
import { allocateCredit, type LedgerEntry, type OpenCharge } from "../../contract.ts";
import { openChargesQuery } from "../queries.ts";
import { formatMoney, ReasonField } from "./dialog-parts.tsx";
import { MoneyDialog } from "./money-dialog.tsx";
import { useLedgerChange } from "./mutations.ts";
import type { LeaseDialogProps } from "./open-dialog.ts";

const reapplyForm = z.pick(allocateCredit.body, { reason: true });

/** Applies a payment or credit to different charges. */
export function ReapplyDialog({ leaseId, lease, entry, onClose }: LeaseDialogProps & { entry: LedgerEntry }) {
  const openCharges = useQuery(openChargesQuery(leaseId));
  const currentAllocations = entry.allocations.filter(({ kind }) => !returnsMoney(kind));
  // What was refunded or paid out can't be reapplied.
  const creditCents = entry.allocations
    .filter(({ kind }) => returnsMoney(kind))
    .reduce((cents, { amountCents }) => cents - amountCents, -entry.amountCents);
  const form = useContractForm(reapplyForm, {
    // Amounts by charge id, so that changes by others don't move the rows while the user is typing.
    charges: Object.fromEntries(
      currentAllocations.map(({ entryId, amountCents }) => [entryId, amountCents]),
    ) as Record<string, number | null>,
    reason: "",
  });
  const { register, control, formState } = form;
  const amounts = useWatch({ control, name: "charges" });
  const draft = useDraft(form, `move:${entry.id}`);
  const save = useLedgerChange(allocateCredit, leaseId, {
    title: "Payment Reapplied",
    onDone: draft.clearThen(onClose),
  });
  const charges = listCharges(currentAllocations, openCharges.data ?? []);
  const appliedCents = Object.values(amounts).reduce<number>((sum, cents) => sum + (cents ?? 0), 0);
  const remainingCents = creditCents - appliedCents;
  const submit = form.handleSubmit(({ reason }) => {
    if (remainingCents < 0) return;
    const newAllocations = charges.flatMap(({ id }) => {
      const amountCents = amounts[id] ?? 0;
      return amountCents > 0 ? [{ chargeId: id, amountCents }] : [];
    });
    const showChargeErrors = (error: unknown) => {
      const { reason: reasonError, ...errors } = getFieldErrors(error);
      if (reasonError !== undefined) form.setError("reason", { message: reasonError });
      newAllocations.forEach(({ chargeId }, index) => {
        const message = errors[`charges.${index}.amountCents`];
        if (message !== undefined) form.setError(`charges.${chargeId}`, { message });
      });
    };
    save.mutate({ creditId: entry.id, charges: newAllocations, reason }, { onError: showChargeErrors });
  });
  return (
    <MoneyDialog
      draft={draft}
      onClose={onClose}
      action="Reapply"
      lease={lease}
      verb="Reapply"
      preposition="for"
      amountCents={creditCents}
      description={`${entry.description}, ${formatCalendarDay(entry.onDay)}: ${formatMoney(creditCents)}. The balance won't change.`}
      isBusy={save.isPending}
      isDisabled={openCharges.data === undefined}
      onSubmit={submit}
    >
      <FormError error={save.error} form={form} />
      <ChargesStatus query={openCharges} isEmpty={charges.length === 0} />
      {openCharges.data !== undefined &&
        charges.map(({ id, description, dueOn, openCents }) => (
          <Controller
            key={id}
            control={control}
            name={`charges.${id}`}
            render={({ field: { value, ...inputProps }, fieldState }) => (
              <Field
                label={description}
                hint={
                  dueOn === null
                    ? `${formatMoney(openCents)} otherwise unpaid.`
                    : `Due ${formatCalendarDay(dueOn)}, ${formatMoney(openCents)} otherwise unpaid.`
                }
                error={fieldState.error?.message}
              >
                <MoneyInput {...inputProps} value={value ?? null} />
              </Field>
            )}
          />
        ))}
      <RemainingCredit remainingCents={remainingCents} creditCents={creditCents} />
      <ReasonField registration={register("reason")} error={formState.errors.reason} />
    </MoneyDialog>
  );
}

interface ChargesStatusProps {
  query: UseQueryResult<OpenCharge[]>;
  isEmpty: boolean;
}

/** Shown while the charges load, if they can't be loaded, or if there are none. */
function ChargesStatus({ query, isEmpty }: ChargesStatusProps) {
  const { data, isPending, error, isFetching, refetch } = query;
  if (isPending) return <SkeletonRows count={3} />;
  if (data === undefined)
    return (
      <ErrorState
        title="Couldn't load the charges."
        error={error}
        isRetrying={isFetching}
        onRetry={() => void refetch()}
      />
    );
  return isEmpty ? <p className="text-ink-soft">There are no unpaid charges to apply this to.</p> : null;
}

interface RemainingCreditProps {
  remainingCents: number;
  creditCents: number;
}

const RemainingCredit = ({ remainingCents, creditCents }: RemainingCreditProps) =>
  remainingCents < 0 ? (
    <p role="alert" className="text-red-text">
      {`That's ${formatMoney(-remainingCents)} more than the ${formatMoney(creditCents)} available.`}
    </p>
  ) : (
    <p role="status" className="rounded-control bg-sunken px-4 py-3 tabular-nums">
      {`${formatMoney(remainingCents)} will stay as unapplied credit.`}
    </p>
  );

interface ChargeChoice {
  id: number;
  description: string;
  dueOn: string | null;
  /** The unpaid amount of the charge without this entry's allocation. */
  openCents: number;
}

/** Returns the charges the entry is applied to now, followed by the other unpaid charges. */
function listCharges(
  currentAllocations: LedgerEntry["allocations"],
  openCharges: readonly OpenCharge[],
): ChargeChoice[] {
  const appliedCharges = currentAllocations.map(({ entryId, description, amountCents }): ChargeChoice => {
    const openCharge = openCharges.find(({ id }) => id === entryId);
    return {
      id: entryId,
      description,
      dueOn: openCharge?.dueOn ?? null,
      openCents: amountCents + (openCharge?.openCents ?? 0),
    };
  });
  return [
    ...appliedCharges,
    ...openCharges.filter(({ id }) => !appliedCharges.some((other) => other.id === id)),
  ];
}
