import { useWatch } from "react-hook-form";
import { useContractForm } from "#web/contract-form.ts";
import { useDraft } from "#web/draft.ts";
import { showFieldErrors } from "#web/error-message.ts";
import { Field } from "#web/ui/forms/field.tsx";
import { FormError } from "#web/ui/forms/form-error.tsx";
import { Input } from "#web/ui/forms/input.tsx";
import { Select } from "#web/ui/forms/select.tsx";
import { ledgerChargeKindLabels, ledgerChargeKinds } from "../../accounts.ts";
import { addCharge } from "../../contract.ts";
import { AmountField, BalanceChange } from "./dialog-parts.tsx";
import { MoneyDialog } from "./money-dialog.tsx";
import { useLedgerChange } from "./mutations.ts";
import type { LeaseDialogProps } from "./open-dialog.ts";

/** Adds a one-time charge, separate from the lease terms. */
export function ChargeDialog({ leaseId, lease, account, onClose }: LeaseDialogProps) {
  const form = useContractForm(addCharge.body, {
    kind: "other",
    label: "",
    amountCents: null as number | null,
    dueOn: account.today,
    reason: "",
  });
  const { register, control, formState } = form;
  const { errors } = formState;
  const amountCents = useWatch({ control, name: "amountCents" });
  const draft = useDraft(form, `charge:${leaseId}`);
  const save = useLedgerChange(addCharge, leaseId, {
    title: "Charge Added",
    onDone: draft.clearThen(onClose),
  });
  return (
    <MoneyDialog
      draft={draft}
      onClose={onClose}
      action="Add Charge"
      lease={lease}
      verb="Charge"
      preposition="to"
      amountCents={amountCents}
      description="Add a one-time charge on top of the monthly charges."
      isBusy={save.isPending}
      onSubmit={form.handleSubmit((body) => save.mutate(body, { onError: showFieldErrors(form) }))}
    >
      <FormError error={save.error} form={form} />
      <Field label="Description" error={errors.label?.message} isRequired>
        <Input {...register("label")} data-autofocus maxLength={100} />
      </Field>
      <div className="grid gap-4 sm:grid-cols-3">
        <Field label="Type">
          <Select
            {...register("kind")}
            options={ledgerChargeKinds.map((value) => ({ value, label: ledgerChargeKindLabels[value] }))}
          />
        </Field>
        <AmountField control={control} name="amountCents" />
        <Field label="Due date" error={errors.dueOn?.message} isRequired>
          <Input type="date" {...register("dueOn")} />
        </Field>
      </div>
      <Field label="Note" hint="Visible to the tenant." error={errors.reason?.message} isOptional>
        <Input {...register("reason")} maxLength={500} />
      </Field>
      <BalanceChange account={account} changeCents={amountCents} />
    </MoneyDialog>
  );
}
