import { useQuery } from "@tanstack/react-query";
import { Controller, useWatch } from "react-hook-form";
import * as z from "zod/mini";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { useContractForm } from "#web/contract-form.ts";
import { useDraft } from "#web/draft.ts";
import { fieldErrorsOf } from "#web/refusal.ts";
import { ErrorState } from "#web/ui/error-state.tsx";
import { Field } from "#web/ui/field.tsx";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { MoneyInput } from "#web/ui/money-input.tsx";
import { Refused } from "#web/ui/refused.tsx";
import { SkeletonRows } from "#web/ui/skeleton.tsx";
import { allocateCredit, type LedgerEntry, type OpenCharge } from "../contract.ts";
import { money, ReasonField } from "./dialog-parts.tsx";
import { useLedgerChange } from "./ledger-changes.ts";
import { openChargesQuery } from "./ledger-queries.ts";
import type { LeaseDialogProps } from "./open-dialog.ts";

const shape = z.pick(allocateCredit.body, { reason: true });

/** Changes the allocation of a payment or credit. */
export function MoveDialog({ leaseId, entry, onClose }: LeaseDialogProps & { entry: LedgerEntry }) {
  const open = useQuery(openChargesQuery(leaseId));
  const settled = entry.settlements.filter(({ kind }) => kind !== "refund");
  // What was refunded of it cannot be moved.
  const creditCents = entry.settlements
    .filter(({ kind }) => kind === "refund")
    .reduce((rest, { amountCents }) => rest - amountCents, -entry.amountCents);
  const form = useContractForm(shape, {
    // The amount by charge. Later changes by others do not move the rows while the user types.
    charges: Object.fromEntries(settled.map(({ entryId, amountCents }) => [entryId, amountCents])) as Record<
      string,
      number | null
    >,
    reason: "",
  });
  const { register, control, formState } = form;
  const amounts = useWatch({ control, name: "charges" });
  const draft = useDraft(form, `move:${entry.id}`);
  const save = useLedgerChange(allocateCredit, leaseId, {
    title: "Allocation moved",
    onDone: draft.dropAnd(onClose),
  });
  const charges = chargesOf(settled, open.data ?? []);
  const used = Object.values(amounts).reduce<number>((sum, cents) => sum + (cents ?? 0), 0);
  const left = creditCents - used;
  const submit = form.handleSubmit(({ reason }) => {
    if (left < 0) return;
    const sent = charges.flatMap(({ id }) => {
      const amountCents = amounts[id] ?? 0;
      return amountCents > 0 ? [{ chargeId: id, amountCents }] : [];
    });
    const showAtCharges = (error: unknown) => {
      const { reason: atReason, ...errors } = fieldErrorsOf(error);
      if (atReason !== undefined) form.setError("reason", { message: atReason });
      sent.forEach(({ chargeId }, at) => {
        const message = errors[`charges.${at}.amountCents`];
        if (message !== undefined) form.setError(`charges.${chargeId}`, { message });
      });
    };
    save.mutate({ creditId: entry.id, charges: sent, reason }, { onError: showAtCharges });
  });
  return (
    <FormDialog
      draft={draft}
      onClose={onClose}
      title="Move Allocation"
      description={`${entry.description}, ${formatCalendarDay(entry.onDay)}: ${money(creditCents)}. The balance stays as it is.`}
      submitLabel="Move Allocation"
      isBusy={save.isPending}
      isDisabled={open.data === undefined}
      onSubmit={submit}
    >
      <Refused error={save.error} form={form} />
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
        <p className="text-ink-soft">There is no open charge to use it for.</p>
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
                hint={`${dueOn === null ? "" : `Due ${formatCalendarDay(dueOn)}, `}${money(openCents)} open otherwise.`}
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
          ? `This is ${money(-left)} more than the ${money(creditCents)} of the entry.`
          : `${money(left)} remains as credit until the next entry.`}
      </p>
      <ReasonField wiring={register("reason")} error={formState.errors.reason} />
    </FormDialog>
  );
}

interface Choice {
  id: number;
  description: string;
  dueOn: string | null;
  /** The open amount of the charge without this entry's allocation. */
  openCents: number;
}

/** The charges that the entry settles now, then the other open ones. */
function chargesOf(settled: LedgerEntry["settlements"], open: readonly OpenCharge[]): Choice[] {
  const used = settled.map(({ entryId, description, amountCents }): Choice => {
    const rest = open.find(({ id }) => id === entryId);
    return {
      id: entryId,
      description,
      dueOn: rest?.dueOn ?? null,
      openCents: amountCents + (rest?.openCents ?? 0),
    };
  });
  return [...used, ...open.filter(({ id }) => !used.some((other) => other.id === id))];
}
