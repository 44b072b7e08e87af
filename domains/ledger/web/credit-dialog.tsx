import { Controller, useWatch } from "react-hook-form";
import { useContractForm } from "#web/contract-form.ts";
import { useDraft } from "#web/draft.ts";
import { showAtFields } from "#web/refusal.ts";
import { Field } from "#web/ui/field.tsx";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { Refused } from "#web/ui/refused.tsx";
import { Select } from "#web/ui/select.tsx";
import { owedKindLabels, owedKinds } from "../accounts.ts";
import { giveCredit } from "../contract.ts";
import { AmountField, BalanceAfter, ForCharge, ReasonField } from "./dialog-parts.tsx";
import { useLedgerChange } from "./ledger-changes.ts";
import type { LeaseDialogProps } from "./open-dialog.ts";

/** A credit, which also lowers the income of its kind. */
export function CreditDialog({ leaseId, account, onClose }: LeaseDialogProps) {
  const form = useContractForm(giveCredit.body, {
    kind: "rent",
    amountCents: null as number | null,
    chargeId: undefined as number | undefined,
    reason: "",
  });
  const { register, control, formState } = form;
  const amountCents = useWatch({ control, name: "amountCents" });
  const draft = useDraft(form, `credit:${leaseId}`);
  const save = useLedgerChange(giveCredit, leaseId, {
    title: "Credit given",
    onDone: draft.dropAnd(onClose),
  });
  return (
    <FormDialog
      draft={draft}
      onClose={onClose}
      title="Give Credit"
      description="The tenant owes less. Credit beyond the balance is used for the next charge."
      submitLabel="Give Credit"
      isBusy={save.isPending}
      onSubmit={form.handleSubmit((body) => save.mutate(body, { onError: showAtFields(form) }))}
    >
      <Refused error={save.error} form={form} />
      <div className="grid gap-4 sm:grid-cols-2">
        <AmountField control={control} name="amountCents" />
        <Field label="Kind" hint="The income that it lowers.">
          <Select
            {...register("kind")}
            options={owedKinds.map((value) => ({ value, label: owedKindLabels[value] }))}
          />
        </Field>
      </div>
      <Controller
        control={control}
        name="chargeId"
        render={({ field, fieldState }) => (
          <ForCharge
            leaseId={leaseId}
            chargeId={field.value}
            onChange={field.onChange}
            error={fieldState.error}
          />
        )}
      />
      <ReasonField wiring={register("reason")} error={formState.errors.reason} />
      <BalanceAfter account={account} changeCents={amountCents === null ? null : -amountCents} />
    </FormDialog>
  );
}
