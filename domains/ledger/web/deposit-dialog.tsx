import { useWatch } from "react-hook-form";
import { useContractForm } from "#web/contract-form.ts";
import { useDraft } from "#web/draft.ts";
import { showAtFields } from "#web/refusal.ts";
import { Field } from "#web/ui/field.tsx";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { Refused } from "#web/ui/refused.tsx";
import { Select } from "#web/ui/select.tsx";
import type { DepositAction } from "../accounts.ts";
import { moveDeposit } from "../contract.ts";
import { AmountField, BalanceAfter, money, ReasonField } from "./dialog-parts.tsx";
import { useLedgerChange } from "./ledger-changes.ts";
import type { LeaseDialogProps } from "./open-dialog.ts";

const actions = {
  taken: "Take a deposit",
  returned: "Return it to the tenant",
  applied: "Apply it to what is owed",
} as const satisfies Record<DepositAction, string>;

/** A deposit is kept apart from the balance until it is returned or applied. */
export function DepositDialog({ leaseId, account, onClose }: LeaseDialogProps) {
  const form = useContractForm(moveDeposit.body, {
    action: "taken" as DepositAction,
    amountCents: null as number | null,
    reason: "",
  });
  const { register, control, formState } = form;
  const [action, amountCents] = useWatch({ control, name: ["action", "amountCents"] });
  const draft = useDraft(form, `deposit:${leaseId}`);
  const save = useLedgerChange(moveDeposit, leaseId, {
    title: "Deposit recorded",
    onDone: draft.dropAnd(onClose),
  });
  const possible: DepositAction[] = account.depositCents > 0 ? ["taken", "returned", "applied"] : ["taken"];
  return (
    <FormDialog
      draft={draft}
      onClose={onClose}
      title="Record Deposit"
      description={`Held now: ${money(account.depositCents)}.`}
      submitLabel="Record Deposit"
      isBusy={save.isPending}
      onSubmit={form.handleSubmit((body) => save.mutate(body, { onError: showAtFields(form) }))}
    >
      <Refused error={save.error} form={form} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="What happens">
          <Select
            {...register("action")}
            options={possible.map((value) => ({ value, label: actions[value] }))}
          />
        </Field>
        <AmountField control={control} name="amountCents" />
      </div>
      <ReasonField wiring={register("reason")} error={formState.errors.reason} />
      <BalanceAfter
        account={account}
        changeCents={amountCents === null ? null : action === "applied" ? -amountCents : 0}
      />
    </FormDialog>
  );
}
