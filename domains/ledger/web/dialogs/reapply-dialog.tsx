import { useQuery } from "@tanstack/react-query";
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
import { allocateCredit, type LedgerEntry, type OpenCharge } from "../../contract.ts";
import { openChargesQuery } from "../queries.ts";
import { money, ReasonField } from "./dialog-parts.tsx";
import { MoneyDialog } from "./money-dialog.tsx";
import { useLedgerChange } from "./mutations.ts";
import type { LeaseDialogProps } from "./open-dialog.ts";

const shape = z.pick(allocateCredit.body, { reason: true });

/** Applies a payment or credit to different charges. */
export function ReapplyDialog({ leaseId, lease, entry, onClose }: LeaseDialogProps & { entry: LedgerEntry }) {
  const open = useQuery(openChargesQuery(leaseId));
  const current = entry.allocations.filter(({ kind }) => kind !== "refund");
  // The refunded part can't be reapplied.
  const creditCents = entry.allocations
    .filter(({ kind }) => kind === "refund")
    .reduce((rest, { amountCents }) => rest - amountCents, -entry.amountCents);
  const form = useContractForm(shape, {
    // The amount by charge. Changes by others don't move the rows while the user is typing.
    charges: Object.fromEntries(current.map(({ entryId, amountCents }) => [entryId, amountCents])) as Record<
      string,
      number | null
    >,
    reason: "",
  });
  const { register, control, formState } = form;
  const amounts = useWatch({ control, name: "charges" });
  const draft = useDraft(form, `move:${entry.id}`);
  const save = useLedgerChange(allocateCredit, leaseId, {
    title: "Payment Reapplied",
    onDone: draft.clearThen(onClose),
  });
  const charges = listCharges(current, open.data ?? []);
  const applied = Object.values(amounts).reduce<number>((sum, cents) => sum + (cents ?? 0), 0);
  const left = creditCents - applied;
  const submit = form.handleSubmit(({ reason }) => {
    if (left < 0) return;
    const changes = charges.flatMap(({ id }) => {
      const amountCents = amounts[id] ?? 0;
      return amountCents > 0 ? [{ chargeId: id, amountCents }] : [];
    });
    const showAtCharges = (error: unknown) => {
      const { reason: atReason, ...errors } = getFieldErrors(error);
      if (atReason !== undefined) form.setError("reason", { message: atReason });
      changes.forEach(({ chargeId }, at) => {
        const message = errors[`charges.${at}.amountCents`];
        if (message !== undefined) form.setError(`charges.${chargeId}`, { message });
      });
    };
    save.mutate({ creditId: entry.id, charges: changes, reason }, { onError: showAtCharges });
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
      description={`${entry.description}, ${formatCalendarDay(entry.onDay)}: ${money(creditCents)}. The balance won't change.`}
      isBusy={save.isPending}
      isDisabled={open.data === undefined}
      onSubmit={submit}
    >
      <FormError error={save.error} form={form} />
      {open.isPending && <SkeletonRows count={3} />}
      {open.isError && open.data === undefined && (
        <ErrorState
          title="The charges could not be loaded."
          error={open.error}
          isRetrying={open.isFetching}
          onRetry={() => void open.refetch()}
        />
      )}
      {open.data !== undefined && charges.length === 0 && (
        <p className="text-ink-soft">There are no unpaid charges to apply this to.</p>
      )}
      {open.data !== undefined &&
        charges.map(({ id, description, dueOn, openCents }) => (
          <Controller
            key={id}
            control={control}
            name={`charges.${id}`}
            render={({ field: { value, ...wiring }, fieldState }) => (
              <Field
                label={description}
                hint={
                  dueOn === null
                    ? `${money(openCents)} otherwise unpaid.`
                    : `Due ${formatCalendarDay(dueOn)}, ${money(openCents)} otherwise unpaid.`
                }
                error={fieldState.error?.message}
              >
                <MoneyInput {...wiring} value={value ?? null} />
              </Field>
            )}
          />
        ))}
      <p
        role={left < 0 ? "alert" : "status"}
        className={left < 0 ? "text-red-text" : "rounded-control bg-sunken px-4 py-3 tabular-nums"}
      >
        {left < 0
          ? `That's ${money(-left)} more than the ${money(creditCents)} available.`
          : `${money(left)} will stay as unapplied credit.`}
      </p>
      <ReasonField wiring={register("reason")} error={formState.errors.reason} />
    </MoneyDialog>
  );
}

interface Choice {
  id: number;
  description: string;
  dueOn: string | null;
  /** The unpaid amount of the charge without this entry's allocation. */
  openCents: number;
}

/** Returns the charges the entry is applied to now, followed by the other unpaid charges. */
function listCharges(current: LedgerEntry["allocations"], open: readonly OpenCharge[]): Choice[] {
  const applied = current.map(({ entryId, description, amountCents }): Choice => {
    const rest = open.find(({ id }) => id === entryId);
    return {
      id: entryId,
      description,
      dueOn: rest?.dueOn ?? null,
      openCents: amountCents + (rest?.openCents ?? 0),
    };
  });
  return [...applied, ...open.filter(({ id }) => !applied.some((other) => other.id === id))];
}
