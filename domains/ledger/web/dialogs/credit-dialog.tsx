import { Controller, useWatch } from "react-hook-form";
import { useContractForm } from "#web/contract-form.ts";
import { useDraft } from "#web/draft.ts";
import { showFieldErrors } from "#web/error-message.ts";
import { Field } from "#web/ui/forms/field.tsx";
import { FormError } from "#web/ui/forms/form-error.tsx";
import { Select } from "#web/ui/forms/select.tsx";
import { ledgerChargeKindLabels, ledgerChargeKinds } from "../../accounts.ts";
import { addCredit } from "../../contract.ts";
import { AmountField, BalanceChange, ChargeSelect, ReasonField } from "./dialog-parts.tsx";
import { MoneyDialog } from "./money-dialog.tsx";
import { useLedgerChange } from "./mutations.ts";
import type { LeaseDialogProps } from "./open-dialog.ts";

/** Adds a credit, which also reduces the income account of its type. */
export function CreditDialog({ leaseId, lease, account, onClose }: LeaseDialogProps) {
  const form = useContractForm(addCredit.body, {
    kind: "rent",
    amountCents: null as number | null,
    chargeId: undefined as number | undefined,
    reason: "",
  });
  const { register, control, formState } = form;
  const amountCents = useWatch({ control, name: "amountCents" });
  const draft = useDraft(form, `credit:${leaseId}`);
  const save = useLedgerChange(addCredit, leaseId, {
    title: "Credit Added",
    onDone: draft.clearThen(onClose),
  });
  return (
    <MoneyDialog
      draft={draft}
      onClose={onClose}
      action="Add Credit"
      lease={lease}
      verb="Credit"
      preposition="to"
      amountCents={amountCents}
      description="Reduces the tenant's balance. Any excess is applied to the next charge."
      isBusy={save.isPending}
      onSubmit={form.handleSubmit((body) => save.mutate(body, { onError: showFieldErrors(form) }))}
    >
      <FormError error={save.error} form={form} />
      <div className="grid gap-4 sm:grid-cols-2">
        <AmountField control={control} name="amountCents" />
        <Field label="Type" hint="The income account to reduce.">
          <Select
            {...register("kind")}
            options={ledgerChargeKinds.map((value) => ({ value, label: ledgerChargeKindLabels[value] }))}
          />
        </Field>
      </div>
      <Controller
        control={control}
        name="chargeId"
        render={({ field, fieldState }) => (
          <ChargeSelect
            leaseId={leaseId}
            chargeId={field.value}
            onChange={field.onChange}
            error={fieldState.error}
          />
        )}
      />
      <ReasonField registration={register("reason")} error={formState.errors.reason} />
      <BalanceChange account={account} changeCents={amountCents === null ? null : -amountCents} />
    </MoneyDialog>
  );
}
