import { Controller, useWatch } from "react-hook-form";
import { paymentMethodLabels, receivedMethods } from "#domains/payments/methods.ts";
import { receivePayment } from "#domains/payments/staff-contract.ts";
import { useContractForm } from "#web/contract-form.ts";
import { useDraft } from "#web/draft.ts";
import { showFieldErrors } from "#web/error-message.ts";
import { Field } from "#web/ui/forms/field.tsx";
import { FormError } from "#web/ui/forms/form-error.tsx";
import { Input } from "#web/ui/forms/input.tsx";
import { Select } from "#web/ui/forms/select.tsx";
import { AmountField, BalanceChange, ChargeSelect } from "./dialog-parts.tsx";
import { MoneyDialog } from "./money-dialog.tsx";
import { useLedgerChange } from "./mutations.ts";
import type { LeaseDialogProps } from "./open-dialog.ts";

/** Records a payment received outside the portal. */
export function PaymentDialog({ leaseId, lease, account, onClose }: LeaseDialogProps) {
  const form = useContractForm(receivePayment.body, {
    amountCents: null as number | null,
    onDay: account.today,
    method: "check",
    reference: "",
    note: "",
    chargeIds: [] as number[],
  });
  const { register, control, formState } = form;
  const { errors } = formState;
  const amountCents = useWatch({ control, name: "amountCents" });
  const draft = useDraft(form, `payment:${leaseId}`);
  const save = useLedgerChange(receivePayment, leaseId, {
    title: "Payment Recorded",
    onDone: draft.clearThen(onClose),
  });
  return (
    <MoneyDialog
      draft={draft}
      onClose={onClose}
      action="Record Payment"
      lease={lease}
      verb="Record"
      preposition="from"
      amountCents={amountCents}
      description="Money received outside the portal."
      isBusy={save.isPending}
      onSubmit={form.handleSubmit((body) => save.mutate(body, { onError: showFieldErrors(form) }))}
    >
      <FormError error={save.error} form={form} />
      <div className="grid gap-4 sm:grid-cols-2">
        <AmountField control={control} name="amountCents" />
        <Field label="Date received" error={errors.onDay?.message} isRequired>
          <Input type="date" {...register("onDay")} max={account.today} />
        </Field>
        <Field label="Method">
          <Select
            {...register("method")}
            options={receivedMethods.map((value) => ({ value, label: paymentMethodLabels[value] }))}
          />
        </Field>
        <Field
          label="Reference"
          hint="For example, a check number."
          error={errors.reference?.message}
          isOptional
        >
          <Input {...register("reference")} maxLength={100} />
        </Field>
      </div>
      <Controller
        control={control}
        name="chargeIds"
        render={({ field, fieldState }) => (
          <ChargeSelect
            leaseId={leaseId}
            chargeId={field.value[0]}
            onChange={(chargeId) => field.onChange(chargeId === undefined ? [] : [chargeId])}
            error={fieldState.error}
          />
        )}
      />
      <Field label="Note" hint="Visible to the tenant." error={errors.note?.message} isOptional>
        <Input {...register("note")} maxLength={500} />
      </Field>
      <BalanceChange account={account} changeCents={amountCents === null ? null : -amountCents} />
    </MoneyDialog>
  );
}
