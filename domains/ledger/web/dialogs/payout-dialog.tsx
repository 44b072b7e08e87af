import { useWatch } from "react-hook-form";
import { useContractForm } from "#web/contract-form.ts";
import { useDraft } from "#web/draft.ts";
import { showFieldErrors } from "#web/error-message.ts";
import { Field } from "#web/ui/forms/field.tsx";
import { FormError } from "#web/ui/forms/form-error.tsx";
import { Input } from "#web/ui/forms/input.tsx";
import { depositMethods } from "../../accounts.ts";
import { payOutCredit } from "../../contract.ts";
import { AmountField, BalanceChange, formatMoney, MethodFields, ReasonField } from "./dialog-parts.tsx";
import { MoneyDialog } from "./money-dialog.tsx";
import { useLedgerChange } from "./mutations.ts";
import type { LeaseDialogProps } from "./open-dialog.ts";

/** Records that the lease's credit was paid out, by default all of it. */
export function PayoutDialog({ leaseId, lease, account, onClose }: LeaseDialogProps) {
  const creditCents = Math.max(0, -account.balanceCents);
  const form = useContractForm(payOutCredit.body, {
    amountCents: creditCents as number | null,
    onDay: account.today,
    method: "check",
    reference: "",
    reason: "",
  });
  const { register, control, formState } = form;
  const { errors } = formState;
  const amountCents = useWatch({ control, name: "amountCents" });
  const draft = useDraft(form, `payout:${leaseId}`);
  const save = useLedgerChange(payOutCredit, leaseId, {
    title: "Credit Paid Out",
    onDone: draft.clearThen(onClose),
  });
  return (
    <MoneyDialog
      draft={draft}
      onClose={onClose}
      action="Pay Out Credit"
      lease={lease}
      verb="Pay Out"
      preposition="to"
      amountCents={amountCents}
      description={`Credit: ${formatMoney(creditCents)}. Record it once the money has left, for example with the check number.`}
      isBusy={save.isPending}
      onSubmit={form.handleSubmit((body) => save.mutate(body, { onError: showFieldErrors(form) }))}
    >
      <FormError error={save.error} form={form} />
      <div className="grid gap-4 sm:grid-cols-2">
        <AmountField control={control} name="amountCents" />
        <Field label="Date" error={errors.onDay?.message} isRequired>
          <Input type="date" {...register("onDay")} max={account.today} />
        </Field>
        <MethodFields
          methods={depositMethods}
          method={register("method")}
          reference={register("reference")}
          referenceError={errors.reference}
        />
      </div>
      <ReasonField registration={register("reason")} error={errors.reason} />
      <BalanceChange account={account} changeCents={amountCents} />
    </MoneyDialog>
  );
}
